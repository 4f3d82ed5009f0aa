import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Decision } from '../alerts/deciding/decide.ts';
import type { News } from '../alerts/deciding/news.ts';
import { BROADCAST_STATES, waitingOf } from '../domain/broadcast.ts';
import { createSingleFlight } from '../domain/single-flight.ts';
import { TEXT_STATES } from '../domain/text.ts';
import type { RequestOutcome } from '../gateway/request-outcome.ts';
import type { Delivery } from '../sending/reporter.ts';
import { ASIDE_KINDS, type Aside, type Broadcasts, type History } from '../storage/ports.ts';
import type { NoBody } from './body.ts';
import type { HookAnswer } from './hook-replies.ts';

export type Metrics = {
  outcome(outcome: RequestOutcome): void;
  delivery(delivery: Delivery): void;
  hookCall(as: HookAnswer): void;
  /** A body was not read, or a connection was closed, because of a limit. */
  notTaken(why: NoBody | 'too_many_connections'): void;
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
  const requests = new Counter({
    name: 'sms_requests_total',
    help: 'Requests to the SMS service by what became of them',
    labelNames: ['outcome', 'code'],
    registers: [registry],
  });
  const reports = new Counter({
    name: 'sms_reports_total',
    help: 'Tries to tell Slack what became of a text',
    labelNames: ['result'],
    registers: [registry],
  });
  const calls = new Counter({
    name: 'sms_hook_calls_total',
    help: 'Calls of hooks by how they were answered',
    labelNames: ['answer'],
    registers: [registry],
  });
  const notTaken = new Counter({
    name: 'sms_http_not_taken_total',
    help: 'Requests whose body was not read, and connections that were closed because there were too many',
    labelNames: ['why'],
    registers: [registry],
  });
  const alerts = new Counter({
    name: 'sms_alerts_total',
    help: 'Alerts of hooks by what was decided: fired and resolved; held_back counts each number and alert whenever a text has to wait; untracked ones are neither followed nor texted',
    labelNames: ['what'],
    registers: [registry],
  });
  new Gauge({
    name: 'sms_texts',
    help: 'Texts kept, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await history.counts();
      for (const state of TEXT_STATES) this.set({ state }, counts[state] ?? 0);
    },
  });
  new Gauge({
    name: 'sms_broadcasts',
    help: 'Broadcasts kept, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await broadcasts.counts();
      for (const state of BROADCAST_STATES) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'sms_broadcast_rows_waiting',
    help: 'Rows of running broadcasts that are neither texted nor left out yet',
    registers: [registry],
    async collect() {
      const running = (await broadcasts.going()).filter(({ state }) => state === 'running');
      this.set(running.reduce((sum, { size, counts }) => sum + waitingOf({ rows: size.rows, counts }), 0));
    },
  });
  new Gauge({
    name: 'sms_set_aside',
    help: 'Rows that can’t be read, by kind: npm run set-aside lists them',
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
    delivery: ({ kind }) => reports.inc({ result: kind }),
    hookCall: answer => calls.inc({ answer }),
    notTaken: why => notTaken.inc({ why }),
    alerts({ news, texts }) {
      const sum = (of: (one: News) => number): number => news.reduce((total, one) => total + of(one), 0);
      alerts.inc(
        { what: 'fired' },
        sum(({ fired }) => fired.length),
      );
      alerts.inc(
        { what: 'resolved' },
        sum(({ resolved }) => resolved.length),
      );
      alerts.inc(
        { what: 'folded' },
        sum(({ folded, repeated }) => folded + repeated),
      );
      alerts.inc(
        { what: 'held_back' },
        sum(({ held }) => held.reduce((total, { alerts, others }) => total + alerts * (1 + others), 0)),
      );
      alerts.inc(
        { what: 'unrouted' },
        sum(({ unrouted }) => unrouted),
      );
      alerts.inc(
        { what: 'untracked' },
        sum(({ untracked }) => untracked),
      );
      alerts.inc({ what: 'texts' }, texts.length);
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
