import { expect, it } from 'vitest';
import type { Carrier } from '../../../src/sms-service/carriers/carrier.ts';
import { nextStep } from '../../../src/sms-service/delivery/next-step.ts';
import type { Submission } from '../../../src/sms-service/delivery/rules.ts';

const HOUR_MS = 3_600_000;

const submission = (nth: number, change: Partial<Submission>): Submission => ({
  logId: 1,
  nth,
  route: 'gp',
  idempotencyKey: 'A'.repeat(20),
  state: 'waiting',
  begunAt: null,
  doubtful: false,
  messageId: null,
  ...change,
});

/** A route with room. */
const open: Carrier = {
  name: 'gp',
  kind: 'smpp',
  health: () => ({ healthy: true }),
  room: () => 10,
  plan: () => ({ messages: 2 }),
  submit: () => Promise.reject(new Error('nothing is submitted here')),
  knowsAgain: () => true,
  close: async () => {},
};

/** The next step, after this time, for a text whose first part is with the carrier. */
function after(hours: number, routes: Carrier[], second: Partial<Submission> = {}) {
  const waiting = {
    text: { logId: 1, number: '01712345678', message: 'x'.repeat(300) },
    acceptedAt: 0,
    refusedBy: [],
    submissions: [submission(1, { state: 'taken', begunAt: 5 }), submission(2, second)],
  };
  const how = { now: hours * HOUR_MS, giveUpAfterMs: 24 * HOUR_MS, newIdempotencyKey: () => 'B'.repeat(20) };
  return nextStep(waiting, routes, how);
}

it.each([
  ['its route was removed', []],
  ['its route is down', [{ ...open, room: () => 0 }]],
  ['its route came back only now', [open]],
])(
  'the remainder of a text that was sent in part is given up in time, and not sent late: %s',
  (_, routes) => {
    expect(after(23, routes).kind).toBe(routes[0]?.room() ? 'begin' : 'wait');
    expect(after(25, routes)).toEqual({
      kind: 'end',
      submissions: [expect.objectContaining({ nth: 2, state: 'failed' })],
      why: 'The carrier did not take all of it within 24 hours',
    });
  },
);

it('an uncertain part that is given up is unknown, not failed', () => {
  expect(after(25, [{ ...open, room: () => 0 }], { begunAt: 5, doubtful: true })).toMatchObject({
    kind: 'end',
    submissions: [{ nth: 2, state: 'unknown' }],
  });
});
