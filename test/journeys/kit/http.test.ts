import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { signatureHeaders } from '../../../src/playground/wire/delivery.ts';
import { createLinkedStage, createStage, SECOND, type Stage } from '../../support/stage.ts';

/** These tests are about HTTP itself. */
const HTTP = { mode: 'http' } as const;

const FORM = 'application/x-www-form-urlencoded';

function command(stage: Stage): string {
  const { slack } = stage;
  return new URLSearchParams({
    command: '/sms',
    text: '01712345678 forged',
    team_id: 'T0PADMA0001',
    user_id: slack.person('rafiq').id,
    user_name: 'rafiq',
    channel_id: 'C0GENERAL01',
    trigger_id: '1.2.abc',
    response_url: `${slack.url}/commands/x`,
    api_app_id: 'A0PLAYAPP01',
    is_enterprise_install: 'false',
  }).toString();
}

const post = ({ appUrl }: Stage, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${appUrl}/slack/events`, { method: 'POST', body, headers: { 'content-type': FORM, ...headers } });

describe('a request without a current Slack signature is refused, and does nothing', () => {
  const now = Date.now();
  const forgeries: [string, (stage: Stage, body: string) => Record<string, string>][] = [
    ['unsigned', () => ({})],
    ['signed with another secret', (_, body) => signatureHeaders('another secret', body, now)],
    ['signed for another body', stage => signatureHeaders(stage.slack.signingSecret, 'text=other', now)],
    [
      'signed six minutes ago',
      (stage, body) => signatureHeaders(stage.slack.signingSecret, body, now - 6 * 60 * SECOND),
    ],
    [
      'with a signature of another length',
      (stage, body) => ({
        ...signatureHeaders(stage.slack.signingSecret, body, now),
        'x-slack-signature': 'v0=abc',
      }),
    ],
  ];
  test.each(forgeries)('%s', async (_, headers) => {
    const stage = await createLinkedStage(HTTP);
    const body = command(stage);
    const response = await post(stage, body, headers(stage, body));
    expect(response.status).toBe(401);
    await stage.quiet();
    expect([stage.service.requests.count(), stage.posts()]).toEqual([0, []]);
  });

  test('the same request, signed, is accepted', async () => {
    const stage = await createLinkedStage(HTTP);
    const body = command(stage);
    const response = await post(stage, body, signatureHeaders(stage.slack.signingSecret, body, now));
    expect(response.status).toBe(200);
    await stage.service.requests.decided(1);
    expect(stage.accepted()).toEqual(['forged']);
  });
});

test.each([
  ['a form whose payload is null', 'payload=null', FORM],
  ['JSON that is null', 'null', 'application/json'],
  ['a form whose payload is a number', 'payload=123', FORM],
])('%s, signed, gets 400 and breaks nothing', async (_, body, type) => {
  const stage = await createStage(HTTP);
  const headers = signatureHeaders(stage.slack.signingSecret, body, Date.now());
  const response = await post(stage, body, { ...headers, 'content-type': type });
  expect(response.status).toBe(400);
  expect((await fetch(`${stage.appUrl}/healthz`)).status).toBe(200);
});

test('other paths and methods are refused', async () => {
  const { appUrl } = await createStage(HTTP);
  expect((await fetch(`${appUrl}/`)).status).toBe(404);
  expect((await fetch(`${appUrl}/slack/events/more`, { method: 'POST' })).status).toBe(404);
  for (const method of ['GET', 'PUT', 'HEAD', 'OPTIONS']) {
    const response = await fetch(`${appUrl}/slack/events?x=1`, { method });
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST']);
  }
});

test('a client that disconnects during a request leaves the app unchanged', async () => {
  const { appUrl, sms } = await createStage(HTTP);
  const { hostname, port } = new URL(appUrl);
  const caller = connect(Number(port), hostname);
  await once(caller, 'connect');
  caller.write('POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\ntext=');
  expect((await fetch(`${appUrl}/healthz`)).status).toBe(200);
  caller.destroy();
  await once(caller, 'close');
  expect((await sms('help')).status).toBe(200);
});

describe('/readyz', () => {
  test('names Slack while it is unavailable, and is ready again once it is back; the process is healthy', async () => {
    const { appUrl, slack, pass } = await createStage(HTTP);
    const back = slack.faults.add({ kind: 'status', status: 503, on: 'auth.test' });
    const response = await fetch(`${appUrl}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'not ready', store: 'ok' });
    expect((await fetch(`${appUrl}/healthz`)).status).toBe(200);
    back();
    await pass(11 * SECOND);
    expect((await fetch(`${appUrl}/readyz`)).status).toBe(200);
  });
});

test('is not ready if the app starts while Slack is unavailable, and becomes ready later', async () => {
  const stage = await createStage(HTTP);
  stage.slack.faults.add({ kind: 'reset', on: '*' });
  await stage.restart();
  expect((await stage.sms('help')).status).toBe(200);
  expect((await fetch(`${stage.appUrl}/readyz`)).status).toBe(503);
});

test('/metrics counts events, and has no name or number', async () => {
  const { appUrl, sms, posts, slack, apiKey } = await createLinkedStage(HTTP);
  // The first proves the key, and is on trial.
  for (const nth of [1, 2]) {
    await sms(`01712345678 hello ${nth}`);
    await slack.waitFor(() => posts(/texted/).length === nth);
  }
  const response = await fetch(`${appUrl}/metrics`);
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('sms_requests_total{outcome="sent",code=""} 2');
  expect(text).toContain('sms_texts{state="queued"} 0');
  expect(text).toContain('sms_broadcasts{state="running"} 0');
  expect(text).toContain('sms_broadcast_rows_waiting 0');
  expect(text).toContain('sms_reports_total{result="posted"} 2');
  expect(text).toContain('sms_text_wait_seconds_bucket{le="1"} 1');
  expect(text).toContain('sms_text_wait_seconds_count 1');
  // A counter that starts with its first event hides that event from `rate`.
  for (const doNotText of [
    'sms_requests_total{outcome="uncertain",code=""}',
    'sms_requests_total{outcome="refused",code="INSUFFICIENT_CREDITS"}',
    'sms_reports_total{result="dropped"}',
    'sms_hook_calls_total{answer="unauthorized"}',
    'sms_alerts_total{what="untracked"}',
    'sms_alert_texts_total{what="held_back"}',
    'sms_http_not_taken_total{why="too_many_connections"}',
  ])
    expect(text).toContain(`${doNotText} 0\n`);
  expect(text).toMatch(/# HELP sms_texts .*take max\(\)/);
  for (const name of ['01712345678', '017••••', 'T0PADMA', slack.person('rafiq').id, apiKey])
    expect(text).not.toContain(name);
});
