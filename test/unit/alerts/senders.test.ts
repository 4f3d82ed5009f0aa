import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SENDER_NAMES } from '../../../src/alerts/payloads/senders/names.ts';
import {
  healthchecksCall,
  readPayload,
  sample,
  sampleWith,
  zabbixCall,
} from '../../support/alert-samples.ts';

/* Programs whose fixed bodies are recognised, and odd values in them. */

const SAMPLES = readdirSync('test/samples/alerts')
  .filter(name => name.endsWith('.json') && !name.startsWith('other-'))
  .map(name => name.slice(0, -'.json'.length));

const ABOUT = { idempotencyKey: null, callId: 'call-1' };
const read = (body: unknown) => readPayload(body, ABOUT);
function good(body: unknown) {
  const result = read(body);
  if (result.kind !== 'read') throw new Error(JSON.stringify(result));
  const [alert] = result.payload.alerts;
  if (!alert || result.payload.alerts.length > 1) throw new Error('Not one alert');
  return { ...result.payload, sender: result.sender, alert };
}
const shown = (body: unknown) => {
  const { sender, alert } = good(body);
  return [sender, alert.status, alert.severity, alert.name, alert.place, alert.facts.summary];
};

test.each(
  [
    'uptime-kuma-down | uptime_kuma | firing | critical | Shop | shop.example/health | connect ECONNREFUSED 203.0.113.9:443',
    'uptime-kuma-up | uptime_kuma | resolved | critical | Shop | shop.example/health | 200 - OK',
    'github-workflow-run-failed | github | firing | error | Deploy | padma/shop, main | failure: Show the price in taka',
    'github-workflow-run-passed | github | resolved | error | Deploy | padma/shop, main | success: Show the price in taka',
    'github-check-run-failed | github | firing | error | integration tests | padma/shop, main | timed out',
    'github-check-suite-failed | github | firing | error | CircleCI Checks | padma/shop, main | failure',
    'github-deployment-failed | github | firing | error | Deployment to production | padma/shop, main | failure: The health check did not pass',
    'sentry-issue-alert | sentry | firing | critical | TypeError: price is undefined | shop | checkout(payment)',
    'sentry-issue-resolved | sentry | resolved | critical | TypeError: price is undefined | shop | checkout(payment)',
    'sentry-metric-critical | sentry | firing | critical | Too many errors | shop | 1000 events in the last 10 minutes; Filter: level:error',
    'sentry-metric-resolved | sentry | resolved | critical | Too many errors | shop | 1000 events in the last 10 minutes; Filter: level:error',
  ].map(line => line.split(' | ')),
)('%s is recognised', (name = '', ...expected) => {
  expect(shown(sample(name))).toEqual(expected);
});

test('our own bodies are recognised', () => {
  expect(shown(zabbixCall())).toEqual([
    'zabbix',
    'firing',
    'error',
    'High CPU utilization',
    'web-1',
    'Current utilization: 93.2 %',
  ]);
  expect(shown(zabbixCall({ value: '0', update: '1' }))[1]).toBe('resolved');
  expect(shown(healthchecksCall())).toEqual([
    'healthchecks',
    'firing',
    'critical',
    'Nightly backup',
    '',
    'down',
  ]);
  expect(shown(healthchecksCall({ status: 'up' }, 'warning')).slice(1, 3)).toEqual(['resolved', 'warning']);
});

/** A firing, its end, and the same problem again, each as its sender posts it. */
const COURSES: [string, unknown, unknown, unknown][] = [
  [
    'Uptime Kuma',
    sample('uptime-kuma-down'),
    sample('uptime-kuma-up'),
    sampleWith('uptime-kuma-down', 'heartbeat.time', '2026-11-21 05:00:12.481'),
  ],
  [
    'Healthchecks',
    healthchecksCall(),
    healthchecksCall({ status: 'up', at: '2026-11-21T03:20:00+00:00' }),
    healthchecksCall({ at: '2026-11-22T03:00:00+00:00' }),
  ],
  [
    'GitHub',
    sample('github-workflow-run-failed'),
    sample('github-workflow-run-passed'),
    sampleWith('github-workflow-run-failed', 'workflow_run.run_attempt', 2),
  ],
  [
    'Sentry',
    sample('sentry-issue-alert'),
    sample('sentry-issue-resolved'),
    sampleWith('sentry-issue-alert', 'data.event.event_id', 'another'),
  ],
  [
    'Sentry, by a measure',
    sampleWith('sentry-metric-critical', 'action', 'warning'),
    sample('sentry-metric-resolved'),
    sample('sentry-metric-critical'),
  ],
];

test.each(COURSES)(
  '%s: the end matches the firing, a redelivery is a duplicate, and a recurrence isn’t',
  (_, first, end, again) => {
    const [fired, over, recurring] = [good(first), good(end), good(again)];
    expect([fired.alert.status, over.alert.status, recurring.alert.status]).toEqual([
      'firing',
      'resolved',
      'firing',
    ]);
    expect([over.group, recurring.group]).toEqual([fired.group, fired.group]);
    expect([over.alert.fingerprint, recurring.alert.fingerprint]).toEqual([
      fired.alert.fingerprint,
      fired.alert.fingerprint,
    ]);
    expect(good(first).dedupe).toEqual(fired.dedupe);
    expect(new Set([fired, over, recurring].map(({ dedupe }) => dedupe?.key)).size).toBe(3);
  },
);

describe('Uptime Kuma', () => {
  test('a time without a zone is UTC', () => {
    expect(good(sample('uptime-kuma-down')).alert.startsAt).toBe(Date.UTC(2026, 10, 21, 3, 0, 12, 481));
  });

  test('its words are plain', () => {
    const body = sampleWith('uptime-kuma-down', 'heartbeat.msg', '<b>502</b> Bad Gateway &amp; more');
    expect(good(body).alert.facts.summary).toBe('502 Bad Gateway & more');
  });

  test('a tag “severity” decides', () => {
    const tags = [{ name: 'Severity', value: 'warning' }];
    expect(good(sampleWith('uptime-kuma-down', 'monitor.tags', tags)).alert.severity).toBe('warning');
  });

  test('a message that is no heartbeat’s, as of a certificate or a test, goes out unchanged', () => {
    expect(good(sample('uptime-kuma-certificate'))).toMatchObject({
      single: true,
      dedupe: null,
      alert: {
        severity: 'warning',
        facts: { composed: true, message: expect.stringContaining('in 7 days') },
      },
    });
  });

  test('a status that is neither down nor up is ignored', () => {
    expect(read(sampleWith('uptime-kuma-down', 'heartbeat.status', 3))).toMatchObject({ kind: 'nothing' });
  });
});

describe('Zabbix', () => {
  test.each([
    ['0', 'none'],
    ['1', 'info'],
    ['2', 'warning'],
    ['3', 'warning'],
    ['4', 'error'],
    ['5', 'critical'],
  ])('its severity %s is %s', (severity, ours) => {
    expect(good(zabbixCall({ severity })).alert.severity).toBe(ours);
  });

  test('a recovery ends its event, and has the same start as the problem', () => {
    const [fired, over] = [good(zabbixCall()), good(zabbixCall({ value: '0' }))];
    expect([over.alert.fingerprint, over.alert.startsAt]).toEqual([
      fired.alert.fingerprint,
      fired.alert.startsAt,
    ]);
    expect(good(zabbixCall({ event_id: '48126' })).group).not.toBe(fired.group);
  });

  test('an update of a continuing problem is ignored', () => {
    expect(read(zabbixCall({ update: '1' }))).toMatchObject({ kind: 'nothing', sender: 'zabbix' });
  });

  test('macros that Zabbix left unexpanded are dropped', () => {
    expect(shown(zabbixCall({ details: '{EVENT.OPDATA}', host: '*UNKNOWN*' })).slice(-2)).toEqual(['', '']);
  });
});

describe('GitHub', () => {
  const failed = 'github-workflow-run-failed';

  test('on another branch, a failure is only information', () => {
    expect(good(sampleWith(failed, 'workflow_run.head_branch', 'prices')).alert.severity).toBe('info');
  });

  test('a pull request from a fork never counts as the default branch, and ends no alert of it', () => {
    const ours = good(sample(failed));
    for (const [path, value] of [
      ['workflow_run.head_repository', { id: 999, full_name: 'stranger/shop' }],
      ['workflow_run.event', 'pull_request'],
    ] as const) {
      const theirs = good(sampleWith('github-workflow-run-passed', path, value));
      expect(theirs.group).not.toBe(ours.group);
      expect(good(sampleWith(failed, path, value)).alert.severity).toBe('info');
    }
  });

  test.each([
    ['a ping', sample('github-ping')],
    ['another event', sample('github-push')],
    ['a run that only starts', sampleWith(failed, 'workflow_run.conclusion', null)],
    ['a cancelled run', sampleWith(failed, 'workflow_run.conclusion', 'cancelled')],
    [
      'a check of GitHub Actions, which also has a run',
      sampleWith('github-check-run-failed', 'check_run.app.slug', 'github-actions'),
    ],
    ['a check of a fork’s branch', sampleWith('github-check-suite-failed', 'check_suite.head_branch', null)],
    [
      'a deployment under way',
      sampleWith('github-deployment-failed', 'deployment_status.state', 'in_progress'),
    ],
  ])('%s is ignored, with the reason in the answer', (_, body) => {
    expect(read(body)).toMatchObject({
      kind: 'nothing',
      sender: 'github',
      why: expect.stringMatching(/\.$/),
    });
  });
});

describe('Sentry', () => {
  test.each([
    ['a new issue, which an alert rule judges', sampleWith('sentry-issue-resolved', 'action', 'created')],
    [
      'an installation',
      sampleWith('sentry-issue-resolved', 'data', { installation: { status: 'installed' } }),
    ],
  ])('%s is ignored', (_, body) => {
    expect(read(body)).toMatchObject({ kind: 'nothing', sender: 'sentry' });
  });

  test('an issue that comes back can be resolved again', () => {
    const identity = (lastSeen: string) =>
      good(sampleWith('sentry-issue-resolved', 'data.issue.lastSeen', lastSeen)).dedupe?.key;
    expect(identity('2026-11-21T04:00:00Z')).not.toBe(identity('2026-11-21T05:00:00Z'));
  });
});

/** Values that no sender puts into such a field. */
const ODD: readonly unknown[] = [undefined, null, 7, '', 'strange', [], {}, true];

describe('one odd field never gets a whole call refused', () => {
  const paths = (value: unknown, at: string[] = []): string[][] =>
    typeof value !== 'object' || value === null || at.length > 3
      ? []
      : Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...paths(inner, [...at, name])]);

  test.each(SAMPLES)('%s', name => {
    for (const path of paths(sample(name))) {
      if (path.length === 1) continue; // Without this field there is no call.
      for (const odd of ODD) expect(read(sampleWith(name, path.join('.'), odd)).kind).not.toBe('wrong');
    }
  });
});

test('every sender has a sample, and a line in the docs', () => {
  const bodies = [...SAMPLES.map(sample), zabbixCall(), healthchecksCall(), { message: 'x' }];
  const sampled = new Set(bodies.map(body => read(body).sender));
  const docs = readFileSync('docs/hooks.md', 'utf8');
  for (const [sender, called] of Object.entries(SENDER_NAMES)) {
    expect(sampled, sender).toContain(sender);
    expect(docs, called).toContain(called);
  }
});

describe('bodies of an unknown form', () => {
  const error = (body: unknown) => {
    const result = read(body);
    if (result.kind !== 'wrong' || result.sender !== null) throw new Error('It was recognised');
    return result.problem.error;
  };

  test('the answer says what was seen, and what would have been understood', () => {
    expect(error({ text: ' ', blocks: [] })).toBe(
      'The body has "text", "blocks": nothing that could be texted, such as a "title" or a "message".',
    );
    expect(error([])).toMatch(/^The body is empty:/);
    expect(error(null)).toMatch(/^The body is a single value:/);
    expect(error({})).toMatch(/^The body is empty:/);
  });

  test('names are few, short and harmless', () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`field ${n}`, n]));
    expect(error(many)).toContain('"field 4" and 395 more:');
    const sentence = error({ ['x'.repeat(500)]: 1, '<!channel> 01712345678\n': 1, 'a"b': 1 });
    expect(sentence).toContain(`"${'x'.repeat(23)}…", "?channel? …?", "a?b":`);
  });
});

test('an object of our own form is read as that, whatever else it has', () => {
  const body = { ...sample('github-push'), message: 'Deployed', to: 'ops', heartbeat: null, monitor: null };
  expect(good(body)).toMatchObject({ sender: 'json', alert: { facts: { message: 'Deployed' } } });
});

test('no value of a field makes it throw', () => {
  const samples = [
    'uptime-kuma-down',
    'github-workflow-run-failed',
    'sentry-issue-alert',
    'sentry-metric-critical',
  ];
  const bodies = [...samples.map(sample), zabbixCall(), healthchecksCall()];
  fc.assert(
    fc.property(
      fc.constantFrom(...bodies),
      fc.nat(20),
      fc.nat(20),
      fc.jsonValue(),
      (body, outer, inner, value) => {
        const copy = structuredClone(body);
        const names = Object.keys(copy);
        const name = names[outer % names.length] ?? '';
        const within = copy[name];
        const fields = typeof within === 'object' && within !== null ? Object.keys(within) : [];
        if (fields.length > 0 && inner > 0) within[fields[inner % fields.length] ?? ''] = value;
        else copy[name] = value;
        read(copy);
      },
    ),
  );
});

test('half of an emoji in an alarm’s name becomes a replacement character in its address', () => {
  const alarm = { ...JSON.parse(sample('cloudwatch-alarm').Message), AlarmName: 'CPU \ud83d' };
  const [, page] = good(alarm).alert.facts.links;
  expect(page?.url).toMatch(/\/CPU%20%EF%BF%BD$/);
});
