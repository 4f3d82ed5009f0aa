import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import type { StorageChoice } from '../src/kit/store/engine.ts';
import type { Storage } from '../src/kit/store/storage.ts';
import { startRedisServer } from '../test/real/support/redis-server.ts';
import { outboxOf } from '../test/support/outbox.ts';
import { type Filling, fillHistory, fillWaiting, PERSON, plan, SENT, WORKSPACE } from './filling.ts';
import { quantile } from './parts.ts';
import { type Engine, withStorage } from './world.ts';

const FEW = 10;
const ROUNDS = 300;
/** Whatever else the machine does only makes rounds slower, so we look at the quickest tenth. */
const QUICK = 0.1;
type Fill = (work: () => Promise<void>) => Promise<void>;
type Times = { claim: number; status: number };

/** A figure at one size, over the same figure at a smaller size. */
export type Growth = { what: string; ratio: number; facts: string };

/** Claims and status queries with `many` texts waiting, or in the history, in turns with a store that has ten. */
export function growth(engine: Engine, what: 'waiting' | 'in the history', many: number): Promise<Growth[]> {
  const fillWith = what === 'waiting' ? fillWaiting : fillHistory;
  return withEmptyStore(engine, one =>
    withEmptyStore(engine, async (other, fill) => {
      const [few, large] = [fillingOf(one), fillingOf(other)];
      await fillWith(few, FEW);
      await fill(() => fillWith(large, many));
      return compare(`${many} ${what}`, large, few);
    }),
  );
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
    over(what, ofLarge.map(of), ofSmall.map(of));
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
  if (report) await outbox.closeReports([{ report, posted: true }], now);
  return { claim: claimMs, status: statusMs };
}

function over(what: string, large: number[], small: number[]): Growth {
  const [above, below] = [quantile(large, QUICK), quantile(small, QUICK)];
  const facts = `${above.toFixed(2)} over ${below.toFixed(2)} ms`;
  return { what: `${what}, over ${FEW}`, ratio: above / below, facts };
}

const fillingOf = (storage: Storage): Filling => ({
  ...{ outbox: outboxOf(storage), now: storage.now(), intents: 0 },
});

/** An empty store; `fill` runs what is too much to sync to disk one by one. */
async function withEmptyStore<T>(
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
