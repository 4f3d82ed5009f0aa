import { beforeEach, expect, test } from 'vitest';
import {
  createInstallations,
  type InstallationLookup,
  type Installations,
} from '../../src/workspace/installations.ts';
import { createSealer } from '../../src/workspace/sealing.ts';
import { Rig } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

/* A workspace is served by the bot of its own installation, or else of its organisation's. */

let rig: Rig;
let installations: Installations;
const withKey = (byte: number): Installations => {
  const { documents, deletions } = rig.storage;
  const sealer = createSealer([Buffer.alloc(32, byte)]);
  return createInstallations({
    documents,
    deletions,
    sealer,
    clock: { now: () => rig.now, wall: () => rig.now, after: () => () => undefined },
  });
};
beforeEach(async () => {
  rig = await Rig.on(sqlite);
  installations = withKey(1);
});

const install = (owner: string, by = installations): Promise<void> =>
  by.save({
    owner,
    orgWide: owner.startsWith('E'),
    botToken: `xoxb-${owner}`,
    botId: 'B1',
    botUserId: 'U1',
    installedBy: 'U2',
  });
const tokenOf = (lookup: InstallationLookup): string =>
  typeof lookup === 'string' ? lookup : lookup.botToken;
const serving = async (orgWide: boolean, org: string | null = 'E1') =>
  tokenOf(await installations.serving({ workspace: 'T1', org, orgWide }));

test('what Slack sends for an organisation’s installation is never served by a workspace’s own', async () => {
  await install('T1');
  expect(await serving(true)).toBe('none');
  await install('E1');
  expect(await serving(true)).toBe('xoxb-E1');
  await install('E1', withKey(2));
  expect(await serving(true)).toBe('unreadable');
});

test('an organisation’s requests are never served by another workspace’s installation, whatever a payload says', async () => {
  await install('T1');
  await install('T2');
  expect(await serving(true, 'T2')).toBe('none');
  // The organisation's installation isn't remembered for this workspace.
  expect(await serving(false)).toBe('xoxb-T1');
  expect(tokenOf(await installations.of('T1'))).toBe('xoxb-T1');
});

test('an organisation serves requests for a workspace’s own installation only if it served before and the workspace has none', async () => {
  await install('E1');
  expect(await serving(false)).toBe('none');
  await serving(true);
  expect(await serving(false)).toBe('xoxb-E1');
  await install('T1');
  expect(await serving(false)).toBe('xoxb-T1');
  await install('T1', withKey(2));
  expect(await serving(false)).toBe('unreadable');
});

test('an installation that is made while an old one is removed stays', async () => {
  await install('T1');
  rig.pass(1000);
  const removed = installations.remove('T1', rig.now);
  rig.pass(1000);
  await Promise.all([removed, install('T1')]);
  await install('T1');
  expect(await installations.remove('T1', rig.now)).toBeNull();
  expect(tokenOf(await installations.of('T1'))).toBe('xoxb-T1');
});

test('if Slack doesn’t say which installation, the one that served last serves again', async () => {
  await install('T1');
  await install('E1');
  expect(tokenOf(await installations.of('T1'))).toBe('xoxb-T1');
  await serving(true);
  expect(tokenOf(await installations.of('T1'))).toBe('xoxb-E1');
  await install('T1');
  expect(tokenOf(await installations.of('T1'))).toBe('xoxb-T1');
});
