import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { TEXT_STATES } from '../domain/text.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Delivery } from '../sending/reporter.ts';
import type { Outbox } from '../storage/ports.ts';

export type Metrics = {
  outcome(outcome: Outcome): void;
  delivery(delivery: Delivery): void;
  route: RequestListener;
};

/** `/metrics`, in Prometheus' text format. Nothing in it names a person, a number or a workspace. */
export function createMetrics(outbox: Pick<Outbox, 'counts'>): Metrics {
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
  new Gauge({
    name: 'sms_texts',
    help: 'Texts kept, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await outbox.counts();
      for (const state of TEXT_STATES) this.set({ state }, counts[state] ?? 0);
    },
  });
  return {
    outcome(outcome) {
      const code = outcome.kind === 'refused' ? (outcome.code ?? String(outcome.status)) : '';
      requests.inc({ outcome: outcome.kind, code });
    },
    delivery: ({ kind }) => reports.inc({ result: kind }),
    route: async (_request, response) => {
      try {
        const body = await registry.metrics();
        response.writeHead(200, { 'content-type': registry.contentType }).end(body);
      } catch {
        response.writeHead(503, { 'content-type': 'text/plain' }).end('The store can not be reached.\n');
      }
    },
  };
}
