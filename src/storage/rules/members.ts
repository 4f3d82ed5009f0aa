import type { Contact, ContactGroup } from '../../domain/contact.ts';

/*
 * Everybody who joins a group through an import appears in it at the same moment. Until then their records already have
 * the group, but readers see them without it.
 */

/** The import that is filling each group, by the group's id. */
export type GroupsFilling = ReadonlyMap<string, string>;

export function fillingOf(groups: readonly ContactGroup[]): GroupsFilling {
  return new Map(groups.flatMap(({ id, filling }) => (filling ? [[id, filling.import] as const] : [])));
}

/** A contact as everybody sees it. */
export function asSeen(contact: Contact, filling: GroupsFilling): Contact {
  const unseen = joining(contact, filling);
  return unseen.length === 0
    ? contact
    : { ...contact, groups: contact.groups.filter(id => !unseen.includes(id)) };
}

/** The opposite: a contact that was changed as seen, plus the groups it is joining. */
export function asKept(contact: Contact, filling: GroupsFilling): Contact {
  const unseen = joining(contact, filling).filter(id => !contact.groups.includes(id));
  return unseen.length === 0 ? contact : { ...contact, groups: [...contact.groups, ...unseen] };
}

/** The groups that it is joining, in which nobody sees it yet. */
function joining({ came }: Contact, filling: GroupsFilling): string[] {
  return came?.groups.filter(id => filling.get(id) === came.import) ?? [];
}

/**
 * Differs once many have come or left at once: whoever reads a group's members page by page has them of one moment if this is the
 * same before and after.
 */
export function momentOf({ filling, changes = 0 }: ContactGroup): string {
  return `${changes} ${filling?.import ?? ''}`;
}

/** The group after many came or left at once. */
export function changedAtOnce(group: ContactGroup): ContactGroup {
  return { ...group, changes: (group.changes ?? 0) + 1 };
}

/** A group as everybody sees it. */
export function groupAsSeen({ filling: _, changes: __, ...group }: ContactGroup): ContactGroup {
  return group;
}
