import type { DedupeKey } from '../../kit/inbox/model.ts';
import type { Alert } from '../alert.ts';
import { digestOf } from './identity.ts';

/** A repeat within this time, also by the other one of a pair of Alertmanagers, is a redelivery: it is answered and changes nothing. */
export const REDELIVERY_MS = 10 * 60_000;
/** Lifetime of a key that the sender chose, or that belongs to one moment of an alert. */
export const KEY_MS = 8 * 24 * 3_600_000;

/** Calls with the same `parts` are repeats, whatever else they contain. */
export const dedupeBy = (forMs: number, parts: readonly string[]): DedupeKey => ({
  key: digestOf(JSON.stringify(parts)),
  digest: null,
  forMs,
  ends: [],
});

/** For a call with the header Idempotency-Key: the same key with other content is a conflict. */
export const dedupeByHeader = (idempotencyKey: string, content: unknown): DedupeKey => ({
  key: digestOf('idempotency-key', idempotencyKey),
  digest: digestOf(JSON.stringify(content)),
  forMs: KEY_MS,
  ends: [],
});

/** Calls from both Alertmanagers of a pair, and their redeliveries, get the same key. */
export function dedupeByAlerts(group: string, alerts: readonly Alert[]): DedupeKey {
  const dedupeAs = (statusOf: (alert: Alert) => string): DedupeKey =>
    dedupeBy(REDELIVERY_MS, [
      'group',
      group,
      ...alerts
        .map(alert => `${alert.fingerprint} ${statusOf(alert)} ${alert.startsAt} ${alert.severity}`)
        .sort(),
    ]);
  // Alerts without a start have the same key when they fire again, so their end frees that key.
  const isTimeless = alerts.every(({ startsAt }) => startsAt === null);
  const opposite = { firing: 'resolved', resolved: 'firing' };
  return {
    ...dedupeAs(({ status }) => status),
    ends: isTimeless ? [dedupeAs(({ status }) => opposite[status]).key] : [],
  };
}
