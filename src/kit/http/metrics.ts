import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createSingleFlight } from '../fair-scheduler.ts';

/** What the store says is the same on every process that shares it. */
const SHARED = ' (of the store: the same on each process, so take max(), not sum())';

/** `/metrics`, in Prometheus' text format. Never names a person, a number or a workspace. */
export type Metrics = {
  /**
   * Counts what this process does.
   *
   * @param begins the labels that it has from the start: a counter that begins with its first event hides that one from `rate`
   */
  counter<Labels extends Record<string, string>>(
    name: string,
    help: string,
    begins: readonly Labels[],
  ): (labels: Labels, count?: number) => void;
  /** What the store says, as often as somebody asks. */
  gauge(name: string, help: string, read: () => Promise<number>): void;
  /** The same for each value of a label. */
  gauges(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void;
  route: RequestListener;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const once = createSingleFlight<string>();
  return {
    counter(name, help, begins) {
      const made = new Counter({ name, help, labelNames: Object.keys(begins[0] ?? {}), registers });
      for (const labels of begins) made.inc(labels, 0);
      return (labels, count = 1) => made.inc(labels, count);
    },
    gauge(name, help, read) {
      new Gauge({
        ...{ name, help: help + SHARED, registers },
        async collect() {
          this.set(await read());
        },
      });
    },
    gauges(name, help, label, read) {
      new Gauge({
        ...{ name, help: help + SHARED, labelNames: [label], registers },
        async collect() {
          for (const [value, count] of Object.entries(await read())) this.set({ [label]: value }, count);
        },
      });
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
