import { expect, test } from 'vitest';
import type { Act } from '../../../src/alerts/alert.ts';
import type { Escalating } from '../../../src/alerts/deciding/route.ts';
import { HOUR, MINUTE, routeTo, SECOND, Storm } from './storm.ts';

/* What people can do something about although nobody says that it is over, and when that ends. */

const single = { single: true };
const storm = (escalation: Escalating | null = null) => new Storm({ ops: routeTo(['A'], { escalation }) });
const postsOf = ({ news }: ReturnType<Storm['decide']>) => news.flatMap(({ posts }) => posts);
const lapsedOf = ({ news }: ReturnType<Storm['decide']>) =>
  news.flatMap(({ lapsed }) => lapsed.map(({ name }) => name));

function act(s: Storm, what: Act['act'], to: string[] = []): ReturnType<Storm['decide']> {
  const { post = 0, id = 0 } = s.state.incidents[0] ?? {};
  const which = { post, upTo: id };
  const by = { kind: 'person', userId: 'U1' } as const;
  return s.decide({ act: what, hook: 'ops', which, by, to, at: s.now });
}

test('an alert without a key keeps its details once it was texted: somebody else can be texted the same', () => {
  const s = storm();
  const [first] = s.say('one', { 'Backup failed': { severity: 'error' } }, single).texts;
  s.now += 50 * MINUTE;
  expect(act(s, 'text', ['B']).texts).toEqual([{ ...first, number: 'B' }]);
});

test('an hour after it was texted last its post is told that nothing is open, by what it was called', () => {
  const s = storm();
  s.say('one', { x: {} }, single);
  s.now += 50 * MINUTE;
  act(s, 'text', ['B']);
  s.now += 50 * MINUTE;
  expect(postsOf(s.decide())).toEqual([]);
  s.now += 10 * MINUTE;
  expect(s.dueAt).toBe(s.now);
  const decision = s.decide();
  expect(postsOf(decision)).toMatchObject([{ open: 0, firing: { names: [] } }]);
  expect(lapsedOf(decision)).toEqual(['x']);
  expect([s.state.alerts, s.dueAt]).toEqual([[], null]);
  expect(postsOf(act(s, 'take')), 'and nobody can take it any more').toEqual([]);
});

test('taken, it can be resolved here for an hour; resolved, its post is closed and its reader told', () => {
  const s = storm();
  s.say('one', { x: {} }, single);
  s.now += 59 * MINUTE;
  act(s, 'take');
  s.now += 59 * MINUTE;
  const decision = act(s, 'resolve');
  expect(decision.news).toMatchObject([{ resolved: [{ name: 'x' }], lapsed: [], posts: [{ open: 0 }] }]);
  expect(decision.texts).toMatchObject([{ number: 'A', statement: { occasion: 'resolved' } }]);
});

test('while a step is to come it stays, and for an hour after the last of them', () => {
  const steps = [{ to: null, waitMs: 90 * MINUTE }];
  const s = storm({ steps, rounds: 1, severities: ['critical'] });
  s.say('one', { x: { severity: 'critical' } }, single);
  s.now += 90 * MINUTE;
  expect(postsOf(s.decide())).toMatchObject([{ open: 1, unanswered: 1 }]);
  s.now += HOUR - SECOND;
  expect(postsOf(s.decide())).toEqual([]);
  s.now += SECOND;
  expect(postsOf(s.decide())).toMatchObject([{ open: 0 }]);
});

test('one that waits for the morning stays as long', () => {
  const s = new Storm({ ops: routeTo(['A'], { quiet: { from: '14:00', to: '22:00' } }) });
  s.say('one', { x: {} }, single);
  expect(s.pass(7.5 * HOUR)).toHaveLength(1);
  expect(s.state.incidents).toMatchObject([{ endedAt: null }]);
});

test('of many the latest two hundred stay, and the others’ posts are told', () => {
  const s = storm();
  s.stored = false;
  const calls = Array.from({ length: 250 }, (_, n) => s.call(`g${n}`, { [`Alert ${n}`]: {} }, single));
  const lapsed = [...lapsedOf(s.decide(...calls)), ...lapsedOf(s.decide())];
  expect(lapsed).toEqual(Array.from({ length: 50 }, (_, n) => `Alert ${n}`));
});

test('what its sender has not mentioned for a week lapses too', () => {
  const s = storm();
  s.say('g', { x: {} });
  s.now += 7 * 24 * HOUR;
  const decision = s.decide();
  expect([postsOf(decision), lapsedOf(decision)]).toMatchObject([[{ open: 0 }], ['x']]);
});
