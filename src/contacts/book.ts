import type { Clock } from '../kit/clock.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store/model.ts';
import type { Contact, ContactGroup } from './contact.ts';
import {
  type ContactDecided,
  type ContactWish,
  decideContact,
  decideForget,
  type SeenContact,
  type WantedContact,
} from './decision.ts';
import type { NeverHash } from './never-hash.ts';
import type { Contacts } from './store/model.ts';

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
  /** Those whose name contains what was typed, or whose number ends in it, best first; all if nothing was typed. */
  page(workspace: string, typed: string, at: { offset: number; limit: number }): Promise<BookPage>;
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
   * Removes a contact, and starts to remove everything else stored about them (see `Forgetting`). Somebody who must not
   * be texted must not be texted afterwards either: a keyed hash of that number stays.
   *
   * @param by who does it; the caller checks whether they may
   * @returns false: there is no such contact
   */
  forget(workspace: string, by: string, id: string): Promise<boolean>;
};

export function createContactBook(parts: {
  contacts: Contacts;
  neverHash: NeverHash;
  settings: SettingsOf;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): ContactBook {
  const { contacts, neverHash, settings, audit, clock, newId } = parts;

  async function withGroups(workspace: string, ids: readonly string[], groupIds: readonly string[]) {
    const found = await contacts.find(workspace, { contacts: ids, groups: groupIds });
    const inAny = new Set(found.contacts.flatMap(({ groups }) => groups));
    const more = await contacts.find(workspace, { groups: [...inAny] });
    const names = new Map(more.groups.map(({ id, name }) => [id, name]));
    return { ...found, namesOf: (one: Contact) => one.groups.flatMap(id => names.get(id) ?? []).toSorted() };
  }

  return {
    async page(workspace, typed, at) {
      const { hits, total } = await contacts.search(workspace, typed, at);
      const ids = (kind: 'contact' | 'group') => hits.filter(hit => hit.kind === kind).map(({ id }) => id);
      const found = await withGroups(workspace, ids('contact'), ids('group'));
      const entries = hits.flatMap((hit): BookEntry[] => {
        const contact = found.contacts.find(({ id }) => id === hit.id);
        if (contact) return [{ kind: 'contact', contact, groups: found.namesOf(contact) }];
        const group = found.groups.find(({ id }) => id === hit.id);
        return group ? [{ kind: 'group', group, size: found.sizes.get(group.id) ?? 0 }] : [];
      });
      return { entries, total, counts: found.counts };
    },

    async one(workspace, id) {
      const found = await withGroups(workspace, [id], []);
      const [contact] = found.contacts;
      return contact ? { kind: 'contact', contact, groups: found.namesOf(contact) } : null;
    },

    async groups(workspace) {
      return (await contacts.find(workspace, { allGroups: true })).groups;
    },

    async save(workspace, by, wanted, seen) {
      const hashed = (await neverHash.known(workspace))?.(wanted.number) ?? null;
      const wish: ContactWish = { workspace, by, at: clock.wall(), id: newId(), hashed, wanted, seen };
      const asked = {
        numbers: [wanted.number],
        contacts: seen ? [seen.id] : [],
        groups: wanted.groups,
        stops: hashed === null ? [] : [hashed],
      };
      const decided = await contacts.update(workspace, asked, found => {
        const { change, ...rest } = decideContact(wish, found);
        return { change, result: rest };
      });
      for (const entry of decided.entries) await audit.record(workspace, entry);
      return decided.result;
    },

    async forget(workspace, by, id) {
      for (;;) {
        const [known, { blocklist }] = await Promise.all([
          contacts.find(workspace, { contacts: [id] }),
          settings.of(workspace),
        ]);
        const [contact] = known.contacts;
        if (!contact) return false;
        const { number } = contact;
        // A blocked number must not be texted either.
        const isBlocked = blocklist.includes(number);
        const isNever = isBlocked || contact.never !== null;
        const hash = await (isNever ? neverHash.toKeep(workspace) : neverHash.known(workspace));
        const hashed = hash?.(number) ?? null;
        const wish = { id: newId(), workspace, by, at: clock.now(), wall: clock.wall(), hashed, isBlocked };
        const asked = { contacts: [id], stops: hashed === null ? [] : [hashed] };
        const done = await contacts.update(workspace, asked, found => decideForget(wish, contact, found));
        if (done) return true;
      }
    },
  };
}
