import { z } from 'zod';
import { fold } from '../../kit/name-matching.ts';
import { ERASED_NUMBER, isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { indexedAt, type Tx, table } from '../../kit/store/store.ts';
import type { StepContext, StepDeps } from '../../texts/store/text-changes.ts';

/** A person to erase: the contact's id, number and name. */
export type ErasedPerson = {
  contact: string;
  number: LocalNumber;
  name: string;
  /** Another contact, a group or a rota has the same name, so a typed name may mean that one. */
  hasNamesake: boolean;
  /** Whole strings that only this person was told. */
  words?: readonly string[] | null;
};

/** Replaces an erased name. */
const ERASED_NAME = '•••';
/** The fields of recipients and problems that hold a name. */
const NAME_FIELDS = new Set(['name', 'label', 'typed', 'nearest', 'to']);
/** The fields of problems that hold several names. */
const NAME_LISTS = new Set(['people']);

/** Whether something stored is about this person. */
export function isOf(person: ErasedPerson, value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(withoutPerson(person, value));
}

/**
 * Removes the person from something stored: their number anywhere, and their name in recipients and problems, even in
 * JSON inside a text. Everything about other people stays unchanged.
 */
export function withoutPerson<T>(person: ErasedPerson, value: T): T {
  return without(person, value) as T;
}

/** Whether a name in a field is the person's. */
type IsTheirs = (name: string) => boolean;

const isNobodys: IsTheirs = () => false;

/** @param ofParent for the `data` of a feature's recipient or problem: the test of that recipient or problem */
function without(person: ErasedPerson, value: unknown, ofParent: IsTheirs | null = null): unknown {
  if (typeof value === 'string') return textWithout(person, value);
  if (Array.isArray(value)) return value.map(item => without(person, item));
  if (value === null || typeof value !== 'object') return value;
  const isTheirs = ofParent ?? isTheirNameIn(person, value);
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => {
    if (NAME_LISTS.has(key) && Array.isArray(field)) {
      const names = field.map(name =>
        typeof name === 'string' && isTheirs(name) ? ERASED_NAME : without(person, name),
      );
      return [key, names];
    }
    const isName = NAME_FIELDS.has(key) && typeof field === 'string' && isTheirs(field);
    return [
      key.replaceAll(person.number, ERASED_NUMBER),
      isName ? ERASED_NAME : without(person, field, key === 'data' ? isTheirs : null),
    ];
  });
  return Object.fromEntries(entries);
}

/**
 * The test for names in a recipient or a problem. A recipient that was chosen has an id, which says whose name it is. A typed name, and
 * one in a problem, is the person's unless it may mean another.
 */
function isTheirNameIn({ contact, name, hasNamesake }: ErasedPerson, value: object): IsTheirs {
  if (!('kind' in value) || typeof value.kind !== 'string') return isNobodys;
  const data = 'data' in value && typeof value.data === 'object' && value.data !== null ? value.data : value;
  if ('id' in data && data.id === contact) return () => true;
  if ('userId' in data || (isRecipientKind(value.kind) && 'id' in data)) return isNobodys;
  if (hasNamesake || name === '') return isNobodys;
  return written => fold(written) === fold(name);
}

/** Problems have kinds in capitals. */
const isRecipientKind = (kind: string): boolean => kind !== kind.toUpperCase();

function textWithout(person: ErasedPerson, text: string): string {
  if (person.words?.includes(text)) return ERASED_NAME;
  // The alerts' state is a line of JSON for each of its pieces.
  const lines = text.replaceAll(person.number, ERASED_NUMBER).split('\n');
  return lines.map(line => lineWithout(person, line)).join('\n');
}

function lineWithout(person: ErasedPerson, line: string): string {
  if (!line.startsWith('{"')) return line;
  try {
    return JSON.stringify(without(person, JSON.parse(line)));
  } catch {
    return line;
  }
}

/** An erasure: the person, who asked for it, and its results so far. */
export type ErasureJob = ErasedPerson &
  Pick<ErasureRecord, 'id' | 'workspace' | 'by' | 'wall' | 'groups' | 'texts' | 'cancelled' | 'hooks'>;

/**
 * - `settings`: the caller removes the person from documents, then calls `settingsDone`
 * - `tell`: nothing about the person is stored any more; the caller tells who asked for it, then calls `close`
 * - `worked`: there is more to do
 * - `waits`: nothing to do before `until`; null if there is no erasure
 */
export type ErasureStep =
  | { kind: 'settings' | 'tell'; job: ErasureJob }
  | { kind: 'worked' }
  | { kind: 'waits'; until: number | null };

/** The stages of an erasure, in order. `rows`: the rows of features (see `RowsOfPeople`). */
export const ERASURE_STAGES = [
  'settings',
  'intents',
  'texts',
  'rows',
  'sending',
  'inboxes',
  'links',
  'audit',
  'tell',
] as const;

const erasureSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  by: z.string(),
  /** The time of the request; `wall`: as a time of day. */
  at: z.int(),
  wall: z.int(),
  contact: z.string(),
  number: z.custom<LocalNumber>(isStoredNumber),
  name: z.string(),
  hasNamesake: z.boolean().default(false),
  /** How many groups the person was in. */
  groups: z.int(),
  stage: z.enum(ERASURE_STAGES),
  /** In the stage `rows`: how many features' rows are done. */
  rowsDone: z.int().default(0),
  /** The last entry of the stage's list that is done; null at its start. */
  done: z.object({ id: z.string(), score: z.number() }).nullable(),
  /** Whole strings that only this person was told (see `InboxContents`); null before the stage `inboxes`. */
  words: z.array(z.string()).nullable(),
  /** Texts to the person that were being sent when they were to be erased. */
  sending: z.array(z.string()),
  /** How many texts no longer say anything about the person, and how many of those were waiting. */
  texts: z.int(),
  cancelled: z.int(),
  /** The names of the things, such as hooks and rotas, that named the person (see `Eraser`). */
  hooks: z.array(z.string()),
  dueAt: z.int(),
  /** The process that does the current step; then `dueAt` is when another one may do it. */
  leasedBy: z.string().nullable(),
});
export type ErasureRecord = Readonly<z.infer<typeof erasureSchema>>;

/** Erasures in progress, which survive the process. The number is deleted with the record. */
export const ERASURES = table('erasure', erasureSchema, ({ workspace, dueAt }) => ({
  due: indexedAt(dueAt),
  byWorkspace: indexedAt(dueAt, workspace),
}));

/** Results for a person's texts. */
export type Cleared = { texts: number; cancelled: number; sending: string[] };

/** A feature's records of people that are stored under one id, some at a time: a broadcast's rows. */
export type RowsOfPeople = {
  /** The name of the workspace's index of them. */
  list(workspace: string): string;
  /**
   * Removes the person from requests that are being turned into rows. True if there are any: new rows may still appear, so the erasure
   * waits until there are none.
   */
  coming(tx: Tx, job: ErasureRecord): boolean;
  /** The id under which a text's row is stored; null if it isn't one of these. */
  of(tx: Tx, textId: string): string | null;
  /** Removes the person from the rows under one id, and from their texts. Waiting rows are left out. */
  clear(tx: Tx, job: ErasureRecord, id: string, ctx: StepContext): Cleared;
};

declare module '../../kit/store/storage.ts' {
  interface StepHooks {
    rows: readonly RowsOfPeople[];
  }
}

/** What all transactions about people need. */
export type PeopleDeps = StepDeps & { rows: readonly RowsOfPeople[] };
