import { readFileSync } from 'node:fs';
import type { CallContext } from '../../src/alerts/payloads/payload.ts';
import { readCall } from '../../src/alerts/payloads/read.ts';
import { runToEnd } from '../../src/kit/fair-scheduler.ts';

/*
 * Payloads of alerting programs. Each file of test/samples/alerts has the fields that the program's documentation or source
 * shows, with our own values.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON, which tests change as they need
export type Sample = any;

export function sample(name: string): Sample {
  return JSON.parse(readFileSync(`test/samples/alerts/${name}.json`, 'utf8'));
}

/** A sample with one field, named by its path, replaced; undefined removes it. */
export function sampleWith(name: string, path: string, value: unknown): Sample {
  const body = sample(name);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce((inner, step) => inner[step], body);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return body;
}

/** The payload of our script for Zabbix. */
export const zabbixCall = (changes: object = {}): Sample => ({
  zabbix: {
    event_id: '48125',
    value: '1',
    update: '0',
    severity: '4',
    name: 'High CPU utilization',
    host: 'web-1',
    details: 'Current utilization: 93.2 %',
    time: '2026.11.21 09:00:00',
    ...changes,
  },
});

/** The payload of Healthchecks with the documented body. */
export const healthchecksCall = (changes: object = {}, severity = 'critical'): Sample => ({
  healthchecks: {
    check: 'f618072a-7bde-4eee-af63-71a77c5723bc',
    name: 'Nightly backup',
    status: 'down',
    at: '2026-11-21T03:00:00+00:00',
    ...changes,
  },
  severity,
});

/** Reads a call with one value; returns its first payload. */
export function readPayload(body: unknown, about: CallContext) {
  const read = runToEnd(readCall([body], about));
  if (read.kind !== 'read') return read;
  const { payloads, ...details } = read;
  const [payload] = payloads;
  if (!payload) throw new Error('It has no payload');
  return { ...details, payload };
}
