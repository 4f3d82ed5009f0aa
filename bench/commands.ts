import { createHmac } from 'node:crypto';
import { SIGNING_SECRET } from './parts.ts';
import { connect, type Line } from './wire.ts';

/* Signed `/sms` commands as Slack sends them, singly or as a load. */

export type Aim = { url: string; slackUrl: string; teams: number };

export const teamOf = (index: number): string => `T${String(index).padStart(6, '0')}`;

/** A whole command, created in advance so that it costs no time during the measurement. */
export function request({ url, slackUrl, teams }: Aim, index: number): string {
  const body = new URLSearchParams({
    command: '/sms',
    text: `01712345678 hello ${index}.${process.pid}`,
    team_id: teamOf(index % teams),
    channel_id: 'C1',
    user_id: 'U1',
    trigger_id: `${index}.${process.pid}`,
    response_url: `${slackUrl}/response/${index}`,
    api_app_id: 'A1',
    is_enterprise_install: 'false',
  }).toString();
  return signed(url, 'application/x-www-form-urlencoded', body);
}

/** The event of a person who opens the app's Home tab. */
export function openHome(url: string, index: number): string {
  const event = { type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home', event_ts: `${index}.1` };
  const body = {
    type: 'event_callback',
    team_id: teamOf(0),
    api_app_id: 'A1',
    event_id: `Ev${index}`,
    event_time: Math.floor(Date.now() / 1000),
    event,
  };
  return signed(url, 'application/json', JSON.stringify(body));
}

function signed(url: string, type: string, body: string): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  return [
    'POST /slack/events HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    `X-Slack-Request-Timestamp: ${timestamp}`,
    `X-Slack-Signature: v0=${signature}`,
    '',
    body,
  ].join('\r\n');
}

/** Sends a request; returns the time until the answer, in milliseconds. */
export async function ask(line: Line, request: string): Promise<number> {
  const sentAt = performance.now();
  const { head, body } = await line.ask(request);
  if (!head.startsWith('HTTP/1.1 200') || /[a-z]/i.test(body))
    throw new Error(`Not accepted: ${head} ${body}`);
  return performance.now() - sentAt;
}

/** Keeps `width` commands in progress until `total` are answered; returns commands a second after the first `warm`. */
export async function load(aim: Aim, how: { total: number; warm: number; width: number }): Promise<number> {
  const requests = Array.from({ length: how.total }, (_, index) => request(aim, index));
  let next = 0;
  let answered = 0;
  let began = 0;
  await Promise.all(
    Array.from({ length: how.width }, async () => {
      const line = await connect(aim.url);
      for (let signed = requests[next++]; signed; signed = requests[next++]) {
        await ask(line, signed);
        answered += 1;
        if (answered === how.warm) began = performance.now();
      }
      line.close();
    }),
  );
  return (how.total - how.warm) / ((performance.now() - began) / 1000);
}
