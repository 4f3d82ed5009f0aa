import { z } from 'zod';
import { digestOf } from '../kit/json.ts';
import type { Problem } from '../kit/problem.ts';
import { isSameName } from '../texts/parse/name.ts';
import type { AuditEntry } from '../workspace/audit.ts';
import { auditedAs, type Contact, contactOf, type DoNotText, MAX_CONTACTS } from './contact.ts';
import { failure } from './problem.ts';
import type { ContactAnswer, ContactChange } from './store/model.ts';

/* Pure decisions about adding, changing, deleting and erasing a contact. */

/** A contact as its form was filled in. `doNotText`: mark it "never text". */
export type ContactInput = Pick<Contact, 'name' | 'number' | 'language' | 'note' | 'columns' | 'groups'> & {
  doNotText: boolean;
};

/**
 * A request to save a contact. `id`: for a new contact. `numberHash`: the number's keyed hash, if the workspace has a
 * key. `releasedHash`: the hash of the marked number that the contact gives up; null if it gives up none.
 */
export type ContactRequest = {
  workspace: string;
  by: string;
  at: number;
  id: string;
  numberHash: string | null;
  releasedHash: string | null;
  input: ContactInput;
  /** The version that the user saw; null for a new contact. */
  seen: SeenContact | null;
};

/** The version of a contact that a user saw; see `versionOf`. */
export const seenContactSchema = z.object({ id: z.string(), version: z.string() });
export type SeenContact = z.infer<typeof seenContactSchema>;
/** `changed`: another user changed the contact since this user saw it. `gone`: it no longer exists. */
export type ContactRemoved = 'removed' | 'changed' | 'gone';

/**
 * `stopped`: an earlier contact with this number was marked "never text" and then deleted or erased, so the new one
 * is marked, too.
 */
export type ContactDecided =
  | { kind: 'saved'; contact: Contact; stopped: boolean }
  | { kind: 'unchanged'; contact: Contact }
  /** Another user changed the contact since this user saw it. */
  | { kind: 'changed'; now: Contact }
  | { kind: 'problem'; problem: Problem };

/** A digest that differs between any two versions of a contact. */
export function versionOf({ id, workspace: _workspace, groups, ...is }: Contact): string {
  return digestOf([id, groups.toSorted(), Object.entries(is).toSorted()]);
}

/** @returns the change to write, the result for the form, and the audit entries */
export function decideContact(
  request: ContactRequest,
  stored: ContactAnswer,
): { change: ContactChange; result: ContactDecided; entries: AuditEntry[] } {
  const { input, seen, numberHash, releasedHash } = request;
  const unchanged = (result: ContactDecided) => ({ change: {}, result, entries: [] });
  const holder = stored.contacts.find(({ number }) => number === input.number);
  const before = seen ? stored.contacts.find(({ id }) => id === seen.id) : withoutName(holder);
  if (seen && !before) return unchanged({ kind: 'problem', problem: failure('CONTACT_GONE') });
  const stop = numberHash === null ? undefined : stored.stops.get(numberHash);
  const next = savedContact(request, before ?? null, stop, new Set(stored.groups.map(({ id }) => id)));
  if (holder && holder.id !== before?.id) {
    // The same save may be repeated, because its answer was lost.
    const isSame =
      versionOf({ ...next, id: holder.id }) === versionOf({ ...holder, doNotText: next.doNotText });
    if (!seen && isSame) return unchanged({ kind: 'unchanged', contact: holder });
    return unchanged({ kind: 'problem', problem: failure('NUMBER_TAKEN', { label: holder.name }) });
  }
  if (before && versionOf(next) === versionOf(before))
    return unchanged({ kind: 'unchanged', contact: before });
  if (before && seen && versionOf(before) !== seen.version)
    return unchanged({ kind: 'changed', now: before });
  if (!before && stored.counts.contacts >= MAX_CONTACTS)
    return unchanged({ kind: 'problem', problem: failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }) });
  // The mark belongs to the number, so the old number stays marked.
  const keptMark = before && before.number !== next.number ? before.doNotText : null;
  if (before && keptMark && releasedHash === null) return unchanged({ kind: 'changed', now: before });
  return {
    change: {
      contacts: [next],
      stops: new Map<string, DoNotText | null>([
        ...(stop && numberHash !== null ? [[numberHash, null] as const] : []),
        ...(keptMark && releasedHash !== null ? [[releasedHash, keptMark] as const] : []),
      ]),
    },
    result: { kind: 'saved', contact: next, stopped: stop !== undefined },
    entries: entriesOf(request, before ?? null, next),
  };
}

/** @param numberHash the number's keyed hash; null if the workspace has no key */
export function decideRemove(
  seen: SeenContact,
  numberHash: string | null,
  { contacts: [contact] }: ContactAnswer,
): { change: ContactChange; result: ContactRemoved } {
  if (!contact) return { change: {}, result: 'gone' };
  const isMarked = contact.doNotText !== null;
  if (versionOf(contact) !== seen.version || (isMarked && numberHash === null))
    return { change: {}, result: 'changed' };
  // The mark belongs to the number, so it outlives the contact.
  const stops = new Map(contact.doNotText && numberHash !== null ? [[numberHash, contact.doNotText]] : []);
  return { change: { deleted: [contact.id], stops }, result: 'removed' };
}

/**
 * Removes the contact, and keeps the mark's hash if the number must not be texted.
 *
 * @param request.numberHash null: the workspace has no key, and the contact isn't marked
 * @param request.isRota true if a rota has the same name
 * @returns `result` is false if the contact was changed or deleted after it was loaded
 */
export function decideErase(
  request: Omit<ContactRequest, 'input' | 'seen' | 'releasedHash'> & {
    wall: number;
    isBlocked: boolean;
    isRota: boolean;
  },
  seen: Contact,
  stored: ContactAnswer,
): { change: ContactChange; result: boolean } {
  const { numberHash, isBlocked, isRota, ...job } = request;
  const contact = stored.contacts.find(({ id }) => id === seen.id);
  if (!contact || versionOf(contact) !== versionOf(seen)) return { change: {}, result: false };
  const stop = numberHash === null ? undefined : stored.stops.get(numberHash);
  const doNotText = contact.doNotText ?? stop ?? (isBlocked ? { at: request.wall, by: request.by } : null);
  const isNamesake = (candidate: { id: string; name: string }): boolean =>
    candidate.id !== contact.id && isSameName(candidate.name, contact.name);
  // An unreadable contact may have the name, too.
  const isShared =
    stored.contacts.some(isNamesake) || stored.groups.some(isNamesake) || stored.unreadable.length > 0;
  const hasNamesake = contact.name !== '' && (isRota || isShared);
  const person = { contact: contact.id, number: contact.number, name: contact.name, hasNamesake };
  const counted = { groups: contact.groups.length, texts: 0, cancelled: 0, hooks: [] };
  return {
    change: {
      deleted: [contact.id],
      stops: new Map(doNotText && numberHash !== null ? [[numberHash, doNotText]] : []),
      erasure: { ...job, ...person, ...counted },
    },
    result: true,
  };
}

/** Returns the number's holder if it has no name yet, because adding a contact with this number then gives it one. */
function withoutName(holder: Contact | undefined): Contact | undefined {
  return holder?.name === '' ? holder : undefined;
}

function savedContact(
  { workspace, id, by, at, input, seen }: ContactRequest,
  before: Contact | null,
  stop: DoNotText | undefined,
  groups: ReadonlySet<string>,
): Contact {
  const { doNotText: isDoNotText, ...fields } = input;
  const mark = before?.doNotText ?? stop ?? null;
  // The form for a new contact doesn’t show the mark, so saving it keeps the mark.
  const doNotText = isDoNotText || !seen || stop ? (mark ?? (isDoNotText ? { at, by } : null)) : null;
  const base = before ?? contactOf({ id, workspace, number: input.number });
  const existingGroups = input.groups.filter(groupId => groups.has(groupId));
  if (seen) return { ...base, ...fields, doNotText, groups: existingGroups };
  // The form doesn't show a nameless contact's stored data either, so saving it keeps these.
  return {
    ...base,
    ...fields,
    language: fields.language ?? base.language,
    note: fields.note || base.note,
    columns: { ...base.columns, ...fields.columns },
    doNotText,
    groups: [...new Set([...base.groups, ...existingGroups])],
  };
}

function entriesOf({ at, by }: ContactRequest, before: Contact | null, after: Contact): AuditEntry[] {
  const contact = { ...auditedAs(after), at, by };
  const entry = (action: 'contact_added' | 'never_text' | 'text_again'): AuditEntry => ({
    what: action,
    ...contact,
  });
  const fields = (['name', 'number', 'language', 'note', 'columns', 'groups'] as const).filter(
    field => before && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const isMarkChanged = ((before?.doNotText ?? null) === null) !== (after.doNotText === null);
  return [
    ...(before ? [] : [entry('contact_added')]),
    ...(fields.length > 0 ? [{ what: 'contact_changed' as const, fields, ...contact }] : []),
    ...(isMarkChanged ? [entry(after.doNotText ? 'never_text' : 'text_again')] : []),
  ];
}
