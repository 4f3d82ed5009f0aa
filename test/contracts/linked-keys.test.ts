import { expect, test } from 'vitest';
import { createLinkedKeys } from '../../src/workspace/linked-keys.ts';
import { createSealer } from '../../src/workspace/sealing.ts';
import { MINUTE, Rig, WORKSPACE } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

test('linking a key means that the app is installed again, so the pending deletion is cancelled', async () => {
  const rig = await Rig.on(sqlite);
  const { deletions } = rig.storage;
  const keys = createLinkedKeys({
    ...rig.storage,
    texts: () => null,
    sealer: createSealer([Buffer.alloc(32, 7)]),
    baseUrl: 'https://sms.test',
    clock: { now: () => rig.now, wall: () => rig.now, after: () => () => undefined },
  });
  await deletions.schedule(WORKSPACE, rig.now + MINUTE);
  await keys.link(WORKSPACE, 'sk_1', 'U1', async () => null);
  rig.pass(2 * MINUTE);
  expect(await deletions.removeDue(rig.now, 99)).toBe(0);
  expect(await keys.open(WORKSPACE)).toMatchObject({ apiKey: 'sk_1' });
});
