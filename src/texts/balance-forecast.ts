import type { Clock } from '../kit/clock.ts';
import type { Credits } from '../kit/credits.ts';
import { DAY_MS, dayOf, timeOn } from '../kit/day.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import type { History } from './store/history.ts';

/** What a workspace's texts cost on one day (see `dayOf`), in millionths of a credit. */
export type DayCost = { day: number; millionths: number };

/**
 * How long a balance lasts.
 *
 * `unused`: no text has had a cost lately. `young`: too few days to tell a pace from.
 */
export type Forecast =
  | { kind: 'lasts'; days: number }
  | { kind: 'unknown'; why: 'balance' | 'unused' | 'young' };

/** The pace is that of the last days with a cost, at most so many. */
const MAX_DAYS_WITH_USE = 7;
/** Use from longer ago says nothing about the next days. */
const LOOK_BACK_DAYS = 28;
/** One day alone, such as that of the first try, isn't a pace. */
const MIN_DAYS_WITH_USE = 2;

/**
 * About how many whole days a balance lasts if the workspace goes on as in its last seven days with use. What these cost is
 * spread over all days since the first of them, so that quiet days, such as weekends, count too.
 *
 * @param balance the last that the service gave; null if unknown
 * @param days in any order; days without use may be missing
 * @param at a time of day: today counts as far as it has passed
 */
export function balanceForecast(balance: Credits | null, days: readonly DayCost[], at: number): Forecast {
  if (balance === null) return { kind: 'unknown', why: 'balance' };
  const available = Number(balance) * 1_000_000;
  if (available <= 0) return { kind: 'lasts', days: 0 };
  const today = dayOf(at);
  const used = days
    .filter(({ day, millionths }) => millionths > 0 && day <= today && day > today - LOOK_BACK_DAYS)
    .toSorted((one, other) => other.day - one.day)
    .slice(0, MAX_DAYS_WITH_USE);
  const first = used.at(-1);
  if (!first) return { kind: 'unknown', why: 'unused' };
  if (used.length < MIN_DAYS_WITH_USE) return { kind: 'unknown', why: 'young' };
  const spent = used.reduce((sum, { millionths }) => sum + millionths, 0);
  const passedDays = Math.max(1, (at - timeOn(first.day, '00:00')) / DAY_MS);
  return { kind: 'lasts', days: Math.floor((available * passedDays) / spent) };
}

/** A workspace's balance after its key's last text (null if unknown), and the forecast for it. */
export async function forecastFor(
  deps: {
    history: Pick<History, 'balance' | 'days'>;
    keys: Pick<LinkedKeys, 'linked'>;
    clock: Pick<Clock, 'wall'>;
  },
  workspace: string,
): Promise<{ balance: Credits | null; forecast: Forecast }> {
  const at = deps.clock.wall();
  const [key, days] = await Promise.all([
    deps.keys.linked(workspace),
    deps.history.days(workspace, at - LOOK_BACK_DAYS * DAY_MS, at),
  ]);
  const last = key && (await deps.history.balance(key.fingerprint));
  const balance = last?.balance ?? null;
  return { balance, forecast: balanceForecast(balance, days, at) };
}
