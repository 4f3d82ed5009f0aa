import { cpus, totalmem } from 'node:os';
import { acceptance, ackInTrouble, idleLatency } from './accept.ts';
import { ackBesideBroadcast } from './broadcast.ts';
import { lookingUpPeople } from './contacts.ts';
import { endurance } from './endurance.ts';
import { type Growth, growthOfHistory, growthOfWaiting } from './growth.ts';
import { ackBeside } from './neighbour.ts';
import { passedByOneText } from './one-text.ts';
import { acceptedSends } from './sms-service.ts';
import { starting } from './start.ts';
import { replicas, throughput } from './throughput.ts';
import type { Engine } from './world.ts';

/*
 * `npm run bench`: each figure is a ratio within this run, since machines differ and are noisy. Name rows to measure
 * only those: `npm run bench -- accept waiting`.
 */

type Row = { what: string; ratio: number; reach: string; met: boolean; facts: string };

const ENGINES = (process.env.BENCH_ENGINES?.split(',') ?? ['sqlite', 'redis']) as Engine[];

const atLeast = (what: string, ratio: number, limit: number, facts: string): Row => ({
  what,
  ratio,
  reach: `≥ ${limit}`,
  met: ratio >= limit,
  facts,
});
const atMost = (what: string, ratio: number, limit: number, facts: string): Row => ({
  what,
  ratio,
  reach: `≤ ${limit}`,
  met: ratio <= limit,
  facts,
});

async function growing(measure: (engine: Engine, many: number) => Promise<Growth[]>): Promise<Row[]> {
  const many = Number(process.env.BENCH_TEXTS ?? 1_000_000);
  const rows: Row[] = [];
  for (const engine of ENGINES) {
    const found = await measure(engine, many);
    rows.push(...found.map(({ what, ratio, facts }) => atMost(`${engine}: ${what}`, ratio, 1.5, facts)));
  }
  return rows;
}

/** Measured here when each engine still had rules of its own; in 85 and 81 files. */
const PASSED_BEFORE: Record<Engine, number> = { sqlite: 332, redis: 293 };

const MEMORY_MB: Record<Engine, number> = { sqlite: 150, redis: 200 };

const MEASUREMENTS: Record<string, () => Promise<Row[]>> = {
  async accept() {
    const [sqlite, redis] = [await acceptance('sqlite'), await acceptance('redis')];
    return [
      atLeast('commands accepted a second, SQLite, over Bolt alone', sqlite.ratio, 0.35, sqlite.facts),
      atLeast('commands accepted a second, Redis, over Bolt alone', redis.ratio, 0.35, redis.facts),
    ];
  },
  async idle() {
    const { p50, p99, facts } = await idleLatency('sqlite');
    return [
      atMost('idle, Slack’s request to the service’s, p50, over Bolt’s round trip', p50, 3, facts),
      atMost('the same, p99', p99, 5, facts),
    ];
  },
  async trouble() {
    const { ratio, facts } = await ackInTrouble('sqlite');
    return [atMost('p99 of the ack, service hanging and Slack 503, over both well', ratio, 1.5, facts)];
  },
  async neighbour() {
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { ratio, facts } = await ackBeside(engine);
      rows.push(
        atMost(`${engine}: p99 of the ack while one workspace fires its biggest calls`, ratio, 2, facts),
      );
    }
    return rows;
  },
  async broadcast() {
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { ratio, turnMs, facts } = await ackBesideBroadcast(engine);
      rows.push(
        atMost(`${engine}: p99 of the ack while a broadcast of 10,000 is planned`, ratio, 2, facts),
        atMost(`${engine}: the longest turn then, over 50 ms`, turnMs / 50, 1, `${turnMs.toFixed(0)} ms`),
      );
    }
    return rows;
  },
  async throughput() {
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { perSecond, facts } = await throughput(engine);
      rows.push(atLeast(`${engine}: texts a second over 1,000 keys, over 1,000`, perSecond / 1000, 1, facts));
    }
    return rows;
  },
  async replicas() {
    const { ratio, facts } = await replicas();
    return [atLeast('texts a second, two processes on Redis, over one', ratio, 1, facts)];
  },
  async start() {
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { seconds, residentMb } = await starting(engine);
      rows.push(
        atMost(`${engine}: from start to ready, over 2 s`, seconds / 2, 1, `${seconds.toFixed(2)} s`),
        atMost(
          `${engine}: memory at the start, over ${MEMORY_MB[engine]} MB`,
          residentMb / MEMORY_MB[engine],
          1,
          `${residentMb.toFixed(0)} MB`,
        ),
      );
    }
    return rows;
  },
  async endurance() {
    const minutes = Number(process.env.BENCH_MINUTES ?? 10);
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { ratio, facts } = await endurance(engine, minutes);
      rows.push(
        atMost(
          `${engine}: memory after ${minutes} minutes at 20 commands a second, over two`,
          ratio,
          1.2,
          facts,
        ),
      );
    }
    return rows;
  },
  async text() {
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { functions, files } = await passedByOneText(engine);
      const before = PASSED_BEFORE[engine];
      const facts = `${functions} in ${files} files`;
      rows.push(
        atMost(`${engine}: functions that one text passes, over ${before}`, functions / before, 0.5, facts),
      );
    }
    return rows;
  },
  async service() {
    const { stays, leaves, bare, entries } = await acceptedSends();
    const facts = `${stays.toFixed(0)}/s, ${leaves.toFixed(0)}/s while they leave by a carrier`;
    const log = `${entries.toLocaleString('en')} texts in its log`;
    return [
      atLeast(`SMS service: sends accepted a second, over 500, ${log}`, stays / 500, 1, facts),
      atLeast('the same while they leave by a carrier', leaves / 500, 1, facts),
      atLeast(
        'sends accepted, over the same loop without storage',
        stays / bare,
        0.1,
        `${bare.toFixed(0)}/s without`,
      ),
    ];
  },
  async people() {
    const rows: Row[] = [];
    for (const engine of ENGINES) {
      const { p95, facts } = await lookingUpPeople(engine);
      rows.push(
        atMost(
          `${engine}: looking up one of 50,000 people as one types, p95, over 200 ms`,
          p95 / 200,
          1,
          facts,
        ),
      );
    }
    return rows;
  },
  waiting: () => growing(growthOfWaiting),
  history: () => growing(growthOfHistory),
};

const [cpu] = cpus();
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(MEASUREMENTS);
process.stdout.write(
  `${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write('| what | ratio | to reach | | measured |\n|---|---|---|---|---|\n');
for (const name of names) {
  const measure = MEASUREMENTS[name];
  if (!measure) throw new Error(`No measurement is called ${name}: ${Object.keys(MEASUREMENTS).join(', ')}`);
  for (const { what, ratio, reach, met, facts } of await measure()) {
    process.stdout.write(
      `| ${what} | ${ratio.toFixed(2)} | ${reach} | ${met ? 'met' : 'missed'} | ${facts} |\n`,
    );
  }
}
process.exit(0);
