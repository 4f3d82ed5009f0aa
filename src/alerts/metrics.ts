import type { Metrics } from '../kit/http/metrics.ts';
import type { Decision } from './deciding/decide.ts';
import type { News } from './deciding/news.ts';

/** Counts what was decided about alerts. */
export function createAlertMetrics({ counter }: Pick<Metrics, 'counter'>) {
  const alerts = counter(
    'sms_alerts_total',
    'Alerts of hooks by what was decided; untracked ones are neither followed nor texted',
    ['fired', 'resolved', 'folded', 'unrouted', 'untracked'].map(what => ({ what })),
  );
  const texts = counter(
    'sms_alert_texts_total',
    'Texts about alerts by what was decided: planned; held_back, counted for each number whenever its hook is decided and its text has to wait',
    ['planned', 'held_back'].map(what => ({ what })),
  );
  return ({ news, texts: planned }: Pick<Decision, 'news' | 'texts'>): void => {
    const sum = (of: (one: News) => number): number => news.reduce((total, one) => total + of(one), 0);
    const what = (what: string, of: (one: News) => number): void => alerts({ what }, sum(of));
    what('fired', ({ fired }) => fired.length);
    what('resolved', ({ resolved }) => resolved.length);
    what('folded', ({ folded, repeated }) => folded + repeated);
    what('unrouted', ({ unrouted }) => unrouted);
    what('untracked', ({ untracked }) => untracked);
    texts({ what: 'planned' }, planned.length);
    texts(
      { what: 'held_back' },
      sum(({ held }) => held.reduce((numbers, { others }) => numbers + 1 + others, 0)),
    );
  };
}
