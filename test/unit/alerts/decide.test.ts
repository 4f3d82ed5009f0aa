import { describe, expect, test } from 'vitest';
import { AFTERNOON, HOUR, MINUTE, routeTo, SECOND, Storm } from './storm.ts';

const storm = (given: Parameters<typeof routeTo>[1] = {}, to = ['A']) =>
  new Storm({ ops: routeTo(to, given) });
const critical = { severity: 'critical' } as const;
const resolved = { status: 'resolved' } as const;

/** What a text says, short: lead ×count +others. */
const brief = (texts: ReturnType<Storm['pass']>) =>
  texts.map(({ number, statement: { occasion, name, inGroup, others } }) =>
    [number, occasion, name, inGroup, others.alerts, others.groups, others.resolved].join(' '),
  );

describe('one alert', () => {
  test('is texted once to each number, at once; said again within ten minutes it is the same news', () => {
    const s = storm({}, ['A', 'A+B']);
    expect(brief(s.say('g', { x: {} }).texts)).toEqual(['A firing x 1 0 0 0', 'B firing x 1 0 0 0']);
    const { startsAt = 0 } = s.state.alerts[0] ?? {};
    s.now += 9 * MINUTE;
    expect(s.say('g', { x: { startsAt } })).toMatchObject({ texts: [], dueAt: null });
    expect(s.pass(HOUR)).toEqual([]);
  });

  test('that goes on is a reminder later, where the route wants one', () => {
    const [s, without] = [storm(), storm({ reminders: false })];
    for (const one of [s, without]) {
      one.say('g', { x: { startsAt: 1 } });
      one.now += 11 * MINUTE;
    }
    expect(brief(s.say('g', { x: { startsAt: 1 } }).texts)).toEqual(['A reminder x 1 0 0 0']);
    expect(brief(s.say('g', { x: { startsAt: 1 } }).texts)).toEqual([]);
    expect(without.say('g', { x: { startsAt: 1 } })).toMatchObject({ texts: [], news: [{ repeated: 1 }] });
  });

  test('a call with news of its group is no reminder of the others', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.now += HOUR;
    expect(brief(s.say('g', { x: { startsAt: 1 }, y: {} }).texts)).toEqual(['A firing y 1 0 0 0']);
  });

  test('that is over is texted to who was told, where the route wants it, and once', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.now += HOUR;
    expect(brief(s.say('g', { x: { ...resolved, startsAt: 1 } }).texts)).toEqual(['A resolved x 1 0 0 0']);
    s.now += HOUR;
    expect(s.say('g', { x: { ...resolved, startsAt: 1 } }).texts).toEqual([]);
    const without = storm({ resolved: false });
    without.say('g', { x: { startsAt: 1 } });
    without.now += HOUR;
    expect(without.say('g', { x: { ...resolved, startsAt: 1 } })).toMatchObject({
      texts: [],
      news: [{ resolved: ['x'] }],
    });
  });

  test('a firing that arrives after its own end is old news, in either order of the two', () => {
    const s = storm();
    s.say('g', { x: { ...resolved, startsAt: 1 } });
    expect(s.say('g', { x: { startsAt: 1 } }).texts).toEqual([]);
    expect(s.say('g', { x: { startsAt: 2 } }).texts).toHaveLength(1);
    s.now += HOUR;
    // An end of the first occurrence does not end the second.
    expect(s.say('g', { x: { ...resolved, startsAt: 1 } }).texts).toEqual([]);
    expect(s.state.alerts[0]?.status).toBe('firing');
  });

  test('whose sender does not say since when counts in the order of its calls', () => {
    const s = storm();
    const [on, off] = [{ startsAt: null }, { ...resolved, startsAt: null }];
    s.say('g', { x: on });
    s.now += HOUR;
    expect(brief(s.say('g', { x: off }).texts)).toEqual(['A resolved x 1 0 0 0']);
    s.now += HOUR;
    expect(brief(s.say('g', { x: on }).texts)).toEqual(['A firing x 1 0 0 0']);
    s.now += HOUR;
    // As an earlier version noted it: the time when it came.
    for (const alert of s.state.alerts) alert.startsAt = s.now + HOUR;
    expect(brief(s.say('g', { x: off }).texts)).toEqual(['A resolved x 1 0 0 0']);
  });

  test('that flaps is one text; once its end was texted, its return is news', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.say('g', { x: { ...resolved, startsAt: 1 } }); // Waits for the minute.
    expect(s.say('g', { x: { startsAt: 2 } })).toMatchObject({ texts: [], news: [{ folded: 1 }] });
    expect(s.pass(HOUR)).toEqual([]);
    s.say('g', { x: { ...resolved, startsAt: 2 } });
    expect(brief(s.say('g', { x: { startsAt: 3 } }).texts)).toEqual([]); // The minute again.
    expect(brief(s.pass(MINUTE))).toEqual(['A firing x 1 0 0 0']);
  });

  test('of one call, without a key, is forgotten once it was told', () => {
    const s = storm();
    s.say('one', { x: {} }, { single: true });
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
    const told = texts.reduce((sum, { statement }) => sum + statement.inGroup + statement.others.alerts, 0);
    expect(told).toBe(1000);
  });

  test('of a thousand critical groups rings five times in a minute, not a thousand', () => {
    const s = storm();
    s.stored = false;
    const texts = Array.from({ length: 1000 }, (_, n) => s.say(`g${n}`, { x: critical }).texts).flat();
    expect(texts).toHaveLength(5);
    expect(brief(s.pass(MINUTE))).toEqual(['A firing x 1 994 994 0']);
  });

  test('what is over before its text goes drops out, and that is said', () => {
    const s = storm();
    s.say('g', { x: {} });
    expect(s.say('h', { y: { startsAt: 1 }, z: {} }).news).toMatchObject([
      { held: [{ number: 'A', alerts: 2, until: AFTERNOON + MINUTE, why: 'pace' }] },
    ]);
    s.now += SECOND;
    expect(s.say('h', { y: { ...resolved, startsAt: 1 } }).news).toMatchObject([
      { resolved: ['y'], overUntold: 1, held: [{ alerts: 1 }] },
    ]);
    expect(brief(s.pass(MINUTE))).toEqual(['A firing z 1 0 0 0']);
  });

  test('a call without a key waits like any other, and is texted', () => {
    const s = storm();
    s.say('one', { x: {} }, { single: true });
    s.say('two', { y: {} }, { single: true });
    s.say('three', { z: {} }, { single: true });
    expect(brief(s.pass(MINUTE))).toEqual(['A firing y 1 1 1 0']);
    expect(s.state.alerts).toEqual([]);
  });

  test('a reminder that still waits when its alert is over is not sent', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    s.now += 11 * MINUTE;
    s.say('h', { y: {} });
    s.say('g', { x: { startsAt: 1 } });
    s.say('g', { x: { ...resolved, startsAt: 1 } });
    expect(brief(s.pass(MINUTE))).toEqual(['A resolved x 1 0 0 0']);
  });

  test('a group’s first critical alert goes at once though the minute is used up; its second waits', () => {
    const s = storm();
    s.say('g', { x: {} });
    expect(brief(s.say('g', { y: critical }).texts)).toEqual(['A firing y 1 0 0 0']);
    expect(s.say('g', { z: critical }).texts).toEqual([]);
    expect(brief(s.say('h', { z: critical }).texts)).toEqual(['A firing z 1 1 1 0']);
  });

  test('an alert that becomes critical is news', () => {
    const s = storm();
    s.say('g', { x: { startsAt: 1 } });
    expect(brief(s.say('g', { x: { startsAt: 1, ...critical } }).texts)).toEqual(['A firing x 1 0 0 0']);
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
  test('text some severities to some people; the rest is only said', () => {
    const route = routeTo([]);
    const s = new Storm({ ops: { ...route, textsTo: { ...route.textsTo, critical: ['A'] } } });
    expect(s.say('g', { x: {}, y: critical })).toMatchObject({
      texts: [{ number: 'A', statement: { name: 'y', inGroup: 1 } }],
      news: [{ unrouted: 1, fired: [{ name: 'x' }, { name: 'y' }] }],
    });
  });

  test('the sender’s own recipients come before the hook’s', () => {
    expect(storm().say('g', { x: {} }, { to: ['B'] }).texts).toMatchObject([{ number: 'B' }]);
  });

  test('quiet hours are by the time of day, whatever was done to the clock', () => {
    const s = storm({ quiet: { from: '23:00', to: '07:00' } });
    s.ahead = 9 * HOUR; // A quarter past midnight, not 15:00.
    s.now += 15 * MINUTE;
    const morning = s.now + 6 * HOUR + 45 * MINUTE;
    expect(s.say('g', { x: {} })).toMatchObject({ texts: [], dueAt: morning });
    s.ahead += 7 * HOUR;
    expect(s.decide().texts).toHaveLength(1);
  });

  test('in quiet hours only what is critical goes; the rest goes when they end, if it still fires', () => {
    // 23:00 to 07:00 in Bangladesh.
    const s = storm({ quiet: { from: '23:00', to: '07:00' } });
    const morning = AFTERNOON + 16 * HOUR;
    s.now += 8 * HOUR + 30 * MINUTE;
    expect(s.say('g', { x: { startsAt: 1 }, y: {} })).toMatchObject({
      texts: [],
      news: [{ held: [{ alerts: 2, until: morning, why: 'quiet' }] }],
      dueAt: morning,
    });
    expect(brief(s.say('g', { z: critical }).texts)).toEqual(['A firing z 1 0 0 0']);
    s.say('g', { x: { ...resolved, startsAt: 1 } });
    expect(brief(s.pass(16 * HOUR))).toEqual(['A firing y 1 0 0 0']);
  });

  test('who is unknown while Slack is silent gets it when Slack speaks; after half an hour that is given up', () => {
    const s = storm({}, ['A', 'B']);
    s.silent.add('B');
    expect(brief(s.say('g', { x: {} }).texts)).toEqual(['A firing x 1 0 0 0']);
    expect(s.pass(10 * MINUTE)).toEqual([]);
    s.silent.clear();
    expect(brief(s.pass(MINUTE))).toEqual(['B firing x 1 0 0 0']);
    s.silent.add('B');
    s.say('h', { y: {} });
    s.now += 31 * MINUTE;
    expect(s.decide().news).toMatchObject([{ unreached: [{ recipient: 'B', alerts: 1, problem: null }] }]);
    expect(s.dueAt).toBeNull();
  });

  test('what waits for a hook that was revoked is let go', () => {
    const s = storm();
    s.say('g', { x: {} });
    s.say('h', { y: {} });
    s.routes.clear();
    expect(s.pass(HOUR)).toEqual([]);
    expect(s.dueAt).toBeNull();
  });
});

test('the memory of a storm is bounded, and what is beyond is counted', () => {
  const s = storm();
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`a${from + n}`, {}]));
  s.say('g', many(0));
  expect(s.say('g', many(3000)).news).toMatchObject([{ untracked: 1000 }]);
  expect(s.json().length).toBeLessThan(640_000);
});
