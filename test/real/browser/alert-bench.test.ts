import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { createFastClock, type FastClock } from '../../../src/demo/fast-clock.ts';
import { faintTexts, overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

/* The alert bench of the playground's page, with the whole product behind it. */
const why = whyNoChromium();
describe.skipIf(why)(`the alert bench in Chromium${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;
  let bench: Locator;
  let clock: FastClock;

  withDemoPage(
    async (newDemo, newPage) => {
      demo = newDemo;
      slack = newPage;
      bench = slack.page.getByRole('dialog', { name: /Alert bench/ });
      await slack.link(await slack.shownKey());
      await slack.page.getByRole('button', { name: /^on-call/ }).click();
      await slack.page.getByRole('button', { name: 'Alert bench' }).click();
    },
    async () => {
      clock = createFastClock();
      return { clock };
    },
  );

  const press = (name: string) => bench.getByRole('button', { name, exact: true }).click();
  const choose = (label: string, option: string) => bench.getByLabel(label).selectOption({ label: option });
  /** The latest press, once all of its calls have got this answer. */
  const answered = async (title: string, answer: string) => {
    const round = bench.getByRole('article', { name: new RegExp(`^${title} `) }).first();
    await round.locator('.run-state').getByText(answer, { exact: true }).waitFor();
    return round;
  };
  /** Without the links at their ends. */
  const texts = () => demo.service.texts().map(text => text.message.replace(/ http:\S+\/a\/\w+$/, ''));

  test('an alert is fired and repeated as Alertmanager would: one text, the same ids each time, and a post', async () => {
    await press('Fire');
    const fired = await answered('Fire', '202');
    const ids = await fired.getByLabel('Answer').textContent();
    expect(ids).toMatch(/"status":"accepted","ids":\[".+-1"\]/);
    await press('Repeat');
    const repeated = await answered('Repeat', '202');
    expect(await repeated.getByLabel('Answer').textContent()).toBe(ids);
    await fired.getByText('What was posted').click();
    await fired.getByText('"groupKey": "{}:{service=\\"web\\"}"').waitFor();
    await bench.getByText('1 alert fires').waitFor();
    expect([...(await unnamedControls(slack.page)), ...(await overflowing(slack.page))]).toEqual([]);

    await slack.post('Alert bench').getByText('CRITICAL HighCPU').first().waitFor();
    await press('Resolve');
    await answered('Resolve', '202');
    await bench.getByText('nothing fires').waitFor();
    await press('Resolve');
    await slack.page.getByText('Nothing fires.').waitFor();
    await slack.page.keyboard.press('Escape');
    await slack.phone.getByText('CRITICAL HighCPU: CPU above 90% for 5 minutes').waitFor();
    await slack.post('resolved: HighCPU').first().waitFor();
    expect(texts()).toEqual(['CRITICAL HighCPU: CPU above 90% for 5 minutes']);
  });

  test('nobody answers: the next step is texted, and acknowledges on the page behind its link; meanwhile a job stops and comes back', async () => {
    const all = () => demo.service.texts().map(({ number }) => number);
    const [onCall, next] = ['01712345678', '01812345679'];
    const job = bench.getByRole('switch', { name: 'A job calls its heartbeat hook' });
    await bench.getByLabel('Group').fill('payments_gateway_in_production.ap-south-1.example.internal');
    await press('Fire');
    await answered('Fire', '202');
    await job.click();
    await answered('Job', '202');
    await job.click();
    await slack.page.keyboard.press('Escape');
    await expect.poll(all).toEqual([onCall]);
    await slack.choose('Time passes', 'Ten times as fast');
    expect(clock.speed()).toBe(10);
    // Five minutes would still be half a minute. As soon as they are over, there is time for what people do.
    clock.runAt(60);
    await expect.poll(all).toEqual([onCall, onCall, next]);
    clock.runAt(1);
    expect(texts()[1]).toMatch(/^CRITICAL Backup: not called for \d minutes?$/);

    const opened = slack.page.context().waitForEvent('page');
    await slack.phone.getByRole('listitem').filter({ hasText: next }).getByRole('link').click();
    const phone = await opened;
    await fine(phone);
    await phone.getByRole('button', { name: 'Acknowledge' }).click();
    await phone.getByText('You have it').waitFor();
    await fine(phone);
    await phone.close();
    await slack
      .post(/Acknowledged by 018••••5679/)
      .first()
      .waitFor();

    await slack.page.getByRole('button', { name: 'Alert bench' }).click();
    await press('Repeat');
    await answered('Repeat', '202');
    await job.click();
    clock.runAt(10);
    await expect.poll(texts).toHaveLength(4);
    expect(texts()[3]).toMatch(/^RESOLVED Backup: is back/);
    expect(all(), 'a repeat texts nobody').toEqual([onCall, onCall, next, onCall]);
  }, 120_000);

  /** The page behind a link is read on any phone, zoomed or not, by everybody. */
  async function fine(page: Page): Promise<void> {
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const button = page.getByRole('button');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outline')).toContain('solid 3px');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faintTexts(page), colorScheme).toEqual([]);
    }
    // The last is an old phone's page at 200 %.
    for (const width of [1280, 240, 160]) {
      await page.setViewportSize({ width, height: 320 });
      expect([...(await overflowing(page)), ...(await unnamedControls(page))], `${width} px`).toEqual([]);
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  }

  test('Grafana and JSON calls work too, with another severity and group', async () => {
    await choose('Speaks like', 'Grafana');
    await choose('Severity', 'warning');
    await bench.getByLabel('Group').fill('db');
    await press('Fire');
    await answered('Fire', '202');
    await expect.poll(texts).toEqual(['WARNING HighCPU: CPU above 90% for 5 minutes']);
    await choose('Speaks like', 'JSON');
    await choose('Severity', 'critical');
    await press('Fire');
    await answered('Fire', '202');
    await expect.poll(texts).toHaveLength(2);
    expect(texts()[1]).toBe('DiskFull on db-2: 97% of /var is used');
    for (const kind of ['Uptime Kuma', 'Zabbix', 'Healthchecks', 'GitHub', 'Sentry']) {
      await choose('Speaks like', kind);
      await press('Fire');
      const round = await answered('Fire', '202');
      expect(await round.getByLabel('Answer').textContent()).toContain('"status":"accepted"');
    }
    await press('Resolve');
    await answered('Resolve', '202 × 7');
  });

  test('a storm of a hundred alerts after a text sends no other text, and the channel says what is held back', async () => {
    await choose('Severity', 'warning');
    // However fast the hundred arrive, the first text is out already.
    await press('Fire');
    await expect.poll(texts).toHaveLength(1);
    await press('Storm');
    const round = await answered('Storm', '202 × 100');
    await round.getByText('100 of 100 calls answered.').waitFor();
    await slack.page.keyboard.press('Escape');
    await slack
      .post(/alerts? held back for 017••••5678/)
      .first()
      .waitFor();
    expect(texts()).toHaveLength(1);
  });

  test('what a hook refuses is shown: a wrong token, an address that isn’t one, nobody there', async () => {
    await bench.getByText('Which hook').click();
    const [address, token] = [bench.getByLabel('Address'), bench.getByLabel('Token')];
    const good = await address.inputValue();
    await token.fill('smsh_wrong');
    await press('Fire');
    const refused = await answered('Fire', '401');
    await refused.getByText(/no such hook/).waitFor();
    await address.fill('ftp://127.0.0.1/hooks/x');
    await press('Fire');
    await slack.page.getByText('has to start with http:// or https://').waitFor();
    await address.fill(good.replace(/:\d+\//, ':1/'));
    await press('Fire');
    await answered('Fire', 'No answer');
    expect(texts()).toEqual([]);
  });
});
