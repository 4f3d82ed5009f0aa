import type { Clock } from '../../kit/clock.ts';
import { isLess } from '../../kit/credits.ts';
import { button } from '../../kit/slack/elements.ts';
import { opensList } from '../../kit/slack/list.ts';
import { isSought, type WarningSource } from '../../kit/slack/warnings.ts';
import { forecastFor } from '../../texts/balance-forecast.ts';
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
  return {
    kind: 'balance',
    isUrgent: false,
    async find(workspace, among) {
      if (!isSought(among, SUBJECT)) return [];
      const { balance, forecast } = await forecastFor(deps, workspace);
      if (balance === null || forecast.kind !== 'lasts' || forecast.days >= MIN_DAYS) return [];
      const { days } = forecast;
      const { lowBalance } = await deps.settings.shown(workspace);
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
