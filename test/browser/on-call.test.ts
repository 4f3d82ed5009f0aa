import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startAlertmanager, whyNoAlertmanager } from '../support/alertmanager.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';
import { documentedCode } from '../support/documented-code.ts';
import { createFastTime, type FastTime } from '../support/fast-time.ts';
import { freePort } from '../support/free-port.ts';
import { makeHook, ON_CALL } from '../support/hooks.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { hasLibfaketime } from '../support/set-clock.ts';
import { createLinkedStage, type Stage } from '../support/stage.ts';

/*
 * A night on call: a real Alertmanager fires, nobody answers, the second step is texted, and takes it on the page behind the
 * link in its text, on a phone; repeats text nobody, and the end closes the post. The real program is killed at each of
 * these moments, and exactly the texts go out that an on-call engineer would want. Time runs fast for the app, the SMS
 * service and Redis alike, but not for Alertmanager.
 */

const PUBLIC_URL = 'https://sms.example.com';
const [NUSRAT, KARIM] = ['01712345678', '01812345678'];
const SPEED = 6;
const PATIENCE_MS = 120_000;
const SHORT = { group_wait: '50ms', group_interval: '300ms', repeat_interval: '900ms' };

const why = whyNoChromium() ?? whyNoAlertmanager();

describe.skipIf(why)(`A night on call${why ? `: ${why}` : ''}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  /** An old phone: small, and nothing runs on its pages. */
  async function phoneOf(stage: Stage): Promise<Page> {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 480 },
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    // In the world outside, PUBLIC_URL leads to the app.
    await page.route(`${PUBLIC_URL}/**`, async route => {
      const request = route.request();
      const answer = await fetch(request.url().replace(PUBLIC_URL, stage.appUrl), {
        method: request.method(),
        redirect: 'manual',
        headers: { 'content-type': request.headers()['content-type'] ?? 'text/plain' },
        ...(request.method() === 'POST' && { body: request.postData() ?? '' }),
      });
      const location = answer.headers.get('location');
      await route.fulfill({
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? 'text/html',
        ...(location !== null && { headers: { location } }),
        body: await answer.text(),
      });
    });
    return page;
  }

  async function kill(stage: Stage): Promise<void> {
    stage.program().kill('SIGKILL');
    await stage.program().ended;
    await stage.start();
  }

  async function night(fast: FastTime, environment: Record<string, string>): Promise<void> {
    const stage = await createLinkedStage({
      ...{ program: true, fast },
      environment: { PORT: String(await freePort()), PUBLIC_URL, LOG_LEVEL: 'info', ...environment },
    });
    const { call: _call, ...caller } = await makeHook(stage, {
      recipients: [{ kind: 'number', number: NUSRAT as never }],
      escalation: {
        firstMinutes: 2,
        steps: [{ to: [{ kind: 'number', number: KARIM as never }], minutes: 10 }],
        rounds: 5,
        severities: ['critical'],
      },
      link: true,
    });
    const filled = documentedCode('Alertmanager', 'yaml')[0]
      ?.replace('https://sms.example.com/hooks/HOOK', stage.appUrl + caller.path)
      .replace('TOKEN', caller.token);
    const config = parse(filled ?? '');
    const manager = await startAlertmanager({ ...config, route: { ...config.route, ...SHORT } });
    const called = async (times: number): Promise<void> => {
      const before = (await manager.notified()).calls;
      const since = async () => (await manager.notified()).calls - before;
      await expect.poll(since, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(times);
    };
    const texts = () => stage.service.log.list().map(({ number, message }) => ({ number, message }));
    /** Who was texted, and the first word of what. */
    const brief = () => texts().map(({ number, message }) => `${number} ${message.split(' ')[0]}`);
    const texted = (...all: string[]) => expect.poll(brief, { timeout: PATIENCE_MS }).toEqual(all);
    const posted = (pattern: RegExp) => {
      const shown = () =>
        stage.slack
          .posts()
          .filter(({ channel }) => channel === ON_CALL)
          .map(({ blocks, text }) => JSON.stringify([text, blocks]))
          .join('\n');
      return expect.poll(shown, { timeout: PATIENCE_MS }).toMatch(pattern);
    };

    const alert = {
      labels: { alertname: 'HighCPU', severity: 'critical', cluster: 'dhaka' },
      annotations: { summary: 'CPU above 90% on web-1' },
      startsAt: new Date(Date.now() - 60_000).toISOString(),
    };
    // No text leaves before the app is killed: one whose fate nobody knows would make the next step due at once.
    await stage.serviceGoesAway();
    await manager.post([alert]);
    await called(1);
    await kill(stage);
    await stage.serviceReturns();
    await texted(`${NUSRAT} CRITICAL`);
    // If the app were killed before it knows what became of a text, the next step would be due at once.
    await posted(/017••••5678: accepted/);
    await kill(stage);

    // Nobody answers.
    await texted(`${NUSRAT} CRITICAL`, `${KARIM} CRITICAL`);
    await posted(/018••••5678: accepted/);
    await kill(stage);
    const link = /https:\S+$/.exec(texts()[1]?.message ?? '')?.[0] ?? '';
    expect(link).toMatch(new RegExp(`^${PUBLIC_URL}/a/\\w{8,16}$`));
    const phone = await phoneOf(stage);
    await phone.goto(link);
    await phone.getByText('HighCPU').first().waitFor();
    await kill(stage);
    await phone.getByRole('button').first().click();
    await phone
      .getByText(/You have it|You’ve got it/)
      .first()
      .waitFor();
    await kill(stage);
    await phone.goto(link);
    await phone
      .getByText(/You have it|You’ve got it/)
      .first()
      .waitFor();
    await posted(new RegExp(`cknowledged.*${KARIM.slice(-4)}|${KARIM.slice(-4)}.*cknowledged`, 's'));

    // Repeats text nobody.
    await called(2);
    expect(brief()).toEqual([`${NUSRAT} CRITICAL`, `${KARIM} CRITICAL`]);

    await manager.post([{ ...alert, endsAt: new Date(Date.now() - 1000).toISOString() }]);
    await called(1);
    await kill(stage);
    await expect
      .poll(() => brief().toSorted(), { timeout: PATIENCE_MS })
      .toEqual([`${NUSRAT} CRITICAL`, `${NUSRAT} RESOLVED`, `${KARIM} CRITICAL`, `${KARIM} RESOLVED`]);
    await posted(/resolved/i);
    await phone.goto(link);
    await phone.getByText(/over/i).first().waitFor();
    expect(await phone.getByRole('button').count()).toBe(0);
  }

  test('on SQLite', { timeout: 3 * PATIENCE_MS }, () => night(createFastTime(SPEED), {}));

  test.skipIf(!hasRedisServer() || !hasLibfaketime())('on Redis', { timeout: 3 * PATIENCE_MS }, async () => {
    const fast = createFastTime(SPEED);
    const redis = await startRedisServer(null, fast.redis);
    onTestFinished(redis.close);
    const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');
    await night(fast, { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS });
  });
});
