import { expect, test } from 'vitest';
import { hookDraftSchema } from '../../../src/alerts/hooks.ts';

/* A hook's limits, as docs/alerts.md gives them. */

const teammate = (n: number) => ({ kind: 'teammate', userId: `U${n}`, label: '' });
const people = (count: number) => Array.from({ length: count }, (_, n) => teammate(n));
const HOOK = { name: 'Ops', recipients: people(1), channel: 'C1' };
const steps = (count: number, each = 1) =>
  Array.from({ length: count }, () => ({ to: people(each), minutes: 5 }));
const escalating = (fields: object) => ({
  escalation: { firstMinutes: 5, steps: steps(1), rounds: 1, severities: ['critical'], ...fields },
});

test.each([
  ['up to 20 recipients', { recipients: people(20) }, { recipients: people(21) }],
  ['20 for a step, too', escalating({ steps: steps(1, 20) }), escalating({ steps: steps(1, 21) })],
  ['up to five more steps', escalating({ steps: steps(5) }), escalating({ steps: steps(6) })],
  ['at most five rounds', escalating({ rounds: 5 }), escalating({ rounds: 6 })],
  ['an acknowledgement from 30 minutes', { acknowledgedMinutes: 30 }, { acknowledgedMinutes: 29 }],
  ['to 24 hours', { acknowledgedMinutes: 1440 }, { acknowledgedMinutes: 1441 }],
  ['or until it is over', { acknowledgedMinutes: null }, { acknowledgedMinutes: 0 }],
  ['one to three parts in Bangla', { unicodeParts: 3 }, { unicodeParts: 4 }],
])('%s', (_name, most, tooMuch) => {
  expect(hookDraftSchema.safeParse({ ...HOOK, ...most }).success).toBe(true);
  expect(hookDraftSchema.safeParse({ ...HOOK, ...tooMuch }).success).toBe(false);
});

test('four hours, unless the form says otherwise; critical alerts and errors in Bangla have two parts', () => {
  expect(hookDraftSchema.parse(HOOK)).toMatchObject({ acknowledgedMinutes: 240, unicodeParts: 2 });
});
