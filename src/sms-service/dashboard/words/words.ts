import { type Credits, formatCredits } from '../../money.ts';
import { DAY_MS } from '../../time.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { operators } from './operators.ts';
import { type Language, type Spoken, speak } from './say.ts';

export type { Language } from './say.ts';

const SENTENCES = { ...common, account, operators };
const WORDS = { en: speak(SENTENCES, 'en'), bn: speak(SENTENCES, 'bn') };

/** Every sentence of the dashboard. */
export type Words = Spoken<typeof SENTENCES>;

/** Bangla keeps Latin digits in tables, as amounts and numbers have; sentences have Bengali ones. */
const LOCALES: Record<Language, string> = { en: 'en-GB', bn: 'bn-BD-u-nu-latn' };

export function wordsIn(language: Language): Words {
  return WORDS[language];
}

/** The language that was chosen, or the one that the browser asks for. */
export function languageOf(chosen: string | undefined, accepted: string | undefined): Language {
  if (chosen === 'en' || chosen === 'bn') return chosen;
  return /^\s*bn\b/i.test(accepted ?? '') ? 'bn' : 'en';
}

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
  const amount = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 4 });
  return {
    moment: (at: number) => {
      const parts = Object.fromEntries(moment.formatToParts(at).map(({ type, value }) => [type, value]));
      const { day: on, month, year, hour, minute, second } = parts;
      return `${on} ${month} ${year}, ${hour}:${minute}:${second}`;
    },
    day: (number: number) => day.format(number * DAY_MS),
    count: (value: number) => count.format(value),
    /** Exactly, with its digits in groups: `1,234,562.89`. */
    amount: (credits: Credits) => amount.format(formatCredits(credits) as `${number}`),
  };
}

export type Writer = ReturnType<typeof writer>;
