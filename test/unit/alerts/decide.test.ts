import { describe, expect, test } from 'vitest';
import { isAwaited } from '../../../src/alerts/deciding/state.ts';
import { AFTERNOON, HOUR, MINUTE, routeTo, SECOND, Storm } from './storm.ts';

const storm = (given: Parameters<typeof routeTo>[1] = {}, to = ['A']) =>
  new Storm({ ops: routeTo(to, given) });
const critical = { severity: 'critical' } as const;
const resolved = { status: 'resolved' } as const;

/** What a text says, in short: its lead, how many are called the same, how many others fire, and how many are over. */
const brief = (texts: ReturnType<Storm['pass']>) =>
  texts.map(({ number, statement: { occasion, name, kinds } }) => {
    const [first, ...others] = kinds;
    const over = others.filter(kind => kind.occasion === 'resolved');
    return [number, occasion, name, first?.alerts, count(others) - count(over), count(over)].join(' ');
  });
const count = (kinds: readonly { alerts: number }[]) => kinds.reduce((sum, { alerts }) => sum + alerts, 0);

describe('one alert', () => {
  test('is texted once to each number, at once; repeated within ten minutes it isn’t news', () => {
    const s = storm({}, ['A', 'A+B']);
    expect(brief(s.say('g', { x: {} }).texts)).toEqual(['A firing x 1 0 0', 'B firing x 1 0 0']);
    const { startsAt = 0 } = s.state.alerts[0] ?? {};
    s.now += 9 * MINUTE;
    expect(s.say('g', { x: { startsAt } })).toMatchObject({ texts: [], dueAt: null });
    expect(s.pass(HOUR)).toEqual([]);
  });

  test('is repeated in a reminder later, if the route wants one', () => {
    const [s, without] = [storm(), storm({ reminders: false })];
    for (const one of [s, without]) {
      one.say('g', { x: { startsAt: 1 } });
      one.now += 11 * MINUTE;
    }
    expect(brief(s.say('g', { x: { startsAt: 1 } }).texts)).toEqual(['A reminder x 1 0 0']);
    expect(brief(s.say('g', { x: { startsAt: 1 } }).texts)).toEqual([]);
    expect(without.say('g', { x: { startsAt: 1 } })).toMatchObject({ texts: [], news: [{ repeated: 1 }] });
  });

  test('a call with news about its group doesn’t remind of the others', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.now += HOUR;
    expect(brief(s.say('g', { x: { startsAt: 1 }, y: {} }).texts)).toEqual(['A firing y 1 0 0']);
  });

  test('that is over is texted to people who were told, once, if the route wants it', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.now += HOUR;
    expect(brief(s.say('g', { x: { ...resolved, startsAt: 1 } }).texts)).toEqual(['A resolved x 1 0 0']);
    s.now += HOUR;
    expect(s.say('g', { x: { ...resolved, startsAt: 1 } }).texts).toEqual([]);
    const without = storm({ resolved: false });
    without.say('g', { x: { startsAt: 1 } });
    without.now += HOUR;
    expect(without.say('g', { x: { ...resolved, startsAt: 1 } })).toMatchObject({
      texts: [],
      news: [{ resolved: [{ name: 'x' }] }],
    });
  });

  test('that fires after its own end is old news, in either order of the two', () => {
    const s = storm();
    s.say('g', { x: { ...resolved, startsAt: 1 } });
    expect(s.say('g', { x: { startsAt: 1 } }).texts).toEqual([]);
    expect(s.say('g', { x: { startsAt: 2 } }).texts).toHaveLength(1);
    s.now += HOUR;
    // The end of the first occurrence doesn't end the second.
    expect(s.say('g', { x: { ...resolved, startsAt: 1 } }).texts).toEqual([]);
    expect(s.state.alerts[0]?.status).toBe('firing');
  });

  test('whose sender doesn’t say since when counts in the order of its calls', () => {
    const s = storm();
    const [on, off] = [{ startsAt: null }, { ...resolved, startsAt: null }];
    s.say('g', { x: on });
    s.now += HOUR;
    expect(brief(s.say('g', { x: off }).texts)).toEqual(['A resolved x 1 0 0']);
    s.now += HOUR;
    expect(brief(s.say('g', { x: on }).texts)).toEqual(['A firing x 1 0 0']);
  });

  test('that flaps is one text; once its end was texted, its return is news', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.say('g', { x: { ...resolved, startsAt: 1 } }); // Waits for the minute.
    expect(s.say('g', { x: { startsAt: 2 } })).toMatchObject({ texts: [], news: [{ folded: 1 }] });
    expect(s.pass(HOUR)).toEqual([]);
    s.say('g', { x: { ...resolved, startsAt: 2 } });
    expect(brief(s.say('g', { x: { startsAt: 3 } }).texts)).toEqual([]); // Waits for the minute again.
    expect(brief(s.pass(MINUTE))).toEqual(['A firing x 1 0 0']);
  });

  test('that is over is called as before, if its end doesn’t say what it is called', () => {
    const s = storm();
    s.say('g', { x: { startsAt: null } });
    s.now += HOUR;
    const end = s.call('g', { x: { ...resolved, startsAt: null } });
    const { texts } = s.decide({ ...end, alerts: end.alerts.map(alert => ({ ...alert, name: '' })) });
    expect(brief(texts)).toEqual(['A resolved x 1 0 0']);
  });

  test('of a test button is texted once, whatever severities are texted, and opens nothing', () => {
    const s = storm({
      escalation: { steps: [{ to: null, waitMs: MINUTE }], rounds: 2, severities: ['none'] },
    });
    s.routes.set('ops', routeTo(['A'], { severities: ['error'] }));
    const { texts, news } = s.say('t', { TestAlert: { severity: 'none' } }, { test: true, single: true });
    expect(brief(texts)).toEqual(['A firing TestAlert 1 0 0']);
    expect(texts).toMatchObject([{ incidents: [], statement: { test: true } }]);
    expect(news).toMatchObject([{ tried: { names: [{ alerts: 1 }] }, fired: [] }]);
    expect(s.state).toMatchObject({ alerts: [], incidents: [] });
    expect(s.pass(HOUR)).toEqual([]);
  });

  test('for somebody who can’t be texted goes to the hook’s own recipients, and that is said', () => {
    const s = storm({
      escalation: { steps: [{ to: null, waitMs: HOUR }], rounds: 1, severities: ['warning'] },
    });
    s.nobody.add('Serverz');
    const { texts, news, dueAt } = s.say('g', { x: {} }, { to: ['Serverz'] });
    expect([texts, dueAt]).toEqual([[], s.now]);
    expect(news).toMatchObject([{ emptySteps: 0 }]);
    expect(brief(s.pass(0))).toEqual(['A firing x 1 0 0']);
  });

  test('in a call without a key is forgotten an hour after it was texted', () => {
    const s = storm();
    s.say('one', { x: {} }, { single: true });
    expect(s.pass(HOUR)).toEqual([]);
    expect(s.state.alerts).toEqual([]);
  });
});

describe('a storm', () => {
  test('of a thousand alerts in a minute is a few texts that count them all', () => {
    const s = storm();
    s.stored = false;
    const texts: ReturnType<Storm['pass']> = [];
    for (let n = 0; n < 1000; n++) {
      texts.push(...s.say(`group ${n % 40}`, { [`alert ${n}`]: {} }).texts);
      texts.push(...s.pass(60));
    }
    texts.push(...s.pass(30 * MINUTE));
    expect(texts.length).toBeLessThanOrEqual(4);
    const told = texts.reduce((sum, { statement }) => sum + count(statement.kinds), 0);
    expect(told).toBe(1000);
  });

  test('of a thousand critical groups rings at once and once more ten seconds later, not a thousand times', () => {
    const s = storm();
    s.stored = false;
    const first = s.say('g', { x: critical });
    expect(first.texts).toHaveLength(1);
    for (let n = 0; n < 999; n++) {
      s.now = AFTERNOON + n * 10;
      expect(s.say(`g${n}`, { x: critical }).texts).toEqual([]);
    }
    expect(s.dueAt).toBe(AFTERNOON + 10 * SECOND);
    expect(brief(s.pass(SECOND))).toEqual(['A firing x 999 0 0']);
    expect(s.pass(HOUR)).toEqual([]);
  });

  test('that goes on for a minute rings five times, every ten seconds', () => {
    const s = storm();
    const at: number[] = [];
    for (let second = 0; second < 60; second++) {
      const { texts } = s.say(`g${second}`, { x: critical });
      for (const _ of [...texts, ...s.pass(0)]) at.push(second);
      s.now += SECOND;
    }
    expect(at).toEqual([0, 10, 20, 30, 40]);
    expect(s.pass(MINUTE)).toHaveLength(1);
  });

  test('a first critical alert waits for no text that could wait, only for another like it', () => {
    const s = storm();
    s.say('g', { x: {} });
    s.now += SECOND;
    expect(s.say('h', { y: critical }).texts).toHaveLength(1);
    s.now += SECOND;
    const { texts, news } = s.say('i', { z: critical });
    expect(texts).toEqual([]);
    expect(news).toMatchObject([
      { held: [{ number: 'A', alerts: 1, until: s.now + 9 * SECOND, why: 'together' }] },
    ]);
  });

  test('drops what is over before its text goes out, and reports that', () => {
    const s = storm();
    s.say('g', { x: {} });
    expect(s.say('h', { y: { startsAt: 1 }, z: {} }).news).toMatchObject([
      { held: [{ number: 'A', alerts: 2, until: AFTERNOON + MINUTE, why: 'pace' }] },
    ]);
    s.now += SECOND;
    expect(s.say('h', { y: { ...resolved, startsAt: 1 } }).news).toMatchObject([
      { resolved: [{ name: 'y' }], overUntold: 1, held: [{ alerts: 1 }] },
    ]);
    expect(brief(s.pass(MINUTE))).toEqual(['A firing z 1 0 0']);
  });

  test('a call without a key waits like any other, and is texted', () => {
    const s = storm();
    s.say('one', { x: {} }, { single: true });
    s.say('two', { y: {} }, { single: true });
    s.say('three', { z: {} }, { single: true });
    expect(brief(s.pass(MINUTE))).toEqual(['A firing y 1 1 0']);
    expect(s.state.alerts.some(isAwaited)).toBe(false);
  });

  test('sends no reminder that still waits when its alert is over', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.now += 11 * MINUTE;
    s.say('h', { y: {} });
    s.say('g', { x: { startsAt: 1 } });
    s.say('g', { x: { ...resolved, startsAt: 1 } });
    expect(brief(s.pass(MINUTE))).toEqual(['A resolved x 1 0 0']);
  });

  test('sends a group’s first critical alert at once although the minute is used up; its second waits', () => {
    const s = storm();
    s.say('g', { x: {} });
    expect(brief(s.say('g', { y: critical }).texts)).toEqual(['A firing y 1 0 0']);
    expect(s.say('g', { z: critical }).texts).toEqual([]);
    s.now += 10 * SECOND;
    expect(brief(s.say('h', { z: critical }).texts)).toEqual(['A firing z 2 0 0']);
  });

  test('treats an alert that becomes critical as news', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    expect(brief(s.say('g', { x: { startsAt: 1, ...critical } }).texts)).toEqual(['A firing x 1 0 0']);
  });

  test('all hooks of a workspace share a number’s minute', () => {
    const s = new Storm({ ops: routeTo(['A']), web: routeTo(['A']) });
    s.say('g', { x: {} });
    const other = s.say('g', { x: {} }, { hook: 'web' });
    expect(other.texts).toEqual([]);
    expect(other.news).toMatchObject([{ hook: 'web', held: [{ alerts: 1 }] }]);
    expect(s.pass(MINUTE)).toMatchObject([{ hook: 'web' }]);
  });
});

describe('routes', () => {
  test('text some severities to some people, and only report the rest', () => {
    const s = new Storm({ ops: routeTo(['A'], { severities: ['critical'] }) });
    expect(s.say('g', { x: {}, y: critical })).toMatchObject({
      texts: [{ number: 'A', statement: { name: 'y' } }],
      news: [{ unrouted: 1, fired: [{ name: 'x' }, { name: 'y' }] }],
    });
  });

  test('use the sender’s own recipients before the hook’s', () => {
    expect(storm().say('g', { x: {} }, { to: ['B'] }).texts).toMatchObject([{ number: 'B' }]);
  });

  test('apply quiet hours by the time of day, whatever happens to the clock', () => {
    const s = storm({ quiet: { from: '23:00', to: '07:00' } });
    s.ahead = 9 * HOUR; // A quarter past midnight, not 15:00.
    s.now += 15 * MINUTE;
    const morning = s.now + 6 * HOUR + 45 * MINUTE;
    expect(s.say('g', { x: {} })).toMatchObject({ texts: [], dueAt: morning });
    s.ahead += 7 * HOUR;
    expect(s.decide().texts).toHaveLength(1);
  });

  test('send only critical alerts in quiet hours; the rest goes when they end, if it is still firing', () => {
    // 23:00 to 07:00 in Bangladesh.
    const s = storm({ quiet: { from: '23:00', to: '07:00' } });
    const morning = AFTERNOON + 16 * HOUR;
    s.now += 8 * HOUR + 30 * MINUTE;
    expect(s.say('g', { x: { startsAt: 1 }, y: {} })).toMatchObject({
      texts: [],
      news: [{ held: [{ alerts: 2, until: morning, why: 'quiet' }] }],
      dueAt: morning,
    });
    expect(brief(s.say('g', { z: critical }).texts)).toEqual(['A firing z 1 0 0']);
    s.say('g', { x: { ...resolved, startsAt: 1 } });
    expect(brief(s.pass(16 * HOUR))).toEqual(['A firing y 1 0 0']);
  });

  test('text people whom Slack doesn’t answer for once it does, and give up after half an hour', () => {
    const s = storm({}, ['A', 'B']);
    s.silent.add('B');
    expect(brief(s.say('g', { x: {} }).texts)).toEqual(['A firing x 1 0 0']);
    expect(s.pass(10 * MINUTE)).toEqual([]);
    s.silent.clear();
    expect(brief(s.pass(MINUTE))).toEqual(['B firing x 1 0 0']);
    s.silent.add('B');
    s.say('h', { y: {} });
    s.now += 31 * MINUTE;
    expect(s.decide().news).toMatchObject([{ unreached: [{ recipient: 'B', alerts: 1, problem: null }] }]);
    expect(s.dueAt).toBeNull();
  });

  test('drop what waits for a hook that was revoked', () => {
    const s = storm();
    s.say('g', { x: {} });
    s.say('h', { y: {} });
    s.routes.clear();
    expect(s.pass(HOUR)).toEqual([]);
    expect(s.dueAt).toBeNull();
  });
});
