import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINKED_KEY } from '../../src/workspace/linked-keys.ts';
import { resealAll } from '../../src/workspace/resealing.ts';
import { createSealer } from '../../src/workspace/sealing.ts';
import { Rig } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

test('names a secret that can’t be read, and encrypts the others again', async () => {
  const rig = await Rig.on(sqlite);
  const { documents, everyWorkspace } = rig.storage;
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const before = createSealer([older]);
  const { document, contextOf } = LINKED_KEY;
  for (const workspace of ['T1', 'T2', 'T3', 'T4']) {
    await documents.set(workspace, document, { sealed: before.seal('a key', contextOf(workspace)) });
  }
  await documents.set('T2', document, { sealed: { by: 'fax' } });
  await rig.damage('document', `["T3","${document}"]`, 'broken');
  expect(await resealAll([LINKED_KEY], everyWorkspace, createSealer([newer, older]))).toEqual({
    resealed: 2,
    already: 0,
    unreadable: [
      { kind: 'linked key', workspace: 'T2' },
      { kind: 'linked key', workspace: 'T3' },
    ],
  });
});
