import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { Tx } from '../kit/store/store.ts';
import type { KeptRecipient, Recipient } from './recipient.ts';

/* What texts ask about people, of whoever keeps them. */

/** What is kept of somebody. */
export type ContactFacts = {
  readonly number: LocalNumber;
  /** Empty: nobody has said whose number it is. */
  readonly name: string;
  /** What templates fill in beside that, by the column's name. */
  readonly columns: Readonly<Record<string, string>>;
};

export type ContactLookup = {
  /** Who has these numbers, as far as they are kept. */
  withNumbers(
    workspace: string,
    numbers: readonly LocalNumber[],
  ): Promise<{ contacts: readonly ContactFacts[] }>;
};

export type FieldLookup = {
  /** Those of some keys of placeholders that are kept of people here: their name, and the columns that anybody has. */
  fieldsAmong(workspace: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
};

export type DoNotTextLookup = {
  /**
   * Which of these numbers must not be texted.
   *
   * @throws UnreadableError if nobody can tell: then nothing may go out
   */
  of(workspace: string, numbers: readonly LocalNumber[]): Promise<ReadonlyMap<LocalNumber, unknown>>;
};

/** People who take turns: what is for all of them goes to whoever is on call, `onCall`; null: nobody is. */
export type OnCallRota = {
  readonly as: Recipient;
  readonly name: string;
  /** Who made it: a Slack user id. */
  readonly by: string;
  readonly onCall: Recipient | null;
  /** Why, if it is nobody, nobody gets a text. */
  readonly nobodyOnCall: Problem;
  /** Everybody whose turn it may be. */
  readonly people: readonly Recipient[];
};

/** A workspace's, for display and to look up names: none if they can't be read, so that nothing else stops. */
export type OnCallRotasOf = (workspace: string) => Promise<readonly OnCallRota[]>;

/**
 * Whom a name or a choice means: everybody in the group, the contact, or a rota. `size`: how many they are; if they are more
 * than may be reached, `numbers` has only one more than that. `unreadable`: those that can't be read, by their ids.
 */
export type NameMatch =
  | { kind: 'numbers'; numbers: LocalNumber[]; isGroup: boolean; size: number; unreadable: CantRead[] }
  /** Nobody, and why. */
  | { kind: 'problem'; problem: Problem }
  /** Whoever is on call in it. */
  | { kind: 'rota'; rota: OnCallRota }
  | { kind: 'unknown' }
  | { kind: 'shared' };

type CantRead = { id: string; problem: Problem };

/** Looks up whom names and choices mean. */
export type NameLookup = {
  /** Whom a name means, however it is written. */
  resolveName(workspace: string, name: string): Promise<NameMatch>;
  /** The same for what was chosen, whatever its name is by now. `unknown`: it no longer exists. */
  resolveChoice(workspace: string, who: KeptRecipient): Promise<NameMatch>;
};

/** Who must not be texted, as part of a step. */
export type DoNotTextInStep = {
  /** What it reads of a workspace and these numbers, for `Tx.load`. */
  at(
    workspace: string,
    numbers: readonly LocalNumber[],
  ): readonly (readonly [{ readonly name: string }, string])[];
  /**
   * Says of each of these numbers whether it must not be texted.
   *
   * @throws UnreadableError if nobody can tell
   */
  of(
    tx: Tx,
    workspace: string,
    numbers: readonly LocalNumber[],
    now: number,
  ): (number: LocalNumber) => boolean;
};

/** Everybody with one of some names. */
export type NameMatches = {
  readonly contacts: readonly (ContactFacts & {
    as: Recipient;
    readonly id: string;
    readonly note: string;
  })[];
  readonly groups: readonly { as: Recipient; readonly name: string; readonly size: number }[];
  readonly onCallRotas: readonly OnCallRota[];
  /** Those who may be among them, but can't be read. */
  readonly unreadable: readonly CantRead[];
};

/** Looks up everybody whom names mean, for the question which of them it is. */
export type NameSearch = {
  findByName(workspace: string, names: readonly string[]): Promise<NameMatches>;
  /** Whose name is like one of these. Null: nobody's is. */
  suggest(
    workspace: string,
    names: readonly string[],
  ): Promise<{ name: string; called: NameMatches } | 'no names' | null>;
};

/** Whoever has a name, as recipients. */
export type RecipientDirectory = ContactLookup &
  FieldLookup &
  Pick<NameLookup, 'resolveName'> &
  NameSearch & {
    /** More about somebody, to tell them from others of the same name; null: there is no such contact. */
    one(workspace: string, id: string): Promise<{ contact: ContactFacts; groups: readonly string[] } | null>;
    /** What the columns of a workspace's contacts are called, those that most have first. */
    columns(workspace: string): Promise<readonly string[]>;
  };
