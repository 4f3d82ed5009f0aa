import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { digestOf } from '../kit/json.ts';
import type { Problem } from '../kit/problem.ts';
import { isSameName } from '../texts/parse/name.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { AuditEntry } from '../workspace/audit.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store.ts';
import {
  auditedAs,
  type Contact,
  type ContactGroup,
  contactOf,
  type DoNotText,
  MAX_CONTACTS,
} from './contact.ts';
import type { DoNotTextHash } from './do-not-text.ts';
import { failure } from './problem.ts';
import type { ContactAnswer, ContactChange } from './store/model.ts';
import type { Contacts } from './store/store.ts';

/** An entry on a page of people: a contact with the names of its groups, or a group. */
export type BookEntry =
  | { kind: 'contact'; contact: Contact; groups: string[] }
  | { kind: 'group'; group: ContactGroup; size: number };

export type BookPage = {
  entries: BookEntry[];
  /** How many match what was typed. */
  total: number;
  /** How many the workspace has. */
  counts: { contacts: number; groups: number };
};

/** A workspace's contacts and groups, for looking through them and changing them one by one. */
export type ContactBook = {
  /**
   * Those whose name contains what was typed, or whose number ends in it, best first; all if nothing was typed.
   *
   * @param at.inGroup only people in the group with this id
   */
  page(
    workspace: string,
    typed: string,
    at: { offset: number; limit: number; inGroup?: string },
  ): Promise<BookPage>;
  /** A contact with the names of its groups; null: there is none with this id. */
  one(workspace: string, id: string): Promise<Extract<BookEntry, { kind: 'contact' }> | null>;
  /** All groups, by name. */
  groups(workspace: string): Promise<ContactGroup[]>;
  /**
   * Adds a contact, or changes the one that was seen; the audit log records what changed. Checked and saved in one
   * step, so what others did meanwhile is never undone unseen.
   *
   * @param by who does it; the caller checks whether they may
   * @throws UnreadableError if we can't tell whether the number's owner asked for no more texts
   */
  save(
    workspace: string,
    by: string,
    wanted: WantedContact,
    seen: SeenContact | null,
  ): Promise<ContactDecided>;
  /**
   * Takes the contact that was seen out of the list and its groups. Its texts stay, and so does "never text": a keyed hash of the
   * number is kept, so the mark is there again for whoever adds it.
   *
   * @param by who does it; the caller checks whether they may
   */
  remove(workspace: string, by: string, seen: SeenContact): Promise<ContactRemoved>;
  /**
   * Removes a contact, and starts to remove everything else stored about them (see `Erasure`). Somebody who must not
   * be texted must not be texted afterwards either: a keyed hash of that number stays.
   *
   * @param by who does it; the caller checks whether they may
   * @returns false: there is no such contact
   */
  erase(workspace: string, by: string, id: string): Promise<boolean>;
};

export function createContactBook(deps: {
  contacts: Contacts;
  doNotTextHash: DoNotTextHash;
  settings: SettingsOf;
  audit: Audit;
  /** A workspace's rotas. */
  onCallRotas: OnCallRotasOf;
  clock: Clock;
  newId: () => string;
}): ContactBook {
  const { contacts, doNotTextHash, settings, audit, onCallRotas, clock, newId } = deps;

  async function withGroups(workspace: string, ids: readonly string[], groupIds: readonly string[]) {
    const stored = await contacts.find(workspace, { contacts: ids, groups: groupIds });
    const inAny = new Set(stored.contacts.flatMap(({ groups }) => groups));
    const more = await contacts.find(workspace, { groups: [...inAny] });
    const names = new Map(more.groups.map(({ id, name }) => [id, name]));
    return {
      ...stored,
      namesOf: (contact: Contact) => contact.groups.flatMap(id => names.get(id) ?? []).toSorted(),
    };
  }

  return {
    async page(workspace, typed, at) {
      const { hits, total } = await contacts.search(workspace, typed, at);
      const ids = hits.map(({ id }) => id);
      const stored = await withGroups(workspace, ids, at.inGroup === undefined ? ids : [at.inGroup]);
      // An import may be filling the group: its people aren't seen in it until that is done.
      const isIn = ({ groups }: Contact) => at.inGroup === undefined || groups.includes(at.inGroup);
      const entries = hits.flatMap((hit): BookEntry[] => {
        const contact = stored.contacts.find(candidate => candidate.id === hit.id && isIn(candidate));
        if (contact) return [{ kind: 'contact', contact, groups: stored.namesOf(contact) }];
        const group = stored.groups.find(({ id }) => id === hit.id);
        return group ? [{ kind: 'group', group, size: stored.sizes.get(group.id) ?? 0 }] : [];
      });
      return { entries, total, counts: stored.counts };
    },

    async one(workspace, id) {
      const stored = await withGroups(workspace, [id], []);
      const [contact] = stored.contacts;
      return contact ? { kind: 'contact', contact, groups: stored.namesOf(contact) } : null;
    },

    async groups(workspace) {
      return (await contacts.find(workspace, { allGroups: true })).groups;
    },

    async save(workspace, by, input, seen) {
      const [was] = seen ? (await contacts.find(workspace, { contacts: [seen.id] })).contacts : [];
      const leaves = was?.doNotText && was.number !== input.number ? was.number : null;
      const hash = await (leaves ? doNotTextHash.toKeep(workspace) : doNotTextHash.known(workspace));
      const hashed = hash?.(input.number) ?? null;
      const left = leaves && (hash?.(leaves) ?? null);
      const wish: ContactWish = {
        workspace,
        by,
        at: clock.wall(),
        id: newId(),
        hashed,
        left,
        wanted: input,
        seen,
      };
      const question = {
        numbers: [input.number],
        contacts: seen ? [seen.id] : [],
        groups: input.groups,
        stops: hashed === null ? [] : [hashed],
      };
      const decided = await contacts.update(workspace, question, stored => {
        const { change, ...rest } = decideContact(wish, stored);
        return { change, result: rest };
      });
      for (const entry of decided.entries) await audit.record(workspace, entry);
      return decided.result;
    },

    async remove(workspace, by, seen) {
      const stored = await contacts.find(workspace, { contacts: [seen.id] });
      const [contact] = stored.contacts;
      if (!contact) return 'gone';
      const hash = contact.doNotText ? await doNotTextHash.toKeep(workspace) : null;
      const hashed = hash?.(contact.number) ?? null;
      const outcome = await contacts.update(workspace, { contacts: [seen.id] }, current =>
        decideRemove(seen, hashed, current),
      );
      if (outcome !== 'removed') return outcome;
      await audit.record(workspace, {
        what: 'contact_removed',
        ...auditedAs(contact),
        at: clock.wall(),
        by,
      });
      return outcome;
    },

    async erase(workspace, by, id) {
      for (;;) {
        const [stored, { blocklist }] = await Promise.all([
          contacts.find(workspace, { contacts: [id] }),
          settings.of(workspace),
        ]);
        const [contact] = stored.contacts;
        if (!contact) return false;
        const { number } = contact;
        // A blocked number must not be texted either.
        const isBlocked = blocklist.includes(number);
        const isDoNotText = isBlocked || contact.doNotText !== null;
        const hash = await (isDoNotText ? doNotTextHash.toKeep(workspace) : doNotTextHash.known(workspace));
        const hashed = hash?.(number) ?? null;
        const rotas = await onCallRotas(workspace);
        const wish = {
          id: newId(),
          workspace,
          by,
          at: clock.now(),
          wall: clock.wall(),
          hashed,
          isBlocked,
          isRota: rotas.some(({ name }) => isSameName(name, contact.name)),
        };
        const question = {
          contacts: [id],
          names: contact.name === '' ? [] : [contact.name],
          contactsToo: true,
          stops: hashed === null ? [] : [hashed],
        };
        const done = await contacts.update(workspace, question, current =>
          decideErase(wish, contact, current),
        );
        if (done) return true;
      }
    },
  };
}

/* What becomes of a contact that somebody wants to add or change, given what exists. */

/** A contact as somebody wants it. `doNotText`: whether it must not be texted any more. */
export type WantedContact = Pick<Contact, 'name' | 'number' | 'language' | 'note' | 'columns' | 'groups'> & {
  doNotText: boolean;
};

/**
 * Who wants it, and when; `id`: for a new one. `hashed`: the number's keyed hash, if the workspace has any. `left`: that of
 * the number which it gives up and which must not be texted; null: it gives up no such number.
 */
export type ContactWish = {
  workspace: string;
  by: string;
  at: number;
  id: string;
  hashed: string | null;
  left: string | null;
  wanted: WantedContact;
  /** The contact as it was seen; null: a new one. */
  seen: SeenContact | null;
};

/** A contact as somebody saw it; see `versionOf`. */
export const seenContactSchema = z.object({ id: z.string(), version: z.string() });
type SeenContact = z.infer<typeof seenContactSchema>;
/** `changed`: somebody else changed it since it was seen. */
type ContactRemoved = 'removed' | 'changed' | 'gone';

/** `stopped`: the number's owner asked for no more texts before they were forgotten, and that still holds. */
type ContactDecided =
  | { kind: 'saved'; contact: Contact; stopped: boolean }
  | { kind: 'unchanged'; contact: Contact }
  /** Somebody else changed it since it was seen. */
  | { kind: 'changed'; now: Contact }
  | { kind: 'problem'; problem: Problem };

/** What the audit log says about it, beside when and by whom. */
type AuditedContact = Extract<
  AuditEntry,
  { what: 'contact_added' | 'contact_changed' | 'never_text' | 'text_again' }
>['what'];

/** Tells a contact's earlier and later versions apart. */
export function versionOf({ id, workspace: _workspace, groups, ...is }: Contact): string {
  return digestOf([id, groups.toSorted(), Object.entries(is).toSorted()]);
}

/** @returns what to write, what to answer, and the audit log's entries */
export function decideContact(
  wish: ContactWish,
  stored: ContactAnswer,
): { change: ContactChange; result: ContactDecided; entries: AuditEntry[] } {
  const { wanted: input, seen, hashed, left } = wish;
  const leave = (result: ContactDecided) => ({ change: {}, result, entries: [] });
  const holder = stored.contacts.find(({ number }) => number === input.number);
  const before = seen ? stored.contacts.find(({ id }) => id === seen.id) : withoutName(holder);
  if (seen && !before) return leave({ kind: 'problem', problem: failure('CONTACT_GONE') });
  const stop = hashed === null ? undefined : stored.stops.get(hashed);
  const next = contactFor(wish, before ?? null, stop, new Set(stored.groups.map(({ id }) => id)));
  if (holder && holder.id !== before?.id) {
    // Also if the same was saved before, and the answer was lost.
    const isSame =
      versionOf({ ...next, id: holder.id }) === versionOf({ ...holder, doNotText: next.doNotText });
    if (!seen && isSame) return leave({ kind: 'unchanged', contact: holder });
    return leave({ kind: 'problem', problem: failure('NUMBER_TAKEN', { label: holder.name }) });
  }
  if (before && versionOf(next) === versionOf(before)) return leave({ kind: 'unchanged', contact: before });
  if (before && seen && versionOf(before) !== seen.version) return leave({ kind: 'changed', now: before });
  if (!before && stored.counts.contacts >= MAX_CONTACTS)
    return leave({ kind: 'problem', problem: failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }) });
  // The mark belongs to the number: whoever has the old one must not be texted either.
  const stays = before && before.number !== next.number ? before.doNotText : null;
  if (before && stays && left === null) return leave({ kind: 'changed', now: before });
  return {
    change: {
      contacts: [next],
      stops: new Map<string, DoNotText | null>([
        ...(stop && hashed !== null ? [[hashed, null] as const] : []),
        ...(stays && left !== null ? [[left, stays] as const] : []),
      ]),
    },
    result: { kind: 'saved', contact: next, stopped: stop !== undefined },
    entries: entriesOf(wish, before ?? null, next),
  };
}

/** @param hashed the number's keyed hash, if it must not be texted */
function decideRemove(
  seen: SeenContact,
  hashed: string | null,
  { contacts: [contact] }: ContactAnswer,
): { change: ContactChange; result: ContactRemoved } {
  if (!contact) return { change: {}, result: 'gone' };
  const isMarked = contact.doNotText !== null;
  if (versionOf(contact) !== seen.version || (isMarked && hashed === null))
    return { change: {}, result: 'changed' };
  // The mark belongs to the number: it stays for whoever has that.
  const stops = new Map(contact.doNotText && hashed !== null ? [[hashed, contact.doNotText]] : []);
  return { change: { deleted: [contact.id], stops }, result: 'removed' };
}

/**
 * What is removed when somebody is forgotten, and what stays if they must not be texted.
 *
 * @param wish.hashed the number's keyed hash; null: the workspace has none, and the contact isn't marked
 * @param wish.isRota whether a rota has the same name
 * @returns `result` false: the contact has changed since it was seen
 */
function decideErase(
  wish: Omit<ContactWish, 'wanted' | 'seen' | 'left'> & { wall: number; isBlocked: boolean; isRota: boolean },
  seen: Contact,
  stored: ContactAnswer,
): { change: ContactChange; result: boolean } {
  const { hashed, isBlocked, isRota, ...job } = wish;
  const contact = stored.contacts.find(({ id }) => id === seen.id);
  if (!contact || versionOf(contact) !== versionOf(seen)) return { change: {}, result: false };
  const stop = hashed === null ? undefined : stored.stops.get(hashed);
  const doNotText = contact.doNotText ?? stop ?? (isBlocked ? { at: wish.wall, by: wish.by } : null);
  const isNamesake = (candidate: { id: string; name: string }): boolean =>
    candidate.id !== contact.id && isSameName(candidate.name, contact.name);
  // One that can't be read may have the name too.
  const isKept =
    stored.contacts.some(isNamesake) || stored.groups.some(isNamesake) || stored.unreadable.length > 0;
  const hasNamesake = contact.name !== '' && (isRota || isKept);
  const person = { contact: contact.id, number: contact.number, name: contact.name, hasNamesake };
  const counted = { groups: contact.groups.length, texts: 0, cancelled: 0, hooks: [] };
  return {
    change: {
      deleted: [contact.id],
      stops: new Map(doNotText && hashed !== null ? [[hashed, doNotText]] : []),
      erasure: { ...job, ...person, ...counted },
    },
    result: true,
  };
}

/** A number that is only in groups so far: whoever adds it says whose it is. */
function withoutName(holder: Contact | undefined): Contact | undefined {
  return holder?.name === '' ? holder : undefined;
}

function contactFor(
  { workspace, id, by, at, wanted: input, seen }: ContactWish,
  before: Contact | null,
  stop: DoNotText | undefined,
  groups: ReadonlySet<string>,
): Contact {
  const { doNotText: isDoNotText, ...fields } = input;
  const own = before?.doNotText ?? stop ?? null;
  // Somebody who adds a contact hasn't seen the mark, so they haven't removed it either.
  const doNotText = isDoNotText || !seen || stop ? (own ?? (isDoNotText ? { at, by } : null)) : null;
  const base = before ?? contactOf({ id, workspace, number: input.number });
  const existingGroups = input.groups.filter(groupId => groups.has(groupId));
  if (seen) return { ...base, ...fields, doNotText, groups: existingGroups };
  // Nor have they seen what is known of a number without a name.
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

function entriesOf({ at, by }: ContactWish, before: Contact | null, after: Contact): AuditEntry[] {
  const contact = { ...auditedAs(after), at, by };
  const say = (action: Exclude<AuditedContact, 'contact_changed'>): AuditEntry => ({
    what: action,
    ...contact,
  });
  const fields = (['name', 'number', 'language', 'note', 'columns', 'groups'] as const).filter(
    field => before && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const isNews = ((before?.doNotText ?? null) === null) !== (after.doNotText === null);
  return [
    ...(before ? [] : [say('contact_added')]),
    ...(fields.length > 0 ? [{ what: 'contact_changed' as const, fields, ...contact }] : []),
    ...(isNews ? [say(after.doNotText ? 'never_text' : 'text_again')] : []),
  ];
}
