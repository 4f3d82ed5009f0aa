import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import type { StorageChoice } from '../src/storage/open.ts';
import type { Storage } from '../src/storage/ports.ts';
import { startRedisServer } from '../test/real/support/redis-server.ts';
import { outboxOf } from '../test/support/outbox.ts';
import { type Filling, fillHistory, fillWaiting, PERSON, plan, SENT, WORKSPACE } from './filling.ts';
import { quantile } from './parts.ts';
import { type Engine, withStorage } from './world.ts';

const FEW = 10;
const SOME = 10_000;
const ROUNDS = 300;
/** Whatever else the machine does only makes rounds slower, so we look at the quickest tenth. */
const QUICK = 0.1;
/** Of the steps that remove texts, we look at slow ones. */
const SLOW = 0.9;
/** The same steps as the app's (src/sending/housekeeping.ts). */
const SWEEP_STEP = 100;
/** How many steps of removing a million texts are measured. */
const SWEEPS = 100;

type Fill = (work: () => Promise<void>) => Promise<void>;
type Times = { claim: number; status: number };
type Sweeping = { step: number; beside: number };

/** A figure at one size, over the same figure at a smaller size. */
export type Growth = { what: string; ratio: number; facts: string };

/** Claims and status queries with texts waiting: ten thousand, and `many`, each in turns with a store where ten wait. */
export async function growthOfWaiting(engine: Engine, many: number): Promise<Growth[]> {
  return withFillings(engine, async (fill, large, few) => {
    await fillWaiting(few, FEW);
    await fill(() => fillWaiting(large, SOME));
    const some = await compare(`${SOME} texts waiting`, large, few);
    await fill(() => fillWaiting(large, many - SOME));
    return [...some, ...(await compare(`${many} texts waiting`, large, few))];
  });
}

/** The same with texts in the history; then the steps that remove old ones, in turns with a store that had ten thousand. */
export async function growthOfHistory(engine: Engine, many: number): Promise<Growth[]> {
  return withFillings(engine, async (fill, large, few, little) => {
    await fillHistory(few, FEW);
    await fillHistory(little, SOME);
    await fill(() => fillHistory(large, SOME));
    const some = await compare(`${SOME} in the history`, large, few);
    await fill(() => fillHistory(large, many - SOME));
    const all = await compare(`${many} in the history`, large, few);
    return [...some, ...all, ...(await compareSweeps(many, large, little))];
  });
}

/** Both in turns, so that whatever else the machine does slows both. */
async function compare(size: string, large: Filling, small: Filling): Promise<Growth[]> {
  await Promise.all([claimAndAsk(large), claimAndAsk(small)]); // To warm up.
  const [ofLarge, ofSmall]: [Times[], Times[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ofLarge.push(await claimAndAsk(large));
    ofSmall.push(await claimAndAsk(small));
  }
  const grown = (what: string, of: (times: Times) => number): Growth =>
    over(what, QUICK, FEW, ofLarge.map(of), ofSmall.map(of));
  return [
    grown(`a claim with ${size}`, ({ claim }) => claim),
    grown(`a status query with ${size}`, ({ status }) => status),
  ];
}

/** Milliseconds of a claim, and of all queries about texts; a claimed text is replaced. */
async function claimAndAsk(filling: Filling): Promise<Times> {
  const { outbox } = filling;
  filling.now += 1000;
  const { now } = filling;
  await plan(filling, 'people', 1);
  const began = performance.now();
  const [claim] = await outbox.claim(now, 1);
  const claimMs = performance.now() - began;
  if (!claim) throw new Error('Nothing could be claimed');
  const { id, intentId, fingerprint } = claim.text;
  const asked = performance.now();
  await outbox.text(WORKSPACE, id);
  await outbox.outcome(WORKSPACE, intentId);
  await outbox.history(WORKSPACE, PERSON, 10);
  await outbox.waiting(WORKSPACE, fingerprint);
  await outbox.usage(WORKSPACE, PERSON, now);
  await outbox.counts();
  const statusMs = performance.now() - asked;
  await outbox.settle(claim, SENT, now);
  const [report] = await outbox.leaseReports(now, now, 1);
  if (report) await outbox.closeReport(report, true, now);
  return { claim: claimMs, status: statusMs };
}

async function compareSweeps(many: number, large: Filling, little: Filling): Promise<Growth[]> {
  const [ofLarge, ofLittle]: [Sweeping[], Sweeping[]] = [[], []];
  for (let step = 0; step < SWEEPS; step++) {
    ofLarge.push(await sweep(large));
    ofLittle.push(await sweep(little));
  }
  const grown = (what: string, of: (sweeping: Sweeping) => number): Growth =>
    over(what, SLOW, SOME, ofLarge.map(of), ofLittle.map(of));
  return [
    grown(`a slow step of removing ${many} old texts`, ({ step }) => step),
    grown('a slow claim beside that', ({ beside }) => beside),
  ];
}

/** Milliseconds of a step that removes old texts, and of a claim beside it. */
async function sweep(filling: Filling): Promise<Sweeping> {
  const { outbox } = filling;
  filling.now += 1000;
  const { now } = filling;
  const before = { textsBefore: now - 1, identitiesBefore: now - 1 };
  await plan(filling, 'people', 1);
  const began = performance.now();
  const took = (): number => performance.now() - began;
  const [step, [beside, claim]] = await Promise.all([
    outbox.sweep(WORKSPACE, before, SWEEP_STEP).then(took),
    outbox.claim(now, 1).then(([one]) => [took(), one] as const),
  ]);
  if (claim) await outbox.settle(claim, SENT, now);
  return { step, beside };
}

/** @param share which of the times is looked at, sorted */
function over(what: string, share: number, size: number, large: number[], small: number[]): Growth {
  const [above, below] = [quantile(large, share), quantile(small, share)];
  return {
    what: `${what}, over ${size}`,
    ratio: above / below,
    facts: `${above.toFixed(2)} over ${below.toFixed(2)} ms`,
  };
}

/** One store that is filled, and two small ones beside it. */
function withFillings(
  engine: Engine,
  run: (fill: Fill, large: Filling, one: Filling, other: Filling) => Promise<Growth[]>,
): Promise<Growth[]> {
  const filling = (storage: Storage): Filling => ({
    outbox: outboxOf(storage),
    now: storage.now(),
    intents: 0,
  });
  return withEmptyStore(engine, one =>
    withEmptyStore(engine, other =>
      withEmptyStore(engine, (large, fill) => run(fill, filling(large), filling(one), filling(other))),
    ),
  );
}

/** An empty store; `fill` runs what is too much to sync to disk one by one. */
export async function withEmptyStore<T>(
  engine: Engine,
  run: (storage: Storage, fill: Fill) => Promise<T>,
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
  const fill: Fill = async work => {
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
