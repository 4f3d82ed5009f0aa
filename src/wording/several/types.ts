import type { HoldClauses } from '../parts.ts';

/** Texts by a person to several people: what is asked before, and the one post that says what became of them. */
export type SeveralWording = {
  going(text: { actor: string; to: string }): string;
  ended(text: { actor: string; to: string; isSent: boolean }): string;
  facts(sums: { parts: number; cost: string | null; balance: string | null }): string;
  /** `until`: when it is too late for the first of those that wait. */
  held(because: HoldClauses & { until: number }): string;
  /** Some who get no text for the same reason; `more`: so many are not named. */
  leftOut(some: { who: string[]; more: number; because: string }): string;
  moreReasons(count: number): string;
  uncertain(text: { number: string; because: string }): string;
  moreUncertain(count: number): string;
  /** Somebody sent an uncertain one once more: a clause that follows who it is. */
  sentAgain: string;
  /** @param sums what a text to each comes to; `cost` null: what a part costs isn't known; `balance` null: not known yet */
  ask(sums: {
    to: string;
    recipients: number;
    parts: number;
    cost: string | null;
    balance: { amount: string; ageMs: number } | null;
  }): string;
  /** `message`: what goes to each of those who were mentioned one after the other. */
  eachGets(message: string): string;
  /** What they cost together may be more than there is. */
  tooFewCredits: string;
  /** Some of them got the same text a moment ago. */
  repeats(earlier: { agoMs: number; byYou: boolean; actor: string }): string;
  unknown(count: number): string;
  /** Several have the name that was typed; `more`: so many are not offered. */
  /** `near`: what the text says, if nobody has exactly that name. */
  who(asked: { name: string; near: string | null; more: number }): string;
  group(group: { name: string; size: number }): string;
  rota(name: string): string;
  /** None of them can be texted; the reasons follow. */
  nobody: string;
  /** Other numbers follow the first; `rest`: what is behind them, null: nothing. */
  /** `typed`: all that stands behind the first number; `rest`: what stands behind all of them, if anything does. */
  further(asked: { first: string; others: string[]; rest: string | null; typed: string }): string;
  /** Recipients, and lines that were typed; `to` may be empty. */
  andTyped(to: string, lines: number): string;
  sending(to: string): string;
  notSent: string;
  button: {
    send: string;
    dontSend: string;
    choose: string;
    cancel: string;
    toAll(count: number): string;
    onlyFirst: string;
  };
};
