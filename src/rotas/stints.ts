import { DAY_MS } from '../kit/day.ts';
import type { Recipient } from '../texts/recipient.ts';
import { type PlacePlan, stretchAt } from './plan.ts';
import { isSamePerson, type Override } from './rota.ts';

/* For how long people are on call, who is next, and when nobody is. */

/** A time on call. `person`: null for nobody. `until`: null if nothing is planned that ends it. */
export type Stint = { person: Recipient | null; from: number; until: number | null };

/** `next`: null if nobody follows, or nothing ends it. */
export type OnCall = { person: Recipient | null; until: number | null; next: Recipient | null };

/** A time without anybody on call. `to`: null if nothing is planned that ends it. */
export type Gap = { from: number; to: number | null };

/** If nobody else came on for so long with only regular turns, nobody ever does. */
const REPEATED_MS = 366 * DAY_MS;

/** The person on call at a time of day, the end of their stint, and the next person. */
export function onCall(plan: PlacePlan, at: number): OnCall {
  const [now, then] = stints(plan, at, 2);
  return { person: now?.person ?? null, until: now?.until ?? null, next: then?.person ?? null };
}

/** The stints from a moment on, one after the other. A person who stays on over a hand-over has one stint. */
function* stintsFrom(plan: PlacePlan, at: number): Generator<Stint> {
  for (let from: number | null = at; from !== null; ) {
    const { person, to } = stretchAt(plan, from);
    const until = endOf(plan, person, to);
    yield { person, from, until };
    from = until;
  }
}

/** The first stints from a moment on, at most `most`. */
export function stints(plan: PlacePlan, at: number, most: number): Stint[] {
  const all: Stint[] = [];
  const coming = stintsFrom(plan, at);
  while (all.length < most) {
    const { value, done } = coming.next();
    if (done) break;
    all.push(value);
  }
  return all;
}

/** The stints that begin before a time, from a moment on. The last one may end after it. */
export function stintsUntil(plan: PlacePlan, at: number, before: number): Stint[] {
  const all: Stint[] = [];
  for (const stint of stintsFrom(plan, at)) {
    if (stint.from >= before) break;
    all.push(stint);
  }
  return all;
}

/** The times without anybody on call that begin before a time, from a moment on. */
export const gaps = (plan: PlacePlan, at: number, before: number): Gap[] =>
  stintsUntil(plan, at, before).flatMap(({ person, from, until: to }) =>
    person === null ? { from, to } : [],
  );

/** When the person on call at a moment came on; null if the rota never had another. */
export function onSince(plan: PlacePlan, at: number): number | null {
  const { person, from } = stretchAt(plan, at);
  let since = from;
  while (since > at - REPEATED_MS) {
    const before = stretchAt(plan, since - 1);
    if (!isSamePerson(before.person, person)) return since;
    since = before.from;
  }
  return null;
}

/** True if the person is on call for the whole time as planned now. */
export function isOnCallFor(
  plan: PlacePlan,
  person: Recipient,
  { from, to }: Pick<Override, 'from' | 'to'>,
): boolean {
  const [stint] = stints(plan, from, 1);
  return stint !== undefined && isSamePerson(stint.person, person) && (stint.until ?? to) >= to;
}

/** When somebody else comes on after this person, who is on until `to` at least; null: never. */
function endOf(plan: PlacePlan, person: Recipient | null, to: number): number | null {
  const last = Math.max(to, plan.regularFrom) + REPEATED_MS;
  let end = to;
  while (Number.isFinite(end) && end <= last) {
    const then = stretchAt(plan, end);
    if (!isSamePerson(then.person, person)) return end;
    end = then.to;
  }
  return null;
}
