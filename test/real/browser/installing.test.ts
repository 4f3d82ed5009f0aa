import { describe, expect, test } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

const why = whyNoChromium();

describe.skipIf(why)(`in Chromium${why ? `: ${why}` : ''}`, () => {
  let slack: SlackPage;

  withDemoPage((_demo, newPage) => {
    slack = newPage;
  });

  test('a second workspace installs the app, links its key and sends; then removes the app', async () => {
    const { page } = slack;
    await page.getByRole('button', { name: 'Switch workspace' }).click();
    await page.getByRole('menuitemradio', { name: 'Meghna Foods' }).click();

    // The app's own page, then Slack's question, then back.
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Install SMS in Meghna Foods' }).click();
    const visit = await opened;
    const complaints: string[] = [];
    visit.on('console', message => complaints.push(message.text()));
    await visit.getByRole('heading', { name: 'Text Bangladesh mobiles from Slack' }).waitFor();
    await visit.getByRole('link', { name: 'Add to Slack' }).click();
    expect(await visit.getByRole('radio', { name: 'Meghna Foods' }).isChecked()).toBe(true);
    await visit.getByRole('button', { name: 'Allow' }).click();
    await visit.getByRole('heading', { name: 'SMS is installed' }).waitFor();
    expect(await visit.getByRole('link', { name: 'Open Slack', exact: true }).getAttribute('href')).toBe(
      'slack://open?team=T0MEGHNA001',
    );
    expect(complaints).toEqual([]);
    await visit.close();

    // The message that says what to do next, and its button.
    await slack.be('Sadia');
    await page.getByRole('button', { name: 'SMS 1 new' }).click();
    await slack.post('Thank you for installing').getByRole('button', { name: 'Link your API key' }).click();
    await slack.modal.getByLabel('API key').fill(await slack.shownKey());
    await slack.modal.getByRole('button', { name: 'Link' }).click();
    await slack.modal.getByText('The key is linked').waitFor();
    await slack.modal.locator('footer').getByRole('button').click();

    await page.getByRole('button', { name: /^general/ }).click();
    await slack.send('/sms 01712345678 The jam is ready');
    await slack.post('texted 017••••5678').waitFor();
    await slack.phone.getByText('The jam is ready').waitFor();

    await page.getByRole('button', { name: 'Remove SMS from Meghna Foods' }).click();
    await page.getByRole('link', { name: 'Install SMS in Meghna Foods' }).waitFor();
  });
});
