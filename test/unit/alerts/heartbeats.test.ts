import { expect, test } from 'vitest';
import { listen, NO_WATCH } from '../../../src/alerts/policy/calls/heartbeat.ts';
import { MINUTE, routeTo, SECOND, Storm } from './storm.ts';

/* A heartbeat's silence, as it is told: like an alert, with steps, acknowledgements and posts. */

const MINUTES = 15;
const heartbeat = { silentMs: MINUTES * MINUTE, severity: 'critical' as const, name: 'Backup' };
const NUSRAT = '01812345679';

const backup = (given: Parameters<typeof routeTo>[1] = {}) =>
  new Storm({ ops: routeTo([NUSRAT], { heartbeat, ...given }) });

const beat = (storm: Storm, isSure = true) =>
  storm.decideAbout({ beats: [{ beat: 'ops', at: storm.now }], isSure });
const said = (texts: { number: string; statement: { occasion: string; facts: unknown } }[]) =>
  texts.map(({ number, statement }) => ({ number, occasion: statement.occasion, facts: statement.facts }));

test('one text when it stops, one when it is back, and nothing else', () => {
  const storm = backup();
  expect(beat(storm).texts).toEqual([]);
  for (let n = 0; n < 5; n++) {
    expect(storm.pass(10 * MINUTE)).toEqual([]);
    expect(beat(storm).texts).toEqual([]);
  }
  const texts = storm.pass(16 * MINUTE);
  expect(said(texts)).toEqual([
    {
      number: NUSRAT,
      occasion: 'firing',
      facts: expect.objectContaining({ silentMs: 15 * MINUTE + 40 * SECOND }),
    },
  ]);
  expect(storm.state.incidents).toMatchObject([{ hook: 'ops', group: 'heartbeat', endedAt: null }]);
  expect(storm.pass(26 * MINUTE)).toEqual([]);
  expect(storm.dueAt, 'nothing is looked for while it is silent').toBeNull();
  expect(said(beat(storm).texts)).toEqual([
    { number: NUSRAT, occasion: 'resolved', facts: expect.objectContaining({ silentMs: 42 * MINUTE }) },
  ]);
  expect(storm.state.incidents).toMatchObject([{ endedAt: storm.now }]);
});

test('before its first call, nothing is looked for', () => {
  const storm = backup();
  expect(storm.pass(24 * 60 * MINUTE)).toEqual([]);
  expect(storm.dueAt).toBeNull();
});

test('if nobody takes it, the next step is texted; who takes it hears nothing more', () => {
  const steps = [
    { to: null, waitMs: 5 * MINUTE },
    { to: ['01712345678'], waitMs: 5 * MINUTE },
  ];
  const storm = backup({ escalation: { steps, rounds: 2, severities: ['critical'] } });
  beat(storm);
  expect(storm.pass(16 * MINUTE).map(({ number }) => number)).toEqual([NUSRAT]);
  expect(storm.pass(5 * MINUTE).map(({ number }) => number)).toEqual(['01712345678']);
  const [incident] = storm.state.incidents;
  const by = { kind: 'number', number: '01712345678' } as const;
  storm.decide({ act: 'take', hook: 'ops', which: { incident: incident?.id ?? 0 }, by, to: [], at: 0 });
  expect(storm.pass(60 * MINUTE)).toEqual([]);
  expect(
    beat(storm)
      .texts.map(({ number }) => number)
      .toSorted(),
  ).toEqual(['01712345678', NUSRAT]);
});

test('time in which the app was down does not count, and the channel is told if a call was due then', () => {
  const storm = backup();
  beat(storm);
  expect(storm.pass(10 * MINUTE)).toEqual([]);
  const from = storm.now;
  storm.now += 20 * MINUTE;
  const { texts, news } = storm.decideAbout({ isSure: false });
  expect([texts, news.map(({ unwatched }) => unwatched)]).toEqual([
    [],
    [{ from: expect.any(Number), until: storm.now }],
  ]);
  expect(Math.abs((news[0]?.unwatched?.from ?? 0) - from)).toBeLessThanOrEqual(30 * SECOND);
  expect(storm.pass(5 * MINUTE)).toEqual([]);
  expect(storm.pass(MINUTE + SECOND)).toHaveLength(1);
});

test('of a hook that is revoked or no heartbeat any more, nobody hears; a longer silence counts afresh', () => {
  const revoked = backup();
  beat(revoked);
  revoked.routes.delete('ops');
  expect(revoked.pass(60 * MINUTE)).toEqual([]);
  expect([revoked.state.watch, revoked.dueAt]).toEqual([NO_WATCH, null]);

  const steps = [{ to: null, waitMs: 5 * MINUTE }];
  const escalation = { steps, rounds: 5, severities: ['critical' as const] };
  const changed = backup({ escalation });
  beat(changed);
  expect(changed.pass(17 * MINUTE)).toHaveLength(1);
  changed.routes.set('ops', routeTo([NUSRAT], { escalation }));
  expect(changed.pass(60 * MINUTE)).toEqual([]);
  expect(changed.state.incidents.filter(({ endedAt }) => endedAt === null)).toEqual([]);

  const shorter = backup();
  beat(shorter);
  shorter.pass(10 * MINUTE);
  shorter.routes.set('ops', routeTo([NUSRAT], { heartbeat: { ...heartbeat, silentMs: 5 * MINUTE } }));
  expect(shorter.pass(5 * MINUTE)).toEqual([]);
  expect(shorter.pass(2 * MINUTE)).toHaveLength(1);
});

test('calls of other hooks of the workspace go on as they are', () => {
  const storm = backup();
  storm.routes.set('web', routeTo(['01912345670']));
  beat(storm);
  storm.pass(14 * MINUTE);
  const { texts } = storm.decide(storm.call('a', { HighCPU: { severity: 'critical' } }, { hook: 'web' }));
  expect(texts.map(({ number }) => number)).toEqual(['01912345670']);
  expect(storm.pass(2 * MINUTE).map(({ number }) => number)).toEqual([NUSRAT]);
});

test('one that stopped is news once, however often it is looked at', () => {
  const now = 10 * 60_000;
  const stopped = { hook: 'H1', silentMs: 60_000, calledAt: 0, countsFrom: 0, stopped: true };
  const { watch, news } = listen(
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
