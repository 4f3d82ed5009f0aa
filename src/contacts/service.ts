import type { Clock } from '../kit/clock.ts';
import { isSameName } from '../texts/parse/name.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { Audit } from '../workspace/audit-log.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { auditedAs, type Contact, type ContactGroup } from './contact.ts';
import {
  type ContactDecided,
  type ContactInput,
  type ContactRemoved,
  type ContactRequest,
  decideContact,
  decideErase,
  decideRemove,
  type SeenContact,
} from './contact-decision.ts';
import type { DoNotTextHash } from './do-not-text.ts';
import type { Contacts } from './store/store.ts';

/** An entry on a page of people: a contact with the names of its groups, or a group. */
export type BookEntry =
  | { kind: 'contact'; contact: Contact; groups: string[] }
  | { kind: 'group'; group: ContactGroup; size: number };

export type BookPage = {
  entries: BookEntry[];
  /** The number of matches on all pages. */
  total: number;
  /** The numbers of contacts and groups in the workspace. */
  counts: { contacts: number; groups: number };
};

/** Lists a workspace’s contacts and groups, and changes them one by one. */
export type ContactBook = {
  /**
   * Contacts and groups that match the typed text (see `Contacts.search`), best matches first; all if it is empty.
   *
   * @param at.inGroup only the people in the group with this id
   */
  page(
    workspace: string,
    typed: string,
    at: { offset: number; limit: number; inGroup?: string },
  ): Promise<BookPage>;
  /** A contact with the names of its groups; null if there is none with this id. */
  one(workspace: string, id: string): Promise<Extract<BookEntry, { kind: 'contact' }> | null>;
  /** All groups, sorted by name. */
  groups(workspace: string): Promise<ContactGroup[]>;
  /**
   * Adds a contact, or changes the one that the user saw, and records the change in the audit log. Checks and
   * saves in one transaction, so it never overwrites an unseen change.
   *
   * @param by the user; the caller checks their permission
   * @throws UnreadableError if we can't tell whether the number's owner opted out
   */
  save(workspace: string, by: string, input: ContactInput, seen: SeenContact | null): Promise<ContactDecided>;
  /**
   * Removes the contact that the user saw from the list and its groups. Its texts stay, and so does "never text":
   * we keep a keyed hash of the number, so the mark returns with the number.
   *
   * @param by the user; the caller checks their permission
   */
  remove(workspace: string, by: string, seen: SeenContact): Promise<ContactRemoved>;
  /**
   * Removes a contact, and starts to erase everything else stored about them (see `Erasure`). If they must not be
   * texted, a keyed hash of the number stays, so that they stay marked.
   *
   * @param by the user; the caller checks their permission
   * @returns false if there is no such contact
   */
  erase(workspace: string, by: string, id: string): Promise<boolean>;
};

export function createContactBook(deps: {
  contacts: Contacts;
  doNotTextHash: DoNotTextHash;
  settings: SettingsOf;
  audit: Audit;
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
      // While an import fills the group, readers don't see its people there yet.
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
      const releasedNumber = was?.doNotText && was.number !== input.number ? was.number : null;
      const hash = await (releasedNumber ? doNotTextHash.toKeep(workspace) : doNotTextHash.known(workspace));
      const numberHash = hash?.(input.number) ?? null;
      const releasedHash = releasedNumber && (hash?.(releasedNumber) ?? null);
      const request: ContactRequest = {
        workspace,
        by,
        at: clock.wall(),
        id: newId(),
        numberHash,
        releasedHash,
        input,
        seen,
      };
      const question = {
        numbers: [input.number],
        contacts: seen ? [seen.id] : [],
        groups: input.groups,
        stops: numberHash === null ? [] : [numberHash],
      };
      const decided = await contacts.update(workspace, question, stored => {
        const { change, ...rest } = decideContact(request, stored);
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
      const numberHash = hash?.(contact.number) ?? null;
      const outcome = await contacts.update(workspace, { contacts: [seen.id] }, current =>
        decideRemove(seen, numberHash, current),
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
        // A number on the blocklist must not be texted either.
        const isBlocked = blocklist.includes(number);
        const isDoNotText = isBlocked || contact.doNotText !== null;
        const hash = await (isDoNotText ? doNotTextHash.toKeep(workspace) : doNotTextHash.known(workspace));
        const numberHash = hash?.(number) ?? null;
        const rotas = await onCallRotas(workspace);
        const request = {
          id: newId(),
          workspace,
          by,
          at: clock.now(),
          wall: clock.wall(),
          numberHash,
          isBlocked,
          isRota: rotas.some(({ name }) => isSameName(name, contact.name)),
        };
        const question = {
          contacts: [id],
          names: contact.name === '' ? [] : [contact.name],
          contactsToo: true,
          stops: numberHash === null ? [] : [numberHash],
        };
        const done = await contacts.update(workspace, question, current =>
          decideErase(request, contact, current),
        );
        if (done) return true;
      }
    },
  };
}
