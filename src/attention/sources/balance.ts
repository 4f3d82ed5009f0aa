import type { Clock } from '../../kit/clock.ts';
import { isLess } from '../../kit/credits.ts';
import { DAY_MS } from '../../kit/day.ts';
import { button } from '../../kit/slack/elements.ts';
import { opensList } from '../../kit/slack/list.ts';
import { isSought, type WarningSource } from '../../kit/slack/warnings.ts';
import { balanceForecast } from '../../texts/balance-forecast.ts';
import type { History } from '../../texts/store/history.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { settingsList } from '../../workspace/slack/settings/list.ts';

declare module '../../kit/slack/warnings.ts' {
  interface WarningKinds {
    balance: true;
  }
}

/** A balance that lasts less than so many days is something to look at. */
const MIN_DAYS = 3;
/** The days whose cost is asked for; the forecast looks back no further. */
const DAYS = 28;

const SUBJECT = 'key';

/**
 * A balance that lasts less than three days at the pace of the last weeks. Below the workspace's own threshold, people are told of the low
 * balance itself (`withBalanceCheck`), so that this is only shown.
 */
export function balanceWarnings(deps: {
  keys: Pick<LinkedKeys, 'linked'>;
  settings: Pick<SettingsOf, 'shown'>;
  history: Pick<History, 'balance' | 'days'>;
  clock: Pick<Clock, 'wall'>;
}): WarningSource {
  const { keys, settings, history, clock } = deps;
  return {
    kind: 'balance',
    isUrgent: false,
    async find(workspace, among) {
      const key = isSought(among, SUBJECT) ? await keys.linked(workspace) : null;
      const last = key && (await history.balance(key.fingerprint));
      if (!last) return [];
      const at = clock.wall();
      const { balance } = last;
      const forecast = balanceForecast(balance, await history.days(workspace, at - DAYS * DAY_MS, at), at);
      if (forecast.kind !== 'lasts' || forecast.days >= MIN_DAYS) return [];
      const { days } = forecast;
      const { lowBalance } = await settings.shown(workspace);
      return [
        {
          subject: SUBJECT,
          people: [],
          leaders: 'admins',
          isToldElsewhere: lowBalance !== null && isLess(balance, lowBalance),
          say: ({ attention }) => ({
            text: attention.balance({ days, balance }),
            button: button({ action: opensList(settingsList), label: attention.lowerLimits }),
          }),
        },
      ];
    },
  };
}
