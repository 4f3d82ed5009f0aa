import { describe, expect, test } from 'vitest';
import { messageText } from '../../../src/texts/parse/slack-message.ts';
import { alertmanager, type Caller, makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* An alert's text has a link: its recipient acknowledges the alert on a page, without Slack. */

const FIRST = '01712345678';
const SECOND_NUMBER = '01812345678';
const critical = { severity: 'critical', startsAt: '2026-11-21T08:59:00Z' } as const;
const over = { ...critical, status: 'resolved' } as const;
const number = (local: string) => ({ kind: 'number' as const, number: local as never });

/** A hook that texts one number, and after five minutes another. */
async function setUp(environment: Record<string, string> = {}, fields: object = {}, options: object = {}) {
  const stage = await createLinkedStage({
    environment: { PUBLIC_URL: 'https://sms.example.com', ...environment },
    ...options,
  });
  const hook = await makeHook(stage, {
    recipients: [number(FIRST)],
    escalation: {
      firstMinutes: 5,
      steps: [{ to: [number(SECOND_NUMBER)], minutes: 5 }],
      rounds: 1,
      severities: ['critical'],
    },
    link: true,
    ...fields,
  });
  return { stage, hook };
}

/** The paths of the links in all accepted texts, oldest first; null for a text without one. */
const pathsIn = (stage: Stage): (string | null)[] =>
  stage
    .accepted()
    .map(text => / https:\/\/sms\.example\.com(\/a\/[0-9A-Za-z]{10})$/u.exec(text)?.[1] ?? null);

async function waitForTexts(stage: Stage, count: number): Promise<string> {
  await passUntil({ pass: () => stage.pass(100) }, () => stage.accepted().length === count);
  await stage.quiet();
  return pathsIn(stage)[count - 1] ?? '';
}

async function fire({ stage, hook }: { stage: Stage; hook: Caller }, name = 'DiskFull'): Promise<string> {
  const before = stage.accepted().length;
  expect((await hook.call(alertmanager(`of ${name}`, { [name]: critical }))).status).toBe(202);
  return waitForTexts(stage, before + 1);
}

async function visit({ appUrl }: Stage, path: string) {
  const response = await fetch(appUrl + path);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

/**
 * Presses a button, and returns where it leads. Time passes meanwhile, because the app polls for the press's
 * result.
 */
async function press(
  stage: Stage,
  path: string,
  action: string,
): Promise<{ status: number; location: string }> {
  const body = new URLSearchParams({ what: action });
  const answer = fetch(stage.appUrl + path, { method: 'POST', body, redirect: 'manual' });
  let response: Response | undefined;
  void answer.then(done => {
    response = done;
  });
  await passUntil({ pass: () => stage.pass(50) }, () => response !== undefined);
  const { status, headers } = await answer;
  return { status, location: headers.get('location') ?? '' };
}

const tokenIn = (path: string): string => path.slice('/a/'.length);

test('a test has nothing to acknowledge, so its text has no link', async () => {
  const { stage, hook } = await setUp();
  expect((await hook.call(JSON.stringify({ message: 'Is it there?', test: true }))).status).toBe(202);
  await waitForTexts(stage, 1);
  expect(stage.accepted()).toEqual(['TEST: Is it there?']);
});

test('a press acknowledges it, a visit never does: the next step isn’t texted, and a second visitor sees who has it', async () => {
  const all = await setUp();
  const { stage } = all;
  const path = await fire(all);
  expect(stage.accepted()).toEqual([`CRITICAL DiskFull https://sms.example.com${path}`]);
  const { status, page, headers } = await visit(stage, path);
  expect(status).toBe(200);
  expect(page).toContain('<header><b>SMS</b> Padma Logistics · Prometheus</header>');
  for (const says of ['1 alert firing', 'CRITICAL', 'DiskFull', 'Nobody has it yet', 'Acknowledge']) {
    expect(page).toContain(says);
  }
  expect(page).not.toMatch(/<script|https?:/);
  expect(page).not.toContain(FIRST);
  expect(Buffer.byteLength(page)).toBeLessThan(14 * 1024);
  expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);

  // Previews and scanners visit the link often; the next step is texted all the same.
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(stage.appUrl + path, { method });
  await stage.pass(5 * MINUTE);
  const second = await waitForTexts(stage, 2);
  expect(second).not.toBe(path);

  expect(await press(stage, second, 'take')).toEqual({ status: 303, location: tokenIn(second) });
  const mine = (await visit(stage, second)).page;
  expect(mine).toMatch(/You have it, since .*Give it back.*Also texted.*017••••5678: accepted/s);
  expect(mine).not.toContain('Acknowledge<');
  const secondPage = (await visit(stage, path)).page;
  expect(secondPage).toMatch(/018••••5678 has it, since .*Also texted.*018••••5678: accepted/s);
  expect(secondPage).not.toMatch(/<button/);
  // The second visitor changes nothing, however often they press.
  for (const action of ['take', 'give_back', 'resolve', '']) await press(stage, path, action);
  expect((await visit(stage, path)).page).toBe(secondPage);

  await stage.pass(20 * MINUTE);
  await all.hook.call(alertmanager('of DiskFull', { DiskFull: critical }));
  await stage.pass(20 * MINUTE);
  expect(stage.accepted(), 'a repeat texts nobody').toHaveLength(2);
  await all.hook.call(alertmanager('of DiskFull', { DiskFull: over }));
  await stage.until(() => stage.accepted().length === 4);
  await stage.pass(5 * SECOND);
  expect(pathsIn(stage).slice(2), 'what is over needs no link').toEqual([null, null]);
  const ended = (await visit(stage, second)).page;
  expect(ended).toContain('This is over');
  expect(ended).not.toMatch(/<button/);
  await press(stage, second, 'take');
  expect((await visit(stage, second)).page).toBe(ended);
});

test('the post, Show all and the page say what, where, since when and what is wrong, in the sender’s words, with the sender’s links', async () => {
  const all = await setUp();
  const { stage, hook } = all;
  const body = alertmanager('fs', {
    NodeFilesystemAlmostOutOfSpace: { ...critical, startsAt: '2026-11-21T08:41:00Z' },
  });
  const [alert] = body.alerts;
  Object.assign(alert?.labels ?? {}, { instance: 'db_1:9100', mountpoint: '/var', job: 'node' });
  const annotations = {
    summary: 'Filesystem has less than 3% space left.',
    description: 'Only 2.1% of pg_data is left on db_1.',
    runbook_url: 'https://wiki.example/fs?a=1&b=2',
  };
  Object.assign(alert ?? {}, { annotations, generatorURL: 'http://prom.example/graph?g0.expr=x' });
  expect((await hook.call(body)).status).toBe(202);
  const path = await waitForTexts(stage, 1);
  await stage.pass(5 * SECOND);
  const [post] = stage.slack.posts({ channel: ON_CALL }).filter(({ author }) => author.kind === 'app');
  if (!post) throw new Error('Nothing was posted');
  await stage.slack.press(post, 'open_alerts', { user: 'nusrat' });
  const modal = () => stage.slack.openViews('nusrat').find(view => /db_1/.test(JSON.stringify(view.content)));
  await passUntil({ pass: () => stage.pass(100) }, () => modal() !== undefined);
  const read = (blocks: unknown) => messageText({ blocks: blocks as never });
  const page = (await visit(stage, path)).page.replaceAll('&amp;', '&');
  for (const shown of [read(post.blocks), read(modal()?.content.blocks), page]) {
    expect(shown).toContain('NodeFilesystemAlmostOutOfSpace');
    expect(shown).toMatch(/db_1.*\/var/s);
    expect(shown).toContain(annotations.summary);
    expect(shown).toContain(annotations.description);
    for (const url of [annotations.runbook_url, 'http://prom.example/graph?g0.expr=x'])
      expect(shown).toContain(url);
  }
  // The alert started at 08:41 UTC, before the call about it.
  expect(read(modal()?.content.blocks)).toContain('since Sat 21 Nov, 14:41');
  expect(page).toContain('14:41');
});

test('a link belongs to one occurrence, and doesn’t acknowledge the next', async () => {
  const all = await setUp();
  const { stage } = all;
  const former = await fire(all);
  await all.hook.call(alertmanager('of DiskFull', { DiskFull: over }));
  await stage.pass(20 * MINUTE);
  await all.hook.call(
    alertmanager('of DiskFull', { DiskFull: { ...critical, startsAt: '2026-11-21T09:30:00Z' } }),
  );
  const next = () => pathsIn(stage).find(path => path !== null && path !== former) ?? '';
  await passUntil(stage, () => next() !== '');
  const path = next();
  await press(stage, former, 'take');
  expect((await visit(stage, former)).status).toBe(404);
  expect((await visit(stage, path)).page).toContain('Nobody has it yet');
  const toldSecond = () => stage.service.log.list().some(text => text.number === SECOND_NUMBER);
  expect(toldSecond()).toBe(false);
  await stage.pass(5 * MINUTE);
  await passUntil(stage, toldSecond);
});

test('the page speaks the hook’s language, and is gone once the hook gives no links', async () => {
  const all = await setUp({}, { language: 'bn' });
  const { stage, hook } = all;
  const path = await fire(all);
  const { page } = await visit(stage, path);
  for (const says of ['<html lang="bn">', 'DiskFull', 'আমি দেখছি']) expect(page).toContain(says);
  await hook.change({ link: false });
  await press(stage, path, 'take');
  expect(await visit(stage, path)).toMatchObject({
    status: 404,
    page: expect.not.stringContaining('DiskFull'),
  });
  await stage.pass(5 * MINUTE);
  expect(await waitForTexts(stage, 2), 'nobody has it: the next step is texted, without a link').toBe('');
});

test('the page doesn’t wait for Slack to name the workspace', async () => {
  const all = await setUp();
  const { stage } = all;
  const path = await fire(all);
  stage.slack.faults.add({ kind: 'hang', on: 'auth.test' });
  let page = '';
  const shown = visit(stage, path).then(answer => {
    ({ page } = answer);
  });
  for (let passed = 0; passed < 600; passed += 50) await stage.pass(50);
  await shown;
  expect(page).toContain('<header><b>SMS</b> Prometheus</header>');
  expect(page).toContain('Nobody has it yet');
});

test('an accidental press can be undone on the page, and the next step is texted', async () => {
  const all = await setUp();
  const { stage } = all;
  const path = await fire(all);
  await press(stage, path, 'take');
  expect((await visit(stage, path)).page).toMatch(/You have it.*"give_back"/s);
  await press(stage, path, 'give_back');
  expect((await visit(stage, path)).page).toContain('Nobody has it yet');
  for (let minute = 0; minute < 6; minute++) await stage.pass(MINUTE);
  await waitForTexts(stage, 2);
});

test('a link ends after seven days, though its alert still fires', async () => {
  const all = await setUp({}, { escalation: null, reminders: false });
  const { stage, hook } = all;
  const path = await fire(all);
  const DAY = 24 * 60 * MINUTE;
  await stage.sleep(4 * DAY);
  // Without this call the alert would be over, after a week of silence.
  await hook.call(alertmanager('of DiskFull', { DiskFull: critical }));
  await stage.sleep(3 * DAY - MINUTE);
  expect((await visit(stage, path)).page).toContain('DiskFull');
  await stage.sleep(2 * MINUTE);
  expect((await visit(stage, path)).status).toBe(404);
});

test('revoking the hook ends its links', async () => {
  const all = await setUp();
  const path = await fire(all);
  await all.hook.revoke();
  expect((await visit(all.stage, path)).status).toBe(404);
});

describe('a text has no link', () => {
  test.each([
    ['if its hook doesn’t say so', { link: false }, {}],
    ['where phones don’t reach the app', {}, { PUBLIC_URL: 'http://localhost:3000' }],
  ])('%s', async (_name, fields, environment) => {
    const all = await setUp(environment, fields);
    await all.hook.call(alertmanager('g', { DiskFull: critical }));
    await waitForTexts(all.stage, 1);
    expect(all.stage.accepted()).toEqual(['CRITICAL DiskFull']);
  });
});

describe('a caller who guesses links', () => {
  test('learns nothing, and is slowed down; no link is in the log', async () => {
    const all = await setUp({});
    const { stage } = all;
    const path = await fire(all);
    const wrong = await visit(stage, `${path}x`);
    expect([wrong.status, wrong.page]).toEqual([404, expect.stringContaining('This link no longer works')]);
    expect(wrong.page).not.toMatch(/DiskFull|Prometheus/);
    for (const dead of ['/a/', '/a/aaaaaaaaaa', `/stop/${tokenIn(path)}`, `/a/${tokenIn(path)}/`]) {
      expect((await visit(stage, dead)).status, dead).toBe(404);
      const pressed = await fetch(stage.appUrl + dead, { method: 'POST', body: 'what=take' });
      expect(pressed.status, dead).toBe(404);
    }
    expect((await fetch(stage.appUrl + path, { method: 'PUT' })).status).toBe(405);
    const big = await fetch(stage.appUrl + path, {
      method: 'POST',
      body: 'x'.repeat(2000),
      redirect: 'manual',
    });
    expect(big.status).toBe(408);
    expect(stage.logged()).not.toContain(tokenIn(path));

    const guesses = Array.from({ length: 60 }, async () => (await visit(stage, '/a/aaaaaaaaaa')).status);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([404, 429]));
    expect((await visit(stage, path)).page).toContain('Nobody has it yet');
  });
});
