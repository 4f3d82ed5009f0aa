import type { NumberFault } from '../number.ts';

/** The languages people read this app in. */
export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/* What the sentences of several areas are made of. */

/** What a sentence about a refusal may need in addition to the problem. */
export type ProblemContext = {
  /** Whom to ask, as a Slack user id: whoever linked the key. */
  ask: string | null;
  /** Whom to ask about a rule, as Slack user ids: managers and whoever linked the key, otherwise admins. */
  deciders: string[];
  /** Who reads it, as a Slack user id: nobody is told to ask themselves. Null: nobody in particular. */
  reader: string | null;
  balance: KnownBalance | null;
};

/** The balance after the last text, and how long ago that was. */
export type KnownBalance = { amount: string; ageMs: number };

/** Something typed that isn't a number we can text. */
export type WrongNumber = { typed: string; why: NumberFault };

/** What is wrong with a template, and the words where. */
export type BrokenTemplate = { fault: 'unclosed' | 'empty' | 'name_too_long'; near: string };

/** A recipient in the form we may show: masked. */
export type Masked = { number: string };

/** A field of a form. */
export type Labelled = { label: string; hint?: string };

/** Clauses: why nothing goes out with a key, and what somebody has to do about it. */
export type HoldClauses = { why: string; fix: string };

/** The language of ours that a browser wants most; `otherwise` when it names none of them. */
export function preferredLanguage(header: string | undefined, otherwise: Language): Language {
  const wanted = (header ?? '').split(',').map(part => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map(one => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(found => found !== undefined);
    return { language: tag.split('-')[0], quality: Number(quality ?? 1) };
  });
  const [best] = wanted
    .flatMap(({ language, quality }) => {
      const known = LANGUAGES.find(one => one === language);
      return known && quality > 0 ? [{ known, quality }] : [];
    })
    .sort((one, other) => other.quality - one.quality);
  return best?.known ?? otherwise;
}
