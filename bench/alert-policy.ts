import { NO_FACTS } from '../src/alerts/alert.ts';
import { decide } from '../src/alerts/policy/decide.ts';
import { incomingCallSchema, type PolicyEvent, type RecipientLookup } from '../src/alerts/policy/events.ts';
import type { Route } from '../src/alerts/policy/incidents/route.ts';
import { type AlertState, EMPTY_STATE } from '../src/alerts/policy/incidents/state.ts';
import { readState, writeState } from '../src/alerts/policy/stored-state.ts';
import { type CooperativeTask, runToEnd } from '../src/kit/fair-scheduler.ts';

/*
 * Measures how long other workspaces wait while one with 5,000 alerts decides: the longest turn, in milliseconds of
 * processor time, so that other load doesn't count. Each group has one alert, the worst case.
 */

const ALERTS = 5000;
const CALLS = 100;
const RUNS = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Unacknowledged alerts are repeated four hours after this. */
const BEGAN = Date.UTC(2026, 10, 21, 3);

const PEOPLE = Array.from({ length: 20 }, (_, n) => `017123450${10 + n}`);
const LOOKUP: RecipientLookup = { numbers: PEOPLE, called: [], omitted: [], silent: [] };
const ROUTE: Route = {
  recipients: ['group'],
  severities: ['critical', 'error', 'warning'],
  quiet: null,
  quietOnHolidays: false,
  resolved: true,
  reminders: true,
  escalation: null,
  acknowledgedMs: 4 * HOUR_MS,
  heartbeat: null,
  daily: null,
};

const context = (now: number) => ({
  now,
  wall: now,
  routes: new Map([['ops', ROUTE]]),
  pricing: { partsOf: () => 1, past: null },
  holidays: new Map(),
  isSure: true,
});

function callAbout(alert: number, at: number): PolicyEvent {
  const host = `10.20.${alert >> 8}.${alert & 255}`;
  const labels = { alertname: 'DiskFull', instance: `${host}:9100`, mountpoint: '/var', severity: 'warning' };
  const summary = `Filesystem on ${host} has less than 3% space left.`;
  return incomingCallSchema.parse({
    kind: 'call',
    id: `call-${alert}`,
    hook: 'ops',
    group: `{}:{alertname="DiskFull",instance="${host}"}`,
    alerts: [
      {
        status: 'firing',
        fingerprint: `f${((alert * 2_654_435_761) % 2 ** 32).toString(16)}`,
        severity: 'warning',
        name: 'DiskFull',
        place: `${host}, /var`,
        labels,
        startsAt: 1,
        facts: { ...NO_FACTS, summary },
      },
    ],
    receivedAt: at,
  });
}

/** The longest turn of the best run: chance events don't occur in every run. */
function longestTurn(begin: () => CooperativeTask<unknown>): number {
  const runs = Array.from({ length: RUNS }, () => {
    let longest = 0;
    for (const work = begin(); ; ) {
      const before = process.threadCpuUsage();
      const { done } = work.next();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      if (done) return longest;
    }
  });
  return Math.min(...runs);
}

/** Longest turns in milliseconds, and the size of the stored state. */
export function alertTurns() {
  const all = (at: number): PolicyEvent[] => Array.from({ length: ALERTS }, (_, n) => callAbout(n, at));
  const lookups: PolicyEvent = { kind: 'lookups', lookups: new Map([['group', LOOKUP]]) };
  const step = (state: AlertState, events: PolicyEvent[], at: number) =>
    runToEnd(decide(state, events, context(at))).state;
  const storm = all(BEGAN);
  // The alerts came in a hundred calls, so they were reported in a hundred texts.
  let first = EMPTY_STATE;
  for (let call = 0; call < CALLS; call++) {
    const at = BEGAN + call * MINUTE_MS;
    first = step(first, storm.slice((call * ALERTS) / CALLS, ((call + 1) * ALERTS) / CALLS), at);
    first = step(first, [lookups], at);
  }
  const later = BEGAN + 8 * HOUR_MS;
  const repeats = all(later);
  const repeated = step(first, repeats, later);
  const stored = runToEnd(writeState(first));
  return {
    kib: Math.round(stored.length / 1024),
    read: longestTurn(() => readState(stored)),
    written: longestTurn(() => writeState(first)),
    repeat: longestTurn(() => decide(first, repeats.slice(0, 1), context(later))),
    storm: longestTurn(() => decide(EMPTY_STATE, storm, context(BEGAN))),
    reminders: longestTurn(() => decide(repeated, [lookups], context(later))),
  };
}
