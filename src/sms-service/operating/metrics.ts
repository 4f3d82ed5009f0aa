import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Delivery } from '../delivery/index.ts';
import type { Transition } from '../delivery/recorder.ts';
import type { SendOutcome } from '../sending.ts';

/** Some values are counted from startup, others looked up on request. None names an account or a number. */
export interface Metrics {
  decided(outcome: SendOutcome): void;
  moved(transition: Transition): void;
  /** In Prometheus' text format. */
  text(delivery: Delivery, now: number): Promise<{ type: string; body: string }>;
}

/** The label for a text that never had a route. */
const NO_ROUTE = 'none';

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const accepted = new Counter({
    name: 'sms_service_accepted_total',
    help: 'Texts accepted and charged',
    registers,
  });
  const refused = new Counter({
    name: 'sms_service_refused_total',
    help: 'Sends refused, by code',
    labelNames: ['code'],
    registers,
  });
  const texts = new Counter({
    name: 'sms_service_texts_total',
    help: 'Texts that reached a state, by their route',
    labelNames: ['route', 'state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'sms_service_waiting',
    help: 'Texts that no carrier has in full yet',
    registers,
  });
  const oldest = new Gauge({
    name: 'sms_service_oldest_waiting_seconds',
    help: 'How long ago the oldest of them was accepted; 0: none is waiting',
    registers,
  });
  const up = new Gauge({
    name: 'sms_service_route_up',
    help: 'Whether a route works',
    labelNames: ['route', 'kind'],
    registers,
  });
  const underway = new Gauge({
    name: 'sms_service_route_underway',
    help: 'Messages that a route’s carrier has not answered yet',
    labelNames: ['route'],
    registers,
  });

  return {
    decided(outcome) {
      if (outcome.accepted) accepted.inc();
      else refused.inc({ code: outcome.code });
    },
    moved: ({ route, state }) => texts.inc({ route: route ?? NO_ROUTE, state }),
    async text(delivery, now) {
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
