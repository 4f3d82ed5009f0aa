import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPlayground } from '../../src/playground/index.ts';

/* Requests of other programs and sites to the local Slack. */

async function createSlack() {
  let entered = 0;
  const enter = async () => {
    entered += 1;
    return { url: 'http://127.0.0.1:1/shop', cookie: 'shop=tahmina; Path=/' };
  };
  const slack = await createPlayground({ places: [{ id: 'shop', label: 'Shop', of: 'Shops', enter }] });
  onTestFinished(() => slack.close());
  return { slack, entered: () => entered };
}

/** Sends a body without its length, as programs do that produce it piece by piece. */
function inChunks(url: string, body: string, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, async response => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', reject);
    for (let at = 0; at < body.length; at += 50_000) sent.write(body.slice(at, at + 50_000));
    sent.end();
  });
}

test('takes a body with or without its length, but none above the limit', async () => {
  const { slack } = await createSlack();
  const url = `${slack.apiUrl}auth.test`;
  const form = {
    authorization: `Bearer ${slack.botToken}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const whole = await inChunks(url, 'team_id=T0PADMA0001&more=a%20b', form);
  expect([whole.status, JSON.parse(whole.text).ok]).toEqual([200, true]);
  const act = JSON.stringify({ do: 'nothing' });
  expect((await inChunks(`${slack.url}/page/act`, act, {})).text).toContain('Nothing is called');
  const large = `x=${'y'.repeat(1_000_000)}`;
  for (const path of ['/api/auth.test', '/page/act', '/commands/1/2', '/']) {
    expect([path, (await inChunks(slack.url + path, large, form)).status]).toEqual([path, 413]);
    const answer = await fetch(slack.url + path, { method: 'POST', body: large, headers: form });
    expect([path, answer.status]).toEqual([path, 413]);
  }
});

test('a place lets in only a POST from its own page; no other site’s link or form signs a browser in', async () => {
  const { slack, entered } = await createSlack();
  const { host, origin } = new URL(slack.url);
  const go = `${slack.url}/page/go/shop`;
  const linked = await fetch(go, { redirect: 'manual' });
  expect([linked.headers.get('set-cookie'), linked.headers.get('location')]).toEqual([null, null]);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `https://${host}` },
    { origin: `${origin}0` },
    { origin: `http://evil.example@${host}` },
    { origin, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of foreign) {
    for (const path of ['go/shop', 'act']) {
      const { status } = await fetch(`${slack.url}/page/${path}`, { method: 'POST', headers, body: '{}' });
      expect([headers, path, status]).toEqual([headers, path, 403]);
    }
  }
  expect(entered()).toBe(0);
  const own = await fetch(go, { method: 'POST', headers: { origin, 'sec-fetch-site': 'same-origin' } });
  expect(await own.json()).toEqual({ leadsTo: 'http://127.0.0.1:1/shop' });
  expect(own.headers.get('set-cookie')).toBe('shop=tahmina; Path=/');
  expect((await fetch(`${slack.url}/page/go/other`, { method: 'POST' })).status).toBe(404);
});

test('an invalid address doesn’t stop it', async () => {
  const { slack } = await createSlack();
  const { hostname, port } = new URL(slack.url);
  for (const path of ['//', 'http://', '/link?ticket=1', '*']) {
    const socket = connect(Number(port), hostname);
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${upgrade}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect([path, String(answer).slice(0, 12)]).toEqual([path, 'HTTP/1.1 403']);
  }
  expect((await fetch(`${slack.url}/page/state`)).status).toBe(200);
});

test('says that it is alive', async () => {
  const { slack } = await createSlack();
  const answer = await fetch(`${slack.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
});
