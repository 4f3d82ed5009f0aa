import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../../src/kit/store/errors.ts';
import { openDatabase } from '../../src/kit/store/sqlite/database.ts';
import { createStore } from '../../src/kit/store/sqlite/store.ts';
import type { Store } from '../../src/kit/store/store.ts';
import { createRecords } from '../../src/wiring/storage.ts';
import { type Engine, Rig } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

/** A store that carries out every request; after `lose`, the answer to the next one is lost. */
async function onDeafStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-lost-'));
  const db = openDatabase(dataDir);
  onTestFinished(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true });
  });
  let isLost = false;
  let ids = 0;
  const newId = () => `id-${ids++}`;
  const inner = createStore(db, { owner: 'me', now: () => 0, noted: () => undefined });
  const store: Store = {
    ...inner,
    async transaction(step) {
      const done = await inner.transaction(step);
      if (!isLost) return done;
      isLost = false;
      throw new StorageError('The store did not answer', { unsure: true });
    },
  };
  const records = createRecords(store, { newId, wall: at => at });
  const engine: Engine = {
    ...sqlite,
    store: async () => ({ ...(await sqlite.store()), open: async () => records as never }),
  };
  const lose = (): void => {
    isLost = true;
  };
  return { rig: await Rig.open(engine), lose };
}

test('a text whose acceptance and claim were never confirmed is requeued, and sent once', async () => {
  const { rig, lose } = await onDeafStore();
  lose();
  await expect(rig.acceptAtOnce()).rejects.toMatchObject({ unsure: true });
  expect(await rig.outbox.counts()).toEqual({ sending: 1 });
  const claim = await rig.claim();
  expect(await rig.claimOrNull()).toBeNull();
  expect(await rig.outbox.counts()).toEqual({ sending: 1 });
  expect(claim.claimedAt).toBe(rig.now);
});

test('a text whose claim alone was never confirmed is requeued, and sent once', async () => {
  const { rig, lose } = await onDeafStore();
  await rig.queueOne();
  lose();
  await expect(rig.claim()).rejects.toMatchObject({ unsure: true });
  expect(await rig.claim()).not.toBeNull();
  expect(await rig.claimOrNull()).toBeNull();
});
