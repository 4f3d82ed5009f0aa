import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createHooks } from '../../../src/alerts/hooks.ts';
import { systemTime } from '../../../src/kit/clock.ts';
import type { Documents } from '../../../src/kit/store/documents.ts';
import { openStorage } from '../../../src/wiring/storage.ts';

/** Two hooks of one workspace with their tokens; `reads` counts how often their document was read. */
async function twoHooks() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-hooks-'));
  const log = pino({ level: 'silent' });
  const storage = await openStorage(
    { kind: 'sqlite', dataDir },
    { time: systemTime, newId: randomUUID, log, failed: () => undefined },
  );
  onTestFinished(async () => {
    await storage.close();
    rmSync(dataDir, { recursive: true });
  });
  let reads = 0;
  const documents: Documents = {
    ...storage.documents,
    get(...args) {
      reads += 1;
      return storage.documents.get(...args);
    },
  };
  const clock = { now: Date.now, wall: Date.now, after: () => () => undefined };
  const hooks = createHooks({ ...storage, documents, clock });
  const createHook = async (name: string) => {
    const answer = await hooks.create('T1', 'U1', { name, recipients: [], channel: 'C1' });
    if (typeof answer === 'string') throw new Error(answer);
    return answer;
  };
  return {
    hooks,
    documents,
    first: await createHook('one'),
    second: await createHook('other'),
    reads: () => reads,
  };
}

test('reads only the hook that is called, and only for callers with its token', async () => {
  const { hooks, documents, first, second } = await twoHooks();
  const stored = await documents.get('T1', 'hooks', z.array(z.looseObject({ id: z.string() })));
  const damaged = stored?.map(hook =>
    hook.id === second.hook.id ? { ...hook, severities: 'of another version' } : hook,
  );
  await documents.set('T1', 'hooks', damaged);
  expect(await hooks.admit(first.hook.id, first.token)).toEqual({ workspace: 'T1', hook: first.hook });
  expect(await hooks.admit(first.hook.id, second.token)).toBeNull();
  expect(await hooks.admit(second.hook.id, first.token)).toBeNull();
  await expect(hooks.admit(second.hook.id, second.token)).rejects.toThrow('severities');
});

test('an id or token with the wrong shape never reaches the store', async () => {
  const { hooks, first, reads } = await twoHooks();
  const { hook, token } = first;
  for (const id of ['', 'x', `${hook.id}x`, hook.id.toLowerCase(), hook.id.replace('T1-', '')])
    expect(await hooks.admit(id, token)).toBeNull();
  for (const wrong of ['', 'x', `${token}x`, token.slice(1), 'x'.repeat(token.length)])
    expect(await hooks.admit(hook.id, wrong)).toBeNull();
  expect(reads()).toBe(0);
  expect(await hooks.admit(hook.id, token)).not.toBeNull();
});

test('an unreadable hook doesn’t affect the others, and stays unchanged when they change', async () => {
  const { hooks, documents, first, second } = await twoHooks();
  const raw = z.array(z.looseObject({ id: z.string() }));
  const stored = (await documents.get('T1', 'hooks', raw)) ?? [];
  const damaged = stored.map(hook =>
    hook.id === second.hook.id ? { ...hook, severities: 'of another version' } : hook,
  );
  await documents.set('T1', 'hooks', damaged);
  expect(await hooks.list('T1')).toEqual([first.hook]);
  expect(await hooks.remembered('T1')).toEqual([first.hook]);
  expect(await hooks.change('T1', 'U1', first.hook.id, { name: 'renamed' })).toMatchObject({
    name: 'renamed',
  });
  expect(await hooks.change('T1', 'U1', second.hook.id, { name: 'renamed' })).toBeNull();
  const third = await hooks.create('T1', 'U1', { name: 'third', recipients: [], channel: 'C1' });
  expect(third).toMatchObject({ hook: { name: 'third' } });
  expect(await hooks.revoke('T1', 'U1', first.hook.id)).toBe(true);
  const after = await documents.get('T1', 'hooks', raw);
  expect(after?.map(({ id }) => id)).toHaveLength(3);
  expect(after).toContainEqual(damaged[1]);
});
