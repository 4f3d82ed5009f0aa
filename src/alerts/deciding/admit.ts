import { type Alert, type Call, rank } from '../../domain/alert.ts';
import { addCounts } from '../../domain/count.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import { type Budget, createBudget } from './budget.ts';
import { type Crowds, NOBODY } from './crowds.ts';
import type { News, NewsDesk } from './news.ts';
import type { Route } from './route.ts';
import { type AlertState, type Followed, keyOf, letGo, NOBODY_WAITS, wait } from './state.ts';

/** An alert that comes again within this time of being texted is not news. */
const SAME_NEWS_MS = 10 * 60_000;

/** What calls are added to. */
type Room = {
  state: AlertState;
  crowds: Crowds;
  desk: NewsDesk;
  /** The alerts we know, by the key that calls give them. */
  index: Map<string, Followed>;
  budget: Budget;
  now: number;
};

/** One alert in a call. */
type Given = { call: Call; route: Route; alert: Alert; known: Followed | undefined };

/** Adds calls to `state`, oldest first: which alerts are firing now, and who needs to hear about what. */
export function* admit(
  state: AlertState,
  calls: readonly Call[],
  routes: ReadonlyMap<string, Route>,
  { crowds, desk, now }: Pick<Room, 'crowds' | 'desk' | 'now'>,
): PausableWork<void> {
  const index = new Map(state.alerts.map(alert => [keyOf(alert), alert]));
  const room: Room = { state, crowds, desk, index, budget: createBudget(state), now };
  for (const call of calls) {
    const route = routes.get(call.hook);
    if (!route) continue; // Revoked since then: whoever revoked it wants no more alerts from it.
    const news = desk.of(call.hook);
    news.leftOut = addCounts(news.leftOut, call.leftOut);
    const before = count(news);
    const repeated: [Followed, Alert][] = [];
    for (const alert of call.alerts) {
      const known = index.get(keyOf({ ...call, ...alert }));
      if (known) known.seenAt = now;
      const given = { call, route, alert, known };
      if (alert.status === 'resolved') resolve(room, given);
      else if (known && isSameFiring(known, alert)) repeated.push([known, alert]);
      else fire(room, given);
      yield;
    }
    if (count(news) === before) yield* remind(room, repeated, route, news);
  }
}

/** A repeat, or a late delivery of an alert that is over by now. An alert that is more severe than before is news. */
function isSameFiring(known: Followed, alert: Alert): boolean {
  if (known.status === 'resolved') return laterBy(alert, known) <= 0;
  return rank(alert.severity) >= rank(known.severity);
}

/** How much later an alert starts than the one we know; an alert without a start counts as later than any before it. */
function laterBy({ startsAt }: Alert, known: Followed): number {
  return startsAt === null || known.startsAt === null ? Number.POSITIVE_INFINITY : startsAt - known.startsAt;
}

function fire(room: Room, { call, route, alert, known }: Given): void {
  const { crowds, now } = room;
  const news = room.desk.of(call.hook);
  const followed = known ?? follow(room, call, alert);
  if (!followed) {
    news.untracked += 1;
    return;
  }
  const isMoreSevere = rank(alert.severity) < rank(followed.severity);
  const isBackSoon =
    followed.status === 'resolved' && followed.toldAt !== null && now - followed.toldAt < SAME_NEWS_MS;
  const { severity, name, startsAt, facts } = alert;
  Object.assign(followed, { status: 'firing', severity, name, startsAt, facts });
  news.fired.push({ name, severity });
  followed.told = NOBODY;
  if (isBackSoon && !isMoreSevere) {
    // People who haven't heard yet that it was over needn't hear that it is back.
    followed.told = followed.waits.resolved;
    letGo(followed, 'resolved');
    if (followed.told.length > 0) news.folded += 1;
  }
  const recipients = crowds.of(call.to ?? route.textsTo[severity]);
  if (recipients.length === 0) news.unrouted += 1;
  followed.asked = crowds.union(followed.asked, recipients);
  followed.askedAt = now;
}

/** Null: there is no room for another. */
function follow(room: Room, call: Call, alert: Alert): Followed | null {
  const { state, index, budget, now } = room;
  const { hook, group, single, to } = call;
  if (!budget.take({ ...alert, group, to: to ?? [] })) return null;
  const followed: Followed = {
    ...alert,
    id: state.nextId,
    hook,
    group,
    seenAt: now,
    toldAt: null,
    told: NOBODY,
    waits: NOBODY_WAITS,
    asked: NOBODY,
    askedAt: now,
    single,
  };
  state.nextId += 1;
  state.alerts.push(followed);
  index.set(keyOf(followed), followed);
  return followed;
}

function resolve(room: Room, { call, route, alert, known }: Given): void {
  if (!known) {
    // Its firing may arrive late, from the other Alertmanager of a pair.
    follow(room, call, alert);
    return;
  }
  if (known.status === 'resolved' || laterBy(alert, known) < 0) return;
  const news = room.desk.of(call.hook);
  news.resolved.push(alert.name);
  known.status = 'resolved';
  const isUntold = known.told.length === 0 && known.waits.firing.length + known.asked.length > 0;
  if (isUntold) news.overUntold += 1;
  letGo(known, 'firing');
  letGo(known, 'reminder');
  known.asked = NOBODY;
  if (route.resolved && known.told.length > 0) {
    known.facts = alert.facts;
    wait(room.crowds, known, 'resolved', known.told);
  }
  known.told = NOBODY;
}

/** A call with nothing new, a while after its group was texted: the people who were told may want a reminder. */
function* remind(
  { crowds, now }: Room,
  repeated: readonly [Followed, Alert][],
  route: Route,
  news: News,
): PausableWork<void> {
  const told = repeated.filter(([{ status, told }]) => status === 'firing' && told.length > 0);
  const lastTold = told.reduce(
    (last, [{ toldAt }]) => Math.max(last, toldAt ?? last),
    Number.NEGATIVE_INFINITY,
  );
  if (told.length === 0 || now - lastTold < SAME_NEWS_MS) return;
  if (!route.reminders) {
    news.repeated += told.length;
    return;
  }
  news.reminded += told.length;
  for (const [known, { facts }] of told) {
    known.facts = facts;
    wait(crowds, known, 'reminder', known.told);
    yield;
  }
}

const count = (news: News): number => news.fired.length + news.resolved.length + news.untracked;
