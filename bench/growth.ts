import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import type { StorageChoice } from '../src/storage/open.ts';
import type { Storage } from '../src/storage/ports.ts';
import { outboxOf } from '../test/support/outbox.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { type Filling, fillHistory, fillWaiting, PERSON, plan, SENT, WORKSPACE } from './filling.ts';
import { quantile } from './parts.ts';
import { type Engine, withStorage } from './world.ts';

const FEW = 10;
const SOME = 10_000;
const ROUNDS = 300;
/** Whatever else the machine does only makes rounds slower, so we look at the quickest tenth. */
const QUICK = 0.1;
/** The same steps as the app's (src/sending/housekeeping.ts). */
const SWEEP_STEP = 100;
/** How many steps of removing a million texts are measured. */
const SWEEPS = 100;

type Times = { claim: number; status: number };
type Sweeping = { longest: number; beside: number };

/** A figure at one size, over the same figure at a smaller size. */
export type Growth = { what: string; ratio: number; facts: string };

/** Claims and status queries with texts waiting: ten, ten thousand, and `many`. */
export function growthOfWaiting(engine: Engine, many: number): Promise<Growth[]> {
  return withFilling(engine, async (filling, fill) => {
    await fill(() => fillWaiting(filling, FEW));
    await measure(filling); // To warm up.
    const few = await measure(filling);
    await fill(() => fillWaiting(filling, SOME - FEW));
    const some = await measure(filling);
    await fill(() => fillWaiting(filling, many - SOME));
    const all = await measure(filling);
    return [...compare(`${SOME} texts waiting`, some, few), ...compare(`${many} texts waiting`, all, few)];
  });
}

/** The same with texts in the history; then how long the steps that remove old ones take. */
export function growthOfHistory(engine: Engine, many: number): Promise<Growth[]> {
  return withFilling(engine, async (filling, fill) => {
    await fill(() => fillHistory(filling, FEW));
    await measure(filling);
    const few = await measure(filling);
    await fill(() => fillHistory(filling, SOME));
    const some = await measure(filling);
    const little = await sweep(filling);
    await fill(() => fillHistory(filling, many));
    const all = await measure(filling);
    const much = await sweep(filling);
    return [
      ...compare(`${SOME} in the history`, some, few),
      ...compare(`${many} in the history`, all, few),
      over(`the longest step of removing ${many} old texts`, much.longest, little.longest, SOME),
      over('the longest claim beside that', much.beside, little.beside, SOME),
    ];
  });
}

/** Milliseconds of a claim, and of all queries about texts; claimed texts are replaced. */
async function measure(filling: Filling): Promise<Times> {
  const { outbox } = filling;
  const claims: number[] = [];
  const queries: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    filling.now += 1000;
    const { now } = filling;
    await plan(filling, 'people', 1);
    const began = performance.now();
    const [claim] = await outbox.claim(now, 1);
    claims.push(performance.now() - began);
    if (!claim) throw new Error('Nothing could be claimed');
    const { id, intentId, fingerprint } = claim.text;
    const asked = performance.now();
    await outbox.text(WORKSPACE, id);
    await outbox.outcome(WORKSPACE, intentId);
    await outbox.history(WORKSPACE, PERSON, 10);
    await outbox.waiting(WORKSPACE, fingerprint);
    await outbox.usage(WORKSPACE, PERSON, now);
    await outbox.counts();
    queries.push(performance.now() - asked);
    await outbox.settle(claim, SENT, now);
    const [report] = await outbox.leaseReports(now, now, 1);
    if (report) await outbox.closeReport(report, true, now);
  }
  return { claim: quantile(claims, QUICK), status: quantile(queries, QUICK) };
}

/** Removes everything, or the first of it, with a claim beside each step. */
async function sweep(filling: Filling): Promise<Sweeping> {
  const { outbox } = filling;
  const steps: number[] = [];
  const beside: number[] = [];
  for (let step = 0; step < SWEEPS; step++) {
    filling.now += 1000;
    const { now } = filling;
    const before = { textsBefore: now - 1, identitiesBefore: now - 1 };
    await plan(filling, 'people', 1);
    const began = performance.now();
    const [removed, claim] = await Promise.all([
      outbox.sweep(WORKSPACE, before, SWEEP_STEP).then(count => {
        steps.push(performance.now() - began);
        return count;
      }),
      outbox.claim(now, 1).then(([one]) => {
        beside.push(performance.now() - began);
        return one;
      }),
    ]);
    if (claim) await outbox.settle(claim, SENT, now);
    if (removed < SWEEP_STEP) break;
  }
  return { longest: Math.max(...steps), beside: Math.max(...beside) };
}

function compare(size: string, large: Times, small: Times): Growth[] {
  return [
    over(`a claim with ${size}`, large.claim, small.claim, FEW),
    over(`a status query with ${size}`, large.status, small.status, FEW),
  ];
}

const over = (what: string, large: number, small: number, size: number): Growth => ({
  what: `${what}, over ${size}`,
  ratio: large / small,
  facts: `${large.toFixed(2)} over ${small.toFixed(2)} ms`,
});

function withFilling<T>(
  engine: Engine,
  run: (filling: Filling, fill: (work: () => Promise<void>) => Promise<void>) => Promise<T>,
): Promise<T> {
  return withEmptyStore(engine, (storage, fill) =>
    run({ outbox: outboxOf(storage), now: storage.now(), intents: 0 }, fill),
  );
}

/** An empty store; `fill` runs what is too much to sync to disk one by one. */
export async function withEmptyStore<T>(
  engine: Engine,
  run: (storage: Storage, fill: (work: () => Promise<void>) => Promise<void>) => Promise<T>,
): Promise<T> {
  const redis = engine === 'redis' ? await startRedisServer() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-bench-'));
  const choice: StorageChoice = redis
    ? { kind: 'redis', url: redis.freshUrl() }
    : { kind: 'sqlite', dataDir };
  const sync = async (when: string): Promise<void> => {
    if (!redis) return; // On SQLite, everything in one turn shares one sync.
    const client = await createClient({ url: redis.url }).connect();
    await client.configSet('appendfsync', when);
    client.destroy();
  };
  const fill = async (work: () => Promise<void>): Promise<void> => {
    await sync('no');
    await work();
    await sync('always');
  };
  try {
    return await withStorage(choice, (storage: Storage) => run(storage, fill));
  } finally {
    await redis?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
