import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { startRedisServer } from '../test/support/redis-server.ts';
import { type Filling, fillHistory, fillWaiting, PERSON, plan, SENT, WORKSPACE } from './filling.ts';
import { quantile } from './parts.ts';
import { type Engine, withStorage } from './world.ts';

const FEW = 10;
const SOME = 10_000;
const ROUNDS = 300;
/** As the app sweeps (src/sending/housekeeping.ts). */
const SWEEP_STEP = 100;
const SWEEPS = SOME / SWEEP_STEP;

/** A figure at a size, over the same at a smaller size. */
export type Growth = { what: string; ratio: number; facts: string };

/** Two stores of one kind, looked at in turn, so that what else the machine does slows both. */
type Pair = {
  small: Filling;
  large: Filling;
  /** Runs what is too much to be synced to disk one by one. */
  fill: (work: () => Promise<void>) => Promise<void>;
};

/** Claims and status queries with ten thousand and with `many` texts waiting, over ten. */
export function growthOfWaiting(engine: Engine, many: number): Promise<Growth[]> {
  return withPair(engine, async ({ small, large, fill }) => {
    await fill(() => fillWaiting(small, FEW));
    await fill(() => fillWaiting(large, SOME));
    await compare(large, small, ''); // To warm up.
    const some = await compare(large, small, `${SOME} texts waiting`);
    await fill(() => fillWaiting(large, many - SOME));
    return [...some, ...(await compare(large, small, `${many} texts waiting`))];
  });
}

/** The same with texts in the history; then how long the steps take in which old ones are removed. */
export function growthOfHistory(engine: Engine, many: number): Promise<Growth[]> {
  return withPair(engine, async ({ small, large, fill }) => {
    await fill(() => fillHistory(small, FEW));
    await fill(() => fillHistory(large, SOME));
    await compare(large, small, '');
    const some = await compare(large, small, `${SOME} in the history`);
    await fill(() => fillHistory(large, many - SOME));
    const all = await compare(large, small, `${many} in the history`);
    await fill(() => fillHistory(small, SOME));
    return [...some, ...all, ...(await sweepBoth(large, small, many))];
  });
}

async function compare(large: Filling, small: Filling, size: string): Promise<Growth[]> {
  const times = { claim: [[], []], status: [[], []] } as Record<'claim' | 'status', [number[], number[]]>;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, filling] of [large, small].entries()) {
      const { claim, status } = await look(filling);
      times.claim[index]?.push(claim);
      times.status[index]?.push(status);
    }
  }
  const median = (values: number[]): number => quantile(values, 0.5);
  const ratio = (what: string, [much, little]: [number[], number[]]): Growth =>
    over(`${what} with ${size}`, median(much), median(little), FEW);
  return [ratio('a claim', times.claim), ratio('a status query', times.status)];
}

/** Milliseconds of a claim, and of all that is asked about texts; what is claimed is made up for. */
async function look(filling: Filling): Promise<{ claim: number; status: number }> {
  const { outbox } = filling;
  filling.now += 1000;
  const { now } = filling;
  await plan(filling, 'people', 1);
  const began = performance.now();
  const [claim] = await outbox.claim(now, 1);
  const claimed = performance.now();
  if (!claim) throw new Error('Nothing could be claimed');
  const { id, intentId, fingerprint } = claim.text;
  await outbox.text(WORKSPACE, id);
  await outbox.outcome(WORKSPACE, intentId);
  await outbox.history(WORKSPACE, PERSON, 10);
  await outbox.waiting(WORKSPACE, fingerprint);
  await outbox.usage(WORKSPACE, PERSON, now);
  await outbox.counts();
  const answered = performance.now();
  await outbox.settle(claim, SENT, now);
  const [report] = await outbox.leaseReports(now, now, 1);
  if (report) await outbox.closeReport(report, true, now);
  return { claim: claimed - began, status: answered - claimed };
}

/** Removes old texts from both, so many steps, with a claim beside each. */
async function sweepBoth(large: Filling, small: Filling, many: number): Promise<Growth[]> {
  const steps: [number[], number[]] = [[], []];
  const beside: [number[], number[]] = [[], []];
  for (let step = 0; step < SWEEPS; step++) {
    for (const [index, filling] of [large, small].entries()) {
      const took = await sweep(filling);
      steps[index]?.push(took.step);
      beside[index]?.push(took.claim);
    }
  }
  return [
    over(
      `the longest step of removing ${many} old texts`,
      Math.max(...steps[0]),
      Math.max(...steps[1]),
      SOME,
    ),
    over('the longest claim beside that', Math.max(...beside[0]), Math.max(...beside[1]), SOME),
  ];
}

async function sweep(filling: Filling): Promise<{ step: number; claim: number }> {
  const { outbox } = filling;
  filling.now += 1000;
  const { now } = filling;
  await plan(filling, 'people', 1);
  const began = performance.now();
  const sinceThen = (): number => performance.now() - began;
  const before = { textsBefore: now - 1, identitiesBefore: now - 1 };
  const sweeping = outbox.sweep(WORKSPACE, before, SWEEP_STEP).then(sinceThen);
  const [claim] = await outbox.claim(now, 1);
  const claimed = sinceThen();
  const swept = await sweeping;
  if (claim) await outbox.settle(claim, SENT, now);
  return { step: swept, claim: claimed };
}

const over = (what: string, large: number, small: number, size: number): Growth => ({
  what: `${what}, over ${size}`,
  ratio: large / small,
  facts: `${large.toFixed(2)} over ${small.toFixed(2)} ms`,
});

async function withPair<T>(engine: Engine, run: (pair: Pair) => Promise<T>): Promise<T> {
  const redis = engine === 'redis' ? await startRedisServer() : null;
  const dataDirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sms-bench-')));
  const sync = async (when: string): Promise<void> => {
    if (!redis) return; // What is asked for in one turn is one sync.
    const client = await createClient({ url: redis.url }).connect();
    await client.configSet('appendfsync', when);
    client.destroy();
  };
  const fill = async (work: () => Promise<void>): Promise<void> => {
    await sync('no');
    await work();
    await sync('always');
  };
  const within = <R>(dataDir: string, work: (filling: Filling) => Promise<R>): Promise<R> =>
    withStorage(redis ? { kind: 'redis', url: redis.freshUrl() } : { kind: 'sqlite', dataDir }, storage =>
      work({ outbox: storage.outbox, now: storage.now(), intents: 0 }),
    );
  const [one = '', other = ''] = dataDirs;
  try {
    return await within(one, small => within(other, large => run({ small, large, fill })));
  } finally {
    await redis?.close();
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  }
}
