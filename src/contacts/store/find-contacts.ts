import { byName, fold } from '../../kit/name-matching.ts';
import type { Range, ReadResult, Row, Tx } from '../../kit/store/store.ts';
import { RESERVATIONS } from '../../kit/store/unique-reservations.ts';
import { type Contact, MAX_GROUPS } from '../contact.ts';
import {
  asSeen,
  CONTACTS,
  type ContactAnswer,
  type ContactQuestion,
  fillingOf,
  GROUPS,
  type GroupsFilling,
  groupAsSeen,
  momentOf,
  nameScore,
  reservationIds,
  STOPS,
  stopId,
} from './model.ts';

/** The most contacts with one name that are read. */
const MAX_NAMESAKES = 200;
const NO_LIMIT = 1_000_000;

const rangeAt = (index: string, score: number): Range => ({
  index,
  from: score,
  to: score,
  limit: MAX_NAMESAKES,
});

export const unreadableIn = ({ unreadable }: ReadResult<Row>): string[] => unreadable.map(({ id }) => id);

export const stopOf = (workspace: string, hash: string) => [STOPS, stopId(workspace, hash)] as const;

/** The marks of those hashes that are marked "never text". */
export function stopped(tx: Tx, workspace: string, hashes: readonly string[]): ContactAnswer['stops'] {
  const hashOf = new Map(hashes.map(hash => [stopId(workspace, hash), hash]));
  const stops = tx.many(STOPS, [...hashOf.keys()]);
  return new Map(stops.map(({ id, at, by }) => [hashOf.get(id) ?? '', { at, by }]));
}

/** Contacts and groups as stored, and the imports that are filling groups. */
export type StoredContacts = ContactAnswer & { filling: GroupsFilling };

/** Leaves out of groups the people whom an unfinished import adds to them, because readers don't see these yet. */
export function asEverybodySees(
  { filling, ...stored }: StoredContacts,
  { membersOf = [], ...question }: ContactQuestion,
): ContactAnswer {
  const sizes = new Map(
    stored.groups.map(({ id, filling: own }) => [id, (stored.sizes.get(id) ?? 0) - (own?.joined ?? 0)]),
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

export function findContacts(tx: Tx, workspace: string, question: ContactQuestion): StoredContacts {
  const { contacts = [], numbers = [], groups = [], names = [], membersOf = [], stops = [] } = question;
  const { limit = NO_LIMIT } = question;
  const scores = [...new Set(names.map(fold))].map(nameScore);
  const listing = [
    ...(question.contactsToo ? scores.map(score => rangeAt(CONTACTS.index('names', workspace), score)) : []),
    ...membersOf.map(id => ({ index: CONTACTS.index('byGroup', id), limit })),
  ];
  const listingGroups = question.allGroups
    ? [{ index: GROUPS.index('byWorkspace', workspace), limit: MAX_GROUPS }]
    : [];
  const reservedIds = [
    ...numbers.map(number => reservationIds.number(workspace, number)),
    ...names.map(name => reservationIds.group(workspace, name)),
  ];
  tx.load(
    [...reservedIds.map(id => [RESERVATIONS, id] as const), ...stops.map(hash => stopOf(workspace, hash))],
    [...listing, ...listingGroups],
  );
  const reservations = tx.tryRead(RESERVATIONS, reservedIds);
  const holders = reservations.records.map(({ id, by }) => ({ by, isGroup: id.startsWith('group ') }));
  const idsByNumber = holders.flatMap(({ by, isGroup }) => (isGroup ? [] : by));
  const idsByName = holders.flatMap(({ by, isGroup }) => (isGroup ? by : []));
  const withListed = (more: readonly string[], ranges: readonly Range[]) => [
    ...new Set([...more, ...ranges.flatMap(range => tx.list(range).map(({ id }) => id))]),
  ];
  const isOfWorkspace = (record: { workspace: string }): boolean => record.workspace === workspace;
  const contactIds = withListed([...contacts, ...idsByNumber], listing);
  const groupIds = withListed([...groups, ...idsByName], listingGroups);
  const groupIdsToRead = [...new Set([...groupIds, ...membersOf])];
  const countedIndexes = {
    contacts: CONTACTS.index('byWorkspace', workspace),
    groups: GROUPS.index('byWorkspace', workspace),
  };
  // A group's record and its count must be of one moment, so they are loaded together.
  tx.load(
    [...contactIds.map(id => [CONTACTS, id] as const), ...groupIdsToRead.map(id => [GROUPS, id] as const)],
    [],
    [countedIndexes.contacts, countedIndexes.groups, ...groupIds.map(id => CONTACTS.index('byGroup', id))],
  );
  const contactsRead = tx.tryRead(CONTACTS, contactIds);
  const groupsRead = tx.readable(GROUPS, groupIdsToRead);
  const groupsOfWorkspace = groupsRead.filter(isOfWorkspace);
  const selectedGroups = groupsOfWorkspace.filter(({ id }) => groupIds.includes(id));
  return {
    contacts: contactsRead.records.filter(isOfWorkspace),
    unreadable: [reservations, contactsRead].flatMap(unreadableIn),
    filling: fillingOf(groupsOfWorkspace),
    groups: selectedGroups.toSorted(byName),
    counts: { contacts: tx.count(countedIndexes.contacts), groups: tx.count(countedIndexes.groups) },
    sizes: new Map(selectedGroups.map(({ id }) => [id, tx.count(CONTACTS.index('byGroup', id))])),
    moments: new Map(selectedGroups.map(group => [group.id, momentOf(group)])),
    stops: stopped(tx, workspace, stops),
  };
}
