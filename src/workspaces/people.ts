/** What Slack knows of a person, as far as it decides who may do what. */
export type PersonFacts = {
  /** Their account was closed: whatever else they were, they may do nothing any more. */
  deactivated: boolean;
  admin: boolean;
  guest: boolean;
  /** Of another team (Slack Connect). */
  otherTeam: boolean;
  /** The phone of the Slack profile, as written there; null when there is none. */
  phone: string | null;
};

/** Slack does not answer now; `again`: from when on asking makes sense (epoch ms). */
export type Silent = { kind: 'silent'; again: number };

/** `refused`: Slack answered and will answer the same again. */
export type FactsAnswer = { kind: 'known'; facts: PersonFacts } | Silent | { kind: 'refused'; error: string };

/** As `FactsAnswer`, for who is in a user group. */
export type MembersAnswer =
  | { kind: 'known'; userIds: string[] }
  | Silent
  | { kind: 'refused'; error: string };

export type UserGroups = {
  /** The people in a user group: a minute old, or up to a day old while Slack is silent. */
  members(workspace: string, groupId: string): Promise<MembersAnswer>;
};

export type People = {
  /** Facts a few minutes old, or up to a day old while Slack is silent. For sending texts. */
  facts(workspace: string, userId: string): Promise<FactsAnswer>;
  /** Facts a few minutes old, without asking Slack; null when there are none. */
  remembered(workspace: string, userId: string): Promise<PersonFacts | null>;
  /** Facts of this moment. For keys and settings: who was demoted a minute ago links nothing. */
  freshFacts(workspace: string, userId: string): Promise<FactsAnswer>;
  /** Some of the people who may link a key, to be named to those who may not. */
  admins(workspace: string): Promise<string[]>;
};
