import { after, type Clock } from '../clock.ts';
import { type Answer, callHook, type Hook } from './call.ts';
import { type BenchAlert, type Kind, payloadOf, type Status } from './payloads.ts';

/** What was made up so far, in turns. */
const WRONG: [name: string, summary: string][] = [
  ['HighCPU', 'CPU above 90% for 5 minutes'],
  ['DiskFull', '97% of /var is used'],
  ['HostDown', 'No answer for 2 minutes'],
  ['QueueStuck', '4,210 jobs wait'],
  ['CertExpires', 'The certificate ends in 3 days'],
];
const STORM_GROUPS = 30;
/** A storm comes in gusts. */
const GUST_MS = 500;
const SHOWN_ROUNDS = 30;

/** A press of a button, and what the hook answered to each call it made. */
export interface Round {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  title: string;
  about: string;
  calls: number;
  /** How many calls had which answer; `none`: no answer came. */
  answers: Record<string, number>;
  /** The newest call and its answer. */
  posted: object | null;
  answer: Answer | null;
}

export interface Order {
  hook: Hook;
  kind: Kind;
  severity: string;
  group: string;
}

/** Plays the alerting programs: makes alerts up, posts them to a hook, and keeps what it answered. */
export interface Bench {
  /** Something new is wrong: its whole group is posted. */
  fire(order: Order): Promise<void>;
  /** The last call of all once more, word for word. */
  repeat(order: Order): Promise<void>;
  /** So many alerts, each in a call of its own, within so long. Returns when the first ones are on their way. */
  storm(order: Order, size: { alerts: number; overMs: number }): void;
  /** Everything that was fired is over. */
  resolve(order: Order): Promise<void>;
  rounds(): Round[];
  /** How many alerts fire. */
  firing(): number;
  close(): void;
}

type Call = { kind: Kind; group: string; alerts: BenchAlert[]; status: Status };

/** @param changed is called whenever there is something new to show */
export function createBench(clock: Clock, changed: () => void): Bench {
  const rounds: Round[] = [];
  let firing: BenchAlert[] = [];
  let made = 0;
  let last: { payload: object; about: string } | null = null;
  let calledOff = (): void => undefined;

  function begin(title: string, about: string, calls: number): Round {
    const round: Round = {
      id: (rounds[0]?.id ?? 0) + 1,
      at: clock.now(),
      title,
      about,
      calls,
      answers: {},
      posted: null,
      answer: null,
    };
    rounds.unshift(round);
    rounds.length = Math.min(rounds.length, SHOWN_ROUNDS);
    changed();
    return round;
  }

  async function post(round: Round, hook: Hook, payload: object): Promise<void> {
    round.posted ??= payload;
    const answer = await callHook(hook, payload);
    const name = String(answer.status ?? 'none');
    round.answers[name] = (round.answers[name] ?? 0) + 1;
    Object.assign(round, { posted: payload, answer });
    changed();
  }

  const payloadFrom = ({ kind, group, alerts, status }: Call): object =>
    payloadOf(kind, group, alerts, status, clock.now());

  function make({ kind, severity }: Order, group: string): BenchAlert {
    const [name = '', summary = ''] = WRONG[made % WRONG.length] ?? [];
    made += 1;
    const alert = {
      kind,
      group,
      name,
      summary,
      severity,
      instance: `${group}-${made}`,
      startsAt: clock.now(),
    };
    firing.push(alert);
    return alert;
  }

  return {
    async fire(order) {
      const alert = make(order, order.group);
      const { kind, group } = alert;
      const alerts = firing.filter(one => one.kind === kind && one.group === group);
      const about = `${order.severity} ${alert.name} on ${alert.instance}`;
      last = { payload: payloadFrom({ kind, group, alerts, status: 'firing' }), about };
      await post(begin('Fire', about, 1), order.hook, last.payload);
    },
    async repeat({ hook }) {
      if (!last) throw new Error('Fire something first.');
      await post(begin('Repeat', last.about, 1), hook, last.payload);
    },
    storm(order, { alerts, overMs }) {
      calledOff();
      const round = begin('Storm', `${order.severity}, in ${STORM_GROUPS} groups`, alerts);
      const gusts = Math.max(1, Math.round(overMs / GUST_MS));
      let sent = 0;
      const blow = (gust: number): void => {
        const until = Math.round((alerts * gust) / gusts);
        for (; sent < until; sent++) {
          const alert = make(order, `${order.group}-${(sent % STORM_GROUPS) + 1}`);
          void post(round, order.hook, payloadFrom({ ...alert, alerts: [alert], status: 'firing' }));
        }
        if (gust < gusts) calledOff = after(clock, GUST_MS, () => blow(gust + 1));
      };
      blow(1);
    },
    async resolve({ hook }) {
      calledOff();
      if (firing.length === 0) throw new Error('Nothing fires.');
      const over = firing;
      firing = [];
      const calls = callsAbout(over);
      const round = begin('Resolve', over.length === 1 ? 'one alert' : `${over.length} alerts`, calls.length);
      await Promise.all(calls.map(call => post(round, hook, payloadFrom(call))));
    },
    rounds: () => rounds,
    firing: () => firing.length,
    close: () => calledOff(),
  };
}

/** One call for each group, but JSON knows no groups. */
function callsAbout(over: BenchAlert[]): Call[] {
  const groups = Map.groupBy(over, alert =>
    JSON.stringify(alert.kind === 'json' ? [alert.instance] : [alert.kind, alert.group]),
  );
  return [...groups.values()].flatMap(alerts => {
    const [first] = alerts;
    return first ? [{ kind: first.kind, group: first.group, alerts, status: 'resolved' as const }] : [];
  });
}
