import type { Contact, ContactGroup } from '../../domain/contact.ts';

/*
 * Everybody who comes to a group by an import is in it from the same moment on. Until then their records have the group
 * already, and whoever asks is told of them without it.
 */

/** Which import each group is being filled by, by the group's id. */
export type GroupsFilling = ReadonlyMap<string, string>;

export function fillingOf(groups: readonly ContactGroup[]): GroupsFilling {
  return new Map(groups.flatMap(({ id, filling }) => (filling ? [[id, filling.import] as const] : [])));
}

/** A contact as everybody sees it. */
export function asSeen(contact: Contact, filling: GroupsFilling): Contact {
  const { came, groups } = contact;
  if (!came || filling.get(came.group) !== came.import) return contact;
  return { ...contact, groups: groups.filter(id => id !== came.group) };
}

/** The opposite: a contact that was changed as it was seen, with the group that it is coming to. */
export function asKept(contact: Contact, filling: GroupsFilling): Contact {
  const { came, groups } = contact;
  if (!came || filling.get(came.group) !== came.import || groups.includes(came.group)) return contact;
  return { ...contact, groups: [...groups, came.group] };
}

/** A group as everybody sees it. */
export function groupAsSeen({ filling: _, ...group }: ContactGroup): ContactGroup {
  return group;
}
