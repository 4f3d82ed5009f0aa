import { withDecimals } from '../../kit/credits.ts';
import { capped, inCredits, n, plural } from '../../kit/words/english.ts';
import type { NearLimit } from '../sources/limits.ts';

/** Warnings, before something becomes trouble. */
const attention = {
  title: 'Look at this',
  /** Below the first ones, on Home. */
  more: (count: number) => `And ${n(count)} more.`,
  show: 'Show all',
  intro: 'Each of these goes away by itself once it is put right.',
  none: 'There is nothing to look at.',
  /** Above warnings in a direct message. */
  message:
    ':mag: *Look at this* before it becomes a problem. You’re told only once; it stays on the app’s Home tab until it is put right.',
  moreAtHome: (count: number) => `${n(count)} more on the app’s Home tab.`,
  limit({ of, unit, used, cap }: NearLimit & { of: keyof typeof capped }) {
    const amounts =
      unit === 'texts'
        ? `${n(Number(used))} of ${capped[of]} ${plural(Number(cap), 'text')}`
        : `${withDecimals(used)} of ${capped[of]} ${inCredits(cap)}`;
    return `Today’s limit is ${Number(used) < Number(cap) ? 'nearly ' : ''}used up: ${amounts}.${of === 'person' ? ' If you need more today, ask an admin or manager.' : ''}`;
  },
  changeLimits: 'Change limits',
  /** `days`: whole days, less than three. */
  balance: ({ days, balance }: { days: number; balance: string }) =>
    `The balance of ${inCredits(balance)} lasts ${days === 0 ? 'less than a day' : `about ${plural(days, 'day')}`} at this pace. Top it up at the SMS service, or lower the limits.`,
  lowerLimits: 'Settings',
};

export const en = { attention };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
