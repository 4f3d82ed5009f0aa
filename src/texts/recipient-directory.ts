import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { Tx } from '../kit/store/store.ts';
import type { FeatureRecipient, Recipient } from './recipient.ts';

/* Interfaces for looking people up, implemented by the features that store people. */

/** The stored data of a person. */
export type ContactFacts = {
  readonly number: LocalNumber;
  /** Empty if nobody entered one. */
  readonly name: string;
  /** Further values for templates, by column. */
  readonly columns: Readonly<Record<string, string>>;
};

export type ContactLookup = {
  /** The contacts with these numbers. */
  withNumbers(
    workspace: string,
    numbers: readonly LocalNumber[],
  ): Promise<{ contacts: readonly ContactFacts[] }>;
};

export type FieldLookup = {
  /** Which of these placeholder keys a contact of the workspace has: the name, and columns. */
  fieldsAmong(workspace: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
};

export type DoNotTextLookup = {
  /**
   * Which of these numbers are on the do-not-text list.
   *
   * @throws UnreadableError if the list can't be read: then nothing may go out
   */
  of(workspace: string, numbers: readonly LocalNumber[]): Promise<ReadonlyMap<LocalNumber, unknown>>;
};

/** People who take turns. A text to the rota goes to `onCall`; null if nobody is on call. */
export type OnCallRota = {
  readonly as: Recipient;
  readonly name: string;
  /** The user id of its author. */
  readonly by: string;
  readonly onCall: Recipient | null;
  /** The problem to show while nobody is on call. */
  readonly nobodyOnCall: Problem;
  readonly people: readonly Recipient[];
  /** The rota's second in line, who is called after whoever is on call; null if it has none. */
  readonly second: Recipient | null;
};

/** A workspace's rotas, for display and name look-up. Empty if they can't be read, so that nothing else stops. */
export type OnCallRotasOf = (workspace: string) => Promise<readonly OnCallRota[]>;

/**
 * The people behind a name or a choice: a group's members, a contact, or a rota. `size`: how many people; if they
 * exceed the limit, `numbers` has only one more than the limit. `unreadable`: members that can't be read.
 */
export type NameMatch =
  | { kind: 'numbers'; numbers: LocalNumber[]; isGroup: boolean; size: number; unreadable: CantRead[] }
  | { kind: 'problem'; problem: Problem }
  /** The text goes to the person who is on call. */
  | { kind: 'rota'; rota: OnCallRota }
  | { kind: 'unknown' }
  | { kind: 'shared' };

type CantRead = { id: string; problem: Problem };

export type NameLookup = {
  /** Ignores case and spelling variants (see `isSameName`). */
  resolveName(workspace: string, name: string): Promise<NameMatch>;
  /** Finds a chosen recipient, even if it was renamed. `unknown`: it no longer exists. */
  resolveChoice(workspace: string, recipient: FeatureRecipient): Promise<NameMatch>;
};

/** The do-not-text list within a transaction. */
export type DoNotTextInStep = {
  /** The records that `of` reads, for `Tx.load`. */
  at(
    workspace: string,
    numbers: readonly LocalNumber[],
  ): readonly (readonly [{ readonly name: string }, string])[];
  /**
   * @returns a function that is true for the numbers on the list
   * @throws UnreadableError if the list can't be read
   */
  of(
    tx: Tx,
    workspace: string,
    numbers: readonly LocalNumber[],
    now: number,
  ): (number: LocalNumber) => boolean;
};

/** Everybody who has one of the names. */
export type NameMatches = {
  readonly contacts: readonly (ContactFacts & {
    as: Recipient;
    readonly id: string;
    readonly note: string;
  })[];
  readonly groups: readonly { as: Recipient; readonly name: string; readonly size: number }[];
  readonly onCallRotas: readonly OnCallRota[];
  /** Entries that can't be read, so they may match. */
  readonly unreadable: readonly CantRead[];
};

/** Finds everybody with a name, to ask which one is meant. */
export type NameSearch = {
  findByName(workspace: string, names: readonly string[]): Promise<NameMatches>;
  /** People with a similar name; null if there are none, `no names` if the workspace keeps no names. */
  suggest(
    workspace: string,
    names: readonly string[],
  ): Promise<{ name: string; called: NameMatches } | 'no names' | null>;
};

/** People and groups by name, as recipients. */
export type RecipientDirectory = ContactLookup &
  FieldLookup &
  Pick<NameLookup, 'resolveName'> &
  NameSearch & {
    /** A contact and their groups, to tell contacts of the same name apart; null if there is no such contact. */
    one(workspace: string, id: string): Promise<{ contact: ContactFacts; groups: readonly string[] } | null>;
    /** The column names of a workspace's contacts, the most used first. */
    columns(workspace: string): Promise<readonly string[]>;
  };
