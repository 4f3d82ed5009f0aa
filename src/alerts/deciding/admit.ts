import { type Alert, type Call, rank } from '../../domain/alert.ts';
import { addCounts } from '../../domain/count.ts';
import type { NewsDesk } from './news.ts';
import type { Route } from './route.ts';
import { type Followed, keyOf, MAX_ALERTS, type State } from './state.ts';

/** Within this time of being told, an alert that is said again is the same news. */
const SAME_NEWS_MS = 10 * 60_000;

/** What was known of an alert by what the calls call it. */
type Index = Map<string, Followed>;

/** Works calls into `state`, oldest first: which alerts are firing now, and who has to hear of what. */
export function admit(
  state: State,
  calls: readonly Call[],
  routes: ReadonlyMap<string, Route>,
  desk: NewsDesk,
  now: number,
): void {
  const index: Index = new Map(state.alerts.map(alert => [keyOf(alert), alert]));
  for (const call of calls) {
    const route = routes.get(call.hook);
    if (!route) continue; // Revoked since: whoever revoked it wanted no more of it.
    const news = desk.of(call.hook);
    news.leftOut = addCounts(news.leftOut, call.leftOut);
    const before = count(news);
    const repeated: Followed[] = [];
    for (const alert of call.alerts) {
      const known = index.get(keyOf({ ...call, ...alert }));
      if (known) known.seenAt = now;
      if (alert.status === 'resolved') resolve(state, index, { call, alert, known, route, desk, now });
      else if (known && isSameFiring(known, alert)) repeated.push(known);
      else fire(state, index, { call, alert, known, route, desk, now });
    }
    if (count(news) === before) remind(state, repeated, { call, route, desk, now });
  }
}

type Given = {
  call: Call;
  alert: Alert;
  known: Followed | undefined;
  route: Route;
  desk: NewsDesk;
  now: number;
};

/** Said before, or a late delivery of what is over by now. More severe than before is news. */
function isSameFiring(known: Followed, alert: Alert): boolean {
  if (known.status === 'resolved') return laterBy(alert, known) <= 0;
  return rank(alert.severity) >= rank(known.severity);
}

/** How much later an alert starts than what is known of it; one that does not say when is later than all before it. */
function laterBy({ startsAt }: Alert, known: Followed): number {
  return startsAt === null || known.startsAt === null ? Number.POSITIVE_INFINITY : startsAt - known.startsAt;
}

function fire(state: State, index: Index, { call, alert, known, route, desk, now }: Given): void {
  const news = desk.of(call.hook);
  if (!known && state.alerts.length >= MAX_ALERTS) {
    news.untracked += 1;
    return;
  }
  const followed = known ?? follow(state, index, call, alert, now);
  const isMoreSevere = rank(alert.severity) < rank(followed.severity);
  const isBackSoon =
    followed.status === 'resolved' && followed.toldAt !== null && now - followed.toldAt < SAME_NEWS_MS;
  Object.assign(followed, {
    status: 'firing',
    severity: alert.severity,
    name: alert.name,
    startsAt: alert.startsAt,
    facts: alert.facts,
  });
  news.fired.push({ name: alert.name, severity: alert.severity });
  // Whoever does not know yet that it was over need not hear that it is back.
  const unaware = new Set(isBackSoon && !isMoreSevere ? takeBack(state, followed.id, 'resolved') : []);
  followed.told = [...unaware];
  if (unaware.size > 0) news.folded += 1;
  const recipients = call.to ?? route.textsTo[alert.severity];
  if (recipients.length === 0) news.unrouted += 1;
  for (const recipient of recipients) address(state, recipient, followed.id, now);
}

function follow(state: State, index: Index, call: Call, alert: Alert, now: number): Followed {
  const { status, severity, name, startsAt, facts, fingerprint } = alert;
  const followed: Followed = {
    id: state.nextId,
    hook: call.hook,
    group: call.group,
    fingerprint,
    status,
    severity,
    name,
    startsAt,
    seenAt: now,
    toldAt: null,
    told: [],
    facts,
    single: call.single,
  };
  state.nextId += 1;
  state.alerts.push(followed);
  index.set(keyOf(followed), followed);
  return followed;
}

function resolve(state: State, index: Index, { call, alert, known, route, desk, now }: Given): void {
  if (!known) {
    // Its firing may come late, by the other one of a pair.
    if (state.alerts.length < MAX_ALERTS) follow(state, index, call, alert, now);
    return;
  }
  if (known.status === 'resolved' || laterBy(alert, known) < 0) return;
  const news = desk.of(call.hook);
  news.resolved.push(alert.name);
  known.status = 'resolved';
  const untold = takeBack(state, known.id, 'firing').length + takeOffAudiences(state, known.id);
  takeBack(state, known.id, 'reminder');
  if (untold > 0 && known.told.length === 0) news.overUntold += 1;
  if (route.resolved && known.told.length > 0) {
    known.facts = alert.facts;
    for (const number of known.told) wait(state, number, known.id, 'resolved', now);
  }
  known.told = [];
}

/** A call without anything new, a while after its group was told of: who was told may want to hear it again. */
function remind(
  state: State,
  repeated: readonly Followed[],
  { call, route, desk, now }: Pick<Given, 'call' | 'route' | 'desk' | 'now'>,
): void {
  const told = repeated.filter(alert => alert.status === 'firing' && alert.told.length > 0);
  const lastTold = Math.max(...told.map(alert => alert.toldAt ?? Number.NEGATIVE_INFINITY));
  if (told.length === 0 || now - lastTold < SAME_NEWS_MS) return;
  const news = desk.of(call.hook);
  if (!route.reminders) {
    news.repeated += told.length;
    return;
  }
  news.reminded += told.length;
  for (const alert of told) {
    alert.facts =
      call.alerts.find(({ fingerprint }) => fingerprint === alert.fingerprint)?.facts ?? alert.facts;
    for (const number of alert.told) wait(state, number, alert.id, 'reminder', now);
  }
}

function address(state: State, recipient: string, alert: number, now: number): void {
  const audience = state.audiences.find(one => one.recipient === recipient);
  if (!audience) state.audiences.push({ recipient, alerts: [alert], since: now });
  else if (!audience.alerts.includes(alert)) audience.alerts.push(alert);
}

/** Lets an alert wait for a number's next text. */
export function wait(
  state: State,
  number: string,
  alert: number,
  occasion: 'firing' | 'resolved' | 'reminder',
  now: number,
): void {
  const phone = state.phones[number] ?? { sent: [], pending: [] };
  state.phones[number] = phone;
  const same = phone.pending.some(one => one.alert === alert && one.occasion === occasion);
  if (!same) phone.pending.push({ alert, occasion, since: now });
}

/** Nobody waits to hear this of the alert any more; returns the numbers that did. */
function takeBack(state: State, alert: number, occasion: 'firing' | 'resolved' | 'reminder'): string[] {
  const numbers: string[] = [];
  for (const [number, phone] of Object.entries(state.phones)) {
    const left = phone.pending.filter(one => one.alert !== alert || one.occasion !== occasion);
    if (left.length < phone.pending.length) numbers.push(number);
    phone.pending = left;
  }
  return numbers;
}

function takeOffAudiences(state: State, alert: number): number {
  let off = 0;
  for (const audience of state.audiences) {
    const left = audience.alerts.filter(id => id !== alert);
    off += audience.alerts.length - left.length;
    audience.alerts = left;
  }
  return off;
}

const count = (news: { fired: unknown[]; resolved: unknown[]; untracked: number }): number =>
  news.fired.length + news.resolved.length + news.untracked;
