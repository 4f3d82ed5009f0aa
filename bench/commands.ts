import { createHmac } from 'node:crypto';
import { SIGNING_SECRET } from './parts.ts';
import { connect, type Line } from './wire.ts';

/* Signed `/sms` commands as Slack sends them, one by one or as a load. */

export type Aim = { url: string; slackUrl: string; teams: number };

export const teamOf = (index: number): string => `T${String(index).padStart(6, '0')}`;

/** A whole request, made in advance so that making it takes no time during the measurement. */
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
  return signed(url, body);
}

/** A form as Slack sends it, signed. */
export function signed(url: string, body: string): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  return [
    'POST /slack/events HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    `X-Slack-Request-Timestamp: ${timestamp}`,
    `X-Slack-Signature: v0=${signature}`,
    '',
    body,
  ].join('\r\n');
}

/** Sends one and returns how long the answer took, in milliseconds. */
export async function ask(line: Line, request: string): Promise<number> {
  const asked = performance.now();
  const { head, body } = await line.ask(request);
  if (!head.startsWith('HTTP/1.1 200') || /[a-z]/i.test(body))
    throw new Error(`Not accepted: ${head} ${body}`);
  return performance.now() - asked;
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
      for (let one = requests[next++]; one; one = requests[next++]) {
        await ask(line, one);
        answered += 1;
        if (answered === how.warm) began = performance.now();
      }
      line.close();
    }),
  );
  return (how.total - how.warm) / ((performance.now() - began) / 1000);
}

const IDLE_LINE_MS = 1000;

/** Starts a command every `gapMs`, however long the answers take; returns how long each took. */
export async function steadily(aim: Aim, how: { total: number; gapMs: number }): Promise<number[]> {
  const requests = Array.from({ length: how.total }, (_, index) => request(aim, index));
  const lines: { line: Line; since: number }[] = [];
  const times: Promise<number>[] = [];
  const began = performance.now();
  for (const [index, one] of requests.entries()) {
    const wait = began + index * how.gapMs - performance.now();
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    const idle = lines.pop();
    // The server may just now be closing a connection that has been idle for long.
    const isFresh = idle && performance.now() - idle.since < IDLE_LINE_MS;
    const line = isFresh ? idle.line : await connect(aim.url);
    times.push(
      ask(line, one).then(time => {
        lines.push({ line, since: performance.now() });
        return time;
      }),
    );
  }
  return Promise.all(times);
}
