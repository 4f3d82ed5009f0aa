import type { DedupeKey } from '../../kit/inbox/model.ts';
import type { Alert } from '../alert.ts';
import { digestOf } from './identity.ts';

/** A repeat within this time, also by the other sender of a pair, is a redelivery: it is answered and changes nothing. */
export const REDELIVERY_MS = 10 * 60_000;
/** Lifetime of a key that the sender chose, or that names one moment for good. */
export const KEY_MS = 8 * 24 * 3_600_000;

/** Makes calls with the same `parts` one call, whatever else they say. */
export const dedupeBy = (forMs: number, parts: readonly string[]): DedupeKey => ({
  key: digestOf(JSON.stringify(parts)),
  digest: null,
  forMs,
  ends: [],
});

/** The header Idempotency-Key promises that `content` is the same, too. */
export const dedupeByHeader = (idempotencyKey: string, content: unknown): DedupeKey => ({
  key: digestOf('idempotency-key', idempotencyKey),
  digest: digestOf(JSON.stringify(content)),
  forMs: KEY_MS,
  ends: [],
});

/** Both senders of a pair, and every redelivery, get the same key. */
export function dedupeByAlerts(group: string, alerts: readonly Alert[]): DedupeKey {
  const dedupeAs = (statusOf: (alert: Alert) => string): DedupeKey =>
    dedupeBy(REDELIVERY_MS, [
      'group',
      group,
      ...alerts
        .map(alert => `${alert.fingerprint} ${statusOf(alert)} ${alert.startsAt} ${alert.severity}`)
        .sort(),
    ]);
  // Without a start, what fires after its end looks like what fired before it.
  const isTimeless = alerts.every(({ startsAt }) => startsAt === null);
  const opposite = { firing: 'resolved', resolved: 'firing' };
  return {
    ...dedupeAs(({ status }) => status),
    ends: isTimeless ? [dedupeAs(({ status }) => opposite[status]).key] : [],
  };
}
