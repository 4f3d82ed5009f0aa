import { expect, test } from 'vitest';
import type { Gateway } from '../../src/gateway/client.ts';
import { createLinkedKeys } from '../../src/workspaces/linked-keys.ts';
import { createSealer } from '../../src/workspaces/sealing.ts';
import { MINUTE, Rig, WORKSPACE } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

const gateway: Pick<Gateway, 'probe'> = {
  probe: async () => ({ kind: 'refused', code: null, status: 400, proven: false, retryAfterMs: null }),
};

test('if a key is linked, the app is installed again: nothing is deleted that was to be deleted since its removal', async () => {
  const rig = await Rig.on(sqlite);
  const { deletions } = rig.storage;
  const keys = createLinkedKeys({
    ...rig.storage,
    gateway: gateway as Gateway,
    sealer: createSealer([Buffer.alloc(32, 7)]),
    baseUrl: 'https://sms.test',
    clock: { now: () => rig.now, wall: () => rig.now, after: () => () => undefined },
    refused: () => undefined,
    wake: () => undefined,
  });
  await deletions.schedule(WORKSPACE, rig.now + MINUTE);
  await keys.link(WORKSPACE, 'sk_1', 'U1', async () => null);
  rig.pass(2 * MINUTE);
  expect(await deletions.carryOut(rig.now, 99)).toBe(0);
  expect(await keys.open(WORKSPACE)).toMatchObject({ apiKey: 'sk_1' });
});
