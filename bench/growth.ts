import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalNumber } from '../src/domain/number.ts';
import type { StorageChoice } from '../src/storage/open.ts';
import type { Storage } from '../src/storage/ports.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { quantile } from './parts.ts';
import { type Engine, intentOf, withStorage } from './world.ts';

const STEP = 1000;
const CLAIMS = 200;

/** Milliseconds of a claim, and of a status query, with so many texts waiting on 200 keys. */
async function measure(storage: Storage, waiting: number): Promise<{ claim: number; status: number }> {
  const now = Date.now();
  for (let done = 0; done < waiting; done += STEP) {
    const key = `key-${(done / STEP) % CLAIMS}`;
    const intent = { ...intentOf(done, { teams: 1, slackUrl: '' }, now), workspace: 'T1' };
    const { id } = intent;
    await storage.outbox.add(intent, now);
    const texts = Array.from({ length: Math.min(STEP, waiting - done) }, (_, index) => ({
      number: '01712345678' as LocalNumber,
      message: `${id} ${index}`,
      parts: 1,
      lane: 'people' as const,
      expiresAt: now + 86_400_000,
    }));
    await storage.outbox.plan(
      id,
      { kind: 'texts', fingerprint: key, texts, askIfSince: null, limits: null, omitted: [], again: null },
      now,
    );
  }
  const claims: number[] = [];
  const queries: number[] = [];
  for (let index = 0; index < Math.min(CLAIMS, waiting); index++) {
    const began = performance.now();
    const [claim] = await storage.outbox.claim(now, 1);
    claims.push(performance.now() - began);
    if (!claim) break;
    const asked = performance.now();
    await storage.outbox.text('T1', claim.text.id);
    await storage.outbox.history('T1', 'U1', 10);
    queries.push(performance.now() - asked);
    await storage.outbox.settle(claim, { kind: 'sent', logId: '1', cost: null, balance: null }, now);
  }
  return { claim: quantile(claims, 0.5), status: quantile(queries, 0.5) };
}

/** A claim and a status query with `many` texts waiting, over the same with ten. */
export async function growth(engine: Engine, many: number) {
  const small = await withEngine(engine, storage => measure(storage, 10));
  const large = await withEngine(engine, storage => measure(storage, many));
  return {
    claim: large.claim / small.claim,
    status: large.status / small.status,
    facts: `claim ${large.claim.toFixed(2)} over ${small.claim.toFixed(2)} ms; query ${large.status.toFixed(2)} over ${small.status.toFixed(2)} ms`,
  };
}

async function withEngine<T>(engine: Engine, run: (storage: Storage) => Promise<T>): Promise<T> {
  const redis = engine === 'redis' ? await startRedisServer() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-bench-'));
  const choice: StorageChoice = redis
    ? { kind: 'redis', url: redis.freshUrl() }
    : { kind: 'sqlite', dataDir };
  try {
    return await withStorage(choice, run);
  } finally {
    await redis?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
