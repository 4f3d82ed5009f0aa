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
  /** Another contact, a group or a rota has the same name, so a typed name may mean another person. */
  hasNamesake: boolean;
  /** Whole strings of inboxes that went to this person only (see `InboxContents`). */
  words?: readonly string[] | null;
};

/** Replaces an erased name. */
const ERASED_NAME = '•••';
/** The fields of recipients and problems that hold a name. */
const NAME_FIELDS = new Set(['name', 'label', 'typed', 'nearest', 'to']);
/** The fields of problems that hold several names. */
const NAME_LISTS = new Set(['people']);

/** True if a stored value is about this person. */
export function isOf(person: ErasedPerson, value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(withoutPerson(person, value));
}

/**
 * Removes the person from a stored value: their number anywhere, and their name in recipients and problems, even in
 * JSON inside a text. Everything about other people stays unchanged.
 */
export function withoutPerson<T>(person: ErasedPerson, value: T): T {
  return without(person, value) as T;
}

/** True if the name is the person's. */
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
 * Returns the test for the names in a recipient or a problem. The id of a chosen recipient says whose name it is. A
 * typed name, or a name in a problem, counts as the person's unless a namesake may be meant.
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
  // The alerts' state has one line of JSON for each of its pieces.
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

/** An erasure: the person, the manager who asked for it, and its results so far. */
export type ErasureJob = ErasedPerson &
  Pick<ErasureRecord, 'id' | 'workspace' | 'by' | 'wall' | 'groups' | 'texts' | 'cancelled' | 'hooks'>;

/**
 * - `settings`: the caller removes the person from settings, imports and features' data, then calls `settingsDone`
 * - `tell`: nothing about the person is stored any more; the caller tells the manager who asked, then calls `close`
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
  /** The number of groups that the person was in. */
  groups: z.int(),
  stage: z.enum(ERASURE_STAGES),
  /** In the stage `rows`: the number of features whose rows are done. */
  rowsDone: z.int().default(0),
  /** The last entry of the stage's index that is done; null at the start of the stage. */
  done: z.object({ id: z.string(), score: z.number() }).nullable(),
  /** Whole strings of inboxes that went to this person only (see `InboxContents`); null before the stage `inboxes`. */
  words: z.array(z.string()).nullable(),
  /** Ids of texts to the person that were being sent when the erasure reached them. */
  sending: z.array(z.string()),
  /** The number of texts erased so far, and of those that were waiting and are now cancelled. */
  texts: z.int(),
  cancelled: z.int(),
  /** The names of the hooks, rotas and schedules that named the person (see `Eraser`). */
  hooks: z.array(z.string()),
  dueAt: z.int(),
  /** The process that does the current step; another process may do it from `dueAt` on. Null if no process does. */
  leasedBy: z.string().nullable(),
});
export type ErasureRecord = Readonly<z.infer<typeof erasureSchema>>;

/**
 * Erasures in progress, which any process can continue. Before the stage `tell`, the record loses the person's number
 * and name.
 */
export const ERASURES = table('erasure', erasureSchema, ({ workspace, dueAt }) => ({
  due: indexedAt(dueAt),
  byWorkspace: indexedAt(dueAt, workspace),
}));

/** Results for a person's texts. `sending`: ids of texts that are unchanged, because they are being sent. */
export type Cleared = { texts: number; cancelled: number; sending: string[] };

/** A feature's records that each hold rows of several people, such as chunks of a broadcast's rows. */
export type RowsOfPeople = {
  /** The name of the index of the workspace's records. */
  list(workspace: string): string;
  /**
   * Removes the person from requests that are being turned into rows. True if there are any: new rows may still appear,
   * so the erasure waits until there are none.
   */
  coming(tx: Tx, job: ErasureRecord): boolean;
  /** The id of the record with a text's row; null if the text has no such row. */
  of(tx: Tx, textId: string): string | null;
  /** Removes the person from one record's rows and from the texts of those rows. Waiting rows are left out. */
  clear(tx: Tx, job: ErasureRecord, id: string, ctx: StepContext): Cleared;
};

declare module '../../kit/store/storage.ts' {
  interface StepHooks {
    rows: readonly RowsOfPeople[];
  }
}

/** The dependencies of all transactions about people. */
export type PeopleDeps = StepDeps & { rows: readonly RowsOfPeople[] };
