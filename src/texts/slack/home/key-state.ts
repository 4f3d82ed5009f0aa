import type { Button } from '@slack/types';
import type { Credits } from '../../../kit/credits.ts';
import { timeOn } from '../../../kit/day.ts';
import { type ChartPoint, chart, type ShownBlock } from '../../../kit/slack/charts.ts';
import { button, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { LinkedKey } from '../../../workspace/linked-keys.ts';
import { OPEN_LINK, unlinkForm } from '../../../workspace/slack/link.ts';
import { balanceForecast, type Forecast } from '../../balance-forecast.ts';
import type { LastBalance } from '../../draft.ts';
import type { DayUsage, History } from '../../store/history.ts';
import { balanceBlock } from './own-texts.ts';
import { daysUpTo } from './spending.ts';

/* For admins: the key, its balance, and about how long that lasts. */

const CHART_DAYS = 14;
/** A key is proven by a text that was sent with it. Checks this many of the newest texts if no balance proves it. */
const MAX_PROOF_TEXTS = 50;

/** True once the SMS service has accepted a text with the key. */
export async function isProven(history: History, workspace: string, key: LinkedKey): Promise<boolean> {
  if (await history.balance(key.fingerprint)) return true;
  const newest = await history.history(workspace, null, MAX_PROOF_TEXTS);
  return newest.some(({ state, fingerprint }) => state === 'sent' && fingerprint === key.fingerprint);
}

/** Who linked the key, and whether it is known to work. */
export const keyLine = (words: Wording, key: LinkedKey, proven: boolean): string =>
  [words.commands.linkedBy(key.linkedBy, key.linkedAt), ...(proven ? [] : [words.home.unproven])].join('\n');

/** @param days oldest first */
export function balanceBlocks(
  words: Wording,
  balance: LastBalance | null,
  days: readonly DayUsage[],
  asOf: number,
): ShownBlock[] {
  const sentence = forecastLine(words, balanceForecast(balance?.amount ?? null, days, asOf));
  return [
    balanceBlock(words, balance),
    ...(sentence === null ? [] : [section(sentence)]),
    ...balanceChart(words, days, asOf),
  ];
}

function forecastLine({ home }: Wording, forecast: Forecast): string | null {
  if (forecast.kind === 'lasts') return home.lasts(forecast.days);
  return forecast.why === 'young' ? home.paceYoung : null;
}

/** The balance at the end of each day; days on which the service gave none repeat the last one. */
function balanceChart(words: Wording, days: readonly DayUsage[], asOf: number): ShownBlock[] {
  const { chart: labels } = words.home;
  const points = balancesUpTo(days, asOf).map(
    ({ day, balance }): ChartPoint => ({
      label: labels.day(timeOn(day, '12:00')),
      value: Math.max(0, Number(balance)),
      text: labels.amount(balance),
    }),
  );
  return points.length < 2
    ? []
    : chart({ title: labels.balance, as: 'line', name: labels.balanceName, points });
}

export function balancesUpTo(
  days: readonly Pick<DayUsage, 'day' | 'balance'>[],
  asOf: number,
): { day: number; balance: Credits }[] {
  const first = days.find(({ balance }) => balance !== null);
  if (!first) return [];
  return daysUpTo(asOf, CHART_DAYS, first.day).flatMap(day => {
    const balance = days.findLast(earlier => earlier.day <= day && earlier.balance !== null)?.balance ?? null;
    return balance === null ? [] : [{ day, balance }];
  });
}

/** For admins alone. */
export const keyButtons = ({ home }: Wording, key: LinkedKey | null): Button[] => [
  button({
    action: OPEN_LINK,
    label: key ? home.linkAnew : home.link,
    ...(key ? {} : { style: 'primary' }),
  }),
  ...(key ? [button({ action: openerOf(unlinkForm, 'open'), label: home.unlink })] : []),
];
