import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { OPEN_IMPORT } from '../../contacts/slack/import.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { actions, button, context } from '../../kit/slack/elements.ts';
import { channel, radio, typed } from '../../kit/slack/fields.ts';
import { formModal, withBanner } from '../../kit/slack/modals.ts';
import type { PayloadView } from '../../kit/slack/payloads.ts';
import type { Services } from '../../kit/slack/services.ts';
import { OutdatedMetadataError, parseStoredJson, stateOf } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { MAX_TEMPLATE_TEXT } from '../../templates/service.ts';
import { sampleOf, templateProblem } from '../../templates/slack/form.ts';
import { template } from '../../templates/slack/options.ts';
import { measure, messageOf } from '../../texts/draft.ts';
import { escapeBraces, parsePlaceholders } from '../../texts/parse/placeholders.ts';
import { parseRecipients } from '../../texts/parse/recipient-list.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { type MessageForm, nameIn, roundOf } from '../../texts/slack/compose/form.ts';
import { recipients } from '../../texts/slack/compose/recipients-field.ts';
import { messageLines } from '../../texts/slack/compose/view.ts';
import { recipientIn } from '../../texts/slack/recipient-options.ts';
import { BROADCAST_KINDS, type BroadcastKind, type BroadcastRequest, MAX_NAMED } from '../broadcast.ts';
import { FORM_VIEW } from './ids.ts';

/** The blocks of the form's fields. */
export const FIELD = {
  to: 'broadcast_to',
  pasted: 'broadcast_pasted',
  template: 'broadcast_template',
  /** Has a count after a dot once we replaced its text: `broadcast_message.1`. */
  message: 'broadcast_message',
  kind: 'broadcast_kind',
  channel: 'broadcast_channel',
} as const;

/** Those that the preview follows, as a regular expression. */
export const LIVE_FIELDS = `${FIELD.to}|${FIELD.pasted}|${FIELD.template}|${FIELD.message}(?:\\.\\d+)?`;

/** Slack's limit for what is typed into a field. */
const MAX_PASTED = 3000;
/** Only those can be chosen; anything else stands in the field for numbers. */
const CHOSEN: readonly Recipient['kind'][] = ['group', 'contact', 'teammate', 'usergroup'];

/** A form that makes a broadcast. */
export type BroadcastForm = MessageForm & {
  to: Recipient[];
  pasted: string;
  /** Null: nobody has said yet. A careless promotion would go out at night. */
  kind: BroadcastKind | null;
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
  kind: null,
  channel: '',
  before: null,
};

/** The form with these people and this message, and otherwise empty. */
export function formFor({
  to,
  message,
  isTemplate,
}: Pick<BroadcastRequest, 'to' | 'message' | 'isTemplate'>): BroadcastForm {
  return {
    ...NEW_BROADCAST,
    draft: { message: isTemplate ? message : escapeBraces(message) },
    to: to.filter(who => CHOSEN.includes(who.kind)),
    pasted: fitted(to.flatMap(typedAs)),
  };
}

/** The form as it was when this was asked for. */
export function formOf(request: BroadcastRequest): BroadcastForm {
  const { kind, channel } = request;
  return { ...formFor(request), kind, channel: channelOf(channel) };
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

/** Slack's field offers channels only, not conversations. Empty: its author. */
export const channelOf = (id: string): string => (/^[CG]/.test(id) ? id : '');

const metadataSchema = z.object({ putIn: z.string().nullable(), before: z.string().nullable() });

/** Whether a form is from this version of the app. */
export const isBroadcastForm = ({ state }: PayloadView): boolean => FIELD.to in state.values;

/** @throws OutdatedMetadataError */
export function readBroadcastForm(view: PayloadView): BroadcastForm {
  if (!isBroadcastForm(view)) throw new OutdatedMetadataError('A form of another version, with other fields');
  const { values } = view.state;
  const state = stateOf(values);
  const block = Object.keys(values).find(one => one.startsWith(FIELD.message)) ?? '';
  const { putIn, before } = parseStoredJson(metadataSchema, view.private_metadata);
  const [chosen] = Object.values(values[FIELD.template] ?? {}).map(one => one.selected_option);
  return {
    to: (state.options(FIELD.to) ?? []).flatMap(one => recipientIn(one) ?? []),
    pasted: state.text(FIELD.pasted),
    draft: { message: state.text(block) },
    round: roundOf(block),
    template: { chosen: chosen ? { id: chosen.value, name: nameIn(chosen) } : null, putIn },
    kind: BROADCAST_KINDS.find(kind => kind === state.choice(FIELD.kind)) ?? null,
    channel: state.conversation(FIELD.channel) ?? '',
    before,
  };
}

/** The id of the message's block. */
export const broadcastMessageBlock = ({ round }: BroadcastForm): string =>
  round === 0 ? FIELD.message : `${FIELD.message}.${round}`;

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
  const to = recipients(FIELD.to, field.to, words.search.placeholder, form.to);
  const kinds = BROADCAST_KINDS.map(value => ({ value, label: field.kind[value] }));
  return {
    ...formModal({
      id: FORM_VIEW,
      title: its.title,
      submit: its.toReview,
      cancel: words.link.cancel,
      blocks: withBanner(
        [
          { ...to, optional: true },
          typed(FIELD.pasted, field.pasted, form.pasted, { most: MAX_PASTED, lines: true }),
          actions(button({ action: OPEN_IMPORT, label: its.fromFile.button, value: '' })),
          context(its.fromFile.hint),
          template(FIELD.template, field.template, words.templates.choose, form.template.chosen),
          typed(broadcastMessageBlock(form), field.message, form.draft.message, {
            most: MAX_TEMPLATE_TEXT,
            lines: true,
            needed: true,
          }),
          ...preview,
          radio(FIELD.kind, field.kind, kinds, form.kind ?? ''),
          { ...channel(FIELD.channel, field.channel, form.channel), optional: true },
        ],
        news,
      ),
    }),
    private_metadata: JSON.stringify({ putIn: form.template.putIn, before: form.before }),
  };
}

/** What a form asks for. */
export function askIn(form: BroadcastForm, userId: string): BroadcastRequest {
  const message = form.draft.message.trim();
  return {
    to: namedIn(form),
    message,
    isTemplate: message.includes('{'),
    // A form without one is refused; this would be the careful one.
    kind: form.kind ?? 'promotional',
    channel: form.channel || userId,
    by: userId,
  };
}

/** What is wrong, by field. */
export function faultsIn(words: Wording, form: BroadcastForm, linksWork: boolean): Record<string, string> {
  const said = words.broadcasts.wrong;
  const errors: Record<string, string> = {};
  const named = namedIn(form).length;
  if (named === 0) errors[FIELD.to] = said.nobody;
  else if (named > MAX_NAMED) errors[FIELD.pasted] = said.tooMany(MAX_NAMED);
  const { chosen, putIn } = form.template;
  if ((chosen?.id ?? null) !== putIn) errors[FIELD.template] = words.compose.templateComing;
  const wrong = messageFault(words, form.draft.message, linksWork);
  if (wrong !== null) errors[broadcastMessageBlock(form)] = wrong;
  if (form.kind === null) errors[FIELD.kind] = said.noKind;
  return errors;
}

function messageFault(words: Wording, message: string, linksWork: boolean): string | null {
  const wrong = templateProblem(words, message, linksWork);
  if (wrong !== null) return wrong;
  const read = parsePlaceholders(message.trim());
  // What placeholders are replaced with is measured for each person.
  const isPlain = read.ok && read.pieces.every(piece => typeof piece === 'string');
  const its = messageOf({ message: isPlain ? read.pieces.join('') : message });
  if (its.ok) return null;
  if (its.fault === 'missing') return words.compose.messageMissing;
  return isPlain ? words.compose.messageTooLong(its) : null;
}

/** Everybody a form names: chosen, and typed. */
function namedIn({ to, pasted }: Pick<BroadcastForm, 'to' | 'pasted'>): Recipient[] {
  return [...to, ...parseRecipients(pasted, MAX_NAMED)];
}

/** What one person will read, what that costs, and about how many they are. Says less while something isn't available. */
export async function broadcastPreview(
  services: Services,
  words: Wording,
  workspace: string,
  form: BroadcastForm,
): Promise<KnownBlock[]> {
  const its = words.broadcasts.preview;
  const text = form.draft.message.trim();
  const named = namedIn(form);
  const [count, past] = await Promise.all([
    countOf(services, workspace, named).catch(() => 0),
    services.history.costPerPart(workspace).catch(() => null),
  ]);
  const people = count > 0 ? [context(its.recipients(count))] : [];
  if (text === '') return [...people, context(its.nothing)];
  const wrong = templateProblem(words, text, services.stopLinks.isPossible());
  if (wrong !== null) return [...people, context(`:warning: ${wrong}`)];
  const example = await exampleOf(services, words, workspace, named, text);
  return [
    ...people,
    context(its.example),
    { type: 'section', text: { type: 'plain_text', text: example || '…', emoji: false } },
    ...messageLines(words, example, measure({ message: example }, past)).map(context),
  ];
}

/** How many people are named, without looking at any of them. */
async function countOf(
  { contacts }: Services,
  workspace: string,
  named: readonly Recipient[],
): Promise<number> {
  const groups = named.flatMap(who => (who.kind === 'group' ? [who.data.id] : []));
  const { sizes } = await contacts.find(workspace, { groups });
  return named.reduce((sum, who) => sum + (who.kind === 'group' ? (sizes.get(who.data.id) ?? 0) : 1), 0);
}

/** The text for the first of them that we know; otherwise for somebody we know everything about. */
async function exampleOf(
  services: Services,
  words: Wording,
  workspace: string,
  named: readonly Recipient[],
  text: string,
): Promise<string> {
  const read = parsePlaceholders(text);
  const number = await firstOf(services, workspace, named).catch(() => null);
  const rendered =
    read.ok && number !== null
      ? await services.render(workspace, read.pieces, [number], 'sample').catch(() => null)
      : null;
  return (number && rendered?.texts.get(number)) || (sampleOf(words, text, services.stopLinks) ?? '');
}

async function firstOf(
  { contacts }: Services,
  workspace: string,
  named: readonly Recipient[],
): Promise<LocalNumber | null> {
  for (const who of named) {
    if (who.kind === 'number') return who.number;
    if (who.kind === 'group') {
      const [first] = (await contacts.members(workspace, who.data.id, null, 1)).contacts;
      if (first) return first.number;
    }
    if (who.kind === 'contact') {
      const [one] = (await contacts.find(workspace, { contacts: [who.data.id] })).contacts;
      if (one) return one.number;
    }
  }
  return null;
}
