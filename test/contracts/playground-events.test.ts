import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebClient } from '@slack/web-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPlayground } from '../../src/playground/index.ts';
import { playgroundClock } from '../support/playground-clock.ts';
import { quiet } from './playground-app.ts';

const MINUTE = 60_000;

/** An app that only answers, with these statuses in turn and then always with the last one. */
async function startBareApp(statuses: number[], headers: Record<string, string> = {}) {
  const clock = playgroundClock();
  const slack = await createPlayground({ clock });
  const heard: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    heard.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const status = statuses[Math.min(heard.length, statuses.length) - 1];
    if (status) response.writeHead(status, headers).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  slack.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  onTestFinished(async () => {
    await slack.close();
    server.closeAllConnections();
    server.close();
  });
  return { slack, clock, heard };
}

describe('an event over HTTP', () => {
  test('comes in the envelope that all events share, and only once if it is acked', async () => {
    const { slack, clock, heard } = await startBareApp([200]);
    const delivery = await slack.event({ type: 'app_home_opened', user: 'U1', tab: 'home' });
    await delivery.finished;
    await clock.advance(10 * MINUTE);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-slack-signature': expect.stringMatching(/^v0=/),
    });
    expect(heard[0]?.headers).not.toHaveProperty('x-slack-retry-num');
    expect(heard[0]?.body).toMatchObject({
      type: 'event_callback',
      event_id: expect.stringMatching(/^Ev0\w+$/),
      event_time: Math.floor(clock.now() / 1000) - 600,
      team_id: 'T0PADMA0001',
      api_app_id: 'A0PLAYAPP01',
      authorizations: [
        { team_id: 'T0PADMA0001', user_id: 'U0PADMABOT1', is_bot: true, is_enterprise_install: false },
      ],
      event: { type: 'app_home_opened', user: 'U1', tab: 'home', event_ts: expect.any(String) },
    });
  });

  test('is retried at once, after a minute and after five minutes, then never', async () => {
    const { slack, clock, heard } = await startBareApp([500]);
    const delivery = await slack.event({ type: 'app_uninstalled' });
    await slack.waitFor(() => delivery.attempts.length === 2);
    await clock.advance(MINUTE - 1);
    expect(heard).toHaveLength(2);
    await clock.advance(1);
    await slack.waitFor(() => delivery.attempts.length === 3);
    await clock.advance(5 * MINUTE);
    await slack.waitFor(() => delivery.attempts.length === 4);
    await delivery.finished;
    await clock.advance(60 * MINUTE);
    expect(heard.map(request => request.headers['x-slack-retry-num'])).toEqual([undefined, '1', '2', '3']);
    expect(new Set(heard.map(request => request.headers['x-slack-retry-reason']))).toEqual(
      new Set([undefined, 'http_error']),
    );
    expect(new Set(heard.map(request => request.body.event_id)).size).toBe(1);
  });

  test('the retry tells a late app that it was late', async () => {
    const { slack, clock, heard } = await startBareApp([0, 200]);
    const sending = slack.event({ type: 'app_uninstalled' });
    await expect.poll(() => heard.length).toBe(1);
    await clock.advance(3000);
    await (await sending).finished;
    expect(heard[1]?.headers['x-slack-retry-reason']).toBe('http_timeout');
  });

  test('x-slack-no-retry ends the retries; any 2xx is an ack', async () => {
    const refused = await startBareApp([404], { 'x-slack-no-retry': '1' });
    await (await refused.slack.event({ type: 'app_uninstalled' })).finished;
    expect(refused.heard).toHaveLength(1);
    const accepting = await startBareApp([202]);
    await (await accepting.slack.event({ type: 'app_uninstalled' })).finished;
    expect(accepting.heard).toHaveLength(1);
  });
});

test('completes a run once, with the run’s own token or the bot’s, and only with declared outputs', async () => {
  const slack = await createPlayground({
    manifest: {
      functions: {
        pour: { title: 'Pour', output_parameters: { properties: { poured: {} }, required: ['poured'] } },
      },
    },
  });
  onTestFinished(() => slack.close());
  const { run } = await slack.runFunction('pour');
  const otherRun = await slack.runFunction('pour');
  const complete = (token: string, id: string, outputs: Record<string, string>) =>
    new WebClient(token, {
      slackApiUrl: slack.apiUrl,
      logger: quiet(),
      retryConfig: { retries: 0 },
    }).functions
      .completeSuccess({ function_execution_id: id, outputs })
      .then(
        () => 'done',
        (error: { data?: { error: string } }) => error.data?.error,
      );
  const all = { poured: 'all' };
  expect(await complete(slack.botToken, 'Fx0NOBODY', all)).toBe('function_execution_not_found');
  expect(await complete(otherRun.run.token, run.id, all)).toBe('access_denied');
  expect(await complete(run.token, run.id, {})).toBe('parameter_validation_failed');
  expect(await complete(run.token, run.id, all)).toBe('done');
  expect(await complete(run.token, run.id, all)).toBe('token_revoked');
  expect(await complete(slack.botToken, run.id, all)).toBe('execution_not_in_running_state');
});

test('an app is told when it is removed from a workspace, and its tokens stop working', async () => {
  const { slack, heard } = await startBareApp([200]);
  const web = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: quiet(),
    retryConfig: { retries: 0 },
  });
  await slack.uninstall();
  expect(heard.map(request => (request.body.event as { type: string }).type).sort()).toEqual([
    'app_uninstalled',
    'tokens_revoked',
  ]);
  await expect(web.auth.test()).rejects.toThrow('account_inactive');
});

test('the playground’s own events reach only an app whose manifest subscribes to them', async () => {
  const slack = await createPlayground({
    manifest: { settings: { event_subscriptions: { bot_events: ['app_uninstalled'] } } },
  });
  onTestFinished(() => slack.close());
  expect(await slack.openApp('rafiq')).toBeUndefined();
  expect(await slack.uninstall()).toHaveLength(1);
});
