import type { NumberFault } from '../domain/number.ts';

/* What several areas' sentences are made of. */

/** What a sentence about a refusal may need beside the problem itself. */
export type ProblemContext = {
  /** Whom to ask, as a Slack user id: who linked the key. */
  ask: string | null;
  /** Whom to ask about a rule, as Slack user ids: managers and who linked the key, else admins. */
  deciders: string[];
  /** The balance after the last send, and how long ago that was. */
  balance: { amount: string; ageMs: number } | null;
};

/** Something typed that is no number we can text. */
export type WrongNumber = { typed: string; why: NumberFault };

/** A recipient as it may be shown: masked. */
export type Masked = { number: string };

/** A field of a form. */
export type Labelled = { label: string; hint?: string };
