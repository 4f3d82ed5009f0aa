import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createSingleFlight } from '../fair-scheduler.ts';
import { type Check, verdictOf } from './health.ts';

/** Sums that aren't counters, though Prometheus takes `_total` for one. */
const MISNAMED = ['handles', 'requests', 'resources'].map(kind => `nodejs_active_${kind}_total`);

const SHARED = ' (of the store: the same on each process, so take max(), not sum())';

/** `/metrics`, in Prometheus' text format. Never names a person, a number or a workspace. */
export type Metrics = {
  /**
   * Counts events of this process.
   *
   * @param initial labels that exist from the start: otherwise `rate` would miss the first event
   */
  counter<Labels extends Record<string, string>>(
    name: string,
    help: string,
    initial: readonly Labels[],
  ): (labels: Labels, count?: number) => void;
  /** Counts values of this process, such as seconds, by the bounds that each is not above. */
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void;
  /** A value of the store, read for each request. */
  gauge(name: string, help: string, read: () => Promise<number>): void;
  /** One value of the store for each value of a label, read for each request. */
  gauges(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void;
  /** `name` is 1 for each check that passes in this process, and 0 for each that fails; checked for each request. */
  checks(name: string, help: string, checks: Readonly<Record<string, Check>>): void;
  route: RequestListener;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const once = createSingleFlight<string>();
  return {
    counter(name, help, initial) {
      const counter = new Counter({ name, help, labelNames: Object.keys(initial[0] ?? {}), registers });
      for (const labels of initial) counter.inc(labels, 0);
      return (labels, count = 1) => counter.inc(labels, count);
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], registers });
      return value => histogram.observe(value);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help: help + SHARED,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    gauges(name, help, label, read) {
      new Gauge({
        name,
        help: help + SHARED,
        labelNames: [label],
        registers,
        async collect() {
          for (const [value, count] of Object.entries(await read())) this.set({ [label]: value }, count);
        },
      });
    },
    checks(name, help, checks) {
      new Gauge({
        name,
        help,
        labelNames: ['check'],
        registers,
        async collect() {
          const verdicts = Object.entries(checks).map(
            async ([check, run]) => [check, await verdictOf(run)] as const,
          );
          for (const [check, verdict] of await Promise.all(verdicts))
            this.set({ check }, Number(verdict === 'ok'));
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
