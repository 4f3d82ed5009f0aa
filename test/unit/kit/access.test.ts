import type { AnyMiddlewareArgs, AuthorizeResult, AuthorizeSourceData, Context } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import type { Installed } from '../../../src/workspace/installations.ts';
import { accessByInstallation, accessByToken } from '../../../src/workspace/slack/access.ts';

const installed = (owner: string, botToken: string): Installed => ({
  owner,
  botToken,
  botId: 'B1',
  botUserId: 'U1',
  orgWide: owner.startsWith('E'),
});

/** An installation for each workspace, except those served by an organisation's. */
function createAccess(orgs: Record<string, string> = {}) {
  const tokens = new Map<string, string>();
  const of = (workspace: string): Installed => {
    const owner = orgs[workspace] ?? workspace;
    return installed(owner, tokens.get(owner) ?? `xoxb-${owner}`);
  };
  const access = accessByInstallation(
    {
      save: async () => undefined,
      serving: async ({ workspace }) => of(workspace ?? ''),
      of: async workspace => of(workspace),
      remove: async () => null,
    },
    {},
    () => 'https://app.test/slack/install',
  );
  const from = (teamId: string) => access.authorize(sourceOf(teamId));
  return { ...access, from, tokens };
}

const sourceOf = (teamId: string): AuthorizeSourceData<boolean> => ({
  teamId,
  enterpriseId: undefined,
  isEnterpriseInstall: false,
});

/** The context that Bolt makes from the result of `authorize`. */
/** The client that listeners get as `context.client`. */
const webOf = (context: Context): WebClient => (context as unknown as { web: () => WebClient }).web();
const contextOf = (authorized: AuthorizeResult): Context => ({
  ...authorized,
  isEnterpriseInstall: false,
});

test('Bolt gets no token, because it would keep clients made with it forever; handlers get a client with the token', async () => {
  const access = accessByToken('xoxb-one', {});
  for (const [authorized, token] of [
    [await access.authorize(sourceOf('T1')), 'xoxb-one'],
    [await createAccess().from('T1'), 'xoxb-T1'],
  ] as const) {
    expect([authorized.botToken, authorized.userToken]).toEqual([undefined, undefined]);
    expect(webOf(contextOf(authorized)).token).toBe(token);
  }
});

test('a replaced or removed token is no longer used', async () => {
  const { from, webFor, tokens } = createAccess();
  const authorized = await from('T1');
  expect((await webFor('T1'))?.token).toBe('xoxb-T1');
  tokens.set('T1', 'xoxb-new');
  expect((await webFor('T1'))?.token).toBe('xoxb-new');
  expect(webOf(contextOf(await from('T1'))).token).toBe('xoxb-new');
  // Requests with the old client still carry the old token.
  expect(webOf(contextOf(authorized)).token).toBe('xoxb-T1');
});

test('workspaces of one organisation share its token, and each client names its workspace', async () => {
  const { from, webFor } = createAccess({ T1: 'E1', T2: 'E1' });
  const [first, second] = [webOf(contextOf(await from('T1'))), await webFor('T2')];
  expect([first.token, second?.token]).toEqual(['xoxb-E1', 'xoxb-E1']);
  expect(first).not.toBe(second);
});

test('a payload keeps its client while it is handled, without another read of the store', async () => {
  const access = createAccess();
  const [body, unseenBody] = [{} as AnyMiddlewareArgs['body'], {}];
  expect(access.clientOf(body)).toBeNull();
  await access.authorize(sourceOf('T1'), body);
  expect([access.clientOf(body)?.token, access.clientOf(unseenBody)]).toEqual(['xoxb-T1', null]);
});
