import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPayload } from '../../../src/alerts/payloads/read.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';

type About = { idempotencyKey: string | null; callId: string };
const ABOUT: About = { idempotencyKey: null, callId: 'call-1' };
const read = (body: unknown, about: Partial<About> = {}) =>
  runToEnd(readPayload(body, { ...ABOUT, ...about }));
function good(body: unknown, about: Partial<About> = {}) {
  const result = read(body, about);
  if (result.kind !== 'read') throw new Error(JSON.stringify(result));
  return result.payload;
}

const alert = (given: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'HighCPU', instance: 'web-1', severity: 'critical' },
  annotations: { summary: 'CPU above 90% on web-1' },
  startsAt: '2026-11-21T09:51:03.157076123+06:00',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.example/graph',
  fingerprint: 'c6eadffa33fcdf37',
  ...given,
});
const alertmanager = (given: object = {}) => ({
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
  ...given,
});
const grafana = (given: object = {}) => ({
  ...alertmanager({ version: '1', groupKey: '{alertname="High memory usage"}', ...given }),
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

  test('a redelivery and the other call of a pair are the same; a change of anything that matters is not', () => {
    const both = [alert(), alert({ fingerprint: 'b' })];
    const identity = (body: unknown) => good(body).sameness?.identity;
    const first = identity(alertmanager({ alerts: both }));
    expect(identity(alertmanager({ alerts: both.toReversed() }))).toBe(first);
    expect(identity(alertmanager({ alerts: both, receiver: 'other', externalURL: 'http://peer' }))).toBe(
      first,
    );
    for (const other of [
      { alerts: both, groupKey: '{}:{}' },
      { alerts: [alert()] },
      { alerts: [alert(), alert({ fingerprint: 'b', status: 'resolved' })] },
      { alerts: [alert(), alert({ fingerprint: 'b', startsAt: '2026-11-21T10:00:00Z' })] },
    ]) {
      expect(identity(alertmanager(other))).not.toBe(first);
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
  test('is one alert, and without a key a new one each time', () => {
    expect(good({ message: ' Disk full ', severity: 'P1' })).toMatchObject({
      single: true,
      to: null,
      sameness: null,
      alerts: [
        { status: 'firing', severity: 'critical', name: 'Disk full', facts: { message: ' Disk full ' } },
      ],
    });
    expect(good({ message: 'x' }, { callId: 'call-2' }).group).not.toBe(good({ message: 'x' }).group);
  });

  test('with a key it is a repeat; other content under the key is told apart', () => {
    const first = good({ message: 'down', dedup_key: 'api' });
    expect(good({ dedup_key: 'api', message: 'down' }, { callId: 'call-2' })).toMatchObject({
      group: first.group,
      sameness: first.sameness,
    });
    const other = good({ message: 'down again', dedup_key: 'api' });
    expect(other.sameness?.identity).toBe(first.sameness?.identity);
    expect(other.sameness?.digest).not.toBe(first.sameness?.digest);
    // A resolve ends the key's firing, so that it may fire again.
    const over = good({ message: 'up', dedup_key: 'api', action: 'resolve' });
    expect(over.sameness?.ends).toBe(first.sameness?.identity);
    expect(over.alerts[0]?.fingerprint).toBe(first.alerts[0]?.fingerprint);
  });

  test('Idempotency-Key takes precedence over dedup_key', () => {
    const keyed = good({ message: 'x', dedup_key: 'api' }, { idempotencyKey: 'k' });
    expect(good({ message: 'x' }, { idempotencyKey: 'k' }).sameness?.identity).toBe(keyed.sameness?.identity);
    expect(keyed.sameness?.identity).not.toBe(good({ message: 'x', dedup_key: 'api' }).sameness?.identity);
  });

  test('names recipients as a text or as a list', () => {
    expect(good({ message: 'x', to: '01712345678, ops;' }).to).toBe('01712345678, ops;');
    expect(good({ message: 'x', to: ['01712345678', 'ops'] }).to).toBe('01712345678\nops');
  });
});

describe('what can’t be read names its field in one sentence', () => {
  test.each([
    [[], null],
    ['text', null],
    [null, null],
    [{}, null],
    [{ hello: 7, list: [] }, null],
    [{ message: 7 }, 'message'],
    [{ message: ' ' }, 'message'],
    [{ message: 'x'.repeat(1601) }, 'message'],
    [{ to: '01712345678' }, 'message'],
    [{ message: 'x', severity: 'very' }, 'severity'],
    [{ message: 'x', action: 'acknowledge' }, 'action'],
    [{ message: 'x', action: 'resolve' }, 'dedup_key'],
    [{ message: 'x', dedup_key: '' }, 'dedup_key'],
    [{ message: 'x', to: 1 }, 'to'],
    [alertmanager({ version: '3' }), 'version'],
    [alertmanager({ groupKey: undefined }), 'groupKey'],
    [alertmanager({ status: 'broken' }), 'status'],
    [alertmanager({ alerts: [] }), 'alerts'],
    [alertmanager({ alerts: {} }), 'alerts'],
    [alertmanager({ alerts: [alert(), alert({ startsAt: 'yesterday' })] }), 'alerts[1].startsAt'],
    [alertmanager({ alerts: [alert({ labels: { severity: 1 } })] }), 'alerts[0].labels.severity'],
    [{ ...grafana(), orgId: 'one' }, 'orgId'],
    [{ ...grafana(), truncatedAlerts: -1 }, 'truncatedAlerts'],
    [{ ...grafana(), alerts: [alert({ status: 'pending' })] }, 'alerts[0].status'],
    [{ ...grafana(), alerts: [alert(), alert({ labels: null })] }, 'alerts[1].labels'],
    [{ ...grafana(), alerts: [alert({ values: { A: 'warm' } })] }, 'alerts[0].values.A'],
  ])('%j', (body, field) => {
    const result = read(body);
    if (result.kind !== 'wrong') throw new Error('It was read');
    expect(result.problem.field).toBe(field);
    expect(result.problem.error).toMatch(/^[A-Z“a-z].{10,200}\.$/);
    if (field) expect(result.problem.error.startsWith(field)).toBe(true);
  });

  test('whatever comes, nothing throws', () => {
    fc.assert(fc.property(fc.jsonValue(), body => void read(body)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('alerts', 'message', 'orgId'), (value, name) => {
        read({ ...grafana(), [name]: value });
        read({ ...alertmanager(), alerts: [{ ...alert(), labels: value }] });
      }),
    );
  });
});
