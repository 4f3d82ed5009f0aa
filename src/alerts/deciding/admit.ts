import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { addCounts } from '../../kit/json.ts';
import { type Act, type Alert, type Call, placed, rank } from '../alert.ts';
import { meantBy } from '../match.ts';
import { end, respond, whomFor } from './act.ts';
import { type Budget, createBudget } from './budget.ts';
import { type Crowds, NOBODY } from './crowds.ts';
import { type Incidents, startEscalation } from './incidents.ts';
import type { News, NewsDesk } from './news.ts';
import { type Route, textedBy } from './route.ts';
import { addTallies, tallyOf } from './shown.ts';
import {
  type AlertState,
  countFiring,
  type Followed,
  groupOf,
  keyOf,
  letGo,
  NOBODY_WAITS,
  wait,
} from './state.ts';

/** An alert that comes again within this time of being texted is not news. */
const SAME_NEWS_MS = 10 * 60_000;

/** What calls are added to. */
type Room = {
  state: AlertState;
  crowds: Crowds;
  desk: NewsDesk;
  incidents: Incidents;
  /** How many alerts of each group fire, counted when the first of them resolves. */
  firing: Map<string, number> | null;
  /** The alerts we know, by the key that calls give them. */
  index: Map<string, Followed>;
  budget: Budget;
  now: number;
};

/** One alert in a call. */
type Given = { call: Call; route: Route; alert: Alert; known: Followed | undefined };

/** Adds calls and acts to `state`, oldest first: which alerts are firing now, and who needs to hear about what. */
export function* admit(
  state: AlertState,
  events: readonly (Call | Act)[],
  routes: ReadonlyMap<string, Route>,
  about: Pick<Room, 'crowds' | 'desk' | 'incidents' | 'now'>,
): CooperativeTask<void> {
  const { desk, now } = about;
  const index = new Map(state.alerts.map(alert => [keyOf(alert), alert]));
  const room: Room = { ...about, state, index, firing: null, budget: createBudget(state) };
  for (const event of events) {
    const route = routes.get(event.hook);
    if (!route) continue; // Revoked since then: whoever revoked it wants no more alerts from it.
    if ('act' in event) {
      yield* respond(state, event, route, { ...about, resolve: alert => over(room, route, alert) });
      continue;
    }
    const call = event;
    const news = desk.of(call.hook);
    news.leftOut = addCounts(news.leftOut, call.leftOut);
    const before = count(news);
    const repeated: [Followed, Alert][] = [];
    for (const alert of call.alerts) {
      const known = knownAs(state, call, alert, index.get(keyOf({ ...call, ...alert })));
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

/** @param same an alert with its fingerprint: what it ends may have had another one */
function knownAs(
  { alerts }: AlertState,
  { hook, test }: Call,
  alert: Alert,
  same: Followed | undefined,
): Followed | undefined {
  if (alert.match === null || test || (same && (same.status === 'firing' || alert.status === 'firing')))
    return same;
  const open = alerts.filter(one => one.hook === hook && one.status === 'firing' && !one.test);
  return meantBy(alert, open) ?? same;
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

/** An end of an earlier occurrence. What several programs watch has the start of the one that says so; so its end counts. */
const isLate = (alert: Alert, known: Followed): boolean =>
  laterBy(alert, known) < 0 && (alert.endsAt === null || alert.endsAt < (known.startsAt ?? 0));

function fire(room: Room, { call, route, alert, known }: Given): void {
  const { crowds, now } = room;
  const news = room.desk.of(call.hook);
  const followed = known ?? follow(room, call, alert);
  if (!followed) {
    news.untracked += 1;
    return;
  }
  if (call.test) {
    tryOut(room, followed, call, route);
    return;
  }
  const isMoreSevere = rank(alert.severity) < rank(followed.severity);
  const isBackSoon =
    followed.status === 'resolved' && followed.toldAt !== null && now - followed.toldAt < SAME_NEWS_MS;
  const { severity, name, place, startsAt, match, facts } = alert;
  const incident = room.incidents.begin(followed, now);
  room.incidents.note(incident);
  if (known?.status !== 'firing') noteFiring(room, groupOf(followed), 1);
  Object.assign(followed, { status: 'firing', severity, name, place, startsAt, match, facts });
  news.fired.push({ name: placed(alert), called: name, severity, post: incident.post });
  followed.told = NOBODY;
  if (isBackSoon && !isMoreSevere) {
    // People who haven't heard yet that it was over needn't hear that it is back.
    followed.told = followed.waits.resolved;
    letGo(followed, 'resolved');
    if (followed.told.length > 0) news.folded += 1;
  }
  const first = call.to ?? textedBy(route, severity);
  if (first.length === 0) news.unrouted += 1;
  else if (route.escalation?.severities.includes(severity)) startEscalation(incident, route.escalation, now);
  const recipients = crowds.of(whomFor(incident, first));
  followed.asked = crowds.union(followed.asked, recipients);
  followed.askedAt = now;
}

/** Whether texts arrive is tried: whoever hears of the most severe alerts is texted, and there is nothing to acknowledge. */
function tryOut({ crowds, desk, now }: Room, alert: Followed, { to }: Call, route: Route): void {
  const news = desk.of(alert.hook);
  news.tried = addTallies(news.tried, tallyOf([{ name: placed(alert) }]));
  alert.asked = crowds.of(to ?? textedBy(route, null));
  alert.askedAt = now;
}

/** Null: there is no room for another. */
function follow(room: Room, call: Call, alert: Alert): Followed | null {
  const { state, index, budget, now } = room;
  const { hook, group, single, test, to } = call;
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
    test,
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
  if (known.status === 'resolved' || isLate(alert, known)) return;
  // Some senders say only which one is over.
  if (route.resolved && known.told.length > 0 && alert.name !== '') known.facts = alert.facts;
  known.name = alert.name || known.name;
  known.place = alert.place || known.place;
  over(room, route, known);
  const group = groupOf(known);
  const incident = room.incidents.of(known);
  if (!incident || incident.endedAt !== null) return;
  room.incidents.note(incident);
  if (firingIn(room, group) === 0) end(incident, room.now);
}

/** How many alerts of a group fire. Counted once, since a call may resolve thousands. */
function firingIn(room: Room, group: string): number {
  room.firing ??= countFiring(room.state.alerts);
  return room.firing.get(group) ?? 0;
}

function noteFiring({ firing }: Room, group: string, more: number): void {
  firing?.set(group, (firing.get(group) ?? 0) + more);
}

/** An alert is over, because its sender says so or because somebody here does. */
function over(room: Room, route: Route, known: Followed): void {
  const news = room.desk.of(known.hook);
  noteFiring(room, groupOf(known), -1);
  news.resolved.push({
    name: placed(known),
    called: known.name,
    post: room.incidents.of(known)?.post ?? null,
  });
  known.status = 'resolved';
  const isUntold = known.told.length === 0 && known.waits.firing.length + known.asked.length > 0;
  if (isUntold) news.overUntold += 1;
  letGo(known, 'firing');
  letGo(known, 'reminder');
  known.asked = NOBODY;
  if (route.resolved && known.told.length > 0) wait(room.crowds, known, 'resolved', known.told);
  known.told = NOBODY;
}

/** A call with nothing new, a while after its group was texted: the people who were told may want a reminder. */
function* remind(
  { crowds, incidents, now }: Room,
  repeated: readonly [Followed, Alert][],
  route: Route,
  news: News,
): CooperativeTask<void> {
  const told = repeated.filter(([{ status, told }]) => status === 'firing' && told.length > 0);
  const lastTold = told.reduce(
    (last, [{ toldAt }]) => Math.max(last, toldAt ?? last),
    Number.NEGATIVE_INFINITY,
  );
  if (told.length === 0 || now - lastTold < SAME_NEWS_MS) return;
  const open = told.filter(([known]) => incidents.of(known)?.taken == null);
  if (!route.reminders || open.length === 0) {
    news.repeated += told.length;
    return;
  }
  news.reminded += open.length;
  for (const [known, { facts }] of open) {
    known.facts = facts;
    wait(crowds, known, 'reminder', known.told);
    yield;
  }
}

const count = (news: News): number => news.fired.length + news.resolved.length + news.untracked;
