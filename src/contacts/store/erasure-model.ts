import { z } from 'zod';
import { fold } from '../../kit/name-matching.ts';
import { ERASED_NUMBER, isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { indexedAt, type Tx, table } from '../../kit/store/store.ts';
import type { StepContext, StepDeps } from '../../texts/store/text-changes.ts';

/** Somebody who is to be forgotten: the contact's id, its number, and its name. */
export type ErasedPerson = {
  contact: string;
  number: LocalNumber;
  name: string;
  /** Whether another contact, a group or a rota has the same name: as a word, it may mean them. */
  hasNamesake: boolean;
  /** Whole strings that say something to nobody else. */
  words?: readonly string[] | null;
};

/** Replaces a name of which nothing is kept any more. */
const ERASED_NAME = '•••';
/** The fields of recipients and problems that name somebody. */
const NAMING = new Set(['name', 'label', 'typed', 'nearest', 'to']);
/** The fields of problems that name several people. */
const NAMES = new Set(['people']);
/** Recipients who may have the same name, but are somebody else: people in Slack, groups, and rotas. */
const OTHERS = new Set(['teammate', 'usergroup', 'group', 'rota']);

/** Whether something stored is about this person. */
export function isOf(who: ErasedPerson, value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(withoutPerson(who, value));
}

/**
 * Removes the person from something stored: their number anywhere, and their name in recipients and problems, even in
 * JSON inside a text. Everything about others stays exactly as it is.
 */
export function withoutPerson<T>(who: ErasedPerson, value: T): T {
  return without(who, value) as T;
}

/** Says whether a name that was found is the person's. */
type IsTheirs = (written: string) => boolean;

const nobodys: IsTheirs = () => false;

/** @param given what is known from around it: the object is what a recipient or a problem of a feature says */
function without(who: ErasedPerson, value: unknown, given: IsTheirs | null = null): unknown {
  if (typeof value === 'string') return textWithout(who, value);
  if (Array.isArray(value)) return value.map(one => without(who, one));
  if (value === null || typeof value !== 'object') return value;
  const isTheirs = given ?? naming(who, value);
  const entries = Object.entries(value).map(([key, its]): [string, unknown] => {
    if (NAMES.has(key) && Array.isArray(its)) {
      const others = its.map(one =>
        typeof one === 'string' && isTheirs(one) ? ERASED_NAME : without(who, one),
      );
      return [key, others];
    }
    const names = NAMING.has(key) && typeof its === 'string' && isTheirs(its);
    return [
      key.replaceAll(who.number, ERASED_NUMBER),
      names ? ERASED_NAME : without(who, its, key === 'data' ? isTheirs : null),
    ];
  });
  return Object.fromEntries(entries);
}

/**
 * Whose the names in a recipient or a problem are. A contact that was chosen from a search is its id and nobody else,
 * whatever it was called then; a name that somebody typed is theirs unless it may mean another.
 */
function naming({ contact, name, hasNamesake }: ErasedPerson, value: object): IsTheirs {
  if (!('kind' in value) || typeof value.kind !== 'string' || OTHERS.has(value.kind)) return nobodys;
  const says = 'data' in value && typeof value.data === 'object' && value.data !== null ? value.data : value;
  if ('id' in says && says.id === contact) return () => true;
  if (value.kind === 'contact' || hasNamesake || name === '') return nobodys;
  return written => fold(written) === fold(name);
}

function textWithout(who: ErasedPerson, text: string): string {
  if (who.words?.includes(text)) return ERASED_NAME;
  // The alerts' state is a line of JSON for each of its pieces.
  const lines = text.replaceAll(who.number, ERASED_NUMBER).split('\n');
  return lines.map(line => lineWithout(who, line)).join('\n');
}

function lineWithout(who: ErasedPerson, line: string): string {
  if (!line.startsWith('{"')) return line;
  try {
    return JSON.stringify(without(who, JSON.parse(line)));
  } catch {
    return line;
  }
}

/** Somebody who is being forgotten, on whose request, and what has been done so far. */
export type ErasureJob = ErasedPerson &
  Pick<ErasureRecord, 'id' | 'workspace' | 'by' | 'wall' | 'groups' | 'texts' | 'cancelled' | 'hooks'>;

/** How what inboxes keep can be read: only those who write it know. */
export type InboxContents = {
  /** As JSON; as it is if it can't be read. */
  unpack(stored: string): string;
  pack(json: string): string;
  /** What is said in a workspace's alerts (their state as JSON) that nobody but this number was told. */
  toldOnly(json: string, number: LocalNumber): string[];
};

/**
 * - `settings`: the caller removes them from documents, then calls `settingsDone`
 * - `tell`: everything else is done, and nothing about them is stored any more; the caller says so, then calls `told`
 * - `worked`: there is more to do
 * - `waits`: nothing to do before `until`; null: nothing to do at all
 */
export type ErasureStep =
  | { kind: 'settings' | 'tell'; job: ErasureJob }
  | { kind: 'worked' }
  | { kind: 'waits'; until: number | null };

/**
 * What is searched for somebody who is forgotten, in this order; `tell`: whoever asked for it is told that it is done.
 */
export const ERASURE_STAGES = [
  'settings',
  'intents',
  'texts',
  'broadcasts',
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
  /** When it was asked for; `wall`: as a time of day. */
  at: z.int(),
  wall: z.int(),
  contact: z.string(),
  number: z.custom<LocalNumber>(isStoredNumber),
  name: z.string(),
  hasNamesake: z.boolean().default(false),
  /** How many groups they were in. */
  groups: z.int(),
  stage: z.enum(ERASURE_STAGES),
  /** How far the stage has come in its list: the last entry that is done. */
  done: z.object({ id: z.string(), score: z.number() }).nullable(),
  /** What alerts say that only they were told; null: nobody has looked yet. */
  words: z.array(z.string()).nullable(),
  /** Texts to them that were being sent when their turn came. */
  sending: z.array(z.string()),
  /** Texts that no longer say anything about them, and how many of those were waiting. */
  texts: z.int(),
  cancelled: z.int(),
  /** Hooks that texted them and rotas that they were in, by name. */
  hooks: z.array(z.string()),
  dueAt: z.int(),
  /** Whom the current step was handed out to; in that case `dueAt` is when it is handed out again. */
  leasedBy: z.string().nullable(),
});
export type ErasureRecord = Readonly<z.infer<typeof erasureSchema>>;

/** People who are being forgotten: what is left to do survives the process. The number goes with the record. */
export const ERASURES = table('erasure', erasureSchema, ({ workspace, dueAt }) => ({
  due: indexedAt(dueAt),
  byWorkspace: indexedAt(dueAt, workspace),
}));

/** What became of somebody's texts. */
export type Cleared = { texts: number; cancelled: number; sending: string[] };

/** What features keep of people beside contacts, some at a time under one id: a broadcast's rows. */
export type RowsOfPeople = {
  /** The list of a workspace's. */
  list(workspace: string): string;
  /**
   * Removes somebody from what rows are being fixed for right now. Whether there is any: their row may still come, so
   * rows are only looked through once there is none.
   */
  coming(tx: Tx, job: ErasureRecord): boolean;
  /** Under which id a text's own row is kept; null: it is gone. */
  of(tx: Tx, textId: string): string | null;
  /** Removes somebody from those under one id, and from their texts. What waits is left out. */
  clear(tx: Tx, job: ErasureRecord, id: string, ctx: StepContext): Cleared;
};

declare module '../../kit/store/storage.ts' {
  interface StepHooks {
    rows: RowsOfPeople;
  }
}

/** Nothing is kept of people but what contacts and texts keep. */
export const NO_ROWS: RowsOfPeople = {
  list: () => 'rows.none',
  coming: () => false,
  of: () => null,
  clear: () => ({ texts: 0, cancelled: 0, sending: [] }),
};

/** What all steps about people are made with. */
export type PeopleDeps = StepDeps & { rows: RowsOfPeople };
