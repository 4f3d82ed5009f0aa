import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

/* The workflow runner of the playground's page, with the whole product behind it. */
const why = whyNoChromium();
describe.skipIf(why)(`a workflow’s step in Chromium${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;
  let dialog: Locator;

  withDemoPage((newDemo, newPage) => {
    demo = newDemo;
    slack = newPage;
    dialog = slack.page.getByRole('dialog', { name: /Send an SMS/ });
  });

  const open = () => slack.page.getByRole('button', { name: 'Send an SMS' }).click();
  const fill = async (recipients: string, message: string) => {
    await dialog.getByLabel('Recipients').fill(recipients);
    await dialog.getByLabel('Message').fill(message);
  };
  const runIt = () => dialog.getByRole('button', { name: 'Run the step' }).click();
  const runs = () => dialog.getByRole('article');

  test('you fill the fields, the step runs, and its outputs are shown; a second delivery changes nothing', async () => {
    await slack.link(await slack.shownKey());
    await open();
    expect(await slack.page.getByRole('button', { name: 'Find groups' }).count()).toBe(0);
    await dialog.getByLabel(/^Groups/).fill('night');
    await dialog.getByText('No results').waitFor();
    await dialog.getByLabel(/^Groups/).fill('');
    await fill('@rafiq, 0171234', 'Server 3 is down');
    await dialog.getByLabel('Urgent').check();
    await runIt();
    const run = runs().first();
    await run.getByText('Completed').waitFor();
    const outputs = run.getByLabel('What came out');
    await outputs.getByText('partly_sent').waitFor();
    await outputs.getByText('1 of 2 accepted by the SMS service, 1 not sent').waitFor();
    await run.getByLabel('What went in').getByText('<@U0RAFIQ0001|rafiq>').waitFor();
    await run.getByText('Delivered once; the app answered 200.').waitFor();
    const again = run.getByRole('button', { name: 'Deliver again' });
    await again.click();
    await run.getByText('Delivered 2 times; the app answered 200, 200.').waitFor();
    await again.press('Enter');
    await run.getByText('Delivered 3 times').waitFor();
    expect(demo.service.texts().map(text => text.message)).toEqual(['Server 3 is down']);
    expect([...(await unnamedControls(slack.page)), ...(await overflowing(slack.page))]).toEqual([]);
  });

  test('a dedup key sends once; what can’t be done fails with a sentence', async () => {
    await slack.link(await slack.shownKey());
    await open();
    await fill('01712345678', 'disk full');
    await dialog.getByLabel(/^Dedup key/).fill('disk-1');
    await runIt();
    await runs().first().getByText('Completed').waitFor();
    await runIt();
    await expect.poll(() => runs().count()).toBe(2);
    await expect.poll(() => runs().getByText('Completed').count()).toBe(2);
    await dialog.getByLabel('Message').fill('disk full again');
    await runIt();
    await runs().first().getByText('Failed').waitFor();
    await runs()
      .first()
      .getByText(/dedup key was already used/)
      .waitFor();
    expect(demo.service.texts()).toHaveLength(1);
    await slack.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('without a linked key, the run fails and says what to do', async () => {
    await open();
    await fill('01712345678', 'hello');
    await runIt();
    await runs()
      .first()
      .getByText(/No API key .*\/sms link/)
      .waitFor();
  });
});
