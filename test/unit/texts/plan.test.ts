import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import { timeOn } from '../../../src/kit/day.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { limitProblem } from '../../../src/texts/limits.ts';
import { UNTOLD_MS } from '../../../src/texts/pace.ts';
import { newIntent } from '../../../src/texts/store/accept.ts';
import { waitToTell } from '../../../src/texts/store/key.ts';
import type { Plan, PlannedText } from '../../../src/texts/store/model.ts';
import { type Grounds, isSettled, judge, newText, resolved } from '../../../src/texts/store/plan.ts';
import { plus, sumOf, useOfChange } from '../../../src/texts/store/usage.ts';
import { TEXT_STATES } from '../../../src/texts/text.ts';
import { keyWith, NOW, textWith } from './samples.ts';

const intent = (given: Partial<Intent> = {}): Intent => ({
  id: 'intent',
  workspace: 'T1',
  identity: 'trigger',
  source: 'command',
  of: null,
  actor: 'U1',
  to: [{ kind: 'number', number: '01712345678' as never }],
  message: 'hello',
  priority: 'people',
  confirmed: false,
  replyTo: null,
  language: null,
  acceptedAt: NOW,
  ...given,
});
const NOTHING = { texts: 0, millionths: 0, open: 0 };
const grounds = (given: Partial<Grounds> = {}): Grounds => ({
  planned: new Set(),
  day: { person: NOTHING, workspace: NOTHING },
  past: null,
  same: [],
  original: null,
  ...given,
});
const planned = (number: string, parts = 1): PlannedText => ({
  number: number as never,
  message: 'hello',
  parts,
  priority: 'people',
  expiresAt: NOW + 900_000,
});
type Texts = Extract<Plan, { kind: 'texts' }>;
const plan = (texts: PlannedText[], given: Partial<Texts> = {}): Texts => ({
  kind: 'texts',
  fingerprint: 'key',
  texts,
  askIfSince: null,
  limits: null,
  omitted: [],
  again: null,
  ...given,
});

describe('judging a plan', () => {
  test('asks about the same text to the same number, unless the earlier one did not go out or is too old', () => {
    for (const state of TEXT_STATES) {
      const verdict = judge(
        intent(),
        plan([planned('1')], { askIfSince: NOW }),
        grounds({ same: [textWith({ state })] }),
        NOW,
      );
      expect(verdict.planned, state).toBe(state === 'refused' || state === 'cancelled' ? 'planned' : 'asked');
    }
    const old = plan([planned('1')], { askIfSince: NOW + 1 });
    expect(judge(intent(), old, grounds({ same: [textWith()] }), NOW).planned).toBe('planned');
  });

  test('sends an uncertain text once more, once, in its own workspace', () => {
    const again = intent({ source: 'again', of: 'text' });
    const verdict = (original: Grounds['original']) =>
      judge(again, plan([planned('1')]), grounds({ original }), NOW);
    expect(verdict(textWith({ state: 'uncertain' })).planned).toBe('planned');
    expect(verdict(textWith({ state: 'uncertain', again: 'x' }))).toMatchObject({
      problem: { kind: 'ALREADY_SENT_AGAIN' },
    });
    expect(verdict(textWith({ state: 'sent' }))).toMatchObject({ problem: { kind: 'NO_LONGER_UNCERTAIN' } });
    expect(verdict(textWith({ state: 'uncertain', workspace: 'T2' }))).toMatchObject({
      problem: { kind: 'GONE' },
    });
    expect(verdict(null)).toMatchObject({ problem: { kind: 'GONE' } });
  });

  test('sends a promotional text once more by day only', () => {
    const hours = { from: '09:00', to: '21:00' };
    const verdict = (time: string, promotional?: true) =>
      judge(
        intent({ source: 'again', of: 'text' }),
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
          const verdict = judge(
            intent(),
            plan(texts, { limits }),
            grounds({ day: { person: used, workspace: used }, past }),
            NOW,
          );
          const wanted = sumOf(texts);
          if (verdict.planned === 'refused') {
            expect(limitProblem('person', limits.person, used, wanted, past, NOW)).toEqual(verdict.problem);
            continue;
          }
          used = plus(used, { texts: wanted.texts, millionths: 0, open: wanted.parts });
          if (limit.texts !== null) expect(used.texts).toBeLessThanOrEqual(limit.texts);
          if (limit.credits !== null) expect(used.open * 0.5).toBeLessThanOrEqual(Number(limit.credits));
        }
      }),
    );
  });

  test('plans no number twice, and counts only new texts', () => {
    const limits = { person: { texts: 1, credits: null }, workspace: { texts: null, credits: null } };
    const both = plan([planned('1'), planned('2')], { limits });
    expect(judge(intent(), both, grounds({ planned: new Set(['1']) }), NOW)).toEqual({
      planned: 'planned',
      texts: [planned('2')],
    });
    expect(judge(intent(), both, grounds(), NOW)).toMatchObject({ problem: { kind: 'CAP_REACHED' } });
  });
});

test('an unattended intent is settled when nothing of it is open, waits or is being sent', () => {
  const record = newIntent(intent({ source: 'hook' }), { dueAt: NOW, leasedBy: 'me' });
  const texts = [planned('1'), planned('2')];
  const more = resolved(record, plan(texts, { again: NOW + 9 }), { planned: 'planned', texts }, new Set());
  expect(more).toMatchObject({ state: 'open', dueAt: NOW + 9, leasedBy: null, pending: 2 });
  expect(isSettled({ ...more, pending: 0 })).toBe(false);
  const last = resolved(more, plan([]), { planned: 'planned', texts: [] }, new Set());
  expect(last).toMatchObject({ state: 'planned', pending: 2 });
  expect([isSettled(last), isSettled({ ...last, pending: 0 })]).toEqual([false, true]);
});

test('a day’s use is nothing for texts that did not go out, and the cost where we know it', () => {
  const fresh = newText('id', intent(), planned('1', 3), 'key', { now: NOW, wall: NOW });
  for (const state of ['refused', 'cancelled'] as const) {
    expect(useOfChange(fresh, { ...fresh, state })).toEqual({ texts: -1, millionths: 0, open: -3 });
    expect(useOfChange({ ...fresh, state }, { ...fresh, state })).toBeNull();
    // Its request had been made all the same.
    expect(useOfChange({ ...fresh, state }, fresh)).toEqual({ texts: 1, millionths: 0, open: 3 });
  }
  const charged = { ...fresh, state: 'sent' as const, cost: '0.35' as Credits };
  expect(useOfChange(fresh, charged)).toEqual({ texts: 0, millionths: 350_000, open: -3 });
  expect(useOfChange(fresh, { ...charged, cost: null })).toBeNull();
  expect(useOfChange(fresh, { ...fresh, state: 'uncertain' })).toBeNull();
});

describe('what a person whose text waits is told', () => {
  const CLAIMING = 0;
  const old = textWith({ createdAt: NOW - UNTOLD_MS });
  test('nothing if it goes soon', () => {
    expect(waitToTell(textWith(), keyWith({ readyAt: NOW + UNTOLD_MS }), CLAIMING, NOW)).toBeNull();
  });
  test('the code that holds the key, at once', () => {
    const key = keyWith({ held: 'INSUFFICIENT_CREDITS' });
    expect(waitToTell(textWith(), key, CLAIMING, NOW)).toEqual({ why: 'INSUFFICIENT_CREDITS', until: null });
  });
  test('when it goes; no time if that depends on a reply', () => {
    const until = NOW + 30_000;
    expect(waitToTell(textWith(), keyWith({ readyAt: until }), CLAIMING, NOW)).toEqual({
      why: 'PACE',
      until,
    });
    const unanswered = keyWith({ readyAt: until, unanswered: true });
    expect(waitToTell(old, unanswered, CLAIMING, NOW)).toEqual({ why: 'UNANSWERED', until: null });
  });
  test('that the store was restarted, if that takes longest', () => {
    const until = NOW + 20_000;
    expect(waitToTell(textWith(), keyWith(), until, NOW)).toEqual({ why: 'STORE_RESTARTED', until });
    expect(waitToTell(textWith(), keyWith({ readyAt: until + 1 }), until, NOW)).toMatchObject({
      why: 'PACE',
    });
  });
});
