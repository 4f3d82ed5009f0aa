import { setImmediate as endOfTurn } from 'node:timers/promises';
import { fold, nearest } from '../../kit/name-matching.ts';
import { soughtName } from '../../kit/name-sounds.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { eachPage, type Store, type Tx } from '../../kit/store/store.ts';
import { RESERVATIONS } from '../../kit/store/unique-reservations.ts';
import { beginErasure } from './erasure.ts';
import type { PeopleDeps } from './erasure-model.ts';
import { found, seenIn, stopOf, stopped, unreadableIn } from './find-contacts.ts';
import {
  COLUMNS,
  CONTACTS,
  type ContactAnswer,
  type ContactChange,
  type ContactQuestion,
  DIRECTORY,
  STOPS,
  stopId,
  takenId,
} from './model.ts';
import { countColumns, hitOf, idIn, kindOf, matching, nearIn, soughtBy } from './search-index.ts';
import { keptFrom, write } from './write-contacts.ts';

/** How many directory records are read in one turn of the event loop. */
const RECORDS_PER_TURN = 20;
/** How many of a group are listed in one. */
const MEMBERS_PER_TURN = 2000;

/**
 * A workspace's contacts and groups. Looking them up takes no longer than the limits in src/contacts/contact.ts let it, and nothing of them
 * is kept in memory.
 */
export function createContacts(store: Store, deps: PeopleDeps) {
  /** Calls `each` with the lines of a workspace's directory, many at a time: others have their turn in between. */
  async function look(workspace: string, each: (lines: string) => void): Promise<void> {
    const list = DIRECTORY.index('byWorkspace', workspace);
    await eachPage(store, { index: list }, RECORDS_PER_TURN, async entries => {
      const records = await store.read(tx => tx.readable(DIRECTORY, entries));
      each(records.map(({ lines }) => lines).join('\n'));
      await endOfTurn();
    });
  }

  /** The ids of everybody in a group. */
  async function idsIn(groupId: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    await eachPage(store, { index: CONTACTS.index('byGroup', groupId) }, MEMBERS_PER_TURN, async entries => {
      for (const { id } of entries) ids.add(id);
      await endOfTurn();
    });
    return ids;
  }

  return {
    find: (workspace: string, question: ContactQuestion) =>
      store.read(tx => {
        return seenIn(found(tx, workspace, question), question);
      }),

    /** Who has these numbers and, of the hashes, who must not be texted (see `ContactQuestion.stops`). Each text asks this. */
    withNumbers: (workspace: string, numbers: readonly LocalNumber[], hashes: readonly string[] = []) =>
      store.read(tx => {
        const taking = numbers.map(number => takenId.number(workspace, number));
        tx.load([
          ...taking.map(id => [RESERVATIONS, id] as const),
          ...hashes.map(hash => stopOf(workspace, hash)),
        ]);
        const reservations = tx.tryRead(RESERVATIONS, taking);
        const stops = stopped(tx, workspace, hashes);
        const looked = tx.tryRead(
          CONTACTS,
          reservations.records.map(({ by }) => by),
        );
        return { contacts: looked.records, stops, unreadable: [reservations, looked].flatMap(unreadableIn) };
      }),

    /**
     * Decides by what there is, and writes that, as one step: `decide` may be called again when somebody else was faster. What it
     * changes, it must have asked for.
     */
    update: <T>(
      workspace: string,
      question: ContactQuestion,
      decide: (found: ContactAnswer) => { change: ContactChange; result: T },
    ) =>
      store.transaction(tx => {
        const before = found(tx, workspace, question);
        const { change, result } = decide(seenIn(before, question));
        write(tx, workspace, before, keptFrom(change, before));
        if (change.erasure) beginErasure(tx, change.erasure, deps);
        return result;
      }),

    /**
     * Contacts and groups that have what was typed in their name, in either script, in a column, or at the end of their number: names
     * that begin with it first.
     * `total`: how many there are; nothing typed: all.
     *
     * @param page.apart so many contacts, and behind them so many groups, in one search
     * @param page.inGroup only people in the group with this id
     */
    async search(
      workspace: string,
      typed: string,
      {
        offset,
        limit,
        apart = false,
        inGroup,
      }: { offset: number; limit: number; apart?: boolean; inGroup?: string },
    ) {
      const members = inGroup === undefined ? null : await idsIn(inGroup);
      const sought = soughtBy(typed);
      const kinds = apart ? (['contact', 'group'] as const) : [null];
      let first: string[][] = kinds.map(() => []);
      let total = 0;
      await look(workspace, some => {
        const more = matching(some, sought).filter(line => members === null || members.has(idIn(line)));
        total += more.length;
        first = kinds.map((kind, index) => {
          const best = first[index] ?? [];
          const last = best.length < offset + limit ? undefined : best.at(-1);
          const matches = more.filter(
            line => (kind === null || kindOf(line) === kind) && (last === undefined || line < last),
          );
          return [...best, ...matches].sort().slice(0, offset + limit);
        });
      });
      return { hits: first.flatMap(lines => lines.slice(offset).map(hitOf)), total };
    },

    /** What the columns of a workspace's contacts are called, those that most have first; each in its most usual spelling. */
    async columns(workspace: string): Promise<string[]> {
      const counts = new Map<string, number>();
      await look(workspace, some => countColumns(some, counts));
      const spelled = Map.groupBy(
        [...counts].toSorted((one, other) => other[1] - one[1]),
        ([name]) => fold(name),
      );
      return [...spelled.values()].flatMap(([most]) => most?.[0] ?? []);
    },
    /** Those of some keys, as names are compared, that are columns of any of the workspace's contacts. */
    columnsAmong: (workspace: string, keys: readonly string[]): Promise<ReadonlySet<string>> =>
      store.read(tx => {
        const storedKeys = new Set(tx.get(COLUMNS, workspace)?.keys);
        return new Set(keys.filter(key => storedKeys.has(key)));
      }),

    /** Contacts in the order of their numbers, those behind `after`; null: from the first. */
    listed: (workspace: string, after: LocalNumber | null, limit: number) =>
      store.read(tx => {
        const list = CONTACTS.index('byWorkspace', workspace);
        return tx.readable(CONTACTS, {
          index: list,
          limit,
          ...(after === null ? {} : { from: Number(after) + 1 }),
        });
      }),

    /**
     * A page of who is in a group, in the order of their numbers, those behind `after` (null: from the first). `next`: behind
     * which number the next page begins; null: this is the last one.
     */
    members: (workspace: string, groupId: string, after: LocalNumber | null, limit: number) =>
      store.read(tx => {
        const from = after === null ? {} : { from: Number(after) + 1 };
        const entries = tx.list({ index: CONTACTS.index('byGroup', groupId), limit, ...from });
        const contacts = entries.map(({ id }) => id);
        const page = found(tx, workspace, { contacts, groups: [groupId] });
        const seen = seenIn(page, { membersOf: [groupId] });
        const last = entries.length < limit ? undefined : entries.at(-1);
        const next = last === undefined ? null : numberOf(last.score);
        return { contacts: seen.contacts, unreadable: seen.unreadable, next };
      }),

    /**
     * The contacts and groups whose names are like the first of these names that any is like, in either script, and equally near to it. `at`: its place
     * among the names; `far`: the share of letters that differ.
     */
    async near(workspace: string, names: readonly string[]) {
      const sought = names.map(name => soughtName(name, true));
      let best: ReturnType<typeof nearIn> = [];
      await look(workspace, some => {
        best = nearest([...best, ...nearIn(some, sought)]);
      });
      return best.map(({ at, far, line }) => ({ at, far, hit: hitOf(` ${line}`) }));
    },
  };
}

export type Contacts = ReturnType<typeof createContacts>;

/** What says whether a number must not be texted, for `Tx.load`; `hashes`: as in `ContactQuestion.stops`. */
export const doNotTextAt = (
  workspace: string,
  numbers: readonly LocalNumber[],
  hashes: readonly string[],
) => [
  ...numbers.map(number => [RESERVATIONS, takenId.number(workspace, number)] as const),
  ...hashes.map(hash => stopOf(workspace, hash)),
];

/** Whether a number must not be texted; `hash`: its hash, if the workspace has ever kept one. */
export function isDoNotText(tx: Tx, workspace: string, number: LocalNumber, hash: string | null): boolean {
  const isMarked = tx.get(RESERVATIONS, takenId.number(workspace, number))?.doNotText ?? false;
  return isMarked || (hash !== null && tx.get(STOPS, stopId(workspace, hash)) !== null);
}

/** A number that a contact is listed by. */
const numberOf = (score: number): LocalNumber => String(score).padStart(11, '0') as LocalNumber;
