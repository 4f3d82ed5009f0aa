import type { Clock } from '../kit/clock.ts';
import { isSameName } from '../texts/parse/name.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store.ts';
import { auditedAs, type Contact, type ContactGroup } from './contact.ts';
import {
  type ContactDecided,
  type ContactRemoved,
  type ContactWish,
  decideContact,
  decideErase,
  decideRemove,
  type SeenContact,
  type WantedContact,
} from './contact-decision.ts';
import type { DoNotTextHash } from './do-not-text.ts';
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
