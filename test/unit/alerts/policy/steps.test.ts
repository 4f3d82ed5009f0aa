import { expect, test } from 'vitest';
import {
  AFTERNOON,
  HOUR,
  lookupOf,
  MINUTE,
  nameOf,
  read,
  routeTo,
  SECOND,
  STEPS,
  World,
  whoGot,
} from './world.ts';

/* Who is texted next without an acknowledgement, and what delays that. */

const THREE = { ...STEPS, steps: [...STEPS.steps, { to: ['C'], waitMs: 10 * MINUTE }] };

test('each step has its own time, and there are as many rounds as the hook says', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: { ...THREE, rounds: 2 }, reminders: false }) });
  w.call('g', { x: 'critical' });
  w.pass(3 * HOUR);
  expect(w.texts.map(({ at, to }) => [(at - AFTERNOON) / MINUTE, to.join()])).toEqual([
    [0, 'A'],
    [5, 'B'],
    [15, 'C'],
    [25, 'A'],
    [30, 'B'],
    [40, 'C'],
  ]);
  expect(
    w.happened.filter(({ happening }) => happening === 'nobody_answered').map(({ at }) => at - AFTERNOON),
  ).toEqual([50 * MINUTE]);
});

test('a person reminded by a step isn’t reminded again because others of it are still waiting when the next begins', () => {
  const steps = [{ to: ['B', 'K'], waitMs: 5 * MINUTE }];
  const escalation = { ...STEPS, steps, rounds: 3 };
  const w = new World({ ops: routeTo(['A'], { escalation, reminders: false }), db: routeTo(['K']) });
  w.call('g', { x: 'critical' });
  w.pass(10 * MINUTE);
  for (let n = 0; n < 5; n++) {
    w.call(`h${n}`, { y: 'warning' }, { hook: 'db' });
    w.pass(59 * SECOND);
  }
  w.pass(HOUR);
  const minutesOf = (name: string) =>
    w.texts.flatMap(({ to, at }) => (to.includes(name) ? Math.round((at - AFTERNOON) / MINUTE) : []));
  expect(minutesOf('B')).toEqual([5, 15, 25]);
  expect(
    minutesOf('K').some(at => at > 15 && at < 25),
    'people with waiting texts are reminded',
  ).toBe(true);
});

test('a person reminded by a step isn’t reminded again because texts are blocked and mended while others of it are still waiting', () => {
  const steps = [{ to: ['B', 'K'], waitMs: 5 * MINUTE }];
  const escalation = { ...STEPS, steps, rounds: 3 };
  const w = new World({ ops: routeTo(['A'], { escalation, reminders: false }), db: routeTo(['K']) });
  w.call('g', { x: 'critical' });
  w.pass(10 * MINUTE);
  for (let n = 0; n < 5; n++) {
    w.call(`h${n}`, { y: 'warning' }, { hook: 'db' });
    w.pass(59 * SECOND);
  }
  w.pass(10 * SECOND);
  const textsTo = (name: string) => w.texts.filter(({ to }) => to.includes(name)).length;
  const before = textsTo('K');
  expect(textsTo('B')).toBe(2);
  w.block('key_held');
  w.pass(2 * MINUTE);
  w.block(null);
  w.pass(MINUTE);
  expect(textsTo('B'), 'their second text has waited for the key').toBe(2);
  w.pass(20 * MINUTE);
  expect(textsTo('K'), 'their turn comes').toBeGreaterThan(before);
});

test('news doesn’t remind people whom a step has just reminded, although others of an earlier step are still waiting', () => {
  const steps = [{ to: ['B', 'K'], waitMs: 5 * MINUTE }];
  const w = new World({
    ops: routeTo(['A'], { escalation: { ...STEPS, steps, rounds: 9 }, reminders: false }),
    db: routeTo(['K']),
  });
  const startsAt = w.now;
  for (let n = 0; n < 26; n++) {
    w.call('g', { x: 'critical' }, { startsAt });
    w.call(`h${n}`, { y: 'warning' }, { hook: 'db' });
    w.pass(MINUTE);
  }
  w.pass(5 * MINUTE);
  const textsBefore = w.texts.length;
  w.call('g', { x: 'critical', z: 'critical' }, { startsAt });
  w.pass(MINUTE);
  expect(read(w.texts.slice(textsBefore)).filter(text => text.startsWith('B'))).toEqual(['B: firing z']);
});

test('an empty first step and an empty later one give way at once', () => {
  const w = new World({ ops: routeTo([], { escalation: STEPS }) });
  expect(read(w.call('g', { x: 'critical' }))).toEqual(['B: firing x']);
  const steps = [
    { to: [], waitMs: 2 * HOUR },
    { to: ['C'], waitMs: MINUTE },
  ];
  const v = new World({ ops: routeTo(['A'], { escalation: { ...STEPS, steps } }) });
  v.call('g', { x: 'critical' });
  expect(whoGot(v.pass(5 * MINUTE))).toBe('C');
  expect(v.counted('emptySteps')).toBe(1);
});

test('a step without anybody who can be texted gives way at once', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: THREE }) });
  w.lookUp = recipient => (recipient === 'B' ? lookupOf() : lookupOf(nameOf(recipient)));
  w.call('g', { x: 'critical' });
  expect(whoGot(w.pass(5 * MINUTE))).toBe('C');
});

test('steps whose texts are held by quiet hours don’t count down', () => {
  const escalation = { ...STEPS, severities: ['warning' as const] };
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '14:00', to: '20:00' }, escalation }) });
  w.call('g', { x: 'warning' });
  expect(w.updates.at(-1)?.held).toEqual({ alerts: 1, until: AFTERNOON + 5 * HOUR, why: 'quiet' });
  expect(w.pass(5 * HOUR - 1)).toEqual([]);
  expect(w.times('nobody_answered')).toBe(0);
  expect(whoGot(w.pass(1))).toBe('A');
  expect(whoGot(w.pass(5 * MINUTE))).toBe('B');
});

test('steps whose texts are held by the day’s limit don’t count down', () => {
  const escalation = { ...STEPS, severities: ['warning' as const] };
  const w = new World({ ops: routeTo(['A'], { daily: { texts: 1 }, escalation }) });
  w.call('other', { o: 'error' });
  w.pass(2 * MINUTE);
  w.call('g', { x: 'warning' });
  expect(w.counted('limitReached')).toBe(1);
  expect(w.pass(8 * HOUR)).toEqual([]);
  expect(w.times('nobody_answered')).toBe(0);
  expect(w.updates.at(-1)?.held).toMatchObject({ alerts: 1, why: 'daily' });
  expect(whoGot(w.pass(HOUR))).toBe('A');
});

test('the person on call when the text goes is texted, also by a reminder', () => {
  const rota = (recipient: string, now: number) =>
    lookupOf(recipient !== 'R' ? nameOf(recipient) : now < AFTERNOON + 3 * HOUR ? 'A' : 'B');
  const w = new World({ ops: routeTo(['R'], { quiet: { from: '14:00', to: '20:00' } }) });
  w.lookUp = rota;
  w.call('g', { x: 'warning' });
  expect(whoGot(w.pass(6 * HOUR))).toBe('B');
  const v = new World({ ops: routeTo(['R']) });
  v.lookUp = rota;
  v.call('g', { x: 'critical' }, { startsAt: 1 });
  v.pass(4 * HOUR);
  expect(read(v.call('g', { x: 'critical' }, { startsAt: 1 }))).toEqual(['B: firing x']);
});

test('reminders follow the hook’s current steps, and include recipients that people added', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'critical' }, { startsAt: 1 });
  w.pass(20 * MINUTE);
  w.act('g', 'text_someone_else', { to: ['S'] });
  w.pass(HOUR);
  w.routes.set('ops', routeTo(['Z'], { escalation: STEPS }));
  const texts = [...w.call('g', { x: 'critical' }, { startsAt: 1 }), ...w.pass(MINUTE)];
  expect(read(texts).sort()).toEqual(['B: reminder x', 'S: reminder x', 'Z: firing x']);
});

test('“Text someone else” that reaches nobody takes no step’s turn', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: THREE }) });
  w.lookUp = recipient =>
    recipient === 'X'
      ? { ...lookupOf(), omitted: [{ recipient: 'X', problem: { kind: 'CANCELLED' } }] }
      : lookupOf(nameOf(recipient));
  w.call('g', { x: 'critical' });
  w.pass(6 * MINUTE);
  expect(w.act('g', 'text_someone_else', { to: ['X'] })).toEqual([]);
  expect(w.updates.flatMap(({ undeliverable }) => undeliverable)).toMatchObject([{ recipient: 'X' }]);
  expect(w.pass(8 * MINUTE)).toEqual([]);
  expect(whoGot(w.pass(2 * MINUTE))).toBe('C');
});

test('a severity that doesn’t escalate goes to the hook’s own people only', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'warning' });
  expect(w.pass(HOUR)).toEqual([]);
});

test('once no escalating alert is left, the steps stop, and the remaining alerts call nobody further', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'critical', y: 'warning' });
  w.pass(2 * MINUTE);
  w.call('g', { x: null });
  expect(whoGot(w.pass(HOUR))).not.toContain('B');
  expect(w.times('nobody_answered')).toBe(0);
});

test('a new critical alert during the steps goes to the first step and to the current one', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: THREE }) });
  w.call('g', { x: 'critical' });
  w.pass(6 * MINUTE);
  expect(whoGot(w.texts)).toBe('AB');
  expect(
    whoGot([...w.call('g', { y: 'critical' }), ...w.pass(MINUTE)])
      .split('')
      .sort()
      .join(''),
  ).toBe('AB');
});

test.each(['no_key', 'key_held', 'no_credits'] as const)(
  '%s: steps wait, and people hear of it in Slack, once',
  why => {
    const w = new World({ ops: routeTo(['R'], { escalation: STEPS }) });
    w.block(why);
    w.call('g', { x: 'critical' });
    expect(w.pass(5 * HOUR)).toEqual([]);
    expect(w.notices).toMatchObject([
      { kind: 'blocked', why, hook: 'ops', recipients: ['R'], at: AFTERNOON },
    ]);
    expect(w.updates.flatMap(({ blocked }) => blocked ?? [])).toEqual([
      { why, since: AFTERNOON, incidents: 1, recipients: ['R'] },
    ]);
    expect(
      w.updates.at(-1)?.posts.at(-1) ?? w.updates.find(({ posts }) => posts.length)?.posts[0],
    ).toMatchObject({ blocked: 1 }); // prettier-ignore
    expect(w.times('nobody_answered')).toBe(0);
    expect(whoGot(w.block(null))).toBe('R');
    expect(w.times('unblocked')).toBe(1);
    expect(whoGot(w.pass(5 * MINUTE))).toBe('B');
  },
);

test('a storm while texts are blocked posts one message a minute', () => {
  const w = new World({ ops: routeTo(['R']) });
  w.block('no_key');
  for (let n = 0; n < 60; n++) {
    w.call(`g${n}`, { x: 'critical' });
    w.pass(SECOND);
  }
  w.pass(HOUR);
  expect(w.notices).toHaveLength(2);
  expect(w.notices.flatMap(notice => ('incidents' in notice ? notice.incidents : []))).toHaveLength(60);
});

test('a block within a step delays the next step by its duration', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  w.block('no_credits');
  w.pass(2 * HOUR);
  expect(whoGot(w.block(null))).toBe('');
  expect(w.pass(3 * MINUTE - 1)).toEqual([]);
  expect(whoGot(w.pass(1))).toBe('B');
});

test('texts refused for want of a key use up no step: the person on call when the refusals end is texted', () => {
  const w = new World({ ops: routeTo(['R'], { escalation: THREE }) });
  w.outcome = () => 'blocked';
  w.call('g', { x: 'critical' });
  // The app learns of the missing key only when it sends the text.
  w.pass(3 * SECOND);
  w.block('no_key');
  expect(w.pass(HOUR)).toEqual([]);
  expect(w.notices).toHaveLength(1);
  w.lookUp = recipient => lookupOf(recipient === 'R' ? 'S' : nameOf(recipient));
  w.outcome = () => 'sent';
  expect(whoGot(w.block(null))).toBe('S');
  expect(whoGot(w.pass(5 * MINUTE))).toBe('B');
});

test('when the block ends, waiting texts go at once', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.outcome = () => 'blocked';
  w.call('g', { x: 'critical' });
  w.pass(3 * SECOND);
  w.block('key_held');
  w.outcome = () => 'sent';
  w.pass(20 * SECOND);
  expect(whoGot(w.block(null))).toBe('A');
});

test('in quiet hours Slack isn’t told of a block, either', () => {
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '14:00', to: '20:00' } }) });
  w.block('no_key');
  w.call('g', { x: 'warning' });
  w.pass(5 * HOUR - 1);
  expect(w.notices).toEqual([]);
  w.pass(1);
  expect(w.notices).toHaveLength(1);
});

test('a recipient of whom Slack said nothing before a long block is texted once Slack does, although others of the step have their text', () => {
  const steps = [{ to: ['B', 'S'], waitMs: 20 * MINUTE }];
  const w = new World({ ops: routeTo(['A'], { escalation: { ...STEPS, steps }, reminders: false }) });
  const isSilent = { S: true };
  w.lookUp = recipient =>
    nameOf(recipient) === 'S' && isSilent.S
      ? { numbers: [], called: [], omitted: [], silent: [recipient] }
      : lookupOf(nameOf(recipient));
  w.call('g', { x: 'critical' });
  expect(whoGot(w.pass(6 * MINUTE))).toBe('B');
  w.block('key_held');
  w.pass(40 * MINUTE);
  w.block(null);
  w.pass(MINUTE);
  isSilent.S = false;
  expect(whoGot(w.pass(5 * MINUTE))).toBe('S');
});

test('recipients whose look-up ends after texts are blocked get none', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.lookUp = recipient => ({ numbers: [], called: [], omitted: [], silent: [recipient] });
  w.call('g', { x: 'critical' });
  const lookups = new Map([['A', lookupOf('A')]]);
  expect(w.do({ kind: 'sending', blocked: 'no_key' }, { kind: 'lookups', lookups })).toEqual([]);
  expect(w.notices).toHaveLength(1);
});
