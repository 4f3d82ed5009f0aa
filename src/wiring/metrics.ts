import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { CALL_ANSWERS } from '../alerts/calls.ts';
import type { Decision } from '../alerts/deciding/decide.ts';
import type { News } from '../alerts/deciding/news.ts';
import type { HookAnswer } from '../alerts/http/hook-route.ts';
import { BROADCAST_STATES, waitingOf } from '../broadcasts/broadcast.ts';
import type { Broadcasts } from '../broadcasts/store/model.ts';
import type { NoBody } from '../kit/http/body.ts';
import { createSingleFlight } from '../kit/in-turns.ts';
import { SERVICE_CODES } from '../kit/problem.ts';
import type { Delivered } from '../kit/slack/posting.ts';
import { ASIDE_KINDS, type Aside } from '../kit/store/aside.ts';
import type { RequestOutcome } from '../texts/gateway/reply.ts';
import type { History } from '../texts/store/history.ts';

type NotTaken = NoBody | 'too_many_connections';

/** What the store says is the same on every process that shares it. */
const SHARED = ' (of the store: the same on each process, so take max(), not sum())';

export type Metrics = {
  outcome(outcome: RequestOutcome): void;
  delivery(delivery: Delivered): void;
  hookCall(as: HookAnswer): void;
  /** A body was not read, or a connection was closed, because of a limit. */
  notTaken(why: NotTaken): void;
  alerts(decision: Pick<Decision, 'news' | 'texts'>): void;
  route: RequestListener;
};

/** `/metrics`, in Prometheus' text format. Never names a person, a number or a workspace. */
export function createMetrics(
  history: Pick<History, 'counts'>,
  aside: Pick<Aside, 'counts'>,
  broadcasts: Pick<Broadcasts, 'counts' | 'going'>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  /** Each value of its label is there from the start: a counter that begins with its first event hides that one from `rate`. */
  const counter = <Label extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Label[],
  ) => {
    const made = new Counter({ name, help, labelNames: [label], registers: [registry] });
    for (const value of values) made.inc({ [label]: value }, 0);
    return (value: Label, count = 1) => made.inc({ [label]: value }, count);
  };
  const requests = new Counter({
    name: 'sms_requests_total',
    help: 'Requests to the SMS service by what became of them',
    labelNames: ['outcome', 'code'],
    registers: [registry],
  });
  for (const outcome of ['sent', 'not_sent', 'uncertain']) requests.inc({ outcome, code: '' }, 0);
  for (const code of SERVICE_CODES) requests.inc({ outcome: 'refused', code }, 0);
  const reports = counter(
    'sms_reports_total',
    'Tries to tell Slack what became of a text; nothing: there was nothing to say; dropped: given up',
    'result',
    ['posted', 'nothing', 'dropped', 'later'] satisfies Delivered['kind'][],
  );
  const calls = counter('sms_hook_calls_total', 'Calls of hooks by how they were answered', 'answer', [
    ...CALL_ANSWERS,
    'unauthorized',
  ]);
  const notTaken = counter(
    'sms_http_not_taken_total',
    'Requests whose body was not read, and connections that were closed because there were too many',
    'why',
    ['too_large', 'too_slow', 'too_busy', 'too_many_connections'] satisfies NotTaken[],
  );
  const alerts = counter(
    'sms_alerts_total',
    'Alerts of hooks by what was decided; untracked ones are neither followed nor texted',
    'what',
    ['fired', 'resolved', 'folded', 'unrouted', 'untracked'],
  );
  const alertTexts = counter(
    'sms_alert_texts_total',
    'Texts about alerts by what was decided: planned; held_back, counted for each number whenever its hook is decided and its text has to wait',
    'what',
    ['planned', 'held_back'],
  );
  new Gauge({
    name: 'sms_texts',
    help: `Texts that wait (but for those of paused broadcasts), and that are being sent${SHARED}`,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await history.counts();
      for (const state of ['queued', 'sending'] as const) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'sms_broadcasts',
    help: `Broadcasts kept, by state${SHARED}`,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await broadcasts.counts();
      for (const state of BROADCAST_STATES) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'sms_broadcast_rows_waiting',
    help: `Rows of running broadcasts that are neither texted nor left out yet${SHARED}`,
    registers: [registry],
    async collect() {
      const running = (await broadcasts.going()).filter(({ state }) => state === 'running');
      this.set(running.reduce((sum, { size, counts }) => sum + waitingOf({ rows: size.rows, counts }), 0));
    },
  });
  new Gauge({
    name: 'sms_set_aside',
    help: `Rows that can’t be read, by kind: npm run set-aside lists them${SHARED}`,
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await aside.counts();
      for (const kind of ASIDE_KINDS) this.set({ kind }, counts[kind]);
    },
  });
  const once = createSingleFlight<string>();
  return {
    outcome(outcome) {
      const code = outcome.kind === 'refused' ? (outcome.code ?? String(outcome.status)) : '';
      requests.inc({ outcome: outcome.kind, code });
    },
    delivery: ({ kind }) => reports(kind),
    hookCall: answer => calls(answer),
    notTaken: why => notTaken(why),
    alerts({ news, texts }) {
      const sum = (of: (one: News) => number): number => news.reduce((total, one) => total + of(one), 0);
      const held = ({ held }: News): number => held.reduce((numbers, { others }) => numbers + 1 + others, 0);
      alerts(
        'fired',
        sum(({ fired }) => fired.length),
      );
      alerts(
        'resolved',
        sum(({ resolved }) => resolved.length),
      );
      alerts(
        'folded',
        sum(({ folded, repeated }) => folded + repeated),
      );
      alerts(
        'unrouted',
        sum(({ unrouted }) => unrouted),
      );
      alerts(
        'untracked',
        sum(({ untracked }) => untracked),
      );
      alertTexts('planned', texts.length);
      alertTexts('held_back', sum(held));
    },
    route: async (_request, response) => {
      try {
        const body = await once('metrics', () => registry.metrics());
        response.writeHead(200, { 'content-type': registry.contentType }).end(body);
      } catch {
        response.writeHead(503, { 'content-type': 'text/plain' }).end('The store can not be reached.\n');
      }
    },
  };
}
