import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SendOutcome } from '../accept/send.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { RouteView } from '../delivery/dispatcher.ts';
import type { Transition } from '../delivery/results.ts';
import { listen } from './server.ts';

/** Sums that aren't counters, though Prometheus takes `_total` for one. */
const MISNAMED = ['handles', 'requests', 'resources'].map(kind => `nodejs_active_${kind}_total`);

const NO_ROUTE_LABEL = 'none';

/** Some values are counted from startup, others read on request. No label names an account or a number. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `sms_service_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `sms_service_${name}`, help, labelNames, registers });
  const accepted = counter('accepted_total', 'Texts accepted and charged');
  const refused = counter('refused_total', 'Sends refused, by code', ['code']);
  const texts = counter('texts_total', 'Texts that reached a state, by their route', ['route', 'state']);
  const waiting = gauge('waiting', 'Texts that no carrier has in full yet');
  const oldest = gauge(
    'oldest_waiting_seconds',
    'How long ago the oldest of them was accepted; 0: none is waiting',
  );
  const up = gauge('route_up', 'Whether a route works', ['route', 'kind']);
  const underway = gauge('route_underway', 'Messages that a route’s carrier has not answered yet', ['route']);

  return {
    decided(outcome: SendOutcome): void {
      if (outcome.accepted) accepted.inc();
      else refused.inc({ code: outcome.code });
    },
    moved: ({ route, state }: Transition) => texts.inc({ route: route ?? NO_ROUTE_LABEL, state }),
    /** In Prometheus' text format. */
    async text(delivery: Pick<Delivery, 'backlog' | 'routes'>, now: number) {
      const backlog = delivery.backlog();
      waiting.set(backlog.waiting);
      oldest.set(backlog.oldest === null ? 0 : Math.max(0, now - backlog.oldest) / 1000);
      for (const { name, kind, health, underway: count } of delivery.routes()) {
        up.set({ route: name, kind }, health.healthy ? 1 : 0);
        underway.set({ route: name }, count);
      }
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** The values that the operator's endpoints read. */
export interface Operating {
  /** The reason why the database can't be written now; null if it can. */
  unwritable(): string | null;
  routes(): RouteView[];
  metrics(): Promise<{ type: string; body: string }>;
}

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it can accept texts) and `/metrics`, on a port of their own.
 * `/readyz` reports a carrier that is down but stays ready, because texts wait. Throws an `InputError` if the address
 * isn't available.
 */
export async function startOperatingServer(operating: Operating, address: { host: string; port: number }) {
  const app = new Hono();
  app.use(async (c, next) =>
    c.req.method === 'GET' ? next() : c.json({ ok: false, why: 'Only GET is allowed here' }, 405),
  );
  app.get('/healthz', c => c.json({ ok: true }));
  app.get('/readyz', c => {
    const why = operating.unwritable();
    if (why !== null) return c.json({ ok: false, why: `The database can’t be written: ${why}` }, 503);
    const routes = operating.routes().map(({ name, kind, health }) => {
      if (health.healthy) return { name, kind, up: true };
      return { name, kind, up: false, since: new Date(health.since).toISOString(), why: health.why };
    });
    return c.json({ ok: true, routes });
  });
  app.get('/metrics', async c => {
    const { type, body } = await operating.metrics();
    return c.body(body, 200, { 'Content-Type': type });
  });
  app.notFound(c => c.json({ ok: false, why: 'There is nothing here' }, 404));
  app.onError((error, c) => c.json({ ok: false, why: String(error) }, 500));

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const url = await listen(server, address, '--metrics-port');
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, close };
}
