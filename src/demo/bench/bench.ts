import type { FastClock } from '../fast-clock.ts';
import { type BenchAlert, hasGroups, type Kind, payloadOf, type Status } from './payloads.ts';
import type { Hook, Rounds } from './rounds.ts';

/** Alerts to fire, in turn. */
const ALERTS: [name: string, summary: string][] = [
  ['HighCPU', 'CPU above 90% for 5 minutes'],
  ['DiskFull', '97% of /var is used'],
  ['HostDown', 'No answer for 2 minutes'],
  ['QueueStuck', '4,210 jobs wait'],
  ['CertExpires', 'The certificate ends in 3 days'],
];
const STORM_GROUPS = 30;
/** The interval between a storm's gusts, each of several calls. */
const GUST_MS = 500;

export interface Order {
  hook: Hook;
  kind: Kind;
  severity: string;
  group: string;
}

type Call = { kind: Kind; group: string; alerts: BenchAlert[]; status: Status };

/** Plays an alerting program: fires alerts, posts them to a hook, and keeps the answers. */
export function createBench(clock: FastClock, rounds: Rounds) {
  let firing: BenchAlert[] = [];
  let madeCount = 0;
  let last: { payload: object; about: string } | null = null;
  let cancelStorm = (): void => undefined;

  const payloadFrom = ({ kind, group, alerts, status }: Call): object =>
    payloadOf(kind, group, alerts, status, clock.wall());

  function make({ kind, severity }: Order, group: string): BenchAlert {
    const [name = '', summary = ''] = ALERTS[madeCount % ALERTS.length] ?? [];
    madeCount += 1;
    const instance = `${group}-${madeCount}`;
    const alert = { kind, group, name, summary, severity, instance, startsAt: clock.wall() };
    firing.push(alert);
    return alert;
  }

  return {
    /** Fires a new alert, and posts its whole group. */
    async fire(order: Order) {
      const alert = make(order, order.group);
      const { kind, group } = alert;
      const alerts = firing.filter(candidate => candidate.kind === kind && candidate.group === group);
      const about = `${order.severity} ${alert.name} on ${alert.instance}`;
      last = { payload: payloadFrom({ kind, group, alerts, status: 'firing' }), about };
      await rounds.call(rounds.begin('Fire', about, 1), order.hook, last.payload);
    },
    /** Sends the last call again, unchanged. */
    async repeat({ hook }: Order) {
      if (!last) throw new Error('Fire something first.');
      await rounds.call(rounds.begin('Repeat', last.about, 1), hook, last.payload);
    },
    /** Fires `alerts` alerts within `overMs`, each in its own call. Returns once the first calls have started. */
    storm(order: Order, { alerts, overMs }: { alerts: number; overMs: number }) {
      cancelStorm();
      const round = rounds.begin('Storm', `${order.severity}, in ${STORM_GROUPS} groups`, alerts);
      const gusts = Math.max(1, Math.round(overMs / GUST_MS));
      let sent = 0;
      const blow = (gust: number): void => {
        const until = Math.round((alerts * gust) / gusts);
        for (; sent < until; sent++) {
          const alert = make(order, `${order.group}-${(sent % STORM_GROUPS) + 1}`);
          void rounds.call(round, order.hook, payloadFrom({ ...alert, alerts: [alert], status: 'firing' }));
        }
        if (gust < gusts) cancelStorm = clock.after(GUST_MS, () => blow(gust + 1));
      };
      blow(1);
    },
    /** Stops a storm, and resolves every firing alert. */
    async resolve({ hook }: Order) {
      cancelStorm();
      if (firing.length === 0) throw new Error('Nothing fires.');
      const resolved = firing;
      firing = [];
      const calls = callsAbout(resolved);
      const about = resolved.length === 1 ? 'one alert' : `${resolved.length} alerts`;
      const round = rounds.begin('Resolve', about, calls.length);
      await Promise.all(calls.map(call => rounds.call(round, hook, payloadFrom(call))));
    },
    firing: () => firing.length,
    close: () => cancelStorm(),
  };
}

/** One call for each group; for programs without groups, one for each alert. */
function callsAbout(resolved: BenchAlert[]): Call[] {
  const groups = Map.groupBy(resolved, alert =>
    JSON.stringify(hasGroups(alert.kind) ? [alert.kind, alert.group] : [alert.kind, alert.instance]),
  );
  return [...groups.values()].flatMap(alerts => {
    const [first] = alerts;
    return first ? [{ kind: first.kind, group: first.group, alerts, status: 'resolved' as const }] : [];
  });
}

/** The interval of the heartbeat calls. */
export const EVERY_SECONDS = 15;

/** A job that calls its heartbeat hook regularly while it runs. */
export function createJob(clock: FastClock, rounds: Rounds, hook: () => Hook) {
  let cancelTimer: (() => void) | null = null;
  const stop = (): void => {
    cancelTimer?.();
    cancelTimer = null;
  };
  return {
    stop,
    runs: () => cancelTimer !== null,
    start() {
      stop();
      const round = rounds.begin('Job', `a call every ${EVERY_SECONDS} seconds`, 0);
      const call = (): void => {
        cancelTimer = clock.after(EVERY_SECONDS * 1000, call);
        round.calls += 1;
        void rounds.call(round, hook(), {});
      };
      call();
    },
  };
}
