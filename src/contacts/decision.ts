import { createHash } from 'node:crypto';
import { maskNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { AuditEntry } from '../workspace/audit.ts';
import { type Contact, contactOf, MAX_CONTACTS, type Never } from './contact.ts';
import { failure } from './problem.ts';
import type { ContactAnswer, ContactChange } from './store/model.ts';

/* What becomes of a contact that somebody wants to add or change, given what exists. */

/** A contact as somebody wants it. `never`: whether it must not be texted any more. */
export type WantedContact = Pick<Contact, 'name' | 'number' | 'language' | 'note' | 'columns' | 'groups'> & {
  never: boolean;
};

/** Who wants it, and when; `id`: for a new one. `hashed`: the number's keyed hash, if the workspace has any. */
export type ContactWish = {
  workspace: string;
  by: string;
  at: number;
  id: string;
  hashed: string | null;
  wanted: WantedContact;
  /** The contact as it was seen; null: a new one. */
  seen: SeenContact | null;
};

export type SeenContact = { id: string; version: string };

/** `stopped`: the number's owner asked for no more texts before they were forgotten, and that still holds. */
export type ContactDecided =
  | { kind: 'saved'; contact: Contact; stopped: boolean }
  | { kind: 'unchanged'; contact: Contact }
  /** Somebody else changed it since it was seen. */
  | { kind: 'changed'; now: Contact }
  | { kind: 'problem'; problem: Problem };

/** What the audit log says about it, beside when and by whom. */
type Said = Extract<
  AuditEntry,
  { what: 'contact_added' | 'contact_changed' | 'never_text' | 'text_again' }
>['what'];

/** Tells a contact's earlier and later versions apart. */
export function versionOf({ id, workspace: _workspace, groups, ...is }: Contact): string {
  const same = JSON.stringify([id, groups.toSorted(), Object.entries(is).toSorted()]);
  return createHash('sha256').update(same).digest('hex');
}

/** @returns what to write, what to answer, and the audit log's entries */
export function decideContact(
  wish: ContactWish,
  found: ContactAnswer,
): { change: ContactChange; result: ContactDecided; entries: AuditEntry[] } {
  const { wanted, seen, hashed } = wish;
  const leave = (result: ContactDecided) => ({ change: {}, result, entries: [] });
  const holder = found.contacts.find(({ number }) => number === wanted.number);
  const before = seen ? found.contacts.find(({ id }) => id === seen.id) : withoutName(holder);
  if (seen && !before) return leave({ kind: 'problem', problem: failure('CONTACT_GONE') });
  const stop = hashed === null ? undefined : found.stops.get(hashed);
  const next = contactFor(wish, before ?? null, stop, new Set(found.groups.map(({ id }) => id)));
  if (holder && holder.id !== before?.id) {
    // Also if the same was saved before, and the answer was lost.
    const isSame = versionOf({ ...next, id: holder.id }) === versionOf({ ...holder, never: next.never });
    if (!seen && isSame) return leave({ kind: 'unchanged', contact: holder });
    return leave({ kind: 'problem', problem: failure('NUMBER_TAKEN', { label: holder.name }) });
  }
  if (before && versionOf(next) === versionOf(before)) return leave({ kind: 'unchanged', contact: before });
  if (before && seen && versionOf(before) !== seen.version) return leave({ kind: 'changed', now: before });
  if (!before && found.counts.contacts >= MAX_CONTACTS)
    return leave({ kind: 'problem', problem: failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }) });
  return {
    change: {
      contacts: [next],
      stops: new Map(stop && hashed !== null ? [[hashed, null]] : []),
    },
    result: { kind: 'saved', contact: next, stopped: stop !== undefined },
    entries: entriesOf(wish, before ?? null, next),
  };
}

/**
 * What is removed when somebody is forgotten, and what stays if they must not be texted.
 *
 * @param wish.hashed the number's keyed hash; null: the workspace has none, and the contact isn't marked
 * @returns `result` false: the contact has changed since it was seen
 */
export function decideForget(
  wish: Omit<ContactWish, 'wanted' | 'seen'> & { wall: number; isBlocked: boolean },
  seen: Contact,
  found: ContactAnswer,
): { change: ContactChange; result: boolean } {
  const { hashed, isBlocked, ...asked } = wish;
  const one = found.contacts.find(({ id }) => id === seen.id);
  if (!one || versionOf(one) !== versionOf(seen)) return { change: {}, result: false };
  const stop = hashed === null ? undefined : found.stops.get(hashed);
  const never = one.never ?? stop ?? (isBlocked ? { at: wish.wall, by: wish.by } : null);
  const counted = { groups: one.groups.length, texts: 0, cancelled: 0, hooks: [] };
  return {
    change: {
      goes: [one.id],
      stops: new Map(never && hashed !== null ? [[hashed, never]] : []),
      forgets: { ...asked, contact: one.id, number: one.number, name: one.name, ...counted },
    },
    result: true,
  };
}

/** A number that is only in groups so far: whoever adds it says whose it is. */
function withoutName(holder: Contact | undefined): Contact | undefined {
  return holder?.name === '' ? holder : undefined;
}

function contactFor(
  { workspace, id, by, at, wanted, seen }: ContactWish,
  before: Contact | null,
  stop: Never | undefined,
  groups: ReadonlySet<string>,
): Contact {
  const { never: isNever, ...fields } = wanted;
  const own = before?.never ?? stop ?? null;
  // Somebody who adds a contact hasn't seen the mark, so they haven't removed it either.
  const never = isNever || !seen || stop ? (own ?? (isNever ? { at, by } : null)) : null;
  const known = before ?? contactOf({ id, workspace, number: wanted.number });
  const kept = wanted.groups.filter(one => groups.has(one));
  return { ...known, ...fields, never, groups: seen ? kept : [...new Set([...known.groups, ...kept])] };
}

function entriesOf({ at, by }: ContactWish, before: Contact | null, after: Contact): AuditEntry[] {
  const contact = { contact: after.id, name: after.name, number: maskNumber(after.number), at, by };
  const say = (what: Exclude<Said, 'contact_changed'>): AuditEntry => ({ what, ...contact });
  const fields = (['name', 'number', 'language', 'note', 'columns', 'groups'] as const).filter(
    field => before && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const isNews = ((before?.never ?? null) === null) !== (after.never === null);
  return [
    ...(before ? [] : [say('contact_added')]),
    ...(fields.length > 0 ? [{ what: 'contact_changed' as const, fields, ...contact }] : []),
    ...(isNews ? [say(after.never ? 'never_text' : 'text_again')] : []),
  ];
}
