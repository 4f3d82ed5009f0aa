import { setImmediate as endOfTurn } from 'node:timers/promises';
import { byName, fold, nearest } from '../../kit/name-matching.ts';
import { soughtName } from '../../kit/name-sounds.ts';
import type { LocalNumber } from '../../kit/number.ts';
import {
  deletionOf,
  eachPage,
  type Range,
  type ReadResult,
  type Row,
  type Store,
  type Tx,
} from '../../kit/store/store.ts';
import { RESERVATIONS, type Reservation, reassign } from '../../kit/store/unique-reservations.ts';
import { type Contact, type ContactGroup, isWorthKeeping, MAX_GROUPS } from '../contact.ts';
import { beginErasure } from './erasure.ts';
import type { PeopleDeps } from './erasure-model.ts';
import { IMPORTS, PIECES } from './imports-model.ts';
import {
  asKept,
  asSeen,
  COLUMNS,
  CONTACTS,
  type ContactAnswer,
  type ContactChange,
  type ContactQuestion,
  changedAtOnce,
  DIRECTORY,
  directoryId,
  fillingOf,
  GROUPS,
  type GroupsFilling,
  groupAsSeen,
  MAX_KNOWN_COLUMNS,
  momentOf,
  nameScore,
  STOPS,
  stopId,
  takenId,
} from './model.ts';
import {
  countColumns,
  hitOf,
  idIn,
  kindOf,
  lineOf,
  matching,
  nearIn,
  relined,
  soughtBy,
} from './search-index.ts';

/** As many of a name as are looked at: more than are called the same. */
const MAX_NAMESAKES = 200;
/** How many directory records are read in one turn of the event loop. */
const RECORDS_PER_TURN = 20;
/** How many of a group are listed in one. */
const MEMBERS_PER_TURN = 2000;
const NO_LIMIT = 1_000_000;

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

/** Those of a name or a number. */
const at = (index: string, score: number): Range => ({ index, from: score, to: score, limit: MAX_NAMESAKES });

const unreadableIn = ({ unreadable }: ReadResult<Row>): string[] => unreadable.map(({ id }) => id);

const stopOf = (workspace: string, hash: string) => [STOPS, stopId(workspace, hash)] as const;

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

/** Those of some hashes that must not be texted. */
function stopped(tx: Tx, workspace: string, hashes: readonly string[]): ContactAnswer['stops'] {
  const hashOf = new Map(hashes.map(hash => [stopId(workspace, hash), hash]));
  const stops = tx.many(STOPS, [...hashOf.keys()]);
  return new Map(stops.map(({ id, at, by }) => [hashOf.get(id) ?? '', { at, by }]));
}

/** A number that a contact is listed by. */
const numberOf = (score: number): LocalNumber => String(score).padStart(11, '0') as LocalNumber;

/** What there is, as it is kept, with what tells how everybody sees it. */
export type KeptContacts = ContactAnswer & { filling: GroupsFilling };

/** What everybody is told. */
function seenIn(
  { filling, ...stored }: KeptContacts,
  { membersOf = [], ...question }: ContactQuestion,
): ContactAnswer {
  const sizes = new Map(
    stored.groups.map(({ id, filling: it }) => [id, (stored.sizes.get(id) ?? 0) - (it?.joined ?? 0)]),
  );
  const seen = { ...stored, groups: stored.groups.map(groupAsSeen), sizes };
  if (filling.size === 0) return seen;
  const isAskedFor = ({ id, number, groups }: Contact): boolean =>
    question.contactsToo ||
    question.contacts?.includes(id) ||
    question.numbers?.includes(number) ||
    groups.some(group => membersOf.includes(group));
  return { ...seen, contacts: stored.contacts.map(contact => asSeen(contact, filling)).filter(isAskedFor) };
}

export function found(tx: Tx, workspace: string, question: ContactQuestion): KeptContacts {
  const { contacts = [], numbers = [], groups = [], names = [], membersOf = [], stops = [] } = question;
  const { limit: most = NO_LIMIT } = question;
  const scores = [...new Set(names.map(fold))].map(nameScore);
  const listing = [
    ...(question.contactsToo ? scores.map(score => at(CONTACTS.index('names', workspace), score)) : []),
    ...membersOf.map(id => ({ index: CONTACTS.index('byGroup', id), limit: most })),
  ];
  const listingGroups = question.allGroups
    ? [{ index: GROUPS.index('byWorkspace', workspace), limit: MAX_GROUPS }]
    : [];
  const taking = [
    ...numbers.map(number => takenId.number(workspace, number)),
    ...names.map(name => takenId.group(workspace, name)),
  ];
  tx.load(
    [...taking.map(id => [RESERVATIONS, id] as const), ...stops.map(hash => stopOf(workspace, hash))],
    [...listing, ...listingGroups],
  );
  const reservations = tx.tryRead(RESERVATIONS, taking);
  const holders = reservations.records.map(({ id, by }) => ({ by, isGroup: id.startsWith('group ') }));
  const byNumber = holders.flatMap(({ by, isGroup }) => (isGroup ? [] : by));
  const called = holders.flatMap(({ by, isGroup }) => (isGroup ? by : []));
  const each = (more: readonly string[], ranges: readonly Range[]) => [
    ...new Set([...more, ...ranges.flatMap(range => tx.list(range).map(({ id }) => id))]),
  ];
  const isOurs = (record: { workspace: string }): boolean => record.workspace === workspace;
  const asContacts = each([...contacts, ...byNumber], listing);
  const asGroups = each([...groups, ...called], listingGroups);
  const allGroups = [...new Set([...asGroups, ...membersOf])];
  const counting = {
    contacts: CONTACTS.index('byWorkspace', workspace),
    groups: GROUPS.index('byWorkspace', workspace),
  };
  // A group's record and its count belong together, so they are read at one moment.
  tx.load(
    [...asContacts.map(id => [CONTACTS, id] as const), ...allGroups.map(id => [GROUPS, id] as const)],
    [],
    [counting.contacts, counting.groups, ...asGroups.map(id => CONTACTS.index('byGroup', id))],
  );
  const looked = tx.tryRead(CONTACTS, asContacts);
  const read = tx.readable(GROUPS, allGroups);
  const ours = read.filter(isOurs);
  const ourGroups = ours.filter(({ id }) => asGroups.includes(id));
  return {
    contacts: looked.records.filter(isOurs),
    unreadable: [reservations, looked].flatMap(unreadableIn),
    filling: fillingOf(ours),
    groups: ourGroups.toSorted(byName),
    counts: { contacts: tx.count(counting.contacts), groups: tx.count(counting.groups) },
    sizes: new Map(ourGroups.map(({ id }) => [id, tx.count(CONTACTS.index('byGroup', id))])),
    moments: new Map(ourGroups.map(group => [group.id, momentOf(group)])),
    stops: stopped(tx, workspace, stops),
  };
}

/** Contacts and groups that were changed as everybody sees them, as they are kept. */
function keptFrom(
  { contacts = [], groups = [], ...change }: ContactChange,
  before: KeptContacts,
): ContactChange {
  const stored = new Map(before.groups.map(group => [group.id, group]));
  return {
    ...change,
    contacts: contacts.map(contact => asKept(contact, before.filling)),
    groups: groups.map(group => {
      const { filling, changes } = stored.get(group.id) ?? {};
      return changedAtOnce({ ...group, ...(filling && { filling }), ...(changes && { changes }) });
    }),
  };
}

/** Writes contacts and groups, as they are kept, and their lines in the directory. */
export function write(
  tx: Tx,
  workspace: string,
  before: ContactAnswer,
  { contacts = [], groups = [], deleted: goes = [], stops = new Map() }: Omit<ContactChange, 'erasure'>,
): void {
  const current = new Map([...before.contacts, ...before.groups].map(entry => [entry.id, entry]));
  const next = new Map<string, Contact | ContactGroup | null>(goes.map(id => [id, null]));
  for (const group of groups) {
    if (current.has(group.id)) tx.put(GROUPS, group);
    else tx.insert(GROUPS, group);
    next.set(group.id, group);
  }
  for (const contact of contacts) {
    if (isWorthKeeping(contact) && current.has(contact.id)) tx.put(CONTACTS, contact);
    else if (isWorthKeeping(contact)) tx.insert(CONTACTS, contact);
    next.set(contact.id, isWorthKeeping(contact) ? contact : null);
  }
  for (const [id, after] of next) {
    const was = current.get(id);
    if (after === null && was) {
      if ('number' in was) tx.delete(CONTACTS, id);
      else tx.delete(GROUPS, id);
    }
  }
  for (const [hash, doNotText] of stops) {
    const id = stopId(workspace, hash);
    const there = tx.get(STOPS, id);
    if (doNotText) tx.put(STOPS, { id, workspace, ...doNotText });
    else if (there) tx.delete(STOPS, id);
  }
  writeHoldings(tx, workspace, current, next);
  writeLines(tx, workspace, current, next);
  writeColumns(tx, workspace, contacts);
}

/** Remembers columns that are new. */
function writeColumns(tx: Tx, workspace: string, contacts: readonly Contact[]): void {
  const keys = new Set(contacts.flatMap(({ columns }) => Object.keys(columns).map(fold)));
  if (keys.size === 0) return;
  const storedKeys = tx.get(COLUMNS, workspace)?.keys ?? [];
  const all = [...new Set([...storedKeys, ...keys])].slice(0, MAX_KNOWN_COLUMNS);
  if (all.length > storedKeys.length) tx.put(COLUMNS, { id: workspace, workspace, keys: all });
}

function writeHoldings(
  tx: Tx,
  workspace: string,
  current: ReadonlyMap<string, Contact | ContactGroup>,
  next: ReadonlyMap<string, Contact | ContactGroup | null>,
): void {
  const taking = (by: string, entry: Contact | ContactGroup | null | undefined): Reservation | null => {
    if (!entry) return null;
    return 'number' in entry
      ? { by, what: takenId.number(workspace, entry.number), doNotText: entry.doNotText !== null }
      : { by, what: takenId.group(workspace, entry.name) };
  };
  const changes = [...next].map(([by, entry]) => ({
    before: taking(by, current.get(by)),
    after: taking(by, entry),
  }));
  const changed = changes.filter(
    ({ before, after }) => before?.what !== after?.what || before?.doNotText !== after?.doNotText,
  );
  reassign(tx, workspace, {
    leaves: changed.flatMap(({ before }) => before ?? []),
    comes: changed.flatMap(({ after }) => after ?? []),
  });
}

function writeLines(
  tx: Tx,
  workspace: string,
  current: ReadonlyMap<string, Contact | ContactGroup>,
  next: ReadonlyMap<string, Contact | ContactGroup | null>,
): void {
  const records = new Map<string, { leaves: Set<string>; comes: string[] }>();
  for (const [id, entry] of next) {
    const was = current.get(id);
    const [before, after] = [was ? lineOf(was) : null, entry ? lineOf(entry) : null];
    if (before === after) continue;
    const record = directoryId(workspace, id);
    const lines = records.get(record) ?? { leaves: new Set(), comes: [] };
    if (before !== null) lines.leaves.add(before);
    if (after !== null) lines.comes.push(after);
    records.set(record, lines);
  }
  tx.many(DIRECTORY, [...records.keys()]);
  for (const [id, { leaves, comes }] of records) {
    const record = tx.get(DIRECTORY, id);
    const lines = relined(record?.lines ?? '', leaves, comes);
    if (lines !== '') tx.put(DIRECTORY, { id, workspace, lines });
    else if (record) tx.delete(DIRECTORY, id);
  }
}

/** What a workspace has of people. */
export const removePeople = deletionOf(
  PIECES,
  IMPORTS,
  DIRECTORY,
  COLUMNS,
  CONTACTS,
  STOPS,
  GROUPS,
  RESERVATIONS,
);
