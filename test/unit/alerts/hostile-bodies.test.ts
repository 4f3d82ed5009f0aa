import { describe, expect, test } from 'vitest';
import { objectIn } from '../../../src/alerts/payloads/fields.ts';
import { readCall } from '../../../src/alerts/payloads/read.ts';
import { type FairScheduler, runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { readPayload } from '../../support/alert-samples.ts';
import { shownAfter } from '../../support/alert-shown.ts';
import { hostileBodies } from '../../support/hostile-bodies.ts';
import { takeCall } from '../../support/reading-turns.ts';

/*
 * Bodies that a stranger may smuggle into a sender's fields. tools/hostile-bodies.ts measures how long they
 * take.
 */

const ABOUT = { idempotencyKey: null, callId: 'call' };

test('every kind of hostile body is accepted or refused, and none throws', async () => {
  const runFairly: FairScheduler = async (_workspace, work) => runToEnd(work);
  const outcomes = new Map<string, string>();
  let index = 0;
  for (const { name, make } of hostileBodies()) {
    index += 1;
    if (index % 1999 === 0) outcomes.set(name, await takeCall(make(), runFairly));
  }
  const strange = [...outcomes].filter(([, kind]) => !/^(accepted|nothing|invalid|unread)$/.test(kind));
  expect(outcomes.size).toBeGreaterThan(100);
  expect(strange).toEqual([]);
});

test('JSON inside JSON is read only as deep as a body may be', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(objectIn(nested(50))).toEqual(JSON.parse(nested(50)));
  for (const levels of [102, 60_000]) expect(objectIn(nested(levels))).toBeNull();
});

const alert = (
  labels: Record<string, string>,
  annotations: Record<string, string> = {},
  fingerprint = '',
) => ({
  fingerprint,
  status: 'firing',
  labels: { alertname: 'Disk', ...labels },
  annotations,
  startsAt: '2026-11-21T09:00:00Z',
});
const group = (alerts: object[]) => ({ version: '4', groupKey: 'g', status: 'firing', alerts });

test('a call of thousands of empty alerts is read up to the limit, and the others are counted', () => {
  const sent = 80_000;
  const read = runToEnd(readCall([group(Array.from({ length: sent }, () => ({})))], ABOUT));
  const payloads = read.kind === 'read' ? read.payloads : [];
  const [followed, counted] = [
    payloads.flatMap(({ alerts }) => alerts),
    payloads.map(payload => payload.leftOut),
  ];
  expect(followed).toHaveLength(5000);
  expect(followed.length + counted.reduce((sum, count) => sum + count, 0)).toBe(sent);
});

test('other work gets a turn after each alert, however often a call goes through all of them', () => {
  const alerts = Array.from({ length: 50 }, (_none, at) => alert({ [`own${at}`]: 'a' }));
  const work = readCall([group(alerts)], ABOUT);
  let turns = 0;
  while (!work.next().done) turns += 1;
  // One turn each for reading, for comparing, and for naming the places.
  expect(turns).toBeGreaterThanOrEqual(3 * alerts.length);
});

test.each([
  ['250 KB of brackets', { title: 'Disk full', description: '['.repeat(250_000) }],
  ['pairs of brackets', { title: `${'[]'.repeat(40)}x` }],
  ['pairs of brackets as an alert’s name', group([alert({ alertname: `${'[]'.repeat(40)}x` })])],
])('a title of %s ends', (_what, body) => {
  expect(readPayload(body, ABOUT).kind).toBe('read');
});

const NAMES = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];

describe.each(NAMES)('a label called %s', name => {
  // JSON.parse makes `__proto__` an ordinary field.
  const named = (value: string): Record<string, string> => JSON.parse(`{"${name}":"${value}"}`);
  const shown = (body: object): { text: string; post: string } => {
    const read = readPayload(JSON.parse(JSON.stringify(body)), ABOUT);
    if (read.kind !== 'read') throw new Error(read.kind);
    return shownAfter([read.payload]);
  };

  test('in one of several alerts', () => {
    const { text, post } = shown(
      group([alert({ instance: 'db-1', ...named('odd') }), alert({ instance: 'db-2' })]),
    );
    expect(text).toContain('Disk on db-1');
    expect(post).toContain('db-2');
  });

  test('in the second alert only, whose place stands nowhere else', () => {
    const { post } = shown(group([alert({}, {}, '1'), alert(named('odd'), {}, '2')]));
    expect(post).toContain('2 alerts firing');
    expect(post).not.toContain('native code');
  });

  test('in all of them, with other values', () => {
    expect(shown(group([alert(named('one'), {}, '1'), alert(named('two'), {}, '2')])).post).toContain(
      '2 alerts firing',
    );
  });

  test('as an annotation, and as a field of a body of any other program', () => {
    expect(shown(group([alert({}, named('odd'))])).text).toContain('Disk');
    expect(shown({ title: 'Disk full', ...named('odd'), labels: named('odd') }).text).toContain('Disk full');
  });
});
