import type { Button, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { INPUT_ACTION } from '../../../kit/slack/fields.ts';
import type { PayloadView } from '../../../kit/slack/payloads.ts';
import type { UserRef } from '../../../kit/slack/services.ts';
import {
  type FormState,
  OutdatedMetadataError,
  parseStoredJson,
  stateOf,
} from '../../../kit/slack/view-state.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Draft } from '../../draft.ts';
import { type ReplyTo, replyToSchema } from '../../intent.ts';
import type { WrittenMessage } from '../../message.ts';
import type { Pieces } from '../../parse/placeholders.ts';
import type { Recipient } from '../../recipient.ts';
import { INPUT } from '../ids.ts';
import { recipientIn } from '../recipient-options.ts';

/** Where the results of a text are posted. Slack keeps it with a form, and returns it only to this app. */
export const replyPlaceSchema = replyToSchema.omit({ userId: true });
export type ReplyPlace = z.infer<typeof replyPlaceSchema>;

/** In a direct message to the person, for a form that didn't come from a channel. */
export const directly = (userId: string): ReplyPlace => ({
  responseUrl: null,
  channel: userId,
  threadTs: null,
  threadLink: null,
});

export const replyFor = (userId: string, place: ReplyPlace): ReplyTo => ({ ...place, userId });

/** The blocks of the fields that features add. `when`: whether it goes now or later; the others: when, and how it repeats. */
export const ADDED = {
  template: 'compose_template',
  when: 'compose_when',
  at: 'compose_at',
  repeat: 'compose_repeat',
  until: 'compose_until',
  times: 'compose_times',
} as const;

/** The fields that say when a text is to go out, as they are filled in. */
export type Later = {
  /** In epoch seconds, as Slack's picker gives it; null: not chosen yet. */
  at: number | null;
  /** As the field's choice is called; null: once. */
  repeat: string | null;
  until: string | null;
  times: string;
};

export const NOT_CHOSEN: Later = { at: null, repeat: null, until: null, times: '' };

/** Choices: it goes out once, and later. */
export const NO_REPEAT = 'once';
export const LATER = 'later';

/** What a form says of it; null: it is to go out at once. `always`: the form has no choice between now and later. */
export function laterIn(state: FormState, always: boolean): Later | null {
  if (!always && state.choice(ADDED.when) !== LATER) return null;
  const repeat = state.choice(ADDED.repeat);
  return {
    at: state.moment(ADDED.at),
    repeat: repeat === NO_REPEAT ? null : (repeat ?? null),
    until: state.date(ADDED.until),
    times: state.text(ADDED.times),
  };
}

/** A form that makes a text: its content, and where it came from. */
export type ComposeForm = {
  draft: Draft;
  place: ReplyPlace;
  /** How often we replaced its message. Slack keeps what was typed for as long as ids stay the same. */
  round: number;
  template: {
    /** The one that is chosen; null: the message goes out as it is typed. */
    chosen: { id: string; name: string } | null;
    /** The id of the one whose text was put into the message last. */
    putIn: string | null;
  };
  /** When it is to go out; null: at once. */
  later: Later | null;
  /** The person's time zone; null: nobody has asked yet. */
  zone: string | null;
  /** The id of the schedule that it changes; null: it makes a text. */
  schedule: string | null;
  /** Where the list below it is, as the list says; null: there is none. */
  below: string | null;
};

const kept = z.string().nullable().default(null);
const metadataSchema = replyPlaceSchema.extend({ putIn: kept, zone: kept, schedule: kept, below: kept });

/** @throws OutdatedMetadataError */
export function readComposeForm(view: PayloadView): ComposeForm {
  const { values } = view.state;
  const recipient = values[INPUT.recipient.block]?.[INPUT.recipient.action];
  if (!recipient) throw new OutdatedMetadataError('A form of another version, with other fields');
  const chosen = recipient.selected_option;
  const template = values[ADDED.template]?.[INPUT_ACTION]?.selected_option;
  const { putIn, zone, schedule, below, ...place } = parseStoredJson(metadataSchema, view.private_metadata);
  const messageBlock = Object.keys(values).find(block => block.startsWith(INPUT.message.block)) ?? '';
  return {
    draft: {
      to: chosen ? recipientIn(chosen) : null,
      message: values[messageBlock]?.[INPUT.message.action]?.value ?? '',
    },
    place,
    round: roundOf(messageBlock),
    template: { chosen: template ? { id: template.value, name: nameIn(template) } : null, putIn },
    later: laterIn(stateOf(values), schedule !== null),
    zone,
    schedule,
    below,
  };
}

export const metadataOf = ({ place, template, zone, schedule, below }: ComposeForm): string =>
  JSON.stringify({ ...place, putIn: template.putIn, zone, schedule, below });

export const nameIn = ({ value, text }: { value: string; text?: { text: string } | undefined }): string =>
  unescapeSlack(text?.text ?? value);

const roundOf = (block: string): number => Number(/\.(\d{1,6})$/.exec(block)?.[1] ?? 0);

/** The id of the message's block. */
export const messageBlockOf = ({ round }: ComposeForm): string =>
  round === 0 ? INPUT.message.block : `${INPUT.message.block}.${round}`;

/** Replaces the typed message: its block needs a new id, or Slack would keep what was typed. */
export function withMessage(form: ComposeForm, message: string): ComposeForm {
  const { draft, round } = form;
  return message === draft.message ? form : { ...form, draft: { ...draft, message }, round: round + 1 };
}

/** What a form would send: a template's text, or what somebody typed. */
export const writtenIn = ({ draft, template }: ComposeForm): WrittenMessage => ({
  message: draft.message.trim(),
  ...(template.chosen ? { template: true } : { typed: true }),
});

/** Whether a form is from this version of the app: one from another gets no updates while people type. */
export const isOfThisVersion = ({ state }: PayloadView): boolean => INPUT.recipient.block in state.values;

/*
 * What features above texts add to the form that makes a text. Where one is missing, so are its fields.
 */

/** Texts that are used often. */
export type TemplatePart = {
  /** The field in which one is chosen. */
  field(words: Wording, chosen: ComposeForm['template']['chosen']): KnownBlock;
  /** The text of one that this person may use; null: there is none. */
  textOf(who: UserRef, id: string): Promise<string | null>;
  /** A message as somebody would get it whom we know everything about. */
  sample(words: Wording, pieces: Pieces): string;
};

/** A form as it was submitted, what was read in it, and the time of day then. */
type SubmittedText = {
  view: PayloadView;
  form: ComposeForm;
  to: Recipient;
  message: string;
  wall: number;
};

/** Texts that go out later. */
export type LaterPart = {
  /** What the form and its button are called then; `isChange`: it changes one that is planned. */
  labels(words: Wording, isChange: boolean): { title: string; submit: string };
  blocks(words: Wording, form: ComposeForm): KnownBlock[];
  /** What is wrong with its time, by field. */
  errors(words: Wording, form: ComposeForm, wall: number): Record<string, string>;
  /** Stores it before Slack has its answer; returns what is left to do then. */
  take(client: WebClient, who: UserRef, submitted: SubmittedText): Promise<() => Promise<unknown>>;
};

declare module '../../../kit/slack/services.ts' {
  interface Extensions {
    templatePart: TemplatePart;
    laterPart: LaterPart;
    /** A button that makes a text for many of one that is being written. */
    manyButton: (words: Wording, intent: string | null) => Button;
  }
}
