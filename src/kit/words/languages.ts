import type { NumberFault } from '../number.ts';

export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The facts that a problem's sentence may need besides the problem. */
export type ProblemContext = {
  /** The user id of the admin who linked the key. */
  ask: string | null;
  /** The user ids of the people to ask about a rule: managers and the admin who linked the key, otherwise all admins. */
  deciders: string[];
  /** The reader's user id, so that the sentence doesn't send them to themselves; null if there are several readers. */
  reader: string | null;
  balance: KnownBalance | null;
};

/** The balance after the last text, and its age. */
export type KnownBalance = { amount: string; ageMs: number };

/** A typed number that can't be texted. */
export type WrongNumber = { typed: string; why: NumberFault };

/** A template's fault, and the text next to it. */
export type BrokenTemplate = { fault: 'unclosed' | 'empty' | 'name_too_long'; near: string };

/** A number that is masked already. */
export type Masked = { number: string };

/** The label of a form's field, and a hint below it. */
export type Labelled = { label: string; hint?: string };

/** Two clauses: the reason why a key is on hold, and the remedy. */
export type HoldClauses = { why: string; fix: string };

/** The language that a browser's `Accept-Language` prefers; `otherwise` if it names none of ours. */
export function preferredLanguage(header: string | undefined, otherwise: Language): Language {
  const accepted = (header ?? '').split(',').map(part => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.flatMap(parameter => /^\s*q=([\d.]+)/.exec(parameter)?.[1] ?? [])[0];
    return { language: tag.split('-')[0], quality: Number(quality ?? 1) };
  });
  const [best] = accepted
    .flatMap(({ language: tag, quality }) => {
      const language = LANGUAGES.find(ours => ours === tag);
      return language && quality > 0 ? [{ language, quality }] : [];
    })
    .sort((one, other) => other.quality - one.quality);
  return best?.language ?? otherwise;
}
