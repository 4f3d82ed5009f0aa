import { type Credits, formatCredits } from '../../money.ts';
import { DAY_MS } from '../../time.ts';

export type Language = 'en' | 'bn';

/** A sentence, or a function that builds one, in each language. */
export type Translated<Sentence> = Record<Language, Sentence>;

/** English comes first: its parameters decide those of Bangla. */
export function say<Sentence>(en: Sentence, bn: NoInfer<Sentence>): Translated<Sentence> {
  return { en, bn };
}

/** The sentences in one language. */
export type Spoken<Words> =
  Words extends Translated<infer Sentence> ? Sentence : { [Name in keyof Words]: Spoken<Words[Name]> };

export function speak<Words extends object>(words: Words, language: Language): Spoken<Words> {
  if ('en' in words && 'bn' in words) return words[language as keyof Words] as Spoken<Words>;
  const spoken = Object.entries(words).map(([name, inner]) => [name, speak(inner, language)]);
  return Object.fromEntries(spoken) as Spoken<Words>;
}

/** Bengali digits, for counts, amounts and times in a sentence. Values to look up or type keep Latin digits. */
export const inBengali = (value: number | string): string =>
  String(value).replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** The chosen language, or the browser's. */
export function languageOf(chosen: string | undefined, accepted: string | undefined): Language {
  if (chosen === 'en' || chosen === 'bn') return chosen;
  return /^\s*bn\b/i.test(accepted ?? '') ? 'bn' : 'en';
}

/**
 * Values to read have the language's own digits; values to type or look up, such as phone numbers, have Latin ones.
 */
const LOCALES: Record<Language, string> = { en: 'en-GB', bn: 'bn-BD-u-nu-beng' };

/** Formats times (in Bangladesh time), days, counts and amounts. */
export function writer(language: Language) {
  const moment = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Asia/Dhaka',
    day: 'numeric',
    month: language === 'bn' ? 'long' : 'short', // Bangla has no usual short form.
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
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
    /** Exact, with digit groups and at least two decimals: `1,234,562.80`. */
    amount: (credits: Credits) => amount.format(formatCredits(credits) as `${number}`),
  };
}

export type Writer = ReturnType<typeof writer>;
