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

/* What a form is: data. What it does is in filling-in.ts and submitted.ts. */

/** What a field says; `error`: why that can't be, or, where it has several blocks, by their ids. */
export type FieldReading<T> = { value: T; error?: string | Readonly<Record<string, string>> | null };

/** How one value of a draft is asked for and read. `id`: of its block, or what the ids of its blocks begin with. */
export type FormField<T, Extras = unknown> = {
  blocks: (id: string, value: T, extras: Extras) => KnownBlock | readonly KnownBlock[];
  read: (state: FormState, id: string) => FieldReading<T>;
};
export type FormFields<Draft, Extras = unknown> = { [Name in keyof Draft]: FormField<Draft[Name], Extras> };

/**
 * What a form is of. `about`: such as an id (null: a new one); `before`: what there is to change, as our store has it; `draft`: what
 * is filled in, with a field for each of its values; `extras`: what showing the fields takes besides, perhaps from Slack.
 */
export type FormShape = { subject: unknown; current: unknown; draft: object; extras?: unknown };

/** A form that is filled in. */
export type Filled<Of extends FormShape> = Pick<Of, 'subject' | 'current' | 'draft'>;
/** What is wrong with fields. */
export type FieldErrors<Draft> = { [Name in keyof Draft]?: string | Readonly<Record<string, string>> | null };

/** What came of saving. */
export type SaveResult =
  /** It is saved, or there is nothing left to save: the form makes way for a sentence, or for something else. */
  | { message: string | Message }
  /** `fallbackText`: what is told instead if Slack doesn't show it. */
  | { view: ModalView; fallbackText?: string }
  /** It takes long, and holds up nothing else: what comes of it takes the place of the view. */
  | { view: ModalView; later: () => Promise<SaveResult> }
  /** It is saved, and the form is there for the next one. */
  | { resetForm: string }
  /** It isn't saved; the form is there again with everything that was filled in. `field`: what that is about. */
  | { retry: string; field?: string }
  | { problem: Problem }
  /** What came of it is shown elsewhere. */
  | { handled: true };

/** Who submits it. `origin`: the form makes one thing, however often it is submitted. */
export type Submitter = StoredPress & { client: WebClient; origin: string };

export type Form<Of extends FormShape> = {
  /** Services callback. The ids of its fields, and of the buttons that open it, are made from it. */
  id: string;
  /** The buttons that open it, such as `new` and `change`: what it is about, by their value. */
  openers: Readonly<Record<string, (value: string) => Of['subject']>>;
  /** A button that shows it in the modal that it is in, not on top of that. */
  replaceOpener?: { way: string; of: (value: string) => Of['subject'] };
  subject: z.ZodType<Of['subject']>;
  /** Judged when it is opened, each time its preview changes, and when it is submitted. */
  permission: Permission<Of['subject']>;
  /** Who may save what was filled in, where that takes more. */
  savePermission?: Permission<Pick<Of, 'subject' | 'draft'>>;
  /** Whether what Slack says when it is submitted decides, not what it said in the last minutes: see `PressHandler`. */
  requiresLiveFacts: boolean;
  /** It closes when it is submitted, with all modals below it or alone, and what came of it is told in a direct message. */
  closes?: 'all' | 'alone';
  /** How to ask for it again; null: with its button. */
  command: TypedCommand | null;
  title: (words: Wording, subject: Of['subject']) => string;
  submit: (words: Wording, subject: Of['subject']) => string;
  /** "Back" unless it says something else. */
  cancel?: (words: Wording) => string;
  /** What it shows until it is saved, if that isn't "One moment". */
  meanwhile?: (words: Wording) => string;
  /** What is kept with it besides, from when it is opened on. */
  prepare?: (services: Services, press: ViewPress, subject: Of['subject']) => Promise<Of['subject']>;
  /**
   * From our store, while Slack waits for an answer. `deleted`: there is nothing to fill in, and why; with a `before`, only when it is
   * opened: a form that is filled in can be saved all the same.
   */
  load: (
    services: Services,
    who: UserRef,
    subject: Of['subject'],
    words: Wording,
  ) => Promise<{ current: Of['current']; deleted?: string } | { deleted: string }>;
  draft: (current: Of['current'], subject: Of['subject']) => Of['draft'];
  extras?: (
    services: Services,
    asked: UserRef & { client: WebClient },
    of: Pick<Of, 'subject' | 'current'>,
  ) => Promise<Of['extras']>;
  fields: (words: Wording, subject: Of['subject']) => FormFields<Of['draft'], Of['extras']>;
  /** Above the fields, and below them. */
  head?: (words: Wording, of: Pick<Of, 'subject' | 'current' | 'extras'>) => KnownBlock[];
  foot?: (
    words: Wording,
    of: Pick<Of, 'subject' | 'current'> & { parentList: FormMetadata<Of>['parentList'] },
  ) => KnownBlock[];
  /** What follows from what was chosen, as a template's text does; null: nothing. All fields are then shown with the new draft. */
  follow?: (
    services: Services,
    who: UserRef,
    filled: Filled<Of>,
  ) => Promise<{ subject: Of['subject']; draft: Of['draft'] } | null>;
  /** What it comes to so far; follows what is typed and chosen. */
  preview?: (
    services: Services,
    who: UserRef,
    words: Wording,
    filled: Filled<Of> & { wrong: FieldErrors<Of['draft']> },
  ) => Promise<KnownBlock[]>;
  /** What our store knows to be wrong, while Slack waits for an answer. */
  check?: (
    services: Services,
    who: UserRef,
    words: Wording,
    filled: Filled<Of>,
  ) => FieldErrors<Of['draft']> | Promise<FieldErrors<Of['draft']>>;
  /** Equal for two versions that people would call the same. Without it, nobody is told of a change meanwhile. */
  version?: (draft: Of['draft']) => unknown;
  /** Somebody else was first: what is said above the form, which may then be submitted again. */
  changed?: (words: Wording, filled: Filled<Of>) => readonly string[];
  /** What is to be read once before it is saved; null: nothing. */
  warning?: (words: Wording, filled: Filled<Of>) => readonly string[] | null;
  /** A process that died may have done it before. */
  save: (services: Services, submitter: Submitter, words: Wording, filled: Filled<Of>) => Promise<SaveResult>;
};

/** What lies below a form: a list, at its page. */
const parentListSchema = z.object({ list: z.string(), place: z.string() });

const keptSchemaOf = <About>(subject: z.ZodType<About>) =>
  z.object({
    subject,
    /** How it was when the form was filled in, or when somebody was told that it changed. */
    baseVersion: z.string(),
    /** The version of what was filled in when they read the warning; null: none. */
    warnedVersion: z.string().nullable(),
    parentList: parentListSchema.nullable(),
    /** How many were made in this form. Slack keeps what is in a field as long as its id is the same. */
    resetCount: z.int(),
  });

/** What a form knows about itself; Slack keeps it and returns it. */
export type FormMetadata<Of extends FormShape> = {
  subject: Of['subject'];
  baseVersion: string;
  warnedVersion: string | null;
  parentList: z.infer<typeof parentListSchema> | null;
  resetCount: number;
};

/** @throws OutdatedMetadataError */
export function parseFormMetadata<Of extends FormShape>(form: Form<Of>, metadata: string): FormMetadata<Of> {
  return parseStoredJson(keptSchemaOf(form.subject), metadata) as FormMetadata<Of>;
}

/** What lies below a form that a button in this view opens; null: nothing that changes with it. */
export function parentListOf({ view }: Pick<StoredPress, 'view'>): FormMetadata<FormShape>['parentList'] {
  if (!view || view.type === 'home') return null;
  const inForm = z.object({ parentList: parentListSchema.nullable() }).safeParse(readJson(view.metadata));
  if (inForm.success) return inForm.data.parentList;
  return view.metadata === '' ? null : { list: view.callback, place: view.metadata };
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
const resetSuffix = (resetCount: number): string => (resetCount === 0 ? '' : `.${resetCount}`);

/** The id of a field's block, or what the ids of its blocks begin with. */
export const fieldId = ({ id }: { id: string }, name: PropertyKey, resetCount = 0): string =>
  `${id}_${snake(String(name))}${resetSuffix(resetCount)}`;

/** The pattern of that, for whoever offers options. */
export const fieldPattern = <Draft extends object>(
  form: { id: string; draft: (...of: never) => Draft },
  name: keyof Draft & string,
): string => `${fieldId(form, name)}(?:\\.\\d+)?`;

/** The id of a button that opens a form. */
export const openerOf = <Way extends string>({ id }: { id: string }, way: Way): string => `${way}_${id}`;
