import type { Silent } from '../kit/slack/web-api.ts';
import type { documentAt } from '../kit/store/documents.ts';
import type { Tx } from '../kit/store/store.ts';
/** What Slack knows about a person that decides what they may do. */
export type PersonFacts = {
  /** Their account is deactivated: whatever else they were, they may do nothing any more. */
  deactivated: boolean;
  admin: boolean;
  guest: boolean;
  /** From another team (Slack Connect). */
  otherTeam: boolean;
  /** The phone in the Slack profile, as written there; null if there is none. */
  phone: string | null;
  /** The time zone in the Slack profile, by its IANA name; null if Slack names none that we know. */
  zone: string | null;
  /** As teammates see it; null if Slack gives none. */
  name: string | null;
};

/** `refused`: Slack answered, and would give the same answer again. */
export type FactsAnswer = { kind: 'known'; facts: PersonFacts } | Silent | { kind: 'refused'; error: string };

/** Like `FactsAnswer`, for who is in a user group. */
export type MembersAnswer =
  | { kind: 'known'; userIds: string[] }
  | Silent
  | { kind: 'refused'; error: string };

export type UserGroups = {
  /** The people in a user group: a minute old, or up to a day old while Slack doesn't answer. */
  members(workspace: string, groupId: string): Promise<MembersAnswer>;
};

/** Whose a number is, as far as Slack tells: user ids by numbers. */
export type KnownNumbers = { numbers(workspace: string): Promise<ReadonlyMap<string, string>> };

export type People = {
  /** Facts a few minutes old, or up to a day old while Slack doesn't answer. For sending texts. */
  facts(workspace: string, userId: string): Promise<FactsAnswer>;
  /** Facts a few minutes old, without asking Slack; null if there are none. */
  remembered(workspace: string, userId: string): Promise<PersonFacts | null>;
  /** Facts up to a day old, without asking Slack; null if there are none. */
  lastKnown(workspace: string, userId: string): Promise<PersonFacts | null>;
  /** Those a few minutes old as part of a step; `at`: what it reads, for `Tx.load`. */
  factsIn(tx: Tx, workspace: string, userId: string, now: number): PersonFacts | null;
  at(workspace: string, userId: string): ReturnType<typeof documentAt>;
  /** What they were last called, up to a day ago, without asking Slack; null if we don't know. */
  knownName(workspace: string, userId: string): Promise<string | null>;
  /** Facts as of now. For keys and settings: somebody who was demoted a minute ago can't link anything. */
  freshFacts(workspace: string, userId: string): Promise<FactsAnswer>;
  /** Some of the people who may link a key, to name to those who may not. */
  admins(workspace: string): Promise<string[]>;
};
