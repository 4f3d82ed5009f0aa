import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createInboxes } from '../../src/kit/inbox/store.ts';
import { StorageError } from '../../src/kit/store/errors.ts';
import { openDatabase } from '../../src/kit/store/sqlite/database.ts';
import { createStore } from '../../src/kit/store/sqlite/store.ts';
import type { Store, Tx } from '../../src/kit/store/store.ts';
import { found } from './storage/rig.ts';

const LATE = 'late';

/** A store in which an event arrives right after a step has looked for events. */
function openStore(): Store & { fail: boolean; isLate: boolean } {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-inbox-'));
  const db = openDatabase(dataDir);
  onTestFinished(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const store = createStore(db, { owner: 'owner', now: () => 0, noted: () => undefined });
  const changes = {
    fail: false,
    isLate: false,
    transaction<T>(...[step]: Parameters<typeof store.transaction<T>>): Promise<T> {
      if (changes.isLate) {
        Object.assign(changes, { isLate: false, fail: true });
        return store.transaction(tx => step(withoutLate(tx)));
      }
      if (!changes.fail) return store.transaction(step);
      changes.fail = false;
      return Promise.reject(new StorageError('Away for a moment'));
    },
  };
  return Object.assign(changes, { ...store, transaction: changes.transaction });
}

function withoutLate(tx: Tx): Tx {
  const list = tx.list.bind(tx);
  return Object.assign(tx, {
    list: (range: Parameters<typeof list>[0]) => list(range).filter(({ id }) => !id.includes(LATE)),
  });
}

test('an event that arrives at the end of a turn gets a turn, although the store refused to say so at first', async () => {
  const store = openStore();
  let ids = 0;
  const inboxes = createInboxes(
    store,
    () => `id${ids++}`,
    () => undefined,
  );
  const address = { kind: 'alerts' as const, workspace: 'T1', name: '' };
  const event = (id: string) => ({ id, address, body: id, dedupe: null });
  await inboxes.put(event('first'), 1);
  const [turn] = await inboxes.lease('alerts', 1, 1000, 1);
  await inboxes.put(event(LATE), 2);
  store.isLate = true;
  const next = { state: '{}', dueAt: null, intents: [], events: [], unreadable: [] };
  expect(await inboxes.commit(found(turn), next, 3)).toBe(true);
  expect(await inboxes.nextDue('alerts')).toBe(3);
  expect((await inboxes.lease('alerts', 3, 1000, 1))[0]?.events).toEqual([LATE]);
});
