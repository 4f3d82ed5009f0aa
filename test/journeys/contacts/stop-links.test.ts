import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { said } from '../../support/people-modal.ts';
import { keepNamed } from '../../support/settings.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { makeTemplate } from '../../support/templates-modal.ts';

/* A template in a workflow, the stop link in its text, and the page behind it. */

const RANU = '01712345671';
const HOUR = 60 * MINUTE;
const TEMPLATE = { name: 'Harvest', text: 'প্রিয় {name|বন্ধু} {stop}' };

async function setUp(environment: Record<string, string> = {}): Promise<Stage> {
  const stage = await createLinkedStage({
    environment: { PUBLIC_URL: 'https://sms.example.com', ...environment },
    slack: { manifest: readManifest() },
  });
  await keepNamed(stage, 'Farmers', { [RANU]: 'রানু', '01812345672': 'করিম' });
  await makeTemplate(stage, TEMPLATE);
  return stage;
}

async function run({ slack }: Stage, recipients: string) {
  const { run } = await slack.runFunction('send_sms', { recipients, template: 'HARVEST' });
  return slack.waitForRun(run);
}

/** The path of the link in the text that Ranu got. */
async function linkTo(stage: Stage): Promise<string> {
  await run(stage, RANU);
  const [text = ''] = stage.accepted().slice(-1);
  const [, path = ''] = /^প্রিয় রানু https:\/\/sms\.example\.com(\/stop\/[0-9A-Za-z]{12})$/u.exec(text) ?? [];
  return path;
}

async function visit({ appUrl }: Stage, path: string) {
  const response = await fetch(appUrl + path);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

function press({ appUrl }: Stage, path: string, action: 'stop' | 'undo') {
  const body = new URLSearchParams({ what: action });
  return fetch(appUrl + path, { method: 'POST', body, redirect: 'manual' });
}

const UNTOUCHED = 'Stop texting me';

test('a press of its button, never a visit, stops this workspace’s texts, and can be undone for a day', async () => {
  const stage = await setUp();
  const path = await linkTo(stage);
  const { status, page, headers } = await visit(stage, path);
  expect(status).toBe(200);
  expect(page).toContain('Padma Logistics won’t text 017••••5671 again');
  expect(page).not.toContain(RANU);
  expect(page).toContain('আমাকে আর এসএমএস পাঠাবেন না');
  expect(page).toContain(UNTOUCHED);
  expect(page).not.toMatch(/<script|https?:/);
  expect(Buffer.byteLength(page)).toBeLessThan(14 * 1024);
  expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(headers.get('referrer-policy')).toBe('no-referrer');

  // Previews of the link visit it often.
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(stage.appUrl + path, { method });
  expect((await run(stage, RANU)).outputs).toMatchObject({ state: 'sent' });

  const pressed = await press(stage, path, 'stop');
  // Relative, so that it also works behind a proxy that serves the app under another path.
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, path.slice('/stop/'.length)]);
  await press(stage, path, 'stop');
  expect((await visit(stage, path)).page).toContain('Text me again');
  const sent = stage.service.requests.count();
  const result = await run(stage, 'Farmers');
  expect(result.outputs).toMatchObject({ state: 'partly_sent', sent_count: 1, failed_count: 1 });
  expect(stage.service.requests.count()).toBe(sent + 1);
  await stage.slack.act(await openSettings(stage), 'open_audit');
  const audit = said(
    await stage.slack.waitForView(ADMIN, view => said(view).includes('"callback_id":"audit"')),
  );
  expect(audit.split('opted out'), 'pressing twice is one mark').toHaveLength(2);

  expect((await press(stage, path, 'undo')).status).toBe(303);
  expect((await visit(stage, path)).page).toContain(UNTOUCHED);
  expect((await run(stage, RANU)).outputs).toMatchObject({ state: 'sent' });

  await press(stage, path, 'stop');
  await stage.sleep(24 * HOUR);
  expect((await visit(stage, path)).page).not.toContain('Text me again');
  await press(stage, path, 'undo');
  expect((await run(stage, RANU)).state).toBe('failed');
});

test('while Slack is unavailable, the page omits the sender’s name, and its button works', async () => {
  const stage = await setUp();
  const path = await linkTo(stage);
  const back = stage.slack.faults.add({ kind: 'hang', on: 'auth.test' });
  const checks = () => stage.slack.traffic.of('auth.test').length;
  const before = checks();
  const first = visit(stage, path);
  await passUntil(stage, () => checks() > before);
  let isThere = false;
  void first.then(() => {
    isThere = true;
  });
  await passUntil(stage, () => isThere);
  expect((await first).page).toContain(UNTOUCHED);
  expect((await first).page).not.toContain('Padma Logistics');
  expect((await press(stage, path, 'stop')).status).toBe(303);
  back();
  await stage.pass(MINUTE);
  expect((await visit(stage, path)).page).toContain('Padma Logistics');
  const once = checks();
  await visit(stage, path);
  expect(checks(), 'once a day').toBe(once);
});

describe('a caller who guesses links', () => {
  test('learns nothing, and is slowed down; no link is in the log', async () => {
    const stage = await setUp();
    const path = await linkTo(stage);
    const wrong = await visit(stage, `${path}x`);
    expect([wrong.status, wrong.page]).toEqual([404, expect.stringContaining('This link no longer works')]);
    expect((await visit(stage, '/stop/')).status).toBe(404);
    expect((await fetch(stage.appUrl + path, { method: 'PUT' })).status).toBe(405);
    const big = await fetch(stage.appUrl + path, {
      method: 'POST',
      body: 'x'.repeat(2000),
      redirect: 'manual',
    });
    expect(big.status).toBe(408);
    expect(stage.logged()).not.toContain(path.slice(-12));

    const visits = (each: string) => Promise.all(Array.from({ length: 60 }, () => visit(stage, each)));
    const guesses = await visits('/stop/aaaaaaaaaaaa');
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
    expect(guesses.filter(({ page }) => page !== '')).toHaveLength(28);
    // The owner of a link still gets its page, but only so often.
    expect((await visit(stage, path)).page).toContain(UNTOUCHED);
    expect(new Set((await visits(path)).map(({ status }) => status))).toEqual(new Set([200, 429]));
    const slowed = await visit(stage, path);
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    await stage.pass(10 * SECOND);
    expect((await visit(stage, path)).page).toContain(UNTOUCHED);
  });

  test('or opens one link in a loop doesn’t keep others from theirs, also behind a proxy', async () => {
    const stage = await setUp({ TRUST_PROXY: '1' });
    const path = await linkTo(stage);
    await run(stage, '01812345672');
    const [otherPath = ''] = /\/stop\/\w{12}$/.exec(stage.accepted().at(-1) ?? '') ?? [];
    const visited = async (each: string, from = '203.0.113.9') =>
      (await fetch(stage.appUrl + each, { headers: { 'x-forwarded-for': from } })).status;
    const loop = (each: string) => Promise.all(Array.from({ length: 60 }, () => visited(each)));

    expect(await loop(path)).toContain(429);
    expect(await visited(otherPath)).toBe(200);
    const guess = '/stop/aaaaaaaaaaaa';
    expect(await loop(guess)).toContain(429);
    expect([await visited(guess), await visited(guess, '198.51.100.7')]).toEqual([429, 404]);
  });
});
