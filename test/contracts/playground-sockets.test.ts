import { once } from 'node:events';
import { WebClient } from '@slack/web-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPlayground, type Playground, type PlaygroundOptions } from '../../src/playground/index.ts';
import { playgroundClock } from '../support/playground-clock.ts';
import { quiet, startTeaApp } from './playground-app.ts';

type Message = Record<string, unknown> & { type: string; envelope_id: string };

async function createSlack(options: PlaygroundOptions = {}): Promise<Playground> {
  const slack = await createPlayground({
    manifest: { features: { slash_commands: [{ command: '/tea', should_escape: true }] } },
    ...options,
  });
  onTestFinished(() => slack.close());
  return slack;
}

const client = (slack: Playground, token: string) =>
  new WebClient(token, { slackApiUrl: slack.apiUrl, logger: quiet(), retryConfig: { retries: 0 } });

async function openUrl(slack: Playground): Promise<string> {
  const { url } = await client(slack, slack.appToken).apps.connections.open();
  return url ?? '';
}

/** A bare connection that acks nothing by itself. */
async function connect(slack: Playground) {
  const socket = new WebSocket(await openUrl(slack));
  const heard: Message[] = [];
  let look = (): void => undefined;
  socket.on('message', data => {
    heard.push(JSON.parse(String(data)));
    look();
  });
  const closed = once(socket, 'close');
  const next = async (type: string): Promise<Message> => {
    for (;;) {
      const at = heard.findIndex(message => message.type === type);
      const [envelope] = at < 0 ? [] : heard.splice(at, 1);
      if (envelope) return envelope;
      await new Promise<void>(resolve => (look = resolve));
    }
  };
  return {
    socket,
    heard,
    closed,
    next,
    ack: (message: Message, payload?: unknown) =>
      socket.send(JSON.stringify({ envelope_id: message.envelope_id, ...(payload ? { payload } : {}) })),
  };
}

describe('apps.connections.open', () => {
  test('needs the app-level token in the header; that token works for no other method', async () => {
    const slack = await createSlack();
    const refusal = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (error: { data?: { error: string } }) => error.data?.error,
      );
    expect(await refusal(client(slack, slack.botToken).apps.connections.open())).toBe(
      'not_allowed_token_type',
    );
    expect(await refusal(client(slack, slack.appToken).auth.test())).toBe('not_allowed_token_type');
    expect(await refusal(client(slack, 'xapp-1-other').apps.connections.open())).toBe('invalid_auth');
    const body = new URLSearchParams({ token: slack.appToken });
    const byBody = await fetch(`${slack.apiUrl}apps.connections.open`, { method: 'POST', body });
    expect(await byBody.json()).toMatchObject({ error: 'not_authed' });
    slack.world.appToken.scopes = [];
    expect(await refusal(client(slack, slack.appToken).apps.connections.open())).toBe('missing_scope');
  });

  test('gives an address with a ticket that works once', async () => {
    const slack = await createSlack();
    const url = await openUrl(slack);
    expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/link\/\?ticket=[\w-]+&app_id=A0PLAYAPP01$/);
    const first = new WebSocket(url);
    await once(first, 'open');
    const second = new WebSocket(url);
    const [error] = await once(second, 'error');
    expect(String(error)).toContain('403');
  });
});

test('hello says how many connections there are; Slack pings', async () => {
  const slack = await createSlack();
  const app = await connect(slack);
  const pinged = once(app.socket, 'ping');
  expect(await app.next('hello')).toMatchObject({
    num_connections: 1,
    connection_info: { app_id: 'A0PLAYAPP01' },
    debug_info: { host: expect.any(String), approximate_connection_time: expect.any(Number) },
  });
  const two = await connect(slack);
  expect(await two.next('hello')).toMatchObject({ num_connections: 2 });
  await pinged;
  expect(slack.sockets.count).toBe(2);
});

test('each payload goes to exactly one of several connections', async () => {
  const slack = await createSlack();
  const apps = [await connect(slack), await connect(slack), await connect(slack)];
  for (const app of apps) {
    app.socket.on('message', data => {
      const message = JSON.parse(String(data)) as Message;
      if (message.envelope_id) app.ack(message);
    });
  }
  await slack.waitFor(() => slack.sockets.count === 3);
  const replies = await Promise.all(
    Array.from({ length: 9 }, (_, index) => slack.command({ user: 'rafiq', text: `${index}` })),
  );
  expect(replies.map(reply => reply.status)).toEqual(Array(9).fill(200));
  const counts = apps.map(({ heard }) => heard.filter(envelope => envelope.type === 'slash_commands').length);
  expect(counts).toEqual([3, 3, 3]);
});

test('the eleventh connection is one too many', async () => {
  const slack = await createSlack();
  for (let count = 0; count < 10; count++) await (await connect(slack)).next('hello');
  const eleventh = await connect(slack);
  expect(await eleventh.next('disconnect')).toMatchObject({ reason: 'too_many_websockets' });
  await eleventh.closed;
  expect(slack.sockets.count).toBe(10);
});

describe('a payload without an ack when its connection drops', () => {
  test('a command isn’t delivered again: its user gets an error after three seconds', async () => {
    const clock = playgroundClock();
    const slack = await createSlack({ clock });
    const app = await connect(slack);
    const second = await connect(slack);
    await slack.waitFor(() => slack.sockets.count === 2);
    slack.sockets.cutNext('sent');
    const typed = slack.command({ user: 'rafiq', text: 'x' });
    await Promise.race([app.closed, second.closed]);
    await clock.advance(3000);
    expect(await typed).toMatchObject({ problem: 'operation_timeout', status: 0 });
    expect(slack.posts().at(-1)?.text).toBe('/tea failed with the error "operation_timeout"');
    expect(slack.sockets.count).toBe(1);
    expect(slack.traffic.of('slash_commands')).toHaveLength(1);
  });

  test('an event goes to another connection, marked as a retry', async () => {
    const slack = await createSlack();
    const first = await connect(slack);
    await first.next('hello');
    slack.sockets.cutNext('acked');
    const sending = slack.event({ type: 'app_home_opened', user: 'U1', tab: 'messages' });
    const once = await first.next('events_api');
    expect(once).toMatchObject({ retry_attempt: 0, retry_reason: '', accepts_response_payload: false });
    first.ack(once);
    const delivery = await sending;
    expect(delivery.attempts.map(attempt => attempt.status)).toEqual([0]);
    const second = await connect(slack);
    const again = await second.next('events_api');
    expect(again).toMatchObject({ retry_attempt: 1, payload: { event_id: delivery.eventId } });
    expect(again.envelope_id).not.toBe(once.envelope_id);
    second.ack(again);
    await delivery.finished;
    expect(delivery.attempts.map(attempt => attempt.status)).toEqual([0, 200]);
  });
});

test('an ack from a connection that didn’t get the payload is ignored', async () => {
  const clock = playgroundClock();
  const slack = await createSlack({ clock });
  const apps = [await connect(slack), await connect(slack)];
  await slack.waitFor(() => slack.sockets.count === 2);
  const typed = slack.command({ user: 'rafiq', text: 'x' });
  const received = await Promise.race(
    apps.map(async app => ({ app, envelope: await app.next('slash_commands') })),
  );
  for (const stranger of apps.filter(app => app !== received.app)) {
    stranger.ack(received.envelope, { text: 'not mine to answer' });
    stranger.socket.ping();
    await once(stranger.socket, 'pong');
  }
  await clock.advance(3000);
  expect((await typed).problem).toBe('operation_timeout');
});

describe('Slack asks a connection to go', () => {
  test('a warning, then refresh_requested and the end; payloads go to the connection that remains', async () => {
    const clock = playgroundClock();
    const slack = await createSlack({ clock });
    const old = await connect(slack);
    await old.next('hello');
    slack.sockets.refresh();
    expect(await old.next('disconnect')).toMatchObject({ reason: 'warning' });
    const fresh = await connect(slack);
    await fresh.next('hello');
    const typed = slack.command({ user: 'rafiq', text: 'x' });
    fresh.ack(await fresh.next('slash_commands'));
    expect((await typed).status).toBe(200);
    await clock.advance(10_000);
    expect(await old.next('disconnect')).toMatchObject({ reason: 'refresh_requested' });
    await old.closed;
    await slack.waitFor(() => slack.sockets.count === 1);
  });

  test('without another connection, the warned one still gets payloads', async () => {
    const slack = await createSlack();
    const only = await connect(slack);
    await only.next('hello');
    slack.sockets.sendDisconnect('warning');
    const typed = slack.command({ user: 'rafiq', text: 'x' });
    only.ack(await only.next('slash_commands'));
    expect((await typed).status).toBe(200);
  });
});

test('a frozen connection delivers nothing, and its user gets an error', async () => {
  const clock = playgroundClock();
  const slack = await createSlack({ clock });
  const app = await connect(slack);
  await app.next('hello');
  slack.sockets.freeze();
  const typed = slack.command({ user: 'rafiq', text: 'x' });
  await clock.advance(3000);
  expect((await typed).problem).toBe('operation_timeout');
  expect(app.heard.filter(envelope => envelope.type === 'slash_commands')).toEqual([]);
});

test('faults of the connection itself', async () => {
  const slack = await createSlack();
  const failing = async () => {
    const socket = new WebSocket(await openUrl(slack));
    const [error] = await once(socket, 'error');
    return String(error);
  };
  slack.faults.add({ kind: 'status', status: 503, on: 'websocket', times: 1 });
  expect(await failing()).toContain('503');
  slack.faults.add({ kind: 'reset', on: 'websocket', times: 1 });
  expect(await failing()).toMatch(/hang up|ECONNRESET/);
  await (await connect(slack)).next('hello');
});

test('the transport: sockets while there are any, otherwise the HTTP address', async () => {
  const tea = await startTeaApp({}, 'http');
  onTestFinished(() => tea.stop());
  const slack = tea.playground;
  const app = await connect(slack);
  await app.next('hello');
  const typed = slack.command({ user: 'rafiq', text: 'by socket' });
  app.ack(await app.next('slash_commands'));
  expect((await typed).request.url).toMatch(/^ws:/);
  slack.sockets.drop();
  await slack.waitFor(() => slack.sockets.count === 0);
  expect((await slack.command({ user: 'rafiq', text: 'in channel' })).request.url).toMatch(/^http:/);
});
