import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';

/* What every measurement needs: programs in processes of their own, signed requests, a load, quantiles. */

export const SIGNING_SECRET = 'bench';
export const BOT_TOKEN = 'xoxb-bench';

export type Program = { url: string; stop(): Promise<void> };

/** Starts a program of ours and waits until it says where it listens. */
export function startProgram(file: string, environment: Record<string, string>): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { ...environment, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)));
    child.stdout?.on('data', data => {
      const port = /"port":(\d+)/.exec(String(data))?.[1];
      if (!port) return;
      const url = `http://127.0.0.1:${port}`;
      const stop = (): Promise<void> => {
        child.kill('SIGKILL');
        return ended;
      };
      resolve({ url, stop });
    });
  });
}

/** A plain server on a free port, for the other ends: Slack and the SMS service. */
export async function serve(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const agent = new Agent({ connections: 64, pipelining: 1 });
let made = 0;

/** Sends one signed `/sms` and returns how long the answer took, in milliseconds. */
export async function command(
  url: string,
  how: { team: string; text: string; slackUrl: string },
): Promise<number> {
  made += 1;
  const body = new URLSearchParams({
    command: '/sms',
    text: how.text,
    team_id: how.team,
    channel_id: 'C1',
    user_id: 'U1',
    trigger_id: `${made}.${process.pid}`,
    response_url: `${how.slackUrl}/response/${made}`,
    api_app_id: 'A1',
    is_enterprise_install: 'false',
  }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const asked = performance.now();
  const reply = await request(`${url}/slack/events`, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
  const text = await reply.body.text();
  if (reply.statusCode !== 200 || text !== '') throw new Error(`Not accepted: ${reply.statusCode} ${text}`);
  return performance.now() - asked;
}

/** Keeps `width` calls under way until `total` are done; how many a second, and how long each took. */
export async function load(total: number, width: number, call: (index: number) => Promise<number>) {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < total) times.push(await call(next++));
    }),
  );
  return { perSecond: total / ((performance.now() - began) / 1000), times };
}

/** Starts a call every `gapMs`, however long they take; how long each took. */
export async function steadily(total: number, gapMs: number, call: (index: number) => Promise<number>) {
  const calls: Promise<number>[] = [];
  const began = performance.now();
  for (let index = 0; index < total; index++) {
    const wait = began + index * gapMs - performance.now();
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
    calls.push(call(index));
  }
  return Promise.all(calls);
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
