import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/playground/index.ts';
import { recorded } from '../../support/payloads.ts';
import { playgroundClock } from '../../support/playground-clock.ts';
import { submitText } from '../../support/recipients.ts';
import { createLinkedStage, createStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

const mode = 'socket' as const;

/** The status and body of /readyz. */
async function readiness({ appUrl }: Stage): Promise<{ status: number; socket: string }> {
  const response = await fetch(`${appUrl}/readyz`);
  const { socket } = (await response.json()) as { socket: string };
  return { status: response.status, socket };
}

const reconnected = ({ slack }: Stage, times: number) =>
  slack.waitFor(() => slack.sockets.opened === times && slack.sockets.count === 1, `connection ${times}`);

describe('every surface', () => {
  test('forms and buttons get their answer', async () => {
    const stage = await createStage({ mode });
    expect(await stage.link()).toContain('The key is linked');
    await stage.sms('01712345678 hello');
    await stage.post(/texted/);
    await stage.sms('01712345678 hello');
    const pressed = await stage.slack.press(await stage.post(/Send it again\?/), 'send_anyway');
    expect(pressed.status).toBe(200);
    await stage.slack.waitFor(() => stage.posts(/texted/).length === 2);
    expect(stage.accepted()).toEqual(['hello', 'hello']);
  });

  test('health, readiness and metrics are served over HTTP; Slack’s requests aren’t', async () => {
    const stage = await createStage({ mode });
    expect((await fetch(`${stage.appUrl}/healthz`)).status).toBe(200);
    expect(await readiness(stage)).toEqual({ status: 200, socket: 'ok' });
    expect((await fetch(`${stage.appUrl}/metrics`)).status).toBe(200);
    expect((await fetch(`${stage.appUrl}/slack/events`, { method: 'POST' })).status).toBe(404);
  });
});

describe('when a connection is lost', () => {
  test('before its ack reached Slack: the text is sent once, and the user, who got an error, is asked', async () => {
    const slackClock = playgroundClock();
    const stage = await createLinkedStage({ mode, slack: { clock: slackClock } });
    const { slack, sms, post, posts, accepted } = stage;
    slack.sockets.cutNext('acked');
    const typing = sms('01712345678 hello');
    await reconnected(stage, 2);
    await slackClock.advance(3 * SECOND);
    expect((await typing).problem).toBe('operation_timeout');
    await post(/texted/);
    await sms('01712345678 hello');
    await post(/Send it again\?/);
    await stage.quiet();
    expect([accepted(), posts(/texted/).length]).toEqual([['hello'], 1]);
  });

  test('while a payload is being sent: the text is sent once or not at all, and never twice', async () => {
    const slackClock = playgroundClock();
    const stage = await createLinkedStage({ mode, slack: { clock: slackClock } });
    const { slack, sms, accepted } = stage;
    slack.sockets.cutNext('sent');
    const typing = sms('01712345678 hello');
    await reconnected(stage, 2);
    await slackClock.advance(3 * SECOND);
    await typing;
    await stage.pass(MINUTE);
    expect(accepted().length).toBeLessThanOrEqual(1);
    await sms('01712345679 another');
    await slack.waitForPost(post => post.text.includes('017••••5679'));
    expect(accepted().filter(text => text === 'another')).toHaveLength(1);
  });

  test('the next one starts at once; after quick losses with growing pauses; after a good connection at once again', async () => {
    const stage = await createStage({ mode });
    const { slack, clock } = stage;
    slack.sockets.drop();
    await reconnected(stage, 2); // The app's clock hasn't moved.
    slack.sockets.drop();
    await stage.quiet();
    await stage.until(() => stage.logged().includes('"inMs":500'));
    expect(slack.sockets.opened).toBe(2);
    await stage.pass(500);
    await reconnected(stage, 3);
    await clock.advance(10 * SECOND);
    slack.sockets.drop();
    await reconnected(stage, 4);
    expect((await stage.sms('help')).status).toBe(200);
  });
});

describe('Slack asked the app to reconnect', () => {
  test('the next connection is up before the old one ends, and no text is lost or doubled', async () => {
    const stage = await createLinkedStage({ mode });
    const { slack, sms, accepted } = stage;
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    const typed = texts.map((text, index) => {
      if (index === 4) slack.sockets.refresh();
      return sms(`0171234567${index % 10} ${text}`);
    });
    expect((await Promise.all(typed)).map(reply => reply.status)).toEqual(texts.map(() => 200));
    await reconnected(stage, 2); // The app's clock hasn't moved.
    await slack.waitFor(() => stage.posts(/texted/).length === texts.length);
    expect(accepted().sort()).toEqual([...texts].sort());
  });

  test('Socket Mode can be switched off and on again', async () => {
    const stage = await createStage({ mode });
    stage.slack.sockets.disable();
    await stage.slack.waitFor(() => stage.slack.sockets.count === 0);
    await stage.pass(SECOND);
    expect(await readiness(stage)).toMatchObject({
      status: 503,
      socket: expect.stringContaining('forbidden_team'),
    });
    stage.slack.sockets.enable();
    await stage.pass(MINUTE);
    await reconnected(stage, 2);
  });
});

describe('if Slack is unavailable at the start', () => {
  const AWAY: [string, Fault, string][] = [
    ['500', { kind: 'status', status: 500, on: 'apps.connections.open' }, '500'],
    ['429', { kind: 'rate-limited', retryAfterS: 30, on: 'apps.connections.open' }, 'rate'],
    ['a bad token', { kind: 'refusal', error: 'invalid_auth', on: 'apps.connections.open' }, 'invalid_auth'],
    ['a cut connection', { kind: 'reset', on: '*' }, ''],
    ['a refused upgrade', { kind: 'status', status: 503, on: 'websocket' }, ''],
  ];
  test.each(AWAY)(
    '%s: the app runs and reports it, and connects when Slack is back',
    async (_, fault, why) => {
      const stage = await createStage({ mode });
      await stage.stop();
      const back = stage.slack.faults.add(fault);
      await stage.start();
      await stage.until(() => stage.logged().includes('no Socket Mode connection'));
      await stage.pass(10 * SECOND);
      expect((await fetch(`${stage.appUrl}/healthz`)).status).toBe(200);
      const { status, socket } = await readiness(stage);
      expect([status, socket]).toEqual([503, expect.stringContaining(`no Socket Mode connection`)]);
      expect(socket).toContain(why);
      back();
      await stage.pass(MINUTE);
      await reconnected(stage, 2);
      expect((await stage.sms('help')).status).toBe(200);
    },
  );

  test('429: the app sends no request before Slack’s own time', async () => {
    const stage = await createStage({ mode });
    await stage.stop();
    stage.slack.faults.add({ kind: 'rate-limited', retryAfterS: 30, on: 'apps.connections.open' });
    stage.slack.traffic.clear();
    await stage.start();
    await stage.until(() => stage.logged().includes('"inMs":30000'));
    await stage.pass(29 * SECOND);
    expect(stage.slack.traffic.of('apps.connections.open')).toHaveLength(1);
    await stage.pass(SECOND);
    await stage.until(() => stage.slack.traffic.of('apps.connections.open').length === 2);
  });
});

test('payloads over the socket are checked by the same schemas: a form whose view has no id does nothing', async () => {
  const stage = await createLinkedStage({ mode });
  const { slack, sms } = stage;
  const send = (type: string, payload: object) =>
    slack.sockets.say(JSON.stringify({ type, envelope_id: type, accepts_response_payload: true, payload }));
  await sms('');
  const form = await slack.waitForView('rafiq');
  await submitText(stage, form, '01712345678', 'by form');
  await stage.post(/texted/);
  const submitted = recorded(stage).find(({ what: name }) => name.startsWith('view_submission compose'));
  if (!submitted) throw new Error('No form was submitted');
  const view = JSON.parse(
    JSON.stringify(submitted.payload.view).replace('by form', 'by a view without an id'),
  );
  send('interactive', { ...submitted.payload, view: { ...view, id: 7 } });
  await stage.until(() => stage.logged().includes('"where":["view.id"]'));
  send('events_api', { type: 'event_callback', event: { type: 'added_one_day' } });
  await stage.until(() => stage.logged().includes('"type":"added_one_day"'));
  await sms('01712345678 hello');
  await expect.poll(() => stage.accepted()).toEqual(['by form', 'hello']);
  expect(stage.logged()).not.toContain('"level":50');
});

describe('stopping', () => {
  test('closes the connection, and opens no other', async () => {
    const stage = await createLinkedStage({ mode });
    await stage.stop();
    await stage.slack.waitFor(() => stage.slack.sockets.count === 0);
    await stage.clock.advance(MINUTE);
    await stage.quiet();
    expect(stage.slack.sockets.opened).toBe(1);
  });

  test('leaves nothing behind while still connecting', async () => {
    const slackClock = playgroundClock();
    const stage = await createStage({ mode, slack: { clock: slackClock } });
    await stage.stop();
    stage.slack.traffic.clear();
    stage.slack.faults.add({ kind: 'slow', delayMs: SECOND, on: 'apps.connections.open' });
    await stage.start();
    await stage.until(() => stage.slack.traffic.of('apps.connections.open').length === 1);
    await stage.stop();
    await slackClock.advance(SECOND);
    await stage.quiet();
    expect(stage.slack.sockets.opened).toBe(1);
  });

  test('acks a command that arrived just then first', async () => {
    const slackClock = playgroundClock();
    const stage = await createLinkedStage({ mode, slack: { clock: slackClock } });
    const typing = stage.sms('01712345678 hello');
    await stage.until(() => stage.slack.traffic.of('slash_commands').length === 2);
    await stage.stop();
    await slackClock.advance(3 * SECOND);
    const { status } = await typing;
    await stage.start();
    await stage.pass(MINUTE);
    // Either it came too late for this process, and Slack reported that, or it was accepted and is sent.
    expect(stage.accepted()).toEqual(status === 200 ? ['hello'] : []);
  });
});

test('at the most verbose level the log has no payload, no ticket and no token', async () => {
  const stage = await createStage({ mode, environment: { LOG_LEVEL: 'trace' } });
  await stage.link();
  await stage.sms('01712345678 a very private text');
  await stage.post(/texted/);
  await stage.sms('01712345678 a very private text');
  await stage.slack.press(await stage.post(/Send it again\?/), 'send_anyway');
  await stage.slack.sockets.sendDisconnect('warning');
  await reconnected(stage, 2);
  await stage.stop();
  const logged = stage.logged();
  expect(logged).toContain('connected to Slack by Socket Mode');
  for (const secret of [
    stage.apiKey,
    stage.slack.appToken,
    stage.slack.botToken,
    'a very private text',
    '01712345678',
    'ticket=',
    'trigger_id',
    'view_submission',
  ]) {
    expect(logged, secret).not.toContain(secret);
  }
});
