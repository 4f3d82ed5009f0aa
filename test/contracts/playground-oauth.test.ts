import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, type Installation } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageState } from '../../src/playground/http/page-state.ts';
import { createPlayground, meghna, type PlaygroundOptions, padma } from '../../src/playground/index.ts';
import { quiet } from './playground-app.ts';

const SCOPES = ['commands', 'chat:write', 'users:read'];

/** A real Bolt app that people install by OAuth, with Bolt's own install and redirect pages. */
async function startInstallableApp(options: PlaygroundOptions = {}) {
  const slack = await createPlayground({
    manifest: {
      display_information: { name: 'Tea' },
      features: { slash_commands: [{ command: '/tea' }] },
    },
    workspaces: [padma, meghna],
    // Only its path matters here: the app's port isn't known yet.
    oauth: { redirectUris: ['http://127.0.0.1/slack/oauth_redirect'] },
    ...options,
  });
  const installations = new Map<string, Installation>();
  const clientOptions = { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } };
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    clientId: slack.oauth.clientId,
    clientSecret: slack.oauth.clientSecret,
    stateSecret: 'a state secret',
    scopes: SCOPES,
    logger: quiet(),
    installationStore: {
      storeInstallation: async installation =>
        void installations.set(installation.team?.id ?? '', installation),
      fetchInstallation: async ({ teamId }) => {
        const found = installations.get(teamId ?? '');
        if (!found) throw new Error('not installed');
        return found;
      },
    },
    installerOptions: { directInstall: true, authorizationUrl: slack.oauth.authorizeUrl, clientOptions },
  });
  const app = new App({ receiver, logger: quiet(), clientOptions, convoStore: false });
  app.command('/tea', async ({ ack, context }) => ack(`Served by ${context.botUserId}`));
  const server = (await app.start(0)) as Server;
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  slack.connect(`${appUrl}/slack/events`);
  onTestFinished(async () => {
    await slack.close();
    server.closeAllConnections();
    await app.stop();
  });

  /** Where the app sends a person who wants to install it, and the cookie that goes with it. */
  async function install() {
    const response = await fetch(`${appUrl}/slack/install`, { redirect: 'manual' });
    const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { authorizeUrl: response.headers.get('location') ?? '', cookie };
  }
  const back = (redirect: string, cookie: string) => {
    const url = new URL(redirect);
    return fetch(`${appUrl}${url.pathname}${url.search}`, { headers: { cookie } });
  };
  return { slack, appUrl, installations, install, back };
}

describe("Bolt's own installation", () => {
  test('gets a token for the chosen workspace, and that workspace’s commands are served', async () => {
    const { slack, installations, install, back } = await startInstallableApp();
    const { authorizeUrl, cookie } = await install();
    expect(new URL(authorizeUrl).searchParams.get('scope')).toBe(SCOPES.join(','));
    const redirect = slack.consent(authorizeUrl, { team: meghna.id, user: 'jamil' });
    expect((await back(redirect, cookie)).status).toBe(200);
    expect(installations.get(meghna.id)).toMatchObject({
      team: { id: meghna.id, name: 'Meghna Foods' },
      bot: { token: expect.stringMatching(/^xoxb-/), scopes: SCOPES, userId: meghna.botUserId },
      user: { id: 'U0JAMIL0001' },
      isEnterpriseInstall: false,
    });
    await slack.command({ user: 'sadia', team: meghna.id });
    const answer = await slack.waitForPost(post => post.text.startsWith('Served by'));
    expect([answer.teamId, answer.text]).toEqual([meghna.id, `Served by ${meghna.botUserId}`]);
  });

  test('gets nothing if the person cancels, the code was used before, or the state is somebody else’s', async () => {
    const { slack, installations, install, back } = await startInstallableApp();
    const { authorizeUrl, cookie } = await install();
    const refused = slack.consent(authorizeUrl, { allow: false });
    expect(new URL(refused).searchParams.get('error')).toBe('access_denied');
    expect((await back(refused, cookie)).status).toBeGreaterThanOrEqual(400);
    const allowed = slack.consent(authorizeUrl);
    expect((await back(allowed, 'slack-app-oauth-state=another')).status).toBeGreaterThanOrEqual(400);
    expect(installations.size).toBe(0);
    expect((await back(allowed, cookie)).status).toBe(200);
    expect((await back(allowed, cookie)).status).toBeGreaterThanOrEqual(400);
  });

  test('is refused in a workspace where it isn’t installed', async () => {
    const { slack } = await startInstallableApp();
    const reply = await slack.command({ user: 'sadia', team: meghna.id });
    expect([reply.status, reply.problem]).toEqual([401, 'dispatch_failed']);
  });
});

describe('oauth.v2.access', () => {
  async function createSlack(redirectUris: string[] = []) {
    let nowMs = Date.parse('2025-11-21T03:00:00Z');
    const slack = await createPlayground({
      workspaces: [padma, meghna],
      oauth: { redirectUris },
      clock: { now: () => nowMs },
    });
    onTestFinished(() => slack.close());
    const web = new WebClient('', {
      slackApiUrl: slack.apiUrl,
      logger: quiet(),
      retryConfig: { retries: 0 },
    });
    const { clientId: client_id, clientSecret: client_secret } = slack.oauth;
    return {
      slack,
      pass(ms: number) {
        nowMs += ms;
      },
      authorize: (more: Record<string, string> = {}) =>
        `${slack.oauth.authorizeUrl}?${new URLSearchParams({ client_id, scope: 'commands', state: 's', ...more })}`,
      access: (more: Record<string, string>) =>
        web.oauth.v2.access({ client_id, client_secret, ...more } as never).then(
          answer => answer as unknown as Record<string, unknown>,
          (error: { data?: { error: string } }) => error.data?.error,
        ),
    };
  }
  const codeOf = (redirect: string) => new URL(redirect).searchParams.get('code') ?? '';

  test('requires the client’s id and secret, and the address that the code was made for', async () => {
    const redirect_uri = 'http://app.example/back';
    const { slack, authorize, access } = await createSlack();
    const code = codeOf(slack.consent(authorize({ redirect_uri })));
    expect(await access({ code, redirect_uri, client_id: 'x' })).toBe('invalid_client_id');
    expect(await access({ code, redirect_uri, client_secret: 'x' })).toBe('bad_client_secret');
    expect(await access({ code, redirect_uri: 'http://app.example/other' })).toBe('bad_redirect_uri');
    expect(await access({ code: 'x', redirect_uri })).toBe('invalid_code');
    expect(await access({ code, redirect_uri })).toMatchObject({
      ok: true,
      token_type: 'bot',
      team: { id: padma.id },
      authed_user: { id: 'U0TAHMINA01' },
      is_enterprise_install: false,
    });
    expect(await access({ code, redirect_uri })).toBe('code_already_used');
  });

  test('accepts a code for ten minutes', async () => {
    const { slack, authorize, access, pass } = await createSlack(['http://app.example/back']);
    const code = codeOf(slack.consent(authorize()));
    pass(10 * 60_000 + 1);
    expect(await access({ code })).toBe('invalid_code');
  });

  test('gives each workspace its own token; installing again keeps it and adds scopes', async () => {
    const { slack, authorize, access } = await createSlack(['http://app.example/back']);
    const install = async (team: string, scope: string) =>
      access({ code: codeOf(slack.consent(authorize({ scope }), { team })) }) as Promise<{
        access_token: string;
        scope: string;
      }>;
    const first = await install(meghna.id, 'commands');
    const again = await install(meghna.id, 'chat:write');
    expect(again.access_token).toBe(first.access_token);
    expect(again.scope).toBe('commands,chat:write');
    expect((await install(padma.id, 'commands')).access_token).not.toBe(first.access_token);
    await slack.uninstall(meghna.id);
    expect((await install(meghna.id, 'commands')).access_token).not.toBe(first.access_token);
  });

  // What is on the page, and that its buttons do this: test/real/browser/page.test.ts.
  test('asks for the workspace on the page, which leads back to the app', async () => {
    const { slack, authorize } = await createSlack();
    const authorizeUrl = authorize({ redirect_uri: 'http://app.example/back?x=1' });
    const asked = await fetch(authorizeUrl, { redirect: 'manual' });
    expect(asked.headers.get('location')).toBe(`/${new URL(authorizeUrl).search}`);
    const { workspaces } = (await (await fetch(`${slack.url}/page/state`)).json()) as PageState;
    expect(workspaces.map(({ name, installed }) => [name, installed])).toEqual([
      ['Padma Logistics', true],
      ['Meghna Foods', false],
    ]);
    const answer = (allow: boolean, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ do: 'consent', team: meghna.id, authorizeUrl, allow });
      return fetch(`${slack.url}/page/act`, { method: 'POST', body, headers });
    };
    const leadsTo = async (allow: boolean) => await (await answer(allow)).json();
    expect(await leadsTo(true)).toEqual({
      leadsTo: expect.stringMatching(/^http:\/\/app\.example\/back\?x=1&code=[\w.]+&state=s$/),
    });
    expect(await leadsTo(false)).toEqual({
      leadsTo: 'http://app.example/back?x=1&error=access_denied&state=s',
    });
    expect((await answer(true, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test('shows an error page for a request that nobody can grant', async () => {
    const { authorize } = await createSlack(['http://app.example/back']);
    for (const [more, problem] of [
      [{ client_id: 'x' }, 'invalid_client_id'],
      [{ redirect_uri: 'http://evil.example/<b>' }, 'bad_redirect_uri'],
      [{ scope: '' }, 'invalid_scope'],
    ] as const) {
      const response = await fetch(authorize(more));
      const page = await response.text();
      expect([response.status, page.includes(problem), page.includes('<b>')]).toEqual([400, true, false]);
    }
  });
});
