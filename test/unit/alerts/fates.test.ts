import { describe, expect, test } from 'vitest';
import type { Responder } from '../../../src/alerts/alert.ts';
import type { Fate, Fates } from '../../../src/alerts/deciding/fates.ts';
import { noteTexts } from '../../../src/alerts/deciding/incidents.ts';
import { createTextFates } from '../../../src/alerts/fates.ts';
import type { History } from '../../../src/texts/store/history.ts';
import { fatesOf, MINUTE, routeTo, Storm } from './storm.ts';

/* What became of texts about alerts: who hears of them again, and who of their end. */

const KARIM: Responder = { kind: 'person', userId: 'UKARIM' };
const critical = { severity: 'critical', startsAt: 1 } as const;
const over = { ...critical, status: 'resolved' } as const;

/** Both were to be texted about two alerts of a group, in an intent that then waited too long. */
function told() {
  const s = new Storm({ ops: routeTo(['A', 'B']) });
  const { texts } = s.say('g', { x: critical, y: critical });
  s.planned('i1', texts);
  s.now += 30 * MINUTE;
  const expired = (others: Parameters<typeof fatesOf>[0] = {}): { unsent: Set<string>; fates: Fates } => ({
    unsent: new Set(['i1']),
    fates: fatesOf({ i1: { A: 'expired', B: 'expired' }, ...others }),
  });
  return { s, texts, expired };
}
const brief = ({ texts }: ReturnType<Storm['decide']>) =>
  texts.map(({ number, statement: { occasion, kinds } }) => [
    number,
    occasion,
    kinds.map(({ called }) => called),
  ]);

describe('people whose text expired unsent', () => {
  test('get one new text about how things are then, if it still fires', () => {
    const { s, expired } = told();
    s.say('g', { y: over });
    const decision = s.decideAbout(expired());
    expect(brief(decision)).toEqual([
      ['A', 'firing', ['x']],
      ['B', 'firing', ['x']],
    ]);
    s.planned('i2', decision.texts);
    expect(s.decide().texts, 'one, not one each time').toEqual([]);
    expect(s.state.incidents[0]?.texts).toMatchObject([{ intent: 'i1', renewed: true }, { intent: 'i2' }]);
    expect(s.state.incidents[0]?.texts[1]).not.toHaveProperty('renewed');
  });

  test('are reminded, if another text about it did reach them', () => {
    const { s, texts, expired } = told();
    s.planned('i2', texts);
    const decision = s.decideAbout(expired({ i2: { B: 'uncertain' } }));
    expect(brief(decision)).toEqual([
      ['A', 'firing', ['x', 'y']],
      ['B', 'reminder', ['x', 'y']],
    ]);
  });

  test('get none once somebody has taken it', () => {
    const { s, expired } = told();
    const [incident] = s.state.incidents;
    s.decide({ act: 'take', hook: 'ops', which: { incident: incident?.id ?? 0 }, by: KARIM, to: [], at: 0 });
    expect(brief(s.decideAbout(expired()))).toEqual([]);
  });

  test('get none if another is on its way', () => {
    const { s, texts, expired } = told();
    s.planned('i2', texts);
    expect(brief(s.decideAbout(expired({ i2: { A: 'coming', B: 'coming' } })))).toEqual([]);
  });

  test('get none once it is over', () => {
    const { s, expired } = told();
    const events = [s.call('g', { x: over, y: over })];
    expect(brief(s.decideAbout({ ...expired(), events }, expired().fates))).toEqual([]);
    expect(s.pass(60 * MINUTE)).toEqual([]);
  });

  test('get one when whoever took it meanwhile gives it back', () => {
    const { s, expired } = told();
    const act = { hook: 'ops', which: { intent: 'i1' }, by: KARIM, to: [], at: s.now };
    s.decide({ ...act, act: 'take' });
    expect(brief(s.decideAbout(expired()))).toEqual([]);
    expect(brief(s.decide({ ...act, act: 'give_back' })).map(([number]) => number)).toEqual(['A', 'B']);
  });
});

describe('the end of an alert is told', () => {
  const end = (s: Storm, name: string, fates: Fates) =>
    brief(s.decideAbout({ events: [s.call('g', { [name]: over })] }, fates)).map(([number]) => number);

  test.each<[Fate, boolean]>([
    ['sent', true],
    ['uncertain', true],
    ['coming', true],
    ['unsent', false],
    ['expired', false],
  ])('to whoever’s text about it is %s: %s', (fate, hears) => {
    const { s } = told();
    expect(end(s, 'x', fatesOf({ i1: { A: fate, B: 'sent' } }))).toEqual(hears ? ['A', 'B'] : ['B']);
  });

  test('to whomever any of its texts reached', () => {
    const { s, texts } = told();
    s.planned('i2', texts);
    s.state.alerts = s.state.alerts.map(alert => ({ ...alert, toldAt: s.now }));
    expect(end(s, 'x', fatesOf({ i1: { A: 'sent' }, i2: { A: 'unsent', B: 'unsent' } }))).toEqual(['A']);
  });

  test('to nobody who heard only of another alert in its group', () => {
    const { s } = told();
    s.planned('i2', s.say('g', { z: critical }).texts);
    s.now += 2 * MINUTE;
    const fates = fatesOf({ i1: { A: 'unsent', B: 'unsent' }, i2: { A: 'sent', B: 'sent' } });
    expect(end(s, 'x', fates)).toEqual([]);
    expect(end(s, 'z', fates)).toEqual(['A', 'B']);
  });

  test('to whomever an earlier text reached, although a later one that told of another alert, too, didn’t', () => {
    const { s } = told();
    s.planned('i2', s.say('h', { z: critical }).texts);
    const both = new Set(s.state.incidents.map(({ id }) => id));
    noteTexts(s.state, [{ intent: { id: 'i3' }, incidents: both, alone: true }], s.now);
    s.state.alerts = s.state.alerts.map(alert => ({ ...alert, toldAt: s.now }));
    const sent: Record<string, Fate> = { A: 'sent', B: 'sent' };
    const i3: Record<string, Fate> = { A: 'unsent', B: 'unsent' };
    s.decideAbout({ events: [s.call('h', { z: over })] }, fatesOf({ i2: sent, i3 }));
    s.now += 2 * MINUTE;
    expect(end(s, 'x', fatesOf({ i1: sent, i3 }))).toEqual(['A', 'B']);
  });

  test('by what became of the texts that told of it, asked when it is over', () => {
    const { s } = told();
    expect(s.consider(s.call('g', { x: over })).related).toEqual(['i1']);
    expect(s.consider(s.call('g', { z: critical })).related).toEqual([]);
  });
});

describe('what became of an intent’s texts', () => {
  const number = '01712345678';
  type Outcome = Awaited<ReturnType<History['outcome']>>;
  const of = async (outcome: Partial<Outcome> | null) => {
    const all = { settled: true, problem: null, omitted: [], texts: [], ...outcome } as unknown as Outcome;
    const fates = createTextFates({
      intents: {
        plan: async () => 'stale',
        intent: async () => ({ to: [{ kind: 'number', number }] }) as never,
      },
      queue: { cancelAll: async () => 0 as never },
      history: { outcome: async () => outcome && all },
      clock: { now: () => 0 },
    });
    return (await fates.of('T1', ['i1'])).get('i1');
  };
  const text = (state: string, problem: object | null = null) => ({
    texts: [{ number, state, problem }] as never,
  });

  test.each<[string, Partial<Outcome>, Fate]>([
    ['queued', text('queued'), 'coming'],
    ['being sent', text('sending'), 'coming'],
    ['sent', text('sent'), 'sent'],
    ['uncertain', text('uncertain'), 'uncertain'],
    ['refused by the service', text('refused', { kind: 'NOT_A_MOBILE' }), 'unsent'],
    ['cancelled', text('cancelled'), 'unsent'],
    ['expired', text('refused', { kind: 'EXPIRED' }), 'expired'],
    ['not planned yet', { settled: false }, 'coming'],
    ['refused as a whole, as without a key', { problem: { kind: 'NO_KEY', admin: false } }, 'unsent'],
    ['called off before it was a text', { problem: { kind: 'CANCELLED' } }, 'unsent'],
    ['expired before it was a text', { problem: { kind: 'EXPIRED' } }, 'expired'],
    ['for nobody, since all of them are marked as never to be texted', {}, 'unsent'],
  ])('%s', async (_what, outcome, fate) => {
    expect(await of(outcome)).toEqual([{ number, fate }]);
  });

  test('of somebody who is left out while others are texted', async () => {
    const omitted = [{ who: { kind: 'number', number: '01812345678' }, problem: { kind: 'NEVER_TEXTED' } }];
    expect(await of({ ...text('sent'), omitted: omitted as never })).toEqual([
      { number, fate: 'sent' },
      { number: '01812345678', fate: 'unsent' },
    ]);
  });

  test('nothing, once nobody knows of it any more', async () => {
    expect(await of(null)).toEqual([]);
  });
});
