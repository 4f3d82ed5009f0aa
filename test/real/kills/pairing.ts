import type { Caller } from '../../support/hooks.ts';
import { MINUTE, type Stage } from '../../support/stage.ts';
import { type Alertmanager, type Fired, startAlertmanager } from '../support/alertmanager.ts';

/** Two Alertmanagers that hear of each other, and alerts that each go to a hook of their own. */
export type Pair = {
  first: Alertmanager;
  second: Alertmanager;
  /** One for each hook. */
  alerts: Fired[];
  /** As Prometheus does: to both. */
  post(alerts: Fired[]): Promise<void>;
};

export async function startPair(stage: Stage, hooks: readonly Caller[]): Promise<Pair> {
  const config = {
    route: {
      receiver: 'nobody',
      group_by: ['alertname'],
      group_wait: '100ms',
      group_interval: '400ms',
      repeat_interval: '1s',
      routes: hooks.map((_, round) => ({ receiver: `hook-${round}`, matchers: [`round="${round}"`] })),
    },
    receivers: [
      { name: 'nobody' },
      ...hooks.map((hook, round) => ({
        name: `hook-${round}`,
        webhook_configs: [
          {
            url: stage.appUrl + hook.path,
            send_resolved: true,
            http_config: { authorization: { credentials: hook.token } },
          },
        ],
      })),
    ],
  };
  const first = await startAlertmanager(config, []);
  const second = await startAlertmanager(config, [first.clusterAddress]);
  return {
    first,
    second,
    alerts: hooks.map((_, round) => ({
      labels: { alertname: `Alert${round}`, severity: 'critical', round: String(round) },
      annotations: { summary: 'something is wrong' },
      startsAt: new Date(Date.now() - MINUTE).toISOString(),
    })),
    post: async alerts => void (await Promise.all([first.post(alerts), second.post(alerts)])),
  };
}
