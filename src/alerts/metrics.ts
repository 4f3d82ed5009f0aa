import type { Metrics } from '../kit/http/metrics.ts';
import { isUserId } from './calling/called-person.ts';
import type { ChannelUpdate } from './policy/channel/channel-update.ts';
import type { Decision } from './policy/decide.ts';

/** Counts decisions about alerts. */
export function createAlertMetrics({ counter }: Pick<Metrics, 'counter'>) {
  const alerts = counter(
    'sms_alerts_total',
    'Alerts of hooks by what was decided; untracked ones are neither followed nor texted',
    ['fired', 'resolved', 'folded', 'unrouted', 'untracked'].map(outcome => ({ what: outcome })),
  );
  const texts = counter(
    'sms_alert_texts_total',
    'Texts about alerts by what was decided: planned; held_back, counted for each alert whenever its hook is decided and its text has to wait',
    ['planned', 'held_back'].map(outcome => ({ what: outcome })),
  );
  return ({ updates, texts: planned }: Pick<Decision, 'updates' | 'texts'>): void => {
    const sum = (countIn: (update: ChannelUpdate) => number): number =>
      updates.reduce((total, update) => total + countIn(update), 0);
    const count = (outcome: string, countIn: (update: ChannelUpdate) => number): void =>
      alerts({ what: outcome }, sum(countIn));
    count('fired', ({ fired }) => fired.length);
    count('resolved', ({ resolved }) => resolved.length);
    count('folded', ({ folded, repeated }) => folded + repeated);
    count('unrouted', ({ unrouted }) => unrouted);
    count('untracked', ({ untracked }) => untracked);
    texts(
      { what: 'planned' },
      planned.reduce((numbers, { to }) => numbers + to.filter(address => !isUserId(address)).length, 0),
    );
    texts(
      { what: 'held_back' },
      sum(({ held }) => held?.alerts ?? 0),
    );
  };
}
