import type { SlackUnavailable } from '../kit/slack/web-api.ts';
import type { documentAt } from '../kit/store/documents.ts';
import type { Tx } from '../kit/store/store.ts';

/** The facts about a Slack user that permissions depend on. */
export type PersonFacts = {
  /** Their account is deactivated, so they have no permission at all. */
  deactivated: boolean;
  admin: boolean;
  guest: boolean;
  /** They are from another team (Slack Connect). */
  otherTeam: boolean;
  /** The phone in the Slack profile, as written there; null if there is none. */
  phone: string | null;
  /** The time zone in the Slack profile, by its IANA name; null if there is none that Node knows. */
  zone: string | null;
  /** The display name; null if there is none. */
  name: string | null;
};

/** `refused`: Slack's answer is final; asking again doesn't help. */
export type FactsAnswer =
  | { kind: 'known'; facts: PersonFacts }
  | SlackUnavailable
  | { kind: 'refused'; error: string };

/** Like `FactsAnswer`, for the members of a user group. */
export type MembersAnswer =
  | { kind: 'known'; userIds: string[] }
  | SlackUnavailable
  | { kind: 'refused'; error: string };

export type UserGroups = {
  /** The members, at most a minute old, or a day old while Slack is unavailable. */
  members(workspace: string, groupId: string): Promise<MembersAnswer>;
};

/** User ids by the phone numbers in Slack's profiles. */
export type KnownNumbers = { numbers(workspace: string): Promise<ReadonlyMap<string, string>> };

export type People = {
  /** Facts at most a few minutes old, or a day old while Slack is unavailable. For sending texts. */
  facts(workspace: string, userId: string): Promise<FactsAnswer>;
  /** Cached facts at most a few minutes old; null if there are none. */
  remembered(workspace: string, userId: string): Promise<PersonFacts | null>;
  /** Cached facts at most a day old; null if there are none. */
  lastKnown(workspace: string, userId: string): Promise<PersonFacts | null>;
  /** `remembered` in a transaction; `at`: the record that it reads, for `Tx.load`. */
  factsIn(tx: Tx, workspace: string, userId: string, now: number): PersonFacts | null;
  at(workspace: string, userId: string): ReturnType<typeof documentAt>;
  /** The cached name, at most a day old; null if there is none. */
  knownName(workspace: string, userId: string): Promise<string | null>;
  /** Facts as of now. For keys and settings: an admin who was demoted a minute ago can't link a key. */
  freshFacts(workspace: string, userId: string): Promise<FactsAnswer>;
  /** Some of the workspace's admins, to name in refusals. */
  admins(workspace: string): Promise<string[]>;
};
