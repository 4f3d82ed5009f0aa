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
import { type SignOff, signOffSchema } from '../../sign-off.ts';
import { INPUT } from '../ids.ts';
import { recipientIn } from '../recipient-options.ts';

/** Where a text's reports are posted; part of the form's metadata. */
export const replyPlaceSchema = replyToSchema.omit({ userId: true });
export type ReplyPlace = z.infer<typeof replyPlaceSchema>;

/** A direct message to the person, for a form outside channels. */
export const directly = (userId: string): ReplyPlace => ({
  responseUrl: null,
  channel: userId,
  threadTs: null,
  threadLink: null,
});

export const replyFor = (userId: string, place: ReplyPlace): ReplyTo => ({ ...place, userId });

/** The ids of the blocks that features add. */
export const ADDED = {
  template: 'compose_template',
  when: 'compose_when',
  at: 'compose_at',
  repeat: 'compose_repeat',
  until: 'compose_until',
  times: 'compose_times',
  holidays: 'compose_holidays',
} as const;

/** The fields for a later text. */
export type Later = {
  /** Epoch seconds, as Slack's picker gives it; null if not chosen yet. */
  at: number | null;
  /** The choice's value; null for once. */
  repeat: string | null;
  until: string | null;
  times: string;
  /** Runs on holidays are skipped. */
  skipsHolidays: boolean;
};

export const NOT_CHOSEN: Later = { at: null, repeat: null, until: null, times: '', skipsHolidays: false };

export const NO_REPEAT = 'once';
export const LATER = 'later';

/** The later fields of a form; null if the text goes out at once. `always`: the form has no choice between now and later. */
export function laterIn(state: FormState, always: boolean): Later | null {
  if (!always && state.choice(ADDED.when) !== LATER) return null;
  const repeat = state.choice(ADDED.repeat);
  return {
    at: state.moment(ADDED.at),
    repeat: repeat === NO_REPEAT ? null : (repeat ?? null),
    until: state.date(ADDED.until),
    times: state.text(ADDED.times),
    skipsHolidays: (state.choices(ADDED.holidays) ?? []).length > 0,
  };
}

/** The compose form: its content, and where it came from. */
export type ComposeForm = {
  draft: Draft;
  place: ReplyPlace;
  /** Counts our replacements of the message: Slack keeps typed input while the block's id stays the same. */
  round: number;
  template: {
    /** Null: the message goes out as typed. */
    chosen: { id: string; name: string } | null;
    /** The id of the template whose text was last put into the message. */
    putIn: string | null;
  };
  /** Null: the text goes out at once. */
  later: Later | null;
  /** The person's time zone; null while it isn't looked up. */
  zone: string | null;
  /** The sign-off as the form shows it: it goes with the text. Null while it isn't looked up. */
  signOff: SignOff | null;
  /** The schedule that the form changes; null for a new text. */
  schedule: string | null;
  /** The metadata of the list below the form; null if there is none. */
  below: string | null;
};

const optionalString = z.string().nullable().default(null);
const metadataSchema = replyPlaceSchema.extend({
  putIn: optionalString,
  zone: optionalString,
  signOff: signOffSchema.nullable().default(null),
  schedule: optionalString,
  below: optionalString,
});

/** @throws OutdatedMetadataError */
export function readComposeForm(view: PayloadView): ComposeForm {
  const { values } = view.state;
  const recipient = values[INPUT.recipient.block]?.[INPUT.recipient.action];
  if (!recipient) throw new OutdatedMetadataError('A form of another version, with other fields');
  const chosen = recipient.selected_option;
  const template = values[ADDED.template]?.[INPUT_ACTION]?.selected_option;
  const { putIn, zone, signOff, schedule, below, ...place } = parseStoredJson(
    metadataSchema,
    view.private_metadata,
  );
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
    signOff,
    schedule,
    below,
  };
}

export const metadataOf = ({ place, template, zone, signOff, schedule, below }: ComposeForm): string =>
  JSON.stringify({ ...place, putIn: template.putIn, zone, signOff, schedule, below });

export const nameIn = ({ value, text }: { value: string; text?: { text: string } | undefined }): string =>
  unescapeSlack(text?.text ?? value);

const roundOf = (block: string): number => Number(/\.(\d{1,6})$/.exec(block)?.[1] ?? 0);

export const messageBlockOf = ({ round }: ComposeForm): string =>
  round === 0 ? INPUT.message.block : `${INPUT.message.block}.${round}`;

/** Replaces the message. Its block gets a new id, because otherwise Slack keeps what was typed. */
export function withMessage(form: ComposeForm, message: string): ComposeForm {
  const { draft, round } = form;
  return message === draft.message ? form : { ...form, draft: { ...draft, message }, round: round + 1 };
}

/** The message that the form would send. */
export const writtenIn = ({ draft, template, signOff }: ComposeForm): WrittenMessage => ({
  message: draft.message.trim(),
  ...(template.chosen ? { template: true } : { typed: true }),
  ...(signOff ? { signOff } : {}),
});

/** False for a form of another version of the app: it gets no updates while people type. */
export const isOfThisVersion = ({ state }: PayloadView): boolean => INPUT.recipient.block in state.values;

/* Features' fields in the compose form. Without the feature, its fields are missing. */

/** The templates feature's part of the form. */
export type TemplatePart = {
  /** The field to choose a template. */
  field(words: Wording, chosen: ComposeForm['template']['chosen']): KnownBlock;
  /** The text of a template that this person may use; null if there is none. */
  textOf(user: UserRef, id: string): Promise<string | null>;
  /** A sample of the message, for a person who has every value. */
  sample(words: Wording, pieces: Pieces): string;
};

/** A submitted form, its content, and the time of day. */
type SubmittedText = {
  view: PayloadView;
  form: ComposeForm;
  to: Recipient;
  message: string;
  wall: number;
};

/** The schedules feature's part of the form. */
export type LaterPart = {
  /** The form's title and button for a later text; `isChange`: it changes a schedule. */
  labels(words: Wording, isChange: boolean): { title: string; submit: string };
  blocks(words: Wording, form: ComposeForm): KnownBlock[];
  /** Errors of the time fields, by block. */
  errors(words: Wording, form: ComposeForm, wall: number): Record<string, string>;
  /** Stores the schedule before the ack; returns the work that follows the ack. */
  take(client: WebClient, user: UserRef, submitted: SubmittedText): Promise<() => Promise<unknown>>;
};

declare module '../../../kit/slack/services.ts' {
  interface Extensions {
    templatePart: TemplatePart;
    laterPart: LaterPart;
    /** A button that turns the text being written into a broadcast. */
    manyButton: (words: Wording, intent: string | null) => Button;
  }
}
