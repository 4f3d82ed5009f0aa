import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { readJson } from '../json.ts';
import type { Problem } from '../problem.ts';
import type { Wording } from '../words/wording.ts';
import type { Permission, TypedCommand } from './listener.ts';
import type { Message } from './message.ts';
import type { StoredPress } from './press-queue.ts';
import type { Services, UserRef } from './services.ts';
import type { ViewPress } from './view-buttons.ts';
import { type FormState, parseStoredJson } from './view-state.ts';

/*
 * A modal form as data: open, load, draft, fields with a preview, check, warning, save. form-view.ts shows it,
 * form-submission.ts submits it. Permission is checked on opening, for each preview and on submission.
 */

/** A field's value. `error`: why it is invalid; by block id if the field has several blocks. */
export type FieldReading<T> = { value: T; error?: string | Readonly<Record<string, string>> | null };

/**
 * Shows and reads one value of a draft. `id`: the id of its block, or the start of the ids of its blocks. `draft`: all values, for a field
 * that depends on another one.
 */
export type FormField<T, Extras = unknown, Draft = unknown> = {
  blocks: (id: string, value: T, extras: Extras, draft: Draft) => KnownBlock | readonly KnownBlock[];
  read: (state: FormState, id: string) => FieldReading<T>;
};
export type FormFields<Draft, Extras = unknown> = {
  [Name in keyof Draft]: FormField<Draft[Name], Extras, Draft>;
};

/**
 * `subject`: identifies what is edited, null for a new one; `current`: what is stored; `draft`: a value for each field;
 * `extras`: other data that the fields show, perhaps from Slack.
 */
export type FormShape = { subject: unknown; current: unknown; draft: object; extras?: unknown };

/** A form that is filled in. */
export type Filled<Of extends FormShape> = Pick<Of, 'subject' | 'current' | 'draft'>;
/** Why the values of fields are invalid, by field. */
export type FieldErrors<Draft> = { [Name in keyof Draft]?: string | Readonly<Record<string, string>> | null };

export type SaveResult =
  /** Saved, or nothing left to save. The message replaces the form. */
  | { message: string | Message }
  /** Like `message`, with a view in the form's place. `fallbackText`: the message if Slack doesn't show the view. */
  | { view: ModalView; fallbackText?: string }
  /** Shows the view while `later` runs, which delays no other press; its result then replaces the view. */
  | { view: ModalView; later: () => Promise<SaveResult> }
  /** Saved. The form is empty again for the next entry, with this line above it. */
  | { resetForm: string }
  /** Not saved; the form keeps its input and shows this line above it, or below `field`. */
  | { retry: string; field?: string }
  | { problem: Problem }
  /** The result is shown elsewhere. */
  | { handled: true };

/** The press that submits a form. `origin`: the same for repeated submissions, so that the form creates one thing. */
export type Submitter = StoredPress & { client: WebClient; origin: string };

export type Form<Of extends FormShape> = {
  /** The modal's callback id. The ids of its fields and of its openers derive from it. */
  id: string;
  /** The buttons that open it, such as `new` and `change`: each reads the subject from its value. */
  openers: Readonly<Record<string, (value: string) => Of['subject']>>;
  /** A button that shows the form in its own modal instead of on top of it. */
  replaceOpener?: { way: string; of: (value: string) => Of['subject'] };
  subject: z.ZodType<Of['subject']>;
  /** Checked on opening, for each preview and on submission. */
  permission: Permission<Of['subject']>;
  /** Checked instead on submission, if saving takes a permission that depends on the draft. */
  savePermission?: Permission<Pick<Of, 'subject' | 'draft'>>;
  /** See `PressHandler`. */
  requiresLiveFacts: boolean;
  /** Closes on submission, with all modals below it or alone; a direct message then has the result. */
  closes?: 'all' | 'alone';
  /** Named in the message if the form doesn't open; null if only its button opens it. */
  command: TypedCommand | null;
  title: (words: Wording, subject: Of['subject']) => string;
  submit: (words: Wording, subject: Of['subject']) => string;
  /** Default: "Back". */
  cancel?: (words: Wording) => string;
  /** Shown until the form is saved. Default: "One moment". */
  meanwhile?: (words: Wording) => string;
  /** Completes the subject when the form is opened. */
  prepare?: (services: Services, press: ViewPress, subject: Of['subject']) => Promise<Of['subject']>;
  /**
   * Reads only our store, because Slack waits for the ack. `deleted`: why there is nothing to edit. Together with `current`
   * it only prevents opening: a form that is open can still be saved.
   */
  load: (
    services: Services,
    user: UserRef,
    subject: Of['subject'],
    words: Wording,
  ) => Promise<{ current: Of['current']; deleted?: string } | { deleted: string }>;
  draft: (current: Of['current'], subject: Of['subject']) => Of['draft'];
  extras?: (
    services: Services,
    user: UserRef & { client: WebClient },
    of: Pick<Of, 'subject' | 'current'>,
  ) => Promise<Of['extras']>;
  fields: (words: Wording, subject: Of['subject']) => FormFields<Of['draft'], Of['extras']>;
  /** Blocks above the fields, and below them. */
  head?: (words: Wording, of: Pick<Of, 'subject' | 'current' | 'extras'>) => KnownBlock[];
  foot?: (
    words: Wording,
    of: Pick<Of, 'subject' | 'current'> & { parentList: FormMetadata<Of>['parentList'] },
  ) => KnownBlock[];
  /** The new draft for all fields if a choice changes other fields, as a template sets the text; null if it changes none. */
  follow?: (
    services: Services,
    user: UserRef,
    filled: Filled<Of>,
  ) => Promise<{ subject: Of['subject']; draft: Of['draft'] } | null>;
  /** Blocks that follow the input. */
  preview?: (
    services: Services,
    user: UserRef,
    words: Wording,
    filled: Filled<Of> & { wrong: FieldErrors<Of['draft']> },
  ) => Promise<KnownBlock[]>;
  /** Validates against our store only, because Slack waits for the ack. */
  check?: (
    services: Services,
    user: UserRef,
    words: Wording,
    filled: Filled<Of>,
  ) => FieldErrors<Of['draft']> | Promise<FieldErrors<Of['draft']>>;
  /** Equal for drafts that people would call the same. Without it, the form reports no concurrent changes. */
  version?: (draft: Of['draft']) => unknown;
  /** The lines above the form if another person has saved meanwhile. It can then be submitted again. */
  changed?: (words: Wording, filled: Filled<Of>) => readonly string[];
  /** The lines to read once before saving; null if there are none. */
  warning?: (words: Wording, filled: Filled<Of>) => readonly string[] | null;
  /** Must be safe to run twice: a process may have died after saving. */
  save: (services: Services, submitter: Submitter, words: Wording, filled: Filled<Of>) => Promise<SaveResult>;
};

/** The list below a form, and its page. */
const parentListSchema = z.object({ list: z.string(), place: z.string() });

const metadataSchemaOf = <Subject>(subject: z.ZodType<Subject>) =>
  z.object({
    subject,
    /** The version on opening, or when the person was last told of a change. */
    baseVersion: z.string(),
    /** The draft's version when the person read the warning; null if there was none. */
    warnedVersion: z.string().nullable(),
    parentList: parentListSchema.nullable(),
    /** How often the form was reset. It changes the fields' ids, because Slack keeps a field's input under its id. */
    resetCount: z.int(),
  });

/** A form's state in Slack's `private_metadata`. */
export type FormMetadata<Of extends FormShape> = {
  subject: Of['subject'];
  baseVersion: string;
  warnedVersion: string | null;
  parentList: z.infer<typeof parentListSchema> | null;
  resetCount: number;
};

/** @throws OutdatedMetadataError */
export function parseFormMetadata<Of extends FormShape>(form: Form<Of>, metadata: string): FormMetadata<Of> {
  return parseStoredJson(metadataSchemaOf(form.subject), metadata) as FormMetadata<Of>;
}

/** The list to refresh after a form opened from this view is saved; null if there is none. */
export function parentListOf({ view }: Pick<StoredPress, 'view'>): FormMetadata<FormShape>['parentList'] {
  if (!view || view.type === 'home') return null;
  const inForm = z.object({ parentList: parentListSchema.nullable() }).safeParse(readJson(view.metadata));
  if (inForm.success) return inForm.data.parentList;
  return view.metadata === '' ? null : { list: view.callback, place: view.metadata };
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const resetSuffix = (resetCount: number): string => (resetCount === 0 ? '' : `.${resetCount}`);

/** The id of a field's block, or the start of the ids of its blocks. */
export const fieldId = ({ id }: { id: string }, name: PropertyKey, resetCount = 0): string =>
  `${id}_${snake(String(name))}${resetSuffix(resetCount)}`;

/** The pattern of a field's ids, for a listener that offers its options. */
export const fieldPattern = <Draft extends object>(
  form: { id: string; draft: (...of: never) => Draft },
  name: keyof Draft & string,
): string => `${fieldId(form, name)}(?:\\.\\d+)?`;

/** The id of a button that opens a form. */
export const openerOf = <Way extends string>({ id }: { id: string }, way: Way): string => `${way}_${id}`;
