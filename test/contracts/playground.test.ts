import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPlayground, type Playground } from '../../src/playground/index.ts';
import { modal, quiet, startTeaApp } from './playground-app.ts';

describe.each(['http', 'socket'] as const)('a real Bolt app behind the playground, over %s', mode => {
  let tea: Awaited<ReturnType<typeof startTeaApp>>;
  let slack: Playground;
  beforeAll(async () => {
    tea = await startTeaApp({}, mode);
    slack = tea.playground;
  });
  afterAll(() => tea.stop());

  test('a command reaches it with Slack’s fields, and its answers become posts', async () => {
    const reply = await slack.command({
      user: 'rafiq',
      channel: '#on-call',
      text: 'for @shirin & <me> in #random see https://a.example/?b=1&c',
    });
    expect(reply.status).toBe(200);
    expect(tea.heard.at(-1)).toMatchObject({
      command: '/tea',
      text: 'for <@U0SHIRIN001|shirin> &amp; &lt;me&gt; in <#C0RANDOM001|random> see <https://a.example/?b=1&amp;c>',
      team_id: 'T0PADMA0001',
      team_domain: 'padma-logistics',
      channel_id: 'C0ONCALL001',
      channel_name: 'on-call',
      user_id: 'U0RAFIQ0001',
      user_name: 'rafiq',
      is_enterprise_install: 'false',
      api_app_id: 'A0PLAYAPP01',
      trigger_id: reply.triggerId,
      response_url: reply.responseUrl,
    });
    if (mode === 'http') {
      expect(reply.request.headers['content-type']).toBe('application/x-www-form-urlencoded');
    }
    const heard = await slack.waitForPost(post => post.text.startsWith('Heard'));
    expect(heard).toMatchObject({
      kind: 'ephemeral',
      visibleTo: 'U0RAFIQ0001',
      author: { kind: 'app', name: 'Tea' },
    });
    const more = await slack.waitForPost(post => post.text === 'More?');
    expect(more.kind).toBe('channel');
    expect(slack.posts({ channel: '#on-call', user: 'shirin' })).toEqual([more]);

    const pressed = await slack.press(more, 'again', { user: 'shirin' });
    expect(pressed.confirm).toMatchObject({ text: { text: 'Really?' } });
    await slack.waitForPost(post => post.text === 'Poured again' && post.ts === more.ts && post.edited);
    expect(tea.heard.at(-1)).toMatchObject({
      type: 'block_actions',
      user: { id: 'U0SHIRIN001' },
      container: { type: 'message', message_ts: more.ts, channel_id: 'C0ONCALL001', is_ephemeral: false },
      actions: [{ action_id: 'again', block_id: 'more', value: 'one', type: 'button' }],
    });

    const again = await slack.redeliver(reply.request);
    expect(again.status).toBe(200);
    if (mode === 'http') expect(again.request.body).toBe(reply.request.body);
  });

  test('an answer in the channel also shows the typed command; an invalid answer gets Slack’s error', async () => {
    await slack.command({ user: 'rafiq', text: 'in channel' });
    await slack.waitForPost(post => post.text === '/tea in channel' && post.author.kind === 'person');
    await slack.waitForPost(post => post.text === 'Tea for all' && post.kind === 'channel');
    await slack.command({ user: 'rafiq', text: 'twice the id' });
    await slack.waitForPost(post => post.text.includes('invalid_command_response'));
  });
});

describe('the three seconds', () => {
  test('Slack reports an app that doesn’t ack', async () => {
    const timers: (() => void)[] = [];
    const clock = {
      now: () => Date.now(),
      setTimeout: (run: () => void) => timers.push(run),
      clearTimeout: () => undefined,
    };
    const tea = await startTeaApp({ clock });
    const typing = tea.playground.command({ user: 'rafiq', text: 'never' });
    await expect.poll(() => tea.heard.length).toBe(1);
    for (const run of timers) run();
    expect(await typing).toMatchObject({ problem: 'operation_timeout', status: 0 });
    expect(tea.playground.posts({ user: 'rafiq' }).at(-1)).toMatchObject({
      kind: 'ephemeral',
      text: '/tea failed with the error "operation_timeout"',
      author: { kind: 'slack' },
    });
    await tea.stop();
  });

  test('Slack reports that there is no app', async () => {
    const slack = await createPlayground();
    const reply = await slack.command({ user: 'rafiq', command: '/tea', text: 'hello' });
    expect(reply.problem).toBe('dispatch_failed');
    await slack.close();
  });
});

describe('the Web API, by the official client', () => {
  let nowMs = Date.parse('2025-11-21T03:00:00Z');
  let slack: Playground;
  let web: WebClient;
  beforeAll(async () => {
    slack = await createPlayground({
      clock: { now: () => nowMs },
      scopes: ['chat:write', 'users:read'],
      manifest: { features: { slash_commands: [{ command: '/tea', should_escape: true }] } },
    });
    web = client(slack.botToken);
  });
  afterAll(() => slack.close());
  const client = (token: string) =>
    new WebClient(token, {
      logger: quiet(),
      slackApiUrl: slack.apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    });
  const failing = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (caught: { data?: unknown }) => caught,
    );
    return error?.data ?? error;
  };

  test('auth.test, and invalid tokens', async () => {
    expect(await web.auth.test()).toMatchObject({ ok: true, team_id: 'T0PADMA0001', bot_id: 'B0PADMABOT1' });
    expect(await failing(client('xoxb-other').auth.test())).toMatchObject({ error: 'invalid_auth' });
    expect(await failing(web.apiCall('nothing.like.this'))).toMatchObject({ error: 'unknown_method' });
    const bare = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' });
    expect(await bare.json()).toEqual({ ok: false, error: 'not_authed' });
    expect(await failing(web.team.info())).toMatchObject({ error: 'missing_scope', needed: 'team:read' });
  });

  test('lists all kinds of people, page by page', async () => {
    const roles = await Promise.all(
      ['nusrat', 'imran', 'farhana', 'arif'].map(
        async name => (await web.users.info({ user: slack.person(name).id })).user,
      ),
    );
    expect(roles).toMatchObject([
      { is_admin: true, profile: { phone: '+880 1812-345679' } },
      { is_restricted: true, is_ultra_restricted: false },
      { is_restricted: true, is_ultra_restricted: true },
      { team_id: 'T0SURMA0001' },
    ]);
    const ids = [];
    for await (const page of web.paginate('users.list', { limit: 3 })) {
      ids.push(...((page as { members?: { id: string }[] }).members ?? []).map(member => member.id));
    }
    expect(new Set(ids).size).toBe(10);
    expect(await failing(web.users.info({ user: 'U0NOBODY' }))).toMatchObject({ error: 'user_not_found' });
  });

  test('membership decides where the app may post', async () => {
    const channel = (name: string) => [...slack.world.workspaces.values()][0]?.channels.get(name)?.id ?? name;
    expect(await web.chat.postMessage({ channel: channel('C0GENERAL01'), text: 'hello' })).toMatchObject({
      ok: true,
    });
    expect(await failing(web.chat.postMessage({ channel: 'C0RANDOM001', text: 'x' }))).toMatchObject({
      error: 'not_in_channel',
    });
    expect(await failing(web.chat.postMessage({ channel: 'C0MANAGE001', text: 'x' }))).toMatchObject({
      error: 'channel_not_found',
    });
    expect(await web.chat.postMessage({ channel: slack.person('rafiq').id, text: 'x' })).toMatchObject({
      channel: 'D0RAFIQ0001',
    });
    expect(
      await failing(web.chat.postEphemeral({ channel: 'C0ONCALL001', user: 'U0NOBODY', text: 'x' })),
    ).toMatchObject({ error: 'user_not_in_channel' });
    const posted = await web.chat.postMessage({ channel: 'C0GENERAL01', text: 'first' });
    await web.chat.update({ channel: 'C0GENERAL01', ts: posted.ts ?? '', text: 'second' });
    expect(slack.posts({ channel: '#general' }).at(-1)).toMatchObject({ text: 'second', edited: {} });
  });

  test('a message with over 12,000 characters in blocks is refused, however many blocks it has', async () => {
    const of = (size: number) => ({
      channel: 'C0GENERAL01',
      text: 'long',
      blocks: [...Array(size / 3000)].map(() => ({
        type: 'section' as const,
        text: { type: 'mrkdwn' as const, text: 'x'.repeat(3000) },
      })),
    });
    const { ts = '' } = await web.chat.postMessage(of(12_000));
    expect(await failing(web.chat.postMessage(of(15_000)))).toMatchObject({ error: 'msg_blocks_too_long' });
    expect(await failing(web.chat.update({ ...of(15_000), ts }))).toMatchObject({
      error: 'msg_blocks_too_long',
    });
  });

  test('a trigger opens one view within three seconds', async () => {
    const trigger = async () => (await slack.command({ user: 'rafiq', text: '' })).triggerId;
    const open = async (trigger_id: string) => web.views.open({ trigger_id, view: modal });
    const once = await trigger();
    const { view } = await open(once);
    expect(await failing(open(once))).toMatchObject({ error: 'exchanged_trigger_id' });
    const late = await trigger();
    nowMs += 3001;
    expect(await failing(open(late))).toMatchObject({ error: 'expired_trigger_id' });
    expect(await failing(open('nonsense'))).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] invalid `trigger_id` [json-pointer:/trigger_id]'] },
    });
    await web.views.update({ view_id: view?.id ?? '', hash: view?.hash ?? '', view: modal });
    expect(
      await failing(web.views.update({ view_id: view?.id ?? '', hash: view?.hash ?? '', view: modal })),
    ).toMatchObject({
      error: 'hash_conflict',
    });
    expect(await failing(web.views.push({ trigger_id: await trigger(), view: modal }))).toMatchObject({
      error: 'not_found',
    });
  });

  test('a reply URL accepts five posts within thirty minutes', async () => {
    // The bot isn't in this channel.
    const { responseUrl } = await slack.command({ user: 'rafiq', channel: '#random', text: '' });
    const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) });
    for (const text of ['1', '2', '3', '4', '5']) {
      const answer = await post(responseUrl, { text, response_type: 'in_channel', replace_original: true });
      expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    }
    const sixth = await post(responseUrl, { text: '6' });
    expect([sixth.status, await sixth.json()]).toEqual([404, { ok: false, error: 'used_url' }]);
    // A slash command has no message to replace, so each answer is a new post.
    expect(slack.posts({ user: 'rafiq' }).filter(post => /^[1-5]$/.test(post.text))).toHaveLength(5);
    const old = await slack.command({ user: 'rafiq', text: '' });
    nowMs += 30 * 60_000 + 1;
    expect(await (await post(old.responseUrl, { text: 'late' })).json()).toEqual({
      ok: false,
      error: 'expired_url',
    });
  });

  test('faults: refused, slowed down, cut off, or lost after Slack did it', async () => {
    const say = () => web.chat.postMessage({ channel: 'C0GENERAL01', text: 'through the fault' });
    const count = () =>
      slack.posts({ channel: '#general' }).filter(post => post.text === 'through the fault').length;
    slack.faults.add({ kind: 'rate-limited', retryAfterS: 7, on: 'chat.postMessage', times: 1 });
    await expect(say()).rejects.toMatchObject({ code: 'slack_webapi_rate_limited_error', retryAfter: 7 });
    slack.faults.add({ kind: 'status', status: 503, times: 1 });
    await expect(say()).rejects.toThrow();
    slack.faults.add({ kind: 'refusal', error: 'fatal_error', times: 1 });
    expect(await failing(say())).toMatchObject({ error: 'fatal_error' });
    expect(count()).toBe(0);
    slack.faults.add({ kind: 'reset', when: 'after', times: 1 });
    await expect(say()).rejects.toThrow();
    expect(count()).toBe(1);
    const off = slack.faults.add({ kind: 'hang', on: 'chat.postMessage' });
    const hanging = say();
    await web.auth.test();
    off();
    await expect(hanging).rejects.toThrow();
    await say();
    expect(count()).toBe(2);
    expect(slack.traffic.text()).toContain('through the fault');
    expect(slack.traffic.of('chat.postMessage').at(-1)?.response?.status).toBe(200);
  });

  test('a revoked token', async () => {
    slack.revokeToken();
    expect(await failing(web.auth.test())).toMatchObject({ error: 'token_revoked' });
    slack.revokeToken('account_inactive');
    expect(await failing(web.auth.test())).toMatchObject({ error: 'account_inactive' });
  });
});

describe('people, groups and channels, for apps with the scopes', () => {
  const scopes = ['users:read', 'usergroups:read', 'channels:read', 'groups:read', 'im:read', 'im:write'];
  async function connect(appScopes = scopes) {
    const slack = await createPlayground({ scopes: appScopes });
    onTestFinished(() => slack.close());
    const options = { slackApiUrl: slack.apiUrl, logger: quiet(), retryConfig: { retries: 0 } };
    return { slack, web: new WebClient(slack.botToken, options) };
  }

  test('user groups and their members', async () => {
    const { slack, web } = await connect();
    const { usergroups } = await web.usergroups.list({ include_users: true, include_count: true });
    expect(usergroups).toMatchObject([{ id: 'S0ONCALL001', handle: 'oncall', user_count: 3 }]);
    const { users } = await web.usergroups.users.list({ usergroup: 'S0ONCALL001' });
    expect(users).toContain(slack.person('kamal').id);
    await expect(web.usergroups.users.list({ usergroup: 'S0NOBODY' })).rejects.toThrow('no_such_subteam');
    await expect((await connect([])).web.usergroups.list()).rejects.toThrow('missing_scope');
  });

  test('a user group is marked up in typed text', async () => {
    const { slack } = await connect();
    expect(slack.say({ user: 'rafiq', text: 'ask @oncall' }).text).toContain('<!subteam^S0ONCALL001');
  });

  test('the conversations of the bot and of a person, page by page', async () => {
    const { slack, web } = await connect();
    const names = (channels: { name?: string }[] = []) => channels.map(channel => channel.name);
    expect(names((await web.users.conversations({})).channels)).toEqual(['general', 'on-call']);
    const first = await web.users.conversations({ user: slack.person('tahmina').id, limit: 2 });
    expect(names(first.channels)).toEqual(['general', 'on-call']);
    const cursor = first.response_metadata?.next_cursor ?? '';
    const second = await web.users.conversations({ user: slack.person('tahmina').id, limit: 2, cursor });
    expect(names(second.channels)).toEqual(['random']);
    // Private channels without the bot stay hidden.
    const types = 'private_channel';
    expect((await web.users.conversations({ user: slack.person('tahmina').id, types })).channels).toEqual([]);
    await expect(web.users.conversations({ types: 'nonsense' })).rejects.toThrow('invalid_types');
    await expect((await connect(['im:read'])).web.users.conversations({})).rejects.toThrow('missing_scope');
  });

  test('opening direct messages twice gives the same ones', async () => {
    const { slack, web } = await connect();
    const open = (name: string) => web.conversations.open({ users: slack.person(name).id });
    const first = await open('rafiq');
    expect(first.already_open).toBeUndefined();
    expect(await open('rafiq')).toMatchObject({ already_open: true, channel: { id: first.channel?.id } });
    await expect(open('babul')).rejects.toThrow('user_disabled');
  });

  test('the bare address lists the methods, and serves nothing else', async () => {
    const { slack } = await connect();
    const { methods } = (await (await fetch(slack.apiUrl)).json()) as { methods: string[] };
    expect(methods).toEqual(
      expect.arrayContaining(['apps.connections.open', 'oauth.v2.access', 'functions.completeError']),
    );
    const page = readFileSync(new URL('../../docs/playground.md', import.meta.url), 'utf8');
    expect(/\| Web API \| (.*?); any other/.exec(page)?.[1]).toBe(methods.join(', '));
    for (const method of ['chat.scheduleMessage', 'constructor', 'toString']) {
      const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST' });
      expect(await response.json(), method).toMatchObject({ ok: false, error: 'unknown_method' });
    }
  });
});

test('serves its page only to browsers that address this machine, and accepts only the page’s own requests', async () => {
  const slack = await createPlayground();
  onTestFinished(() => slack.close());
  const { host, port } = new URL(slack.url);
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${slack.url}${path}`, { method, headers }, answer => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end(method === 'POST' ? '{}' : '');
    });
  for (const path of ['/', '/page/state', '/page/events', '/page/act', '/oauth/v2/authorize'])
    expect(await ask(path, { host: `rebound.example:${port}` }), path).toBe(421);
  for (const name of [host, `localhost:${port}`, `[::1]:${port}`, `192.168.1.7:${port}`])
    expect(await ask('/page/state', { host: name }), name).toBe(200);

  const origins = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of origins) expect(await ask('/page/act', headers as never, 'POST')).toBe(403);
  for (const headers of [{}, { origin: slack.url }])
    expect(await ask('/page/act', headers, 'POST')).toBe(400);
});
