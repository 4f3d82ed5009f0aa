import { expect, test } from 'vitest';
import { NO_WATCH, recordPings } from '../../../src/alerts/policy/calls/heartbeat.ts';
import { DAY, MINUTE, routeTo, SECOND, type SentText, World } from './policy/world.ts';

/* A heartbeat's silence is reported like an alert, with steps, acknowledgements and posts. */

const MINUTES = 15;
const heartbeat = { silentMs: MINUTES * MINUTE, severity: 'critical' as const, name: 'Backup' };
const NUSRAT = '01812345679';

const backup = (settings: Parameters<typeof routeTo>[1] = {}) =>
  new World({ ops: routeTo([NUSRAT], { heartbeat, ...settings }) });

const ping = (world: World): SentText[] => world.do({ kind: 'ping', hook: 'ops', at: world.now });
const summaryOf = (texts: readonly SentText[]) =>
  texts.map(({ to, statement }) => ({ to, occasion: statement.occasion, facts: statement.facts }));
const numbersOf = (texts: readonly SentText[]) => texts.flatMap(({ to }) => to);

test('a heartbeat sends one text when it stops and one when it is back', () => {
  const world = backup();
  expect(ping(world)).toEqual([]);
  for (let n = 0; n < 5; n++) {
    expect(world.pass(10 * MINUTE)).toEqual([]);
    expect(ping(world)).toEqual([]);
  }
  const texts = world.pass(16 * MINUTE);
  expect(summaryOf(texts)).toEqual([
    {
      to: [NUSRAT],
      occasion: 'firing',
      facts: expect.objectContaining({ silentMs: 15 * MINUTE + 40 * SECOND }),
    },
  ]);
  expect(world.incident('heartbeat')).toMatchObject({ endedAt: null });
  expect(world.pass(46 * MINUTE)).toEqual([]);
  // During the silence nothing is due before the alert expires.
  expect(world.dueAt).toBeGreaterThan(world.now + 6 * DAY);
  expect(summaryOf(ping(world))).toEqual([
    { to: [NUSRAT], occasion: 'resolved', facts: expect.objectContaining({ silentMs: 62 * MINUTE }) },
  ]);
  expect(world.incident('heartbeat')).toMatchObject({ endedAt: world.now });
});

test('a heartbeat is watched from its first call on', () => {
  const world = backup();
  expect(world.pass(24 * 60 * MINUTE)).toEqual([]);
  expect(world.dueAt).toBeNull();
});

test('without an acknowledgement the next step is texted; a responder then hears only of the end', () => {
  const steps = [{ to: ['01712345678'], waitMs: 5 * MINUTE }];
  const world = backup({ escalation: { firstMs: 5 * MINUTE, steps, rounds: 2, severities: ['critical'] } });
  ping(world);
  expect(numbersOf(world.pass(16 * MINUTE))).toEqual([NUSRAT]);
  expect(numbersOf(world.pass(5 * MINUTE))).toEqual(['01712345678']);
  world.act('heartbeat', 'acknowledge');
  expect(world.pass(60 * MINUTE)).toEqual([]);
  expect(numbersOf(ping(world)).toSorted()).toEqual(['01712345678', NUSRAT]);
});

test('the app’s own downtime doesn’t count, and the channel is told if a call was due during it', () => {
  const world = backup();
  ping(world);
  expect(world.pass(10 * MINUTE)).toEqual([]);
  const from = world.now;
  world.now += 20 * MINUTE;
  world.isSure = false;
  expect(world.do()).toEqual([]);
  world.isSure = true;
  const [unwatched] = world.updates.flatMap(update => update.unwatched ?? []);
  expect(unwatched).toEqual({ from: expect.any(Number), until: world.now });
  expect(Math.abs((unwatched?.from ?? 0) - from)).toBeLessThanOrEqual(30 * SECOND);
  expect(world.pass(5 * MINUTE)).toEqual([]);
  expect(world.pass(MINUTE + SECOND)).toHaveLength(1);
});

test('a hook that is revoked, or no longer a heartbeat, texts nobody; a longer interval starts a new wait', () => {
  const revoked = backup();
  ping(revoked);
  revoked.routes.delete('ops');
  expect(revoked.pass(60 * MINUTE)).toEqual([]);
  expect([revoked.state.watch, revoked.dueAt]).toEqual([NO_WATCH, null]);

  const escalation = { firstMs: 5 * MINUTE, steps: [], rounds: 5, severities: ['critical' as const] };
  const changed = backup({ escalation });
  ping(changed);
  expect(changed.pass(17 * MINUTE)).toHaveLength(1);
  changed.routes.set('ops', routeTo([NUSRAT], { escalation }));
  expect(changed.pass(60 * MINUTE)).toEqual([]);
  expect([...changed.state.incidents.values()].filter(({ endedAt }) => endedAt === null)).toEqual([]);

  const shorter = backup();
  ping(shorter);
  shorter.pass(10 * MINUTE);
  shorter.routes.set('ops', routeTo([NUSRAT], { heartbeat: { ...heartbeat, silentMs: 5 * MINUTE } }));
  expect(shorter.pass(5 * MINUTE)).toEqual([]);
  expect(shorter.pass(2 * MINUTE)).toHaveLength(1);
});

test('calls of the workspace’s other hooks continue unchanged', () => {
  const world = backup();
  world.routes.set('web', routeTo(['01912345670']));
  ping(world);
  world.pass(14 * MINUTE);
  expect(numbersOf(world.call('a', { HighCPU: 'critical' }, { hook: 'web' }))).toEqual(['01912345670']);
  expect(numbersOf(world.pass(2 * MINUTE))).toEqual([NUSRAT]);
});

test('a stopped heartbeat is news once, however often it is checked', () => {
  const now = 10 * 60_000;
  const stopped = { hook: 'H1', silentMs: 60_000, calledAt: 0, countsFrom: 0, stopped: true };
  const { watch, news } = recordPings(
    { heartbeats: [stopped], lookedAt: now - 1000 },
    [],
    new Map([['H1', 60_000]]),
    {
      now,
      isSure: true,
    },
  );
  expect([news, watch.heartbeats]).toEqual([[], [stopped]]);
});
