import { describe, expect, test } from 'vitest';
import { type Act, type Responder, toKey } from '../../../src/alerts/alert.ts';
import type { Escalating } from '../../../src/alerts/deciding/route.ts';
import { fatesOf, MINUTE, routeTo, SECOND, Storm } from './storm.ts';

const KARIM: Responder = { kind: 'person', userId: 'UKARIM' };
const NUSRAT: Responder = { kind: 'number', number: '01712345678' };
const critical = { severity: 'critical', startsAt: 1 } as const;
const over = { ...critical, status: 'resolved' } as const;

const ESCALATION: Escalating = {
  steps: [
    { to: null, waitMs: 5 * MINUTE },
    { to: ['B'], waitMs: 10 * MINUTE },
  ],
  rounds: 2,
  severities: ['critical'],
};
const storm = (escalation: Escalating | null = ESCALATION, to = ['A']) =>
  new Storm({ ops: routeTo(to, { escalation }) });

function act(
  s: Storm,
  what: Act['act'],
  by = KARIM,
  { to = [] as string[], at = s.now } = {},
): ReturnType<Storm['decide']> {
  const [incident] = s.state.incidents;
  return s.decide({ act: what, hook: 'ops', which: { incident: incident?.id ?? 0 }, by, to, at });
}
const numbersIn = (texts: ReturnType<Storm['pass']>) =>
  texts.map(({ number, statement }) => `${number} ${statement.occasion}`);

const postsIn = ({ news }: ReturnType<Storm['decide']>) => news.flatMap(({ posts }) => posts);
describe('an incident', () => {
  test('begins with a group’s first firing alert and ends with its last; the next one is another', () => {
    const s = storm(null);
    s.say('g', { x: critical, y: critical });
    const [first] = s.state.incidents;
    s.say('g', { x: over });
    expect(s.state.incidents).toMatchObject([{ id: first?.id, endedAt: null }]);
    expect(postsIn(s.say('g', { y: over }))).toMatchObject([{ open: 0, firing: { names: [], others: 0 } }]);
    expect(s.state.incidents).toMatchObject([{ id: first?.id, endedAt: s.now }]);
    s.now += MINUTE;
    s.say('g', { x: { ...critical, startsAt: 2 } });
    expect(s.state.incidents).toMatchObject([{ endedAt: null, taken: null, since: s.now }]);
    expect(s.state.incidents[0]?.id).not.toBe(first?.id);
  });

  test('shares its post with those of its hook that begin within ten seconds', () => {
    const s = new Storm({ ops: routeTo(['A']), other: routeTo(['A']) });
    s.say('g1', { x: critical });
    s.now += 9 * SECOND;
    s.say('g2', { x: critical });
    s.say('g3', { x: critical }, { hook: 'other' });
    s.now += 2 * SECOND;
    s.say('g4', { x: critical });
    const posts = s.state.incidents.map(({ post }) => post);
    expect(posts[0]).toBe(posts[1]);
    expect(new Set(posts).size).toBe(3);
  });

  test('that joined a post after somebody had pressed in it isn’t theirs: they hadn’t seen it', () => {
    const s = storm(null);
    const [{ post = 0, upTo = 0 } = {}] = postsIn(s.say('g1', { x: critical }));
    s.say('g2', { y: critical });
    s.decide({ act: 'take', hook: 'ops', which: { post, upTo }, by: KARIM, to: [], at: s.now });
    expect(s.state.incidents).toMatchObject([
      { post, taken: { by: KARIM } },
      { post, taken: null },
    ]);
  });

  test('that somebody took texts nobody of a repeat, and them of a new alert', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    expect(postsIn(act(s, 'take'))).toMatchObject([{ taken: [{ by: KARIM, at: s.now }] }]);
    expect(s.state.incidents).toMatchObject([{ taken: { by: KARIM, at: s.now } }]);
    s.now += 20 * MINUTE;
    expect(s.say('g', { x: critical }).texts).toEqual([]);
    const { recipients } = s.consider(s.call('g', { y: critical }));
    expect([...recipients]).toEqual([toKey({ kind: 'teammate', userId: 'UKARIM', label: '' })]);
  });

  test('of which whoever took it can’t be texted is the others’ again', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    act(s, 'take');
    s.nobody.add(toKey({ kind: 'teammate', userId: 'UKARIM', label: '' }));
    s.now += 2 * MINUTE;
    expect(s.say('g', { y: critical }).texts).toEqual([]);
    expect(s.dueAt).toBe(s.now);
    expect(numbersIn(s.pass(0))).toEqual(['A firing']);
  });

  test('is taken by whoever was first', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    act(s, 'take', NUSRAT);
    expect(act(s, 'take', KARIM).news).toEqual([]);
    expect(s.state.incidents).toMatchObject([{ taken: { by: NUSRAT } }]);
  });

  test('can be given back for a minute by whoever took it, and then whoever wasn’t texted is', () => {
    const s = storm(null);
    s.now += MINUTE;
    s.say('g', { x: critical });
    s.state = { ...s.state, alerts: s.state.alerts.map(alert => ({ ...alert, told: [] })) };
    act(s, 'take', NUSRAT);
    s.now += 60 * SECOND;
    expect(act(s, 'give_back', KARIM).news).toEqual([]);
    expect(numbersIn(act(s, 'give_back', NUSRAT).texts)).toEqual(['A firing']);
    act(s, 'take', NUSRAT);
    s.now += 61 * SECOND;
    expect(act(s, 'give_back', NUSRAT).texts).toEqual([]);
    expect(s.state.incidents).toMatchObject([{ taken: { by: NUSRAT } }]);
  });

  test('is taken and given back when that was pressed, however late it is decided', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    const taken = s.now;
    s.now += 20 * SECOND;
    act(s, 'take', KARIM, { at: taken });
    expect(s.state.incidents).toMatchObject([{ taken: { by: KARIM, at: taken } }]);
    s.now += 55 * SECOND;
    act(s, 'give_back', KARIM, { at: taken + 60 * SECOND });
    expect(s.state.incidents).toMatchObject([{ taken: null }]);
  });

  test('that is resolved here stays over however long its sender repeats it, until it occurs again', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    s.now += 2 * MINUTE;
    expect(numbersIn(act(s, 'resolve').texts)).toEqual(['A resolved']);
    expect(s.state.incidents).toMatchObject([{ resolvedBy: KARIM, endedAt: s.now }]);
    for (let day = 0; day < 20; day++) {
      s.now += 4 * 60 * MINUTE;
      expect(s.say('g', { x: critical }).texts).toEqual([]);
    }
    expect(numbersIn(s.say('g', { x: { ...critical, startsAt: 2 } }).texts)).toEqual(['A firing']);
  });

  test('texts somebody else if a responder says so', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    expect(numbersIn(act(s, 'text', KARIM, { to: ['C'] }).texts)).toEqual(['C firing']);
  });

  test('that is over takes no acts, and neither does one that nobody knows', () => {
    const s = storm(null);
    s.say('g', { x: critical });
    s.say('g', { x: over });
    expect(postsIn(act(s, 'take'))).toEqual([]);
    const which = { post: 99, upTo: 99 };
    const unknown = s.decide({ act: 'take', hook: 'ops', which, by: KARIM, to: [], at: s.now });
    expect(postsIn(unknown)).toEqual([]);
  });
});

describe('an escalation', () => {
  test('texts step after step, round after round, and then says that nobody answered', () => {
    const s = storm();
    expect(numbersIn(s.say('g', { x: critical }).texts)).toEqual(['A firing']);
    expect(s.dueAt).toBe(s.now + 5 * MINUTE);
    expect(numbersIn(s.pass(5 * MINUTE))).toEqual(['B firing']);
    expect(numbersIn(s.pass(10 * MINUTE))).toEqual(['A reminder']);
    expect(numbersIn(s.pass(5 * MINUTE))).toEqual(['B reminder']);
    s.now += 10 * MINUTE;
    expect(s.decide()).toMatchObject({
      texts: [],
      dueAt: null,
      news: [{ posts: [{ unanswered: 1 }] }],
    });
  });

  test('texts whoever is in the next step, even if an earlier one texted them', () => {
    const s = storm({
      ...ESCALATION,
      steps: [ESCALATION.steps[0], { to: ['A', 'B'], waitMs: MINUTE }] as never,
    });
    s.say('g', { x: critical });
    expect(numbersIn(s.pass(5 * MINUTE)).toSorted()).toEqual(['A reminder', 'B firing']);
  });

  test('texts nobody twice because it was given back', () => {
    const s = storm();
    s.say('g', { x: critical });
    s.pass(5 * MINUTE);
    act(s, 'take');
    s.now += 30 * SECOND;
    expect(act(s, 'give_back').texts).toEqual([]);
  });

  test('ends with whoever takes it, and with its end', () => {
    const [taken, ended] = [storm(), storm()];
    for (const s of [taken, ended]) s.say('g', { x: critical });
    act(taken, 'take');
    ended.say('g', { x: over });
    for (const s of [taken, ended])
      expect(numbersIn(s.pass(60 * MINUTE)).filter(text => !text.includes('resolved'))).toEqual([]);
  });

  test('goes on from its step if it is given back', () => {
    const s = storm();
    s.say('g', { x: critical });
    act(s, 'take');
    s.now += 30 * SECOND;
    act(s, 'give_back');
    expect(numbersIn(s.pass(5 * MINUTE))).toEqual(['B firing']);
  });

  test('doesn’t make up for the steps that were missed while the app was down', () => {
    const s = storm();
    s.say('g', { x: critical });
    s.now += 60 * MINUTE;
    expect(numbersIn(s.decide().texts)).toEqual(['B firing']);
    expect(s.dueAt).toBe(s.now + 10 * MINUTE);
  });

  test('passes a step with nobody in it on at once, and says so', () => {
    const s = storm();
    s.nobody.add('A');
    const first = s.say('g', { x: critical });
    expect(first).toMatchObject({ texts: [], dueAt: s.now, news: [{ emptySteps: 1 }] });
    expect(numbersIn(s.pass(0))).toEqual(['B firing']);
  });

  test('doesn’t wait if none of a step’s texts went out for certain', () => {
    const s = storm();
    const { texts } = s.say('g', { x: critical });
    s.planned('one', texts);
    expect(numbersIn(s.decideAbout({ fates: fatesOf({ another: { A: 'unsent' } }) }).texts)).toEqual([]);
    expect(numbersIn(s.decideAbout({ fates: fatesOf({ one: { A: 'uncertain' } }) }).texts)).toEqual([
      'B firing',
    ]);
  });

  test('of what somebody has acknowledged begins none, however severe it becomes', () => {
    const s = storm();
    s.say('g', { x: { severity: 'warning' } });
    act(s, 'take');
    s.now += MINUTE;
    s.say('g', { y: critical });
    expect(s.state.incidents).toMatchObject([{ escalation: null }]);
    expect(numbersIn(s.pass(60 * MINUTE))).not.toContain('B firing');
  });

  test('is only for the severities that the hook says', () => {
    const s = storm();
    s.say('g', { x: { severity: 'warning' } });
    expect(s.pass(60 * MINUTE)).toEqual([]);
    expect(s.state.incidents).toMatchObject([{ escalation: null }]);
  });

  test('of a call without a key goes on, though the alert can’t resolve', () => {
    const s = storm();
    s.say('one', { x: critical }, { single: true });
    expect(numbersIn(s.pass(5 * MINUTE))).toEqual(['B firing']);
    act(s, 'take');
    s.now += MINUTE;
    s.decide();
    expect(s.pass(2 * 60 * MINUTE)).toEqual([]);
    expect(s.state.alerts).toEqual([]);
  });
});

describe('texts that wait', () => {
  test('are called off once nobody needs to hear of their incidents any more', () => {
    const s = storm(null);
    const { texts } = s.say('g1', { x: critical });
    s.now += 10 * SECOND;
    s.planned('both', [...texts, ...s.say('g2', { x: critical }).texts]);
    const [one, two] = s.state.incidents;
    const take = (incident: number): Act => ({
      act: 'take',
      hook: 'ops',
      which: { incident },
      by: KARIM,
      to: [],
      at: s.now,
    });
    expect(s.consider(take(one?.id ?? 0)).callOff).toEqual([]);
    s.decide(take(one?.id ?? 0));
    expect(s.consider(take(two?.id ?? 0)).callOff).toEqual(['both']);
  });

  test('and were called off by an acknowledgement tell nobody either, when it is over later', () => {
    const s = storm(null, ['A+B']);
    const { texts } = s.say('g', { x: critical });
    s.planned('one', texts);
    const take: Act = { act: 'take', hook: 'ops', which: { intent: 'one' }, by: KARIM, to: [], at: s.now };
    s.decideAbout({ events: [take] }, fatesOf({ one: { A: 'unsent', B: 'sent' } }));
    s.now += 2 * MINUTE;
    expect(numbersIn(s.say('g', { x: over }).texts)).toEqual(['B resolved']);
  });

  test('are of one incident each: whoever takes what a text tells of takes nothing else', () => {
    const s = storm(null);
    s.planned('one', s.say('g1', { x: critical }).texts);
    s.now += 2 * MINUTE;
    s.planned('two', s.say('g2', { x: critical }).texts);
    s.decide({ act: 'take', hook: 'ops', which: { intent: 'two' }, by: KARIM, to: [], at: s.now });
    expect(s.state.incidents).toMatchObject([{ taken: null }, { taken: { by: KARIM } }]);
  });

  test('are called off however many there are; a link in each of them leads to it', () => {
    const s = storm(null);
    const { texts } = s.say('g', { x: critical });
    const intents = Array.from({ length: 300 }, (_, n) => `intent ${n}`);
    for (const [n, intent] of intents.entries()) {
      if (n === 150) s.now += 29 * MINUTE;
      s.planned(intent, texts);
    }
    s.decide();
    const take: Act = {
      act: 'take',
      hook: 'ops',
      which: { intent: 'intent 0' },
      by: KARIM,
      to: [],
      at: s.now,
    };
    expect(s.consider(take).callOff).toEqual(intents);
  });

  test('of those that can’t wait any more, the latest fifty are remembered', () => {
    const s = storm(null);
    const { texts } = s.say('g', { x: critical });
    for (let n = 0; n < 60; n++) s.planned(`early ${n}`, texts);
    s.now += 40 * MINUTE;
    s.planned('late', texts);
    expect(s.state.incidents[0]?.texts.map(({ intent }) => intent)).toEqual([
      ...Array.from({ length: 49 }, (_, n) => `early ${11 + n}`),
      'late',
    ]);
  });

  test('and were called off tell nobody, so nobody hears of the end either', () => {
    const s = storm(null, ['A+B']);
    const { texts } = s.say('g', { x: critical });
    s.planned('one', texts);
    s.now += 2 * MINUTE;
    const end = s.decideAbout(
      { events: [s.call('g', { x: over })] },
      fatesOf({ one: { A: 'unsent', B: 'sent' } }),
    );
    expect(numbersIn(end.texts)).toEqual(['B resolved']);
  });
});
