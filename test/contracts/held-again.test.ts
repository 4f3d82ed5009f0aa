import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPorts } from '../../src/storage/outbox/index.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { createStore } from '../../src/storage/sqlite/store.ts';
import { type Engine, KEY, Rig, refusedHolding, WORKSPACE } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

/** A store that is told again what was done last, although it forgot nothing. */
async function toldAgain() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-held-'));
  const db = openDatabase(dataDir);
  onTestFinished(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true });
  });
  let tellAgain = async (): Promise<void> => undefined;
  let made = 0;
  const newId = () => `id-${made++}`;
  const store = {
    ...createStore(db, 'me', () => undefined),
    onForgotten(tell: (isLast: boolean) => Promise<void>) {
      tellAgain = () => tell(true);
    },
  };
  const ports = createPorts(store, { newId, wall: at => at, removeDocuments: async () => 0 });
  const engine: Engine = {
    ...sqlite,
    store: async () => ({ ...(await sqlite.store()), open: async () => ports as never }),
  };
  return { rig: await Rig.open(engine), tellAgain: () => tellAgain() };
}

test('a text that waited for a held key, and was refused since, isn’t sent because a store is told again of its claim', async () => {
  const { rig, tellAgain } = await toldAgain();
  await rig.queue({ count: 2 });
  for (const claim of [await rig.claim(), await rig.claim()])
    await rig.outbox.settle(claim, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
  await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
  await tellAgain();
  expect(await rig.outbox.counts()).toEqual({ refused: 2 });
  expect((await rig.outbox.waiting(WORKSPACE, KEY)).held).toBe('INSUFFICIENT_CREDITS');
});
