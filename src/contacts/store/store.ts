import { setImmediate as endOfTurn } from 'node:timers/promises';
import { fold, nearest } from '../../kit/name-matching.ts';
import { soughtName } from '../../kit/name-sounds.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { eachPage, type Store, type Tx } from '../../kit/store/store.ts';
import { RESERVATIONS } from '../../kit/store/unique-reservations.ts';
import { beginErasure } from './erasure.ts';
import type { PeopleDeps } from './erasure-model.ts';
import { asEverybodySees, findContacts, stopOf, stopped, unreadableIn } from './find-contacts.ts';
import {
  COLUMNS,
  CONTACTS,
  type ContactAnswer,
  type ContactChange,
  type ContactQuestion,
  DIRECTORY,
  reservationIds,
  STOPS,
  stopId,
} from './model.ts';
import { countColumns, hitOf, idIn, kindOf, matching, nearIn, soughtBy } from './search-index.ts';
import { asStoredChange, writeContacts } from './write-contacts.ts';

/** Search index records read before other work gets a turn of the event loop. */
const RECORDS_PER_TURN = 20;
const MEMBERS_PER_TURN = 2000;

/**
 * The store of contacts and groups. The limits in contact.ts bound how long a look-up takes; nothing is cached in
 * memory.
 */
export function createContacts(store: Store, deps: PeopleDeps) {
  /**
   * Calls `each` with the lines of a workspace's search index, many at a time, and gives other work a turn in
   * between.
   */
  async function readIndex(workspace: string, each: (lines: string) => void): Promise<void> {
    const index = DIRECTORY.index('byWorkspace', workspace);
    await eachPage(store, { index }, RECORDS_PER_TURN, async entries => {
      const records = await store.read(tx => tx.readable(DIRECTORY, entries));
      each(records.map(({ lines }) => lines).join('\n'));
      await endOfTurn();
    });
  }

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
      store.read(tx => asEverybodySees(findContacts(tx, workspace, question), question)),

    /**
     * The contacts with these numbers, and which of the hashes are marked (see `ContactQuestion.stops`). Runs for
     * every text.
     */
    withNumbers: (workspace: string, numbers: readonly LocalNumber[], hashes: readonly string[] = []) =>
      store.read(tx => {
        const ids = numbers.map(number => reservationIds.number(workspace, number));
        tx.load(doNotTextAt(workspace, numbers, hashes));
        const reservations = tx.tryRead(RESERVATIONS, ids);
        const stops = stopped(tx, workspace, hashes);
        const holders = tx.tryRead(
          CONTACTS,
          reservations.records.map(({ by }) => by),
        );
        return {
          contacts: holders.records,
          stops,
          unreadable: [reservations, holders].flatMap(unreadableIn),
        };
      }),

    /**
     * Loads what `question` asks for, lets `decide` choose a change, and writes it, in one transaction. `decide` runs
     * again after a conflict. It may change only contacts, groups and marks that `question` asks for, and add new
     * ones.
     */
    update: <T>(
      workspace: string,
      question: ContactQuestion,
      decide: (stored: ContactAnswer) => { change: ContactChange; result: T },
    ) =>
      store.transaction(tx => {
        const before = findContacts(tx, workspace, question);
        const { change, result } = decide(asEverybodySees(before, question));
        writeContacts(tx, workspace, before, asStoredChange(change, before));
        if (change.erasure) beginErasure(tx, change.erasure, deps);
        return result;
      }),

    /**
     * Finds contacts and groups by name (in either script), by a column, or by the end of their number; best
     * matches first. All if `typed` is empty. `total`: the number of matches.
     *
     * @param page.apart returns a page of contacts followed by a page of groups
     * @param page.inGroup only the people in the group with this id
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
      await readIndex(workspace, lines => {
        const more = matching(lines, sought).filter(line => members === null || members.has(idIn(line)));
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

    /** The columns of a workspace's contacts, the most frequent first, each in its most frequent spelling. */
    async columns(workspace: string): Promise<string[]> {
      const counts = new Map<string, number>();
      await readIndex(workspace, lines => countColumns(lines, counts));
      const spelled = Map.groupBy(
        [...counts].toSorted((one, other) => other[1] - one[1]),
        ([name]) => fold(name),
      );
      return [...spelled.values()].flatMap(([most]) => most?.[0] ?? []);
    },
    /** Those of the folded names that are or were columns of the workspace's contacts. */
    columnsAmong: (workspace: string, keys: readonly string[]): Promise<ReadonlySet<string>> =>
      store.read(tx => {
        const storedKeys = new Set(tx.get(COLUMNS, workspace)?.keys);
        return new Set(keys.filter(key => storedKeys.has(key)));
      }),

    /** Contacts sorted by number, after the number `after`; null: from the first. */
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
     * A page of a group's people, sorted by number, after the number `after`; null: from the first. `next`: pass
     * it as `after` for the next page; null if this is the last one.
     */
    members: (workspace: string, groupId: string, after: LocalNumber | null, limit: number) =>
      store.read(tx => {
        const from = after === null ? {} : { from: Number(after) + 1 };
        const entries = tx.list({ index: CONTACTS.index('byGroup', groupId), limit, ...from });
        const contacts = entries.map(({ id }) => id);
        const page = findContacts(tx, workspace, { contacts, groups: [groupId] });
        const seen = asEverybodySees(page, { membersOf: [groupId] });
        const last = entries.length < limit ? undefined : entries.at(-1);
        const next = last === undefined ? null : numberOf(last.score);
        return { contacts: seen.contacts, unreadable: seen.unreadable, next };
      }),

    /**
     * Contacts and groups with the names most similar, in either script, to the first of `names` that has any similar
     * name. `at`: the index of that one in `names`. `far`: the share of letters that differ.
     */
    async near(workspace: string, names: readonly string[]) {
      const sought = names.map(name => soughtName(name, true));
      let best: ReturnType<typeof nearIn> = [];
      await readIndex(workspace, lines => {
        best = nearest([...best, ...nearIn(lines, sought)]);
      });
      return best.map(({ at, far, line }) => ({ at, far, hit: hitOf(` ${line}`) }));
    },
  };
}

export type Contacts = ReturnType<typeof createContacts>;

/**
 * The records that decide whether numbers are marked "never text", for `Tx.load`; `hashes`: as in
 * `ContactQuestion.stops`.
 */
export const doNotTextAt = (
  workspace: string,
  numbers: readonly LocalNumber[],
  hashes: readonly string[],
) => [
  ...numbers.map(number => [RESERVATIONS, reservationIds.number(workspace, number)] as const),
  ...hashes.map(hash => stopOf(workspace, hash)),
];

/** True if a number is marked "never text". `hash`: its hash; null if the workspace has never stored one. */
export function isDoNotText(tx: Tx, workspace: string, number: LocalNumber, hash: string | null): boolean {
  const isMarked = tx.get(RESERVATIONS, reservationIds.number(workspace, number))?.doNotText ?? false;
  return isMarked || (hash !== null && tx.get(STOPS, stopId(workspace, hash)) !== null);
}

/** A contact's number, from its score in an index. */
const numberOf = (score: number): LocalNumber => String(score).padStart(11, '0') as LocalNumber;
