import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/alerts/alert.ts';
import { matchOpenAlert } from '../../../src/alerts/match.ts';
import { readForm } from '../../../src/alerts/payloads/form.ts';
import { readCall } from '../../../src/alerts/payloads/read.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';

/* Calls of unknown programs, by their mistakes and their own ways of saying things. */

const LIMIT = 256 * 1024;
let calls = 0;

function sent(body: string | Buffer | object, type = 'application/json', encoding = '') {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return runToEnd(readForm(bytes, { type, encoding }, LIMIT));
}

function alertsIn(body: string | Buffer | object, type?: string, encoding?: string): Alert[] {
  const form = sent(body, type, encoding);
  if (form.kind === 'unreadable') throw new Error(form.error);
  calls += 1;
  const read = runToEnd(readCall(form.values, { idempotencyKey: null, callId: `call ${calls}` }));
  return read.kind === 'read' ? read.payloads.flatMap(({ alerts }) => alerts) : [];
}

/** An alert's name, place and words. */
const summaryOf = (alert: Alert | undefined): string =>
  [alert?.name, alert?.place, alert?.facts.summary].filter(Boolean).join(' | ');

/** The effect of each of these calls, one after another, at one hook. */
function course(...bodies: (string | object)[]): string[] {
  let open: Alert[] = [];
  return bodies.map(body => {
    const effects = alertsIn(body).map(alert => {
      const same =
        open.find(candidate => candidate.fingerprint === alert.fingerprint) ?? matchOpenAlert(alert, open);
      if (alert.status === 'resolved') {
        open = open.filter(candidate => candidate !== same);
        return same ? `ends ${same.facts.summary || same.name}` : 'ends nothing';
      }
      if (same) return 'the same';
      open.push(alert);
      return 'fires';
    });
    return effects.join(', ') || 'nothing';
  });
}

const FULL = 'Disk full on db-1';
const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('is read in any form', () => {
  test.each<[string, string | Buffer, string?, string?]>([
    ['a raw line break', `{"title": "${FULL}", "message": "/var\nis full"}`],
    ['a raw tab', `{"title": "${FULL}", "message": "/var\tis full"}`],
    ['a lone backslash', `{"title": "${FULL}", "message": "C:\\Users\\db is full"}`],
    ['a trailing comma', `{"title": "${FULL}", "tags": [1, 2,],}`],
    ['what is no number', `{"title": "${FULL}", "value": NaN}`],
    ['single quotes', `{'title': '${FULL}', 'up': False}`],
    ['names without quotes', `{ title: "${FULL}", value: None }`],
    ['quotes within', `{"title": "${FULL}", "message": "the "big" one, and more"}`],
    ['three quotes', `{"title": """${FULL}""", "value": 1}`],
    ['a comment', `// made by hand\n{"title": "${FULL}"}`],
    ['cut off', `{"title": "${FULL}", "message": "/var is f`],
    ['quoted as a text', JSON.stringify(JSON.stringify({ title: FULL }))],
    ['a mark before it', `\uFEFF{"title": "${FULL}"}`],
    [
      'called a form',
      `{"title": "${FULL}", "url": "https://x/?a=1&b=2"}`,
      'application/x-www-form-urlencoded',
    ],
    ['a form', `title=${FULL.replaceAll(' ', '+')}&status=firing`, 'application/x-www-form-urlencoded'],
    ['a form called JSON', `title=${FULL.replaceAll(' ', '%20')}&status=firing`],
    [
      'JSON in a form',
      `payload=${encodeURIComponent(`{"title": "${FULL}", "text": "a\nb"}`)}`,
      'application/x-www-form-urlencoded',
    ],
    [
      'a form with parts',
      `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n${FULL}\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
    ],
    ['called nothing', `{"title": "${FULL}"}`, ''],
    ['called bytes', `{"title": "${FULL}"}`, 'application/octet-stream'],
    ['words called JSON', FULL],
    ['JSON behind words', `Disk full on db-1 {"var": "97%", "more": [1, 2]}`],
    ['words as JSON', JSON.stringify(FULL)],
    ['markup', `<alert><title>${FULL}</title></alert>`, 'application/xml'],
    ['gzip', gzipSync(`{"title": "${FULL}"}`), 'application/json', 'gzip'],
    ['gzip that doesn’t say so', gzipSync(`{"title": "${FULL}"}`)],
    ['deflate', deflateSync(`{"title": "${FULL}"}`), 'application/json', 'deflate'],
    ['UTF-16', wide(`{"title": "${FULL}"}`)],
    ['Latin-1', Buffer.from(`{"title": "${FULL}", "message": "température élevée"}`, 'latin1')],
    ['two, one after another', `{"title": "${FULL}"}\n{"title": "web-1 is down"}`],
    ['two in a list', `[{"title": "${FULL}"}, {"title": "web-1 is down"}]`],
  ])('%s', (name, body, type, encoding) => {
    const alerts = alertsIn(body, type, encoding);
    expect(summaryOf(alerts[0])).toMatch(/^Disk full on db-1/);
    expect(alerts.length).toBe(/two/.test(name) ? 2 : 1);
  });

  test('keeps the words as they were meant', () => {
    expect(summaryOf(alertsIn('{"title": "A", "message": "C:\\Users\\data is full"}')[0])).toBe(
      'A | C:\\Users\\data is full',
    );
    expect(summaryOf(alertsIn('{"title": "A", "message": "say "hi", then go"}')[0])).toBe(
      'A | say "hi", then go',
    );
    expect(summaryOf(alertsIn(Buffer.from('{"title": "température élevée"}', 'latin1'))[0])).toBe(
      'température élevée',
    );
  });

  test.each<[string, string | Buffer, number, string?]>([
    ['nothing', '', 400],
    ['an empty object', '{}', 400],
    ['numbers', '[1, 2]', 400],
    ['bytes', Buffer.from([1, 2, 3, 0, 7]), 415],
    ['an unknown packing', 'x', 415, 'zip64'],
    ['more than may be, unpacked', gzipSync('x'.repeat(LIMIT + 1)), 413, 'gzip'],
  ])('%s is refused with a sentence', (_, body, status, encoding) => {
    expect(sent(body, 'application/json', encoding)).toMatchObject({
      kind: 'unreadable',
      status,
      error: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });
});

describe('which alert a call is about', () => {
  test.each<[string, object[], string[]]>([
    [
      'another value is the same, another thing is another',
      [
        { title: 'CPU 93% on db-1', status: 'firing' },
        { title: 'CPU 95.5% on db-1', status: 'firing' },
        { title: 'CPU 95.5% on db-2', status: 'firing' },
        { title: 'CPU 12% on db-1', status: 'resolved' },
      ],
      ['fires', 'the same', 'fires', 'ends CPU 93% on db-1'],
    ],
    [
      'numbered things are things',
      [
        { title: 'Freezer 3 is too warm', status: 'firing' },
        { title: 'Freezer 4 is too warm', status: 'firing' },
      ],
      ['fires', 'fires'],
    ],
    [
      'two under one headline: an end is of the one whose words are nearest, and never of one that it can’t mean',
      [
        { title: 'Import failed', status: 'failed', message: 'orders: timeout' },
        { title: 'Import failed', status: 'failed', message: 'billing: timeout' },
        { title: 'Import failed', status: 'resolved', message: 'stock: done' },
        { title: 'Import failed', status: 'resolved' },
        { title: 'Import failed', status: 'resolved', message: 'billing: done' },
      ],
      ['fires', 'fires', 'ends nothing', 'ends nothing', 'ends billing: timeout'],
    ],
    ...[
      'dedup',
      'alert_uid',
      'event_id',
      'correlation_id',
      'group_key',
      'reference',
      'key',
      'incidentNumber',
      'id',
    ].map((name): [string, object[], string[]] => [
      `an id in ${name}`,
      [
        { title: 'Disk full', [name]: 'x-9' },
        { title: 'All is well', [name]: 'x-9', status: 'ok' },
      ],
      ['fires', 'ends Disk full'],
    ]),
    [
      'an id and a state are enough for an end',
      [
        { id: 9, title: 'Disk full', status: 'firing' },
        { id: 9, status: 'resolved' },
      ],
      ['fires', 'ends Disk full'],
    ],
    [
      'two ids of alerts are two alerts, and one’s end isn’t the other’s',
      [
        { alert_id: 'a', title: 'monit', state: 'alerting', message: 'CPU' },
        { alert_id: 'b', title: 'monit', state: 'alerting', message: 'memory' },
        { alert_id: 'c', title: 'monit', state: 'ok' },
        { alert_id: 'a', title: 'monit', state: 'ok' },
      ],
      ['fires', 'fires', 'ends nothing', 'ends CPU'],
    ],
    [
      'an id that is new each time says nothing',
      [
        { id: 'e1', title: 'Queue stuck', status: 'firing' },
        { id: 'e2', title: 'Queue stuck', status: 'firing' },
        { id: 'e3', title: 'Queue stuck', status: 'resolved' },
      ],
      ['fires', 'the same', 'ends Queue stuck'],
    ],
    [
      'another sentence about the same thing',
      [{ text: 'Payments API is failing - Reason: timeout' }, { text: 'Payments API is recovered' }],
      ['fires', 'ends Payments API is failing - Reason: timeout'],
    ],
  ])('%s', (_, bodies, expected) => {
    expect(course(...bodies)).toEqual(expected);
  });
});

describe('which state a call reports', () => {
  test.each([
    ['down', 'up'],
    ['caído', 'recuperado'],
    ['Störung', 'behoben'],
    ['недоступен', 'восстановлен'],
    ['障害', '復旧'],
    ['장애', '복구'],
    ['故障', '已恢复'],
    ['en panne', 'rétabli'],
    ['বন্ধ', 'চালু হয়েছে'],
    ['ব্যর্থ', 'সফল'],
    ['TRIGGERED', 'RESOLVED'],
    ['🔴', '✅'],
  ])('%s and %s', (fires, ends) => {
    expect(course({ title: 'web-1', status: fires }, { title: 'web-1', status: ends })).toEqual([
      'fires',
      expect.stringMatching(/^ends (?!nothing)/),
    ]);
  });

  test.each([
    ['[web-1] [🔴 Down] timeout', '[web-1] [✅ Up] 200 - OK'],
    ['[FIRING:1] Disk full', '[RESOLVED] Disk full'],
    ['Monitor is DOWN: Shop', 'Monitor is UP: Shop'],
    ['Shop went down', 'Shop is back up after 12 minutes'],
    ['web-1 বন্ধ আছে', 'web-1 আবার চালু হয়েছে'],
    ['web-1 не отвечает', 'web-1 снова работает'],
  ])('“%s” and “%s”', (fires, ends) => {
    expect(course({ title: fires }, { title: ends })).toEqual([
      'fires',
      expect.stringMatching(/^ends (?!nothing)/),
    ]);
  });

  test.each([
    [{ title: 'web-1', resolved: false }, 'fires'],
    [{ title: 'web-1', success: false }, 'fires'],
    [{ title: 'web-1', status: 0 }, 'fires'],
    [{ title: 'web-1', status_code: 503 }, 'fires'],
    [{ title: 'web-1', status: 'চালু হয়নি' }, 'fires'],
    [{ title: 'web-1', state: 'CRITICAL', host_state: 'UP' }, 'fires'],
    [{ status: 'ok', data: { title: 'web-1', status: 'alerting' } }, 'fires'],
    [{ title: 'web-1', status: 'success', alert_state: 'firing' }, 'fires'],
    [{ title: 'web-1', event: 'attack_start' }, 'fires'],
    [{ title: 'Nightly backup', status: 'started' }, 'nothing'],
    [{ title: 'Nightly backup', phase: 'running' }, 'nothing'],
    [{ title: 'Nightly backup', event: 'job_start' }, 'nothing'],
    [{ title: 'Deploy', state: 'in_progress' }, 'nothing'],
    [{ alert: 'DiskFull', state: 'pending', rule: 'r' }, 'nothing'],
    [{ title: 'web-1', status: 'triggered', action: 'acknowledged' }, 'nothing'],
    [{ title: 'web-1', status: 'completed', success: false }, 'fires'],
    [{ title: 'web-1', phase: 'COMPLETED', status: 'FAILURE' }, 'fires'],
    [{ title: 'web-1', monitorCondition: 'Fired', status: 'Resolved' }, 'ends nothing'],
    [{ status: 'firing', alert: { title: 'web-1', current_state: 'UP' } }, 'ends nothing'],
  ])('%j %s', (body, did) => {
    expect(course(body)).toEqual([did]);
  });
});

test('Azure counts severities from 0, others from 1', () => {
  const severityIn = (body: object) => alertsIn(body)[0]?.severity;
  const azure = (severity: string) =>
    severityIn({
      schemaId: 'azureMonitorCommonAlertSchema',
      data: { essentials: { alertRule: 'CPU high', severity, monitorCondition: 'Fired' } },
    });
  expect(['Sev0', 'Sev1', 'Sev2', 'Sev3', 'Sev4'].map(azure)).toEqual([
    'critical',
    'error',
    'warning',
    'info',
    'info',
  ]);
  expect(severityIn({ title: 'CPU high', severity: 'Sev1' })).toBe('critical');
});

describe('a sender’s test button makes a test', () => {
  const isTest = (body: object): boolean => {
    const form = sent(body);
    const read =
      form.kind === 'values' && runToEnd(readCall(form.values, { idempotencyKey: null, callId: 'x' }));
    return read && read.kind === 'read' && read.payloads.every(({ test }) => test);
  };
  test.each([
    [{ title: 'Test notification' }, true],
    [{ message: 'This is a test alert from Pager.', event: 'x' }, true],
    [{ title: 'Hello', event: 'test' }, true],
    [{ title: 'Test', test: true }, true],
    [{ title: 'Test run failed: checkout', status: 'failed' }, false],
    [{ title: 'Test alert rules failed to load on web-1' }, false],
    [{ title: 'Integration test failed: payments' }, false],
    [{ title: 'Test Incident 3', status: 'triggered' }, false],
    [{ service: 'test', severity: 'critical', status: 'open' }, false],
  ])('%j: %s', (body, expected) => {
    expect(isTest(body)).toBe(expected);
  });
});

test.each([
  [
    { rule: { description: 'sshd: brute force', level: 10 }, agent: { name: 'web-3' } },
    'sshd: brute force | web-3',
  ],
  [{ trigger: 'Agent unreachable', hostname: 'web-3', severity: 'High' }, 'Agent unreachable | web-3'],
  [
    { component: { name: 'API', status: 'major_outage' }, page: { status_description: 'x' } },
    'API | major_outage',
  ],
  [{ message: 'Backup failed', database_name: 'orders', success: false }, 'Backup failed | orders'],
  [{ body: { rulename: 'Slow queries', instance: 'db-3', startedended: 'STARTED' } }, 'Slow queries | db-3'],
  [{ device: 'Core switch', host: '10.1.1.9', name: 'Ping', status: 'Down' }, 'Ping | Core switch | Down'],
  [{ MONITORNAME: 'Shop', STATUS: 'DOWN', INCIDENT_REASON: 'Slow' }, 'Shop | Slow'],
  [{ message: 'High disk usage', server_name: 'db-3', disk_usage: 93 }, 'High disk usage | db-3 | 93%'],
  [{ colour: 'blue', shape: 'round' }, 'colour blue, shape round'],
  [{ title: 'Disk full:', message: '<b>High</b> &gt; 90%\\nsince 5m {}' }, 'Disk full | High > 90% since 5m'],
  [{ title: '🔥 Disk full', message: 'see [runbook](https://x.example)' }, 'Disk full | see runbook'],
  [{ title: 'db-1 is down', severity: 'critical', message: 'critical' }, 'db-1 is down'],
  [{ title: 'RESOLVED: Disk full', status: 'ok', message: 'fine' }, 'Disk full | fine'],
  [
    { labels: { alertname: 'Warm', lane: 'North' }, annotations: { summary: 'North is **warm** &amp; wet' } },
    'Warm | North | North is warm & wet',
  ],
])('%j says: %s', (body, expected) => {
  expect(summaryOf(alertsIn(body)[0])).toBe(expected);
});

test('each of a list is an alert of its own, with the fields around the list', () => {
  const alerts = alertsIn({
    cluster: 'prod',
    alerts: [{ errorMessage: 'No stock' }, { errorMessage: 'No payment' }],
  });
  expect(alerts.map(summaryOf)).toEqual(['No stock | prod', 'No payment | prod']);
  expect(
    course([
      { check: 'a', event: 'check.up' },
      { check: 'b', event: 'check.down' },
    ]),
  ).toEqual(['ends nothing, fires']);
});
