import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { createFastClock, type FastClock } from '../../../src/demo/fast-clock.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
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
      await slack.page.getByRole('button', { name: /^on-call/ }).click();
      await slack.page.getByRole('button', { name: 'Alert bench' }).click();
    },
    async () => {
      clock = createFastClock();
      return { clock };
    },
  );

  const press = (name: string) => bench.getByRole('button', { name, exact: true }).click();
  /** The latest press, once all of its calls have got this answer. */
  const answered = async (title: string, answer: string) => {
    const round = bench.getByRole('article', { name: new RegExp(`^${title} `) }).first();
    await round.locator('.run-state').getByText(answer, { exact: true }).waitFor();
    return round;
  };
  /** Without the links at the end of each text. */
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
    await slack.phone.getByText('CRITICAL HighCPU on web-1: CPU above 90% for 5 minutes').waitFor();
    await slack.post('resolved: HighCPU').first().waitFor();
    expect(texts()).toEqual(['CRITICAL HighCPU on web-1: CPU above 90% for 5 minutes']);
  });

  test('a storm’s answers are counted; a job calls its hook until it is stopped; Escape returns the focus to the button', async () => {
    await bench.getByLabel('Speaks like').selectOption('JSON');
    await bench.getByLabel('Severity').selectOption('info');
    await press('Storm');
    const storm = bench.getByRole('article', { name: /^Storm / }).first();
    await storm.getByText(/^info, in 30 groups/).waitFor();
    await storm
      .locator('.run-state')
      .getByText(/202 × \d+/)
      .waitFor();
    const job = bench.getByRole('switch', { name: 'A job calls its heartbeat hook' });
    await job.click();
    await answered('Job', '202');
    expect(await job.getAttribute('aria-checked')).toBe('true');
    await job.click();
    await expect.poll(() => job.getAttribute('aria-checked')).toBe('false');
    await slack.page.keyboard.press('Escape');
    await bench.waitFor({ state: 'hidden' });
    expect(await slack.page.evaluate('document.activeElement.id')).toBe('open-bench');
  });
});
