import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Contact, type ContactGroup, isWorthKeeping, MAX_GROUPS } from '../../domain/contact.ts';
import { fold } from '../../domain/folded.ts';
import type { ContactAnswer, ContactChange, ContactQuestion, Contacts } from '../ports.ts';
import { all, type Range, type Step } from '../records.ts';
import { hitOf, kindOf, lineOf, matching, nearestIn, relined, soughtBy } from '../rules/directory.ts';
import type { Store } from '../store.ts';
import {
  CONTACT_COUNTERS,
  CONTACT_LISTS,
  CONTACTS,
  DIRECTORY,
  DIRECTORY_LISTS,
  directoryId,
  GROUP_COUNTERS,
  GROUP_LISTS,
  GROUPS,
  nameScore,
  STOPS,
  stopId,
} from '../tables/contact.ts';
import { GONE, type Transaction } from '../transaction.ts';

/** As many of a name or a number as are looked at: more than are called the same. */
const SAME = 200;
/** So many records of the directory are read in a turn of the event loop. */
const TOGETHER = 20;
const EVERY = 1_000_000;

export function createContacts(store: Store): Contacts {
  /** Calls `each` with the lines of a workspace's directory, many at a time: others have their turn in between. */
  async function look(workspace: string, each: (lines: string) => void): Promise<void> {
    const list = DIRECTORY_LISTS.of(workspace);
    for (let offset = 0; ; offset += TOGETHER) {
      const records = await store.read(tx => tx.listed(DIRECTORY, { list, limit: TOGETHER, offset }));
      each(records.map(({ lines }) => lines).join('\n'));
      if (records.length < TOGETHER) return;
      await endOfTurn();
    }
  }

  return {
    find: (workspace, asked) => store.read(tx => found(tx, workspace, asked)),

    update: (workspace, asked, decide) =>
      store.change(function* (tx) {
        const before = yield* found(tx, workspace, asked);
        const { change, result } = decide(before);
        yield* write(tx, workspace, before, change);
        return result;
      }),

    async search(workspace, typed, { offset, limit, apart = false }) {
      const sought = soughtBy(typed);
      const kinds = apart ? (['contact', 'group'] as const) : [null];
      let first: string[][] = kinds.map(() => []);
      let total = 0;
      await look(workspace, some => {
        const more = matching(some, sought);
        total += more.length;
        first = kinds.map((kind, index) => {
          const its = kind === null ? more : more.filter(line => kindOf(line) === kind);
          return [...(first[index] ?? []), ...its].sort().slice(0, offset + limit);
        });
      });
      return { hits: first.flatMap(lines => lines.slice(offset).map(hitOf)), total };
    },

    async nearest(workspace, typed) {
      const words = fold(typed).split(' ');
      let best: ReturnType<typeof nearestIn> = null;
      await look(workspace, some => {
        const near = nearestIn(some, words);
        if (near && (!best || near.far < best.far)) best = near;
      });
      const { line } = (best as ReturnType<typeof nearestIn>) ?? {};
      return line === undefined ? null : hitOf(` ${line}`);
    },
  };
}

function* found(tx: Transaction, workspace: string, asked: ContactQuestion): Step<ContactAnswer> {
  const { contacts = [], numbers = [], groups = [], names = [], membersOf = [], stops = [] } = asked;
  const { most = EVERY } = asked;
  const scores = [...new Set(names.map(fold))].map(nameScore);
  const at = (list: string, score: number): Range => ({ list, from: score, to: score, limit: SAME });
  const ids = (ranges: Range[]) => all(ranges.map(range => tx.list(range)));
  const [contactIds, groupIds] = yield* all([
    ids([
      ...numbers.map(number => at(CONTACT_LISTS.numbers(workspace), Number(number))),
      ...(asked.contactsToo ? scores.map(score => at(CONTACT_LISTS.names(workspace), score)) : []),
      ...membersOf.map(id => ({ list: CONTACT_LISTS.in(id), limit: most })),
    ]),
    ids([
      ...scores.map(score => at(GROUP_LISTS.names(workspace), score)),
      ...(asked.allGroups ? [{ list: GROUP_LISTS.names(workspace), limit: MAX_GROUPS }] : []),
    ]),
  ]);
  const each = (more: readonly string[], listed: { id: string }[][] = []) => [
    ...new Set([...more, ...listed.flat().map(({ id }) => id)]),
  ];
  const isOurs = (one: { workspace: string }): boolean => one.workspace === workspace;
  const ourGroups = (yield* tx.readable(GROUPS, each(groups, groupIds))).filter(isOurs);
  const [ofContacts = 0, ofGroups = 0, ...sizes] = yield* all([
    tx.count(CONTACT_COUNTERS.of(workspace)),
    tx.count(GROUP_COUNTERS.of(workspace)),
    ...ourGroups.map(({ id }) => tx.count(CONTACT_COUNTERS.in(id))),
  ]);
  const stopped = yield* tx.getAll(
    STOPS,
    stops.map(hash => stopId(workspace, hash)),
  );
  const looked = yield* tx.looked(CONTACTS, each(contacts, contactIds));
  const never = new Map(stopped.map(({ id, at, by }) => [id, { at, by }]));
  return {
    contacts: looked.records.filter(isOurs),
    unreadable: looked.unreadable.flatMap(({ id, why }) => (why === GONE ? [] : [id])),
    groups: ourGroups.toSorted((one, other) => (fold(one.name) < fold(other.name) ? -1 : 1)),
    counts: { contacts: ofContacts, groups: ofGroups },
    sizes: new Map(ourGroups.map(({ id }, index) => [id, sizes[index] ?? 0])),
    stops: new Map(
      stops.flatMap(hash => {
        const since = never.get(stopId(workspace, hash));
        return since ? [[hash, since]] : [];
      }),
    ),
  };
}

/** Writes contacts and groups, and their lines in the directory. */
function* write(
  tx: Transaction,
  workspace: string,
  before: ContactAnswer,
  { contacts = [], groups = [], goes = [], stops = new Map() }: ContactChange,
): Step<void> {
  const known = new Map([...before.contacts, ...before.groups].map(one => [one.id, one]));
  const next = new Map<string, Contact | ContactGroup | null>(goes.map(id => [id, null]));
  for (const group of groups) {
    tx.put(GROUPS, group);
    next.set(group.id, group);
  }
  for (const contact of contacts) {
    if (isWorthKeeping(contact)) tx.put(CONTACTS, contact);
    next.set(contact.id, isWorthKeeping(contact) ? contact : null);
  }
  for (const [id, after] of next) {
    const was = known.get(id);
    if (after === null && was) {
      if ('number' in was) tx.delete(CONTACTS, id);
      else tx.delete(GROUPS, id);
    }
  }
  for (const [hash, never] of stops) {
    const id = stopId(workspace, hash);
    if (never) tx.put(STOPS, { id, workspace, ...never });
    else if (before.stops.has(hash)) tx.delete(STOPS, id);
  }
  yield* writeLines(tx, workspace, known, next);
}

function* writeLines(
  tx: Transaction,
  workspace: string,
  known: ReadonlyMap<string, Contact | ContactGroup>,
  next: ReadonlyMap<string, Contact | ContactGroup | null>,
): Step<void> {
  const records = new Map<string, { leaves: Set<string>; comes: string[] }>();
  for (const [id, one] of next) {
    const was = known.get(id);
    const [before, after] = [was ? lineOf(was) : null, one ? lineOf(one) : null];
    if (before === after) continue;
    const record = directoryId(workspace, id);
    const lines = records.get(record) ?? { leaves: new Set(), comes: [] };
    if (before !== null) lines.leaves.add(before);
    if (after !== null) lines.comes.push(after);
    records.set(record, lines);
  }
  yield* tx.getAll(DIRECTORY, [...records.keys()]);
  for (const [id, { leaves, comes }] of records) {
    const record = yield* tx.get(DIRECTORY, id);
    const lines = relined(record?.lines ?? '', leaves, comes);
    if (lines !== '') tx.put(DIRECTORY, { id, workspace, lines });
    else if (record) tx.delete(DIRECTORY, id);
  }
}
