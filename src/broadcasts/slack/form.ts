import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { actions, button, context } from '../../kit/slack/elements.ts';
import { channel, radio, typed } from '../../kit/slack/fields.ts';
import { ACTION, BROADCAST, VIEW } from '../../kit/slack/ids.ts';
import { keptJson, Outdated } from '../../kit/slack/kept.ts';
import { formModal } from '../../kit/slack/modals.ts';
import { withNews } from '../../kit/slack/news.ts';
import type { PayloadView } from '../../kit/slack/payloads/view.ts';
import { stateOf } from '../../kit/slack/state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { template } from '../../templates/slack/options.ts';
import { MAX_TEMPLATE_TEXT } from '../../templates/template.ts';
import { BROADCAST_KINDS, type BroadcastAsk, type BroadcastKind } from '../../texts/ask-many.ts';
import { escapeBraces } from '../../texts/placeholders.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { type MessageForm, nameIn, roundOf } from '../../texts/slack/compose/form.ts';
import { recipients } from '../../texts/slack/compose/recipients-field.ts';
import { recipientIn } from '../../texts/slack/recipient-option.ts';

/** Slack's limit for what is typed into a field. */
const MAX_PASTED = 3000;
/** Only those can be chosen; anything else stands in the field for numbers. */
const CHOSEN: readonly Recipient['kind'][] = ['group', 'contact', 'teammate', 'usergroup'];

/** A form that makes a broadcast. */
export type BroadcastForm = MessageForm & {
  to: Recipient[];
  pasted: string;
  kind: BroadcastKind;
  /** Empty: a direct message to its author. */
  channel: string;
  /** The broadcast that it changes; null: none was made before. */
  before: string | null;
};

export const NEW_BROADCAST: BroadcastForm = {
  draft: { message: '' },
  round: 0,
  template: { chosen: null, putIn: null },
  to: [],
  pasted: '',
  kind: 'service',
  channel: '',
  before: null,
};

/** The form as it was when this was asked for. */
export function formOf({ to, message, isTemplate, kind, channel, by }: BroadcastAsk): BroadcastForm {
  return {
    ...NEW_BROADCAST,
    draft: { message: isTemplate ? message : escapeBraces(message) },
    to: to.filter(who => CHOSEN.includes(who.kind)),
    pasted: fitted(to.flatMap(typedAs)),
    kind,
    channel: channelOf(channel === by ? '' : channel),
  };
}

/** Numbers are as readable without their zero, and some may have been typed so. */
function fitted(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.length <= MAX_PASTED ? text : text.replace(/^0(?=1)/gmu, '');
}

function typedAs(who: Recipient): string[] {
  if (who.kind === 'number') return [who.number];
  if (who.kind === 'named') return [who.name];
  return who.kind === 'unreadable' ? [who.typed] : [];
}

/** Slack's field offers channels only, not conversations. */
export const channelOf = (id: string): string => (/^[CG]/.test(id) ? id : '');

const metadataSchema = z.object({ putIn: z.string().nullable(), before: z.string().nullable() });

/** Whether a form is from this version of the app. */
export const isBroadcastForm = ({ state }: PayloadView): boolean => BROADCAST.to in state.values;

/** @throws Outdated */
export function readBroadcastForm(view: PayloadView): BroadcastForm {
  if (!isBroadcastForm(view)) throw new Outdated('A form of another version, with other fields');
  const { values } = view.state;
  const state = stateOf(values);
  const block = Object.keys(values).find(one => one.startsWith(BROADCAST.message)) ?? '';
  const { putIn, before } = keptJson(metadataSchema, view.private_metadata);
  const [chosen] = Object.values(values[BROADCAST.template] ?? {}).map(one => one.selected_option);
  return {
    to: (state.options(BROADCAST.to) ?? []).flatMap(one => recipientIn(one) ?? []),
    pasted: state.text(BROADCAST.pasted),
    draft: { message: state.text(block) },
    round: roundOf(block),
    template: { chosen: chosen ? { id: chosen.value, name: nameIn(chosen) } : null, putIn },
    kind: BROADCAST_KINDS.find(kind => kind === state.choice(BROADCAST.kind)) ?? 'service',
    channel: state.conversation(BROADCAST.channel) ?? '',
    before,
  };
}

/** The id of the message's block. */
export const broadcastMessageBlock = ({ round }: BroadcastForm): string =>
  round === 0 ? BROADCAST.message : `${BROADCAST.message}.${round}`;

/**
 * @param preview what the form comes to so far
 * @param news why it couldn't be worked out
 */
export function broadcastForm(
  words: Wording,
  form: BroadcastForm,
  preview: KnownBlock[],
  news: string[] = [],
): ModalView {
  const its = words.broadcasts;
  const { field } = its;
  const to = recipients(BROADCAST.to, field.to, words.search.placeholder, form.to);
  const kinds = BROADCAST_KINDS.map(value => ({ value, label: field.kind[value] }));
  return {
    ...formModal({
      id: VIEW.broadcastForm,
      title: its.title,
      submit: its.toReview,
      cancel: words.link.cancel,
      blocks: withNews(
        [
          { ...to, optional: true },
          typed(BROADCAST.pasted, field.pasted, form.pasted, { most: MAX_PASTED, lines: true }),
          actions(button({ action: ACTION.openImport, label: its.fromFile.button, value: '' })),
          context(its.fromFile.hint),
          template(BROADCAST.template, field.template, words.templates.choose, form.template.chosen),
          typed(broadcastMessageBlock(form), field.message, form.draft.message, {
            most: MAX_TEMPLATE_TEXT,
            lines: true,
            needed: true,
          }),
          ...preview,
          radio(BROADCAST.kind, field.kind, kinds, form.kind),
          { ...channel(BROADCAST.channel, field.channel, form.channel), optional: true },
        ],
        news,
      ),
    }),
    private_metadata: JSON.stringify({ putIn: form.template.putIn, before: form.before }),
  };
}
