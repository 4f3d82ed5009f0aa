import type { Carrier } from '../carriers/carrier.ts';
import type { Submission, Waiting } from './rules.ts';

export type NextStep =
  /** These submissions, new or waiting, begin on this route. */
  | { kind: 'begin'; carrier: Carrier; submissions: readonly Submission[] }
  | { kind: 'wait' }
  /** These submissions get these states; if there are none, the text failed before a route had it. */
  | { kind: 'end'; submissions: readonly Submission[]; why: string }
  /** The route can't carry the text. */
  | { kind: 'refused'; by: string; why: string };

/**
 * Chooses the first working route that accepts the text. If that route has no room, the text waits for it; routes
 * that are down are skipped. Once a byte has left by a route, no other route gets any of the text. A part that hasn't
 * left in time never does.
 *
 * @param giveUpAfterMs how long a text, or its remaining parts, may wait to leave
 * @param newIdempotencyKey returns a unique name for a submission
 */
export function nextStep(
  waiting: Waiting,
  carriers: readonly Carrier[],
  {
    now,
    giveUpAfterMs,
    newIdempotencyKey,
  }: { now: number; giveUpAfterMs: number; newIdempotencyKey(): string },
): NextStep {
  const begun = waiting.submissions.find(({ begunAt }) => begunAt !== null);
  const late = now - waiting.acceptedAt > giveUpAfterMs;
  const hours = `${Math.round(giveUpAfterMs / 3_600_000)} hours`;
  if (begun) return continueOn(waiting, begun.route, carriers, now, late ? hours : null);
  if (late) return { kind: 'end', submissions: [], why: `No route took it within ${hours}` };
  const { text, refusedBy } = waiting;
  for (const carrier of carriers.filter(({ name }) => !refusedBy.includes(name))) {
    const plan = carrier.plan(text);
    if ('refuses' in plan) return { kind: 'refused', by: carrier.name, why: plan.refuses };
    const room = carrier.room();
    if (room === 0 && carrier.health().healthy) return { kind: 'wait' };
    if (room === 0) continue;
    const submissions = Array.from({ length: plan.messages }, (_, index) => ({
      logId: text.logId,
      nth: index + 1,
      route: carrier.name,
      idempotencyKey: newIdempotencyKey(),
      state: index < room ? ('submitting' as const) : ('waiting' as const),
      begunAt: index < room ? now : null,
      doubtful: false,
      messageId: null,
    }));
    return { kind: 'begin', carrier, submissions };
  }
  if (carriers.every(({ name }) => refusedBy.includes(name))) {
    return { kind: 'end', submissions: [], why: 'No route accepts it' };
  }
  return { kind: 'wait' };
}

/** The carrier has some of the text, or may have: the other parts go by the same route, in time, or not at all. */
function continueOn(
  { submissions, refusedBy }: Waiting,
  name: string,
  carriers: readonly Carrier[],
  now: number,
  lateAfter: string | null,
): NextStep {
  const waiting = submissions.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return { kind: 'wait' };
  if (submissions.some(({ state }) => state === 'failed')) {
    return { kind: 'end', submissions: waiting.map(asEnded), why: 'Another part of it failed' };
  }
  if (refusedBy.includes(name)) {
    // The carrier may refuse the submissions in progress, too; then another route may take the text.
    if (submissions.some(({ state }) => state === 'submitting')) return { kind: 'wait' };
    return { kind: 'end', submissions: waiting.map(asEnded), why: 'The carrier refused a part of it' };
  }
  const carrier = carriers.find(it => it.name === name);
  const stale = waiting.filter(it => it.begunAt !== null && !carrier?.knowsAgain(it, now));
  if (stale.length > 0) {
    return { kind: 'end', submissions: stale.map(asEnded), why: 'The carrier gave no answer' };
  }
  if (lateAfter !== null) {
    const why = `The carrier did not take all of it within ${lateAfter}`;
    return { kind: 'end', submissions: waiting.map(asEnded), why };
  }
  const room = carrier?.room() ?? 0;
  if (carrier === undefined || room === 0) return { kind: 'wait' };
  const begin = waiting.slice(0, room);
  return {
    kind: 'begin',
    carrier,
    submissions: begin.map(it => ({ ...it, state: 'submitting', begunAt: it.begunAt ?? now })),
  };
}

const asEnded = (submission: Submission): Submission => ({
  ...submission,
  state: submission.doubtful ? 'unknown' : 'failed',
});
