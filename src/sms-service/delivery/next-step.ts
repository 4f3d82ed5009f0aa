import type { Carrier } from '../carriers/carrier.ts';
import type { Submission, Waiting } from './rules.ts';

/** What to do about a waiting text now. */
export type NextStep =
  /** These submissions, perhaps new, begin on this route. */
  | { kind: 'begin'; carrier: Carrier; submissions: readonly Submission[] }
  /** Nothing yet. */
  | { kind: 'wait' }
  /** These submissions now have these states; with none, the text failed before a route had it. */
  | { kind: 'end'; submissions: readonly Submission[]; why: string }
  /** This route can't carry it. */
  | { kind: 'refused'; by: string; why: string };

/**
 * Decides. A text goes to the first route in order that works and accepts it; if that has no room, the text waits for
 * it; routes that are down are skipped. Once a byte of a text has left by a route, no other route gets any of it. What
 * hasn't left in time never does.
 *
 * @param giveUpAfterMs how long a text, or what is left of it, may wait to leave
 * @param newIdempotencyKey a unique name for a submission
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
  if (begun) return goOn(waiting, begun.route, carriers, now, late ? hours : null);
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

/** Some of it is with a carrier, or may be: the rest goes the same way, in time, or not at all. */
function goOn(
  { submissions, refusedBy }: Waiting,
  name: string,
  carriers: readonly Carrier[],
  now: number,
  lateAfter: string | null,
): NextStep {
  const waiting = submissions.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return { kind: 'wait' };
  if (submissions.some(({ state }) => state === 'failed')) {
    return { kind: 'end', submissions: waiting.map(ended), why: 'Another part of it failed' };
  }
  if (refusedBy.includes(name)) {
    // What is in progress may be refused too: then another route may take the text.
    if (submissions.some(({ state }) => state === 'submitting')) return { kind: 'wait' };
    return { kind: 'end', submissions: waiting.map(ended), why: 'The carrier refused a part of it' };
  }
  const carrier = carriers.find(it => it.name === name);
  const stale = waiting.filter(it => it.begunAt !== null && !carrier?.knowsAgain(it, now));
  if (stale.length > 0) {
    return { kind: 'end', submissions: stale.map(ended), why: 'The carrier gave no answer' };
  }
  if (lateAfter !== null) {
    const why = `The carrier did not take all of it within ${lateAfter}`;
    return { kind: 'end', submissions: waiting.map(ended), why };
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

const ended = (submission: Submission): Submission => ({
  ...submission,
  state: submission.doubtful ? 'unknown' : 'failed',
});
