import type { Metrics } from '../kit/http/metrics.ts';
import type { ChannelUpdate } from './policy/channel/channel-update.ts';
import type { Decision } from './policy/decide.ts';

/** Counts what was decided about alerts. */
export function createAlertMetrics({ counter }: Pick<Metrics, 'counter'>) {
  const alerts = counter(
    'sms_alerts_total',
    'Alerts of hooks by what was decided; untracked ones are neither followed nor texted',
    ['fired', 'resolved', 'folded', 'unrouted', 'untracked'].map(what => ({ what })),
  );
  const texts = counter(
    'sms_alert_texts_total',
    'Texts about alerts by what was decided: planned; held_back, counted for each alert whenever its hook is decided and its text has to wait',
    ['planned', 'held_back'].map(what => ({ what })),
  );
  return ({ updates, texts: planned }: Pick<Decision, 'updates' | 'texts'>): void => {
    const sum = (of: (one: ChannelUpdate) => number): number =>
      updates.reduce((total, one) => total + of(one), 0);
    const what = (what: string, of: (one: ChannelUpdate) => number): void => alerts({ what }, sum(of));
    what('fired', ({ fired }) => fired.length);
    what('resolved', ({ resolved }) => resolved.length);
    what('folded', ({ folded, repeated }) => folded + repeated);
    what('unrouted', ({ unrouted }) => unrouted);
    what('untracked', ({ untracked }) => untracked);
    texts(
      { what: 'planned' },
      planned.reduce((numbers, { to }) => numbers + to.length, 0),
    );
    texts(
      { what: 'held_back' },
      sum(({ held }) => held?.alerts ?? 0),
    );
  };
}
