import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPayload } from '../../support/alert-samples.ts';

type About = { idempotencyKey: string | null; callId: string };
const ABOUT: About = { idempotencyKey: null, callId: 'call-1' };
const read = (body: unknown, about: Partial<About> = {}) => readPayload(body, { ...ABOUT, ...about });
function good(body: unknown, about: Partial<About> = {}) {
  const result = read(body, about);
  if (result.kind !== 'read') throw new Error(JSON.stringify(result));
  return result.payload;
}

const alert = (fields: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'HighCPU', instance: 'web-1', severity: 'critical' },
  annotations: { summary: 'CPU above 90% on web-1' },
  startsAt: '2026-11-21T09:51:03.157076123+06:00',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.example/graph',
  fingerprint: 'c6eadffa33fcdf37',
  ...fields,
});
const alertmanager = (fields: object = {}) => ({
  version: '4',
  groupKey: '{}:{alertname="HighCPU"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'sms',
  groupLabels: { alertname: 'HighCPU' },
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example',
  alerts: [alert()],
  ...fields,
});
const grafana = (fields: object = {}) => ({
  ...alertmanager({ version: '1', groupKey: '{alertname="High memory usage"}', ...fields }),
  orgId: 1,
  title: '[FIRING:1] High memory usage (blue)',
  state: 'alerting',
  message: '**Firing**\n\nLabels: …',
  alerts: [
    alert({
      silenceURL: 'https://grafana.example/silence',
      dashboardURL: '',
      panelURL: '',
      values: { B: 44.23943737541908, C: 1 },
      valueString: "[ metric='' labels={} value=44.2 ]",
    }),
  ],
});

describe('Alertmanager', () => {
  test('its alerts are translated into our terms', () => {
    const { alerts, single, to } = good(
      alertmanager({ alerts: [alert(), alert({ status: 'resolved', fingerprint: 'b' })] }),
    );
    expect(alerts).toMatchObject([
      {
        fingerprint: 'c6eadffa33fcdf37',
        status: 'firing',
        severity: 'critical',
        name: 'HighCPU',
        place: 'web-1',
        startsAt: Date.UTC(2026, 10, 21, 3, 51, 3, 157),
        facts: {
          summary: 'CPU above 90% on web-1',
          links: [{ what: 'source', url: 'http://prometheus.example/graph' }],
        },
      },
      { status: 'resolved' },
    ]);
    expect([single, to]).toEqual([false, null]);
  });

  test('a redelivery and the second call of a pair count as duplicates; a change of anything that matters doesn’t', () => {
    const both = [alert(), alert({ fingerprint: 'b' })];
    const identity = (body: unknown) => good(body).dedupe?.key;
    const first = identity(alertmanager({ alerts: both }));
    expect(identity(alertmanager({ alerts: both.toReversed() }))).toBe(first);
    expect(identity(alertmanager({ alerts: both, receiver: 'other', externalURL: 'http://peer' }))).toBe(
      first,
    );
    for (const foreign of [
      { alerts: both, groupKey: '{}:{}' },
      { alerts: [alert()] },
      { alerts: [alert(), alert({ fingerprint: 'b', status: 'resolved' })] },
      { alerts: [alert(), alert({ fingerprint: 'b', startsAt: '2026-11-21T10:00:00Z' })] },
      { alerts: [alert(), alert({ fingerprint: 'b', labels: { alertname: 'X', severity: 'info' } })] },
    ]) {
      expect(identity(alertmanager(foreign))).not.toBe(first);
    }
  });

  test('an alert without a fingerprint is identified by its labels', () => {
    const of = (labels: object) =>
      good(alertmanager({ alerts: [alert({ fingerprint: undefined, labels })] })).alerts[0]?.fingerprint;
    expect(of({ a: '1', b: '2' })).toBe(of({ b: '2', a: '1' }));
    expect(of({ a: '1', b: '2' })).not.toBe(of({ a: '12', b: '' }));
  });
});

test('Grafana has its own title and values, and its organisations are kept apart', () => {
  const { alerts } = good(grafana());
  expect(alerts[0]?.facts).toMatchObject({
    title: '[FIRING:1] High memory usage (blue)',
    value: 'B=44.2394 C=1',
  });
  expect(good({ ...grafana(), orgId: 2 }).group).not.toBe(good(grafana()).group);
});

describe('any program’s own JSON', () => {
  test('is one alert, which is new each time unless it has a key', () => {
    expect(good({ message: ' Disk full ', severity: 'P1' })).toMatchObject({
      single: true,
      to: null,
      dedupe: null,
      alerts: [
        { status: 'firing', severity: 'critical', name: 'Disk full', facts: { message: ' Disk full ' } },
      ],
    });
    expect(good({ message: 'x' }, { callId: 'call-2' }).group).not.toBe(good({ message: 'x' }).group);
  });

  test('with a key it is a repeat, whatever it says', () => {
    const first = good({ message: 'down', dedup_key: 'api' });
    expect(good({ dedup_key: 'api', message: 'down' }, { callId: 'call-2' })).toMatchObject({
      group: first.group,
      dedupe: first.dedupe,
    });
    // Different words under the same key are the same alert: only a sender's Idempotency-Key promises the
    // same body.
    expect(good({ message: 'down again', dedup_key: 'api' }).dedupe).toEqual(first.dedupe);
    const keyed = (message: string) => good({ message }, { idempotencyKey: 'k' }).dedupe?.digest;
    expect(keyed('down')).not.toBe(keyed('down again'));
    // A resolve ends the key's firing, so that it can fire again.
    const over = good({ message: 'up', dedup_key: 'api', action: 'resolve' });
    expect(over.dedupe?.ends).toContain(first.dedupe?.key);
    // A more severe call is no repeat, and the same resolve ends it.
    const worse = good({ message: 'down', dedup_key: 'api', severity: 'critical' });
    expect(worse.dedupe?.key).not.toBe(first.dedupe?.key);
    expect(over.dedupe?.ends).toContain(worse.dedupe?.key);
    expect(over.alerts[0]?.fingerprint).toBe(first.alerts[0]?.fingerprint);
  });

  test('Idempotency-Key takes precedence over dedup_key', () => {
    const keyed = good({ message: 'x', dedup_key: 'api' }, { idempotencyKey: 'k' });
    expect(good({ message: 'x' }, { idempotencyKey: 'k' }).dedupe?.key).toBe(keyed.dedupe?.key);
    expect(keyed.dedupe?.key).not.toBe(good({ message: 'x', dedup_key: 'api' }).dedupe?.key);
  });

  test('names recipients as a text or as a list', () => {
    expect(good({ message: 'x', to: '01712345678, ops;' }).to).toBe('01712345678, ops;');
    expect(good({ message: 'x', to: ['01712345678', 'ops'] }).to).toBe('01712345678\nops');
  });
});

describe('one odd field doesn’t get the call refused', () => {
  test.each([
    alertmanager({ version: '1' }),
    alertmanager({ version: undefined, groupKey: null }),
    alertmanager({ groupKey: null, groupLabels: null, commonLabels: null }),
    alertmanager({ status: 'FIRING', alerts: [alert({ status: undefined })] }),
    alertmanager({ truncatedAlerts: -1 }),
    alertmanager({ alerts: [alert({ startsAt: '', endsAt: 'never' })] }),
    alertmanager({ alerts: [alert({ annotations: null })] }),
    alertmanager({ alerts: [alert(), null, 'x'] }),
    alertmanager({
      alerts: [
        alert({
          labels: { alertname: 'HighCPU', instance: 'web-1', port: 9100, x: null, severity: 'critical' },
        }),
      ],
    }),
    { ...grafana(), orgId: undefined },
    { ...grafana(), alerts: [alert({ values: { A: 'warm', B: null }, dashboardURL: 7 })] },
    { alerts: [{ labels: { alertname: 'HighCPU', instance: 'web-1', severity: 'critical' } }] },
    alert(),
  ])('%j', body => {
    const { alerts } = good(body);
    expect(alerts.map(({ name, place, status }) => [name, place, status])).toEqual([
      ['HighCPU', 'web-1', 'firing'],
    ]);
  });

  test('an invalid start counts as none', () => {
    const starts = ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '', 'yesterday'].map(
      startsAt => good(alertmanager({ alerts: [alert({ startsAt })] })).alerts[0]?.startsAt,
    );
    expect(starts).toEqual([null, null, null, null]);
  });

  test('without a start, an alert that fires after its end is a new one', () => {
    const timeless = (status: string) => good(alertmanager({ alerts: [alert({ status, startsAt: '' })] }));
    expect(timeless('resolved').dedupe?.ends).toEqual([timeless('firing').dedupe?.key]);
    expect(timeless('firing').dedupe?.ends).toEqual([timeless('resolved').dedupe?.key]);
  });
});

describe('a call without words', () => {
  test.each(
    [[[], null, 7, 'text', {}, { hello: 7, list: [] }, { to: '01712345678' }, { message: 7 }]].flat(),
  )('%j', body => {
    const result = read(body);
    if (result.kind !== 'wrong') throw new Error(`It was read: ${JSON.stringify(result)}`);
    expect(result.problem.error).toMatch(/^[A-Z“a-z].{10,200}\.$/);
  });

  test('no body makes it throw', () => {
    fc.assert(fc.property(fc.jsonValue(), body => void read(body)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('alerts', 'message', 'orgId'), (value, name) => {
        read({ ...grafana(), [name]: value });
        read({ ...alertmanager(), alerts: [{ ...alert(), labels: value }] });
      }),
    );
  });
});
