import type { Metrics } from '../kit/http/metrics.ts';
import { waitingOf } from './broadcast.ts';
import type { Broadcasts } from './store/store.ts';

/** Counts broadcasts, and the rows that still wait. */
export function createBroadcastMetrics(
  metrics: Metrics,
  broadcasts: Pick<Broadcasts, 'counts' | 'going'>,
): void {
  metrics.gauges('sms_broadcasts', 'Broadcasts kept, by state', 'state', broadcasts.counts);
  metrics.gauge(
    'sms_broadcast_rows_waiting',
    'Rows of running broadcasts that are neither texted nor left out yet',
    async () => {
      const running = (await broadcasts.going()).filter(({ state }) => state === 'running');
      return running.reduce((sum, { size, counts }) => sum + waitingOf({ rows: size.rows, counts }), 0);
    },
  );
}
