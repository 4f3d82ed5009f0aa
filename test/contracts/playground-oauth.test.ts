import { WebClient } from '@slack/web-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageState } from '../../src/playground/http/page-state.ts';
import { createPlayground, meghna, padma } from '../../src/playground/index.ts';
import { quiet } from './playground-app.ts';

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

  // test/real/browser/page.test.ts checks the page's content, and that its buttons do this.
  test('asks for the workspace on the page, which leads back to the app', async () => {
    const { slack, authorize } = await createSlack();
    const authorizeUrl = authorize({ redirect_uri: 'http://app.example/back?x=1' });
    const redirect = await fetch(authorizeUrl, { redirect: 'manual' });
    expect(redirect.headers.get('location')).toBe(`/${new URL(authorizeUrl).search}`);
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

  test('redirects only to web addresses, and of the configured ones only to their origins and below their paths', async () => {
    const cases: [configured: string[], asked: string, granted: boolean][] = [
      [[], 'http://app.example/anything', true],
      [[], 'javascript:alert(1)', false],
      [[], 'data:text/html,hello', false],
      [[], 'file:///etc/passwd', false],
      [[], 'not an address', false],
      [['https://app.example'], 'https://app.example', true],
      [['https://app.example'], 'https://app.example/slack/oauth_redirect?x=1', true],
      [['https://app.example'], 'https://app.example.evil/slack', false],
      [['https://app.example'], 'https://app.example@evil.example/', false],
      [['https://app.example'], 'https://app.example:8443/', false],
      [['https://app.example'], 'http://app.example/', false],
      [['https://app.example/back'], 'https://app.example/back/', true],
      [['https://app.example/back'], 'https://app.example/back/further', true],
      [['https://app.example/back'], 'https://app.example/backdoor', false],
      [['https://app.example/back'], 'https://app.example/back/../other', false],
      [['https://app.example/back'], 'https://APP.example/back', true],
    ];
    for (const [configured, redirect_uri, granted] of cases) {
      const { authorize } = await createSlack(configured);
      const { status } = await fetch(authorize({ redirect_uri }), { redirect: 'manual' });
      expect([configured, redirect_uri, status]).toEqual([configured, redirect_uri, granted ? 302 : 400]);
    }
  });

  test('shows an error page for a request that can’t be granted', async () => {
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
