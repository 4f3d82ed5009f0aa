import { type Credits, formatCredits } from '../../money.ts';
import { DAY_MS } from '../../time.ts';

/** The languages of the dashboard. */
export type Language = 'en' | 'bn';

/** A sentence, or a function that makes one, in each language. */
export type Said<Sentence> = Record<Language, Sentence>;

/** English first: what it takes, Bangla takes too. */
export function say<Sentence>(en: Sentence, bn: NoInfer<Sentence>): Said<Sentence> {
  return { en, bn };
}

/** Sentences by name, as they are in one language. */
export type Spoken<Words> =
  Words extends Said<infer Sentence> ? Sentence : { [Name in keyof Words]: Spoken<Words[Name]> };

export function speak<Words extends object>(words: Words, language: Language): Spoken<Words> {
  if ('en' in words && 'bn' in words) return words[language as keyof Words] as Spoken<Words>;
  const spoken = Object.entries(words).map(([name, inner]) => [name, speak(inner, language)]);
  return Object.fromEntries(spoken) as Spoken<Words>;
}

/** A count, an amount or a time in a sentence, with Bengali digits; what one looks up or types keeps its Latin ones. */
export const inBengali = (said: number | string): string =>
  String(said).replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** The language that was chosen, or the one that the browser asks for. */
export function languageOf(chosen: string | undefined, accepted: string | undefined): Language {
  if (chosen === 'en' || chosen === 'bn') return chosen;
  return /^\s*bn\b/i.test(accepted ?? '') ? 'bn' : 'en';
}

/** Whatever one reads has the language's own digits; what one types or looks up, such as a phone number, has Latin ones. */
const LOCALES: Record<Language, string> = { en: 'en-GB', bn: 'bn-BD-u-nu-beng' };

/** How times, days, counts and amounts are written, in Bangladesh time. */
export function writer(language: Language) {
  const zone = { timeZone: 'Asia/Dhaka' } as const;
  const moment = new Intl.DateTimeFormat(LOCALES[language], {
    ...zone,
    ...{ day: 'numeric', month: language === 'bn' ? 'long' : 'short', year: 'numeric' }, // Nobody writes “নভে”.
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  const day = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: language === 'bn' ? 'long' : 'short',
  });
  const count = new Intl.NumberFormat(LOCALES[language]);
  const amount = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  return {
    moment: (at: number) => {
      const parts = Object.fromEntries(moment.formatToParts(at).map(({ type, value }) => [type, value]));
      const { day: on, month, year, hour, minute, second } = parts;
      return `${on} ${month} ${year}, ${hour}:${minute}:${second}`;
    },
    day: (number: number) => day.format(number * DAY_MS),
    count: (value: number) => count.format(value),
    /** Exactly, with its digits in groups and at least two decimals: `1,234,562.80`. */
    amount: (credits: Credits) => amount.format(formatCredits(credits) as `${number}`),
  };
}

export type Writer = ReturnType<typeof writer>;
