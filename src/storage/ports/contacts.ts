import type { Contact, ContactGroup, Never } from '../../domain/contact.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { ForgettingJob } from './forgetting.ts';

/** What is asked for; a workspace's own only. */
export type ContactQuestion = {
  contacts?: readonly string[];
  numbers?: readonly LocalNumber[];
  groups?: readonly string[];
  /** Groups that are called so, and with `contactsToo` contacts as well, however the names are written. */
  names?: readonly string[];
  contactsToo?: boolean;
  /** Everyone in these groups, at most so many of each. */
  membersOf?: readonly string[];
  most?: number;
  /** All groups, by name. */
  allGroups?: boolean;
  /** Keyed hashes of numbers that may belong to people who must not be texted, and about whom we know nothing else. */
  stops?: readonly string[];
};

/** What there is of it, each once. */
export type ContactAnswer = {
  contacts: Contact[];
  groups: ContactGroup[];
  /** How many contacts and groups the workspace has. */
  counts: { contacts: number; groups: number };
  /** How many are in each of the groups, by its id. */
  sizes: ReadonlyMap<string, number>;
  /**
   * Of each of the groups, by its id, what differs once many have come or left at once: somebody who read its members page by page
   * begins again.
   */
  moments: ReadonlyMap<string, string>;
  /** By their hashes. */
  stops: ReadonlyMap<string, Never>;
  /** Ids of contacts that were asked for and can't be read. */
  unreadable: string[];
};

/** What is written: contacts and groups as they are from now on, and those that go, by id. */
export type ContactChange = {
  contacts?: readonly Contact[];
  groups?: readonly ContactGroup[];
  goes?: readonly string[];
  /** By their hashes; null: may be texted again. */
  stops?: ReadonlyMap<string, Never | null>;
  /** Everything else that is kept of somebody goes too, from now on (see `Forgetting`). */
  forgets?: ForgettingJob & { at: number };
};

/** Something that a search found: its name as it is compared, and of a contact its number. */
export type ContactHit = { kind: 'contact' | 'group'; id: string; folded: string; number: string };

/**
 * A workspace's contacts and groups. Looking them up takes no longer than the limits in src/domain/contact.ts let it, and nothing of them
 * is kept in memory.
 */
export type Contacts = {
  find(workspace: string, asked: ContactQuestion): Promise<ContactAnswer>;
  /** Who has these numbers and, of the hashes, who must not be texted (see `ContactQuestion.stops`). Each text asks this. */
  withNumbers(
    workspace: string,
    numbers: readonly LocalNumber[],
    stops?: readonly string[],
  ): Promise<Pick<ContactAnswer, 'contacts' | 'stops' | 'unreadable'>>;
  /**
   * Decides by what there is, and writes that, as one step: `decide` may be called again when somebody else was faster. What it
   * changes, it must have asked for.
   */
  update<T>(
    workspace: string,
    asked: ContactQuestion,
    decide: (found: ContactAnswer) => { change: ContactChange; result: T },
  ): Promise<T>;
  /**
   * Contacts and groups that have what was typed in their name, or end in that number: names that begin with it first.
   * `total`: how many there are; nothing typed: all.
   *
   * @param page.apart so many contacts, and behind them so many groups, in one search
   */
  search(
    workspace: string,
    typed: string,
    page: { offset: number; limit: number; apart?: boolean },
  ): Promise<{ hits: ContactHit[]; total: number }>;
  /** Contacts in the order of their numbers, those behind `after`; null: from the first. */
  listed(workspace: string, after: LocalNumber | null, limit: number): Promise<Contact[]>;
  /**
   * A page of who is in a group, in the order of their numbers, those behind `after` (null: from the first). `next`: behind
   * which number the next page begins; null: this is the last one.
   */
  members(
    workspace: string,
    groupId: string,
    after: LocalNumber | null,
    limit: number,
  ): Promise<{ contacts: Contact[]; unreadable: string[]; next: LocalNumber | null }>;
  /**
   * The contacts and groups whose names are like the first of these names that any is like, and equally near to it. `at`: its place
   * among the names; `far`: the share of letters that differ.
   */
  near(workspace: string, names: readonly string[]): Promise<{ at: number; far: number; hit: ContactHit }[]>;
};
