import { rank } from '../../domain/alert.ts';
import type { Statement } from '../phrase.ts';
import { BUCKETS, CRITICAL_BUCKETS, roomAt } from './buckets.ts';
import type { Held } from './news.ts';
import { quietUntil } from './quiet.ts';
import type { Route } from './route.ts';
import type { Followed, Pending, Phone, State } from './state.ts';

/** One text to one number: what it says, in the words of the hook it is mainly about. */
export type Release = { number: string; hook: string; statement: Statement; hooks: string[] };

export type Released = {
  texts: Release[];
  /** What stays, by hook. */
  held: Map<string, Held[]>;
  /** When something held may go; null: nothing is. */
  dueAt: number | null;
};

type Waiting = { pending: Pending; alert: Followed; quiet: number | null };

/** Takes from `state` what each number may be told now, as one text each; the rest goes on waiting. */
export function release(
  state: State,
  routes: ReadonlyMap<string, Route>,
  { now, wall }: { now: number; wall: number },
): Released {
  const released: Released = { texts: [], held: new Map(), dueAt: null };
  const byId = new Map(state.alerts.map(alert => [alert.id, alert]));
  for (const [number, phone] of Object.entries(state.phones)) {
    const waiting = waitingOn(phone, byId, routes, { now, wall });
    phone.pending = waiting.map(({ pending }) => pending);
    const awake = waiting.filter(({ quiet }) => quiet === null);
    const at = awake.length > 0 ? goesAt(phone, awake, state, number, now) : null;
    if (at !== null && at <= now) {
      released.texts.push(tell(number, phone, awake, now));
    } else if (at !== null) hold(released, number, awake, at, 'pace');
    for (const one of waiting) if (one.quiet !== null) hold(released, number, [one], one.quiet, 'quiet');
  }
  return released;
}

/** What waits for a number; what is of a hook that is no more does not. */
function waitingOn(
  phone: Phone,
  byId: ReadonlyMap<number, Followed>,
  routes: ReadonlyMap<string, Route>,
  { now, wall }: { now: number; wall: number },
): Waiting[] {
  const waiting: Waiting[] = [];
  for (const pending of phone.pending) {
    const alert = byId.get(pending.alert);
    const route = alert && routes.get(alert.hook);
    if (!route) continue;
    const quiet = alert.severity === 'critical' ? null : quietUntil(route.quiet, wall);
    waiting.push({ pending, alert, quiet: quiet === null ? null : now + quiet - wall });
  }
  return waiting;
}

function goesAt(
  phone: Phone,
  waiting: readonly Waiting[],
  state: State,
  number: string,
  now: number,
): number {
  const first = waiting.filter(
    ({ pending, alert }) => pending.occasion === 'firing' && alert.severity === 'critical',
  );
  const known = first.length > 0 ? groupsKnownCritical(state, number) : new Set();
  const isUrgent = first.some(({ alert }) => !known.has(groupOf(alert)));
  return roomAt(isUrgent ? CRITICAL_BUCKETS : BUCKETS, phone.sent, now);
}

/** Groups of which a number was told that something critical fires, and it still does. */
function groupsKnownCritical(state: State, number: string): Set<string> {
  const known = state.alerts.filter(
    alert => alert.status === 'firing' && alert.severity === 'critical' && alert.told.includes(number),
  );
  return new Set(known.map(groupOf));
}

const groupOf = ({ hook, group }: Followed): string => `${hook} ${group}`;

function tell(number: string, phone: Phone, waiting: readonly Waiting[], now: number): Release {
  const statement = statementOf(waiting);
  for (const { pending, alert } of waiting) {
    if (pending.occasion === 'resolved') continue;
    alert.toldAt = now;
    if (!alert.told.includes(number)) alert.told.push(number);
  }
  const gone = new Set(waiting.map(({ pending }) => pending));
  phone.pending = phone.pending.filter(pending => !gone.has(pending));
  phone.sent.push(now);
  return {
    number,
    hook: leadOf(waiting).alert.hook,
    statement,
    hooks: [...new Set(waiting.map(({ alert }) => alert.hook))],
  };
}

function statementOf(waiting: readonly Waiting[]): Statement {
  const lead = leadOf(waiting);
  const isBeside = (one: Waiting): boolean =>
    groupOf(one.alert) === groupOf(lead.alert) && one.pending.occasion === lead.pending.occasion;
  const others = waiting.filter(one => !isBeside(one));
  const firing = others.filter(({ pending }) => pending.occasion !== 'resolved');
  const { severity, name, facts } = lead.alert;
  return {
    occasion: lead.pending.occasion,
    severity,
    name,
    facts,
    inGroup: waiting.length - others.length,
    others: {
      alerts: firing.length,
      groups: new Set(firing.map(({ alert }) => groupOf(alert))).size,
      resolved: others.length - firing.length,
    },
  };
}

const OCCASIONS = ['firing', 'reminder', 'resolved'];

/** What a text is mainly about: what fires before what is over, the most severe first, then the oldest. */
function leadOf(waiting: readonly Waiting[]): Waiting {
  const [lead] = [...waiting].sort(
    (a, b) =>
      OCCASIONS.indexOf(a.pending.occasion) - OCCASIONS.indexOf(b.pending.occasion) ||
      rank(a.alert.severity) - rank(b.alert.severity) ||
      Number(a.alert.facts === null) - Number(b.alert.facts === null) ||
      a.alert.id - b.alert.id,
  );
  if (!lead) throw new RangeError('A text is about something');
  return lead;
}

function hold(
  released: Released,
  number: string,
  waiting: readonly Waiting[],
  until: number,
  why: Held['why'],
): void {
  released.dueAt = Math.min(released.dueAt ?? Number.POSITIVE_INFINITY, until);
  for (const { alert } of waiting) {
    const held = released.held.get(alert.hook) ?? [];
    released.held.set(alert.hook, held);
    const same = held.find(one => one.number === number && one.why === why && one.until === until);
    if (same) same.alerts += 1;
    else held.push({ number, alerts: 1, until, why });
  }
}
