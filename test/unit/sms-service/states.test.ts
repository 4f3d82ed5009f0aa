import { describe, expect, it } from 'vitest';
import {
  afterCrash,
  afterLateOutcome,
  afterOutcome,
  afterReceipt,
  entryStateOf,
  type Submission,
  type SubmissionState,
} from '../../../src/sms-service/delivery/rules.ts';

const submission = (change: Partial<Submission> = {}): Submission => ({
  logId: 1,
  nth: 1,
  route: 'gp',
  idempotencyKey: 'A'.repeat(20),
  state: 'submitting',
  begunAt: 1000,
  doubtful: false,
  messageId: null,
  ...change,
});

describe('a text’s state follows from its messages', () => {
  it.each<[SubmissionState[], string]>([
    [[], 'accepted'],
    [['waiting'], 'accepted'],
    [['taken', 'submitting'], 'accepted'],
    [['taken', 'taken'], 'submitted'],
    [['taken', 'delivered'], 'submitted'],
    [['delivered', 'delivered'], 'delivered'],
    [['delivered', 'unknown'], 'unknown'],
    [['waiting', 'unknown'], 'unknown'],
    [['unknown', 'failed'], 'failed'],
    [['delivered', 'failed'], 'failed'],
  ])('%j is %s', (states, expected) => {
    expect(entryStateOf(states.map(state => ({ state })))).toBe(expected);
  });
});

describe('how an outcome changes a message', () => {
  const not = { kind: 'not-now', why: 'full' } as const;
  const silent = { kind: 'unanswered', why: 'cut' } as const;
  const no = { kind: 'refused', why: 'no such number' } as const;

  it('accepted: it has the carrier’s id', () => {
    const { submission: after } = afterOutcome(submission(), { kind: 'taken', messageId: '7' }, false);
    expect(after).toMatchObject({ state: 'taken', messageId: '7' });
  });

  it('definitely not accepted: as if it had never begun', () => {
    const after = afterOutcome(submission(), not, false);
    expect(after).toMatchObject({ submission: { state: 'waiting', begunAt: null }, why: 'full' });
    expect(afterOutcome(submission(), no, false)).toMatchObject({
      submission: { state: 'waiting', begunAt: null },
      refused: true,
    });
  });

  it('without an answer: unknown, or submitted again if the carrier recognises repeats', () => {
    expect(afterOutcome(submission(), silent, false).submission).toMatchObject({ state: 'unknown' });
    const resubmitted = afterOutcome(submission(), silent, true).submission;
    expect(resubmitted).toMatchObject({ state: 'waiting', doubtful: true, begunAt: 1000 });
  });

  it('a repeated one stays uncertain until the carrier says that it has it', () => {
    const repeated = submission({ doubtful: true });
    expect(afterOutcome(repeated, not, true).submission).toMatchObject({ state: 'waiting', begunAt: 1000 });
    expect(afterOutcome(repeated, no, true)).toMatchObject({
      submission: { state: 'unknown' },
      refused: false,
    });
  });

  it('a late answer corrects a state that was given up, and no other', () => {
    const givenUp = submission({ state: 'unknown', doubtful: true });
    expect(afterLateOutcome(givenUp, { kind: 'taken', messageId: '7' })).toMatchObject({ state: 'taken' });
    expect(afterLateOutcome(givenUp, no)).toMatchObject({ state: 'failed' });
    expect(afterLateOutcome(givenUp, silent)).toBeNull();
    expect(afterLateOutcome(submission({ state: 'delivered' }), no)).toBeNull();
  });
});

it('a receipt ends an open message; delivered and failed are final', () => {
  expect(afterReceipt(submission({ state: 'taken' }), 'delivered')).toMatchObject({ state: 'delivered' });
  expect(afterReceipt(submission({ state: 'unknown' }), 'failed')).toMatchObject({ state: 'failed' });
  expect(afterReceipt(submission({ state: 'failed' }), 'delivered')).toBeNull();
  expect(afterReceipt(submission({ state: 'delivered' }), 'failed')).toBeNull();
});

it('after a crash in the middle, bytes may have left', () => {
  expect(afterCrash(submission(), false)).toMatchObject({ state: 'unknown', doubtful: true });
  expect(afterCrash(submission(), true)).toMatchObject({ state: 'waiting', doubtful: true, begunAt: 1000 });
});
