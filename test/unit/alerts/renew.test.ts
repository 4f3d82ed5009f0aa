import { describe, expect, test } from 'vitest';
import type { Responder } from '../../../src/alerts/alert.ts';
import type { ExpiredText } from '../../../src/alerts/deciding/renew.ts';
import { MINUTE, routeTo, Storm } from './storm.ts';

/* Texts about alerts that waited too long and were never sent. */

const KARIM: Responder = { kind: 'person', userId: 'UKARIM' };
const critical = { severity: 'critical', startsAt: 1 } as const;
const over = { ...critical, status: 'resolved' } as const;

/** Both were to be texted about two alerts of a group, in an intent that then waited too long. */
function told() {
  const s = new Storm({ ops: routeTo(['A', 'B']) });
  const { texts } = s.say('g', { x: critical, y: critical });
  s.planned('i1', texts);
  s.now += 30 * MINUTE;
  const [incident] = s.state.incidents;
  const expired = (given: Partial<ExpiredText> = {}): ExpiredText[] => [
    { incident: incident?.id ?? 0, intent: 'i1', untold: ['A', 'B'], told: [], ...given },
  ];
  return { s, expired };
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
    const decision = s.decideAbout({ expired: expired() });
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
    const { s, expired } = told();
    const decision = s.decideAbout({ expired: expired({ untold: ['A'], told: ['B'] }) });
    expect(brief(decision)).toEqual([
      ['A', 'firing', ['x', 'y']],
      ['B', 'reminder', ['x', 'y']],
    ]);
  });

  test('get none once somebody has taken it', () => {
    const { s, expired } = told();
    const [incident] = s.state.incidents;
    s.decide({ act: 'take', hook: 'ops', which: { incident: incident?.id ?? 0 }, by: KARIM, to: [], at: 0 });
    expect(brief(s.decideAbout({ expired: expired() }))).toEqual([]);
  });

  test('get none once it is over, and aren’t told either that it is', () => {
    const { s, expired } = told();
    expect(brief(s.decideAbout({ expired: expired(), events: [s.call('g', { x: over, y: over })] }))).toEqual(
      [],
    );
    expect(s.pass(60 * MINUTE)).toEqual([]);
  });

  test('who wasn’t among them hears of the end', () => {
    const { s, expired } = told();
    s.decide({
      ...{ act: 'take', hook: 'ops', by: KARIM, to: [], at: s.now },
      which: { incident: s.state.incidents[0]?.id ?? 0 },
    });
    s.decideAbout({ expired: expired({ untold: ['A'] }) });
    expect(brief(s.say('g', { x: over, y: over }))).toEqual([['B', 'resolved', ['x', 'y']]]);
  });
});
