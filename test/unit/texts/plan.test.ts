import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import { timeOn } from '../../../src/kit/day.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { limitProblem } from '../../../src/texts/limits.ts';
import type { Plan, PlannedText } from '../../../src/texts/store/model.ts';
import { afterPlan, checkPlan, newIntent, type PlanFacts } from '../../../src/texts/store/plan.ts';
import { plus, sumOf } from '../../../src/texts/store/usage.ts';
import { NOW, textWith } from './samples.ts';

const intent = (fields: Partial<Intent> = {}): Intent => ({
  id: 'intent',
  workspace: 'T1',
  source: 'command',
  resendOf: null,
  actor: 'U1',
  to: [{ kind: 'number', number: '01712345678' as never }],
  message: 'hello',
  priority: 'people',
  confirmed: false,
  replyTo: null,
  language: null,
  acceptedAt: NOW,
  ...fields,
});
const NOTHING = { texts: 0, millionths: 0, open: 0 };
const grounds = (fields: Partial<PlanFacts> = {}): PlanFacts => ({
  plannedNumbers: new Set(),
  day: { person: NOTHING, workspace: NOTHING },
  lastPrice: null,
  duplicated: null,
  original: null,
  ...fields,
});
const planned = (number: string, parts = 1): PlannedText => ({
  number: number as never,
  message: 'hello',
  parts,
  priority: 'people',
  expiresAt: NOW + 900_000,
});
type Texts = Extract<Plan, { kind: 'texts' }>;
const plan = (texts: PlannedText[], fields: Partial<Texts> = {}): Texts => ({
  kind: 'texts',
  fingerprint: 'key',
  texts,
  askIfSentSince: null,
  limits: null,
  omitted: [],
  retryAt: null,
  ...fields,
});

describe('checking a plan', () => {
  test('sends a promotional text once more by day only', () => {
    const hours = { from: '09:00', to: '21:00' };
    const verdict = (time: string, promotional?: true) =>
      checkPlan(
        intent({ source: 'resend', resendOf: 'text' }),
        plan([planned('1')], { hours }),
        grounds({ original: textWith({ state: 'uncertain', promotional }) }),
        timeOn(20_000, time),
      );
    expect(verdict('20:59', true).planned).toBe('planned');
    expect(verdict('21:00', true)).toMatchObject({ problem: { kind: 'OUT_OF_HOURS', ...hours } });
    expect(verdict('21:00').planned, 'any other text').toBe('planned');
  });

  test('never exceeds a day’s limit of texts or credits, in any order of plans', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    const cap = fc.record({
      texts: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
      credits: fc.option(fc.integer({ min: 0, max: 12 }).map(String), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), cap, (plans, limit) => {
        const past = { cost: '0.5' as Credits, parts: 1 };
        const limits = { person: limit as never, workspace: { texts: null, credits: null } };
        let used = NOTHING;
        for (const some of plans) {
          const texts = some.map((count, n) => planned(String(n), count));
          const verdict = checkPlan(
            intent(),
            plan(texts, { limits }),
            grounds({ day: { person: used, workspace: used }, lastPrice: past }),
            NOW,
          );
          const sum = sumOf(texts);
          if (verdict.planned === 'refused') {
            expect(limitProblem('person', limits.person, used, sum, past, NOW)).toEqual(verdict.problem);
            continue;
          }
          used = plus(used, { texts: sum.texts, millionths: 0, open: sum.parts });
          if (limit.texts !== null) expect(used.texts).toBeLessThanOrEqual(limit.texts);
          if (limit.credits !== null) expect(used.open * 0.5).toBeLessThanOrEqual(Number(limit.credits));
        }
      }),
    );
  });
});

test('those of a request whose numbers weren’t known yet get the same sign-off as the first, though it is none', () => {
  const signOff = { line: '', isForAll: false };
  const partly = plan([planned('01712345678')], { signOff, retryAt: NOW + 1000 });
  const open = newIntent(intent({ typed: true }), { dueAt: NOW, leasedBy: null });
  const after = (texts: Texts) =>
    afterPlan(open, texts, checkPlan(open.intent, texts, grounds(), NOW), new Set()).intent.signOff;
  expect(after(partly)).toEqual(signOff);
  expect(after({ ...partly, retryAt: null }), 'nobody is left').toBeUndefined();
});
