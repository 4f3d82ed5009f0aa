import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

/* The page's promises to every user: with a keyboard, on a phone, on a first visit. */

const why = whyNoChromium();
const NARROW = { width: 360, height: 740 };

describe.skipIf(why)(`the page${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;

  withDemoPage((newDemo, newPage) => {
    demo = newDemo;
    slack = newPage;
  });

  const focused = () =>
    slack.page.evaluate('document.activeElement.id || document.activeElement.textContent');
  const announced = (words: string | RegExp) =>
    slack.page.locator('#announce').getByText(words).waitFor({ state: 'attached' });

  test('with the keyboard alone, you can link a key, send a text, and look at what Slack received', async () => {
    const { page } = slack;
    const press = (key: string) => page.keyboard.press(key);
    await press('Tab');
    await press('Enter'); // Tab reaches the link that skips to the message box.
    expect(await focused()).toBe('message');

    await page.keyboard.type('/s');
    await page.getByRole('option', { name: '/sms' }).waitFor();
    await press('Tab');
    expect(await slack.box.inputValue()).toBe('/sms ');
    await page.keyboard.type('link');
    await press('Enter');
    await slack.modal.getByLabel('API key').waitFor();
    await page.keyboard.type(demo.service.apiKey());
    await press('Enter');
    await slack.modal.getByText('The key is linked').waitFor();
    await press('Escape');
    await slack.modal.waitFor({ state: 'hidden' });
    expect(await focused(), 'the focus is back').toBe('message');

    await page.keyboard.type('/sms @ra');
    await page.getByRole('option', { name: 'Rafiq Islam' }).waitFor();
    await press('Enter');
    expect(await slack.box.inputValue()).toBe('/sms @rafiq ');
    await page.keyboard.type('hello');
    await press('Enter');
    await slack.phone.getByText('To 01712345678').waitFor();
    await announced(/SMS\..*texted .*017••••5678/);

    await press('Shift+Tab');
    for (let steps = 0; steps < 12 && (await focused()) !== 'What did Slack see?'; steps++)
      await press('Shift+Tab');
    await press('Enter');
    await page.getByRole('dialog', { name: 'What did Slack see?' }).waitFor();
    await press('Escape');
    expect(await focused()).toBe('What did Slack see?');
  });

  test('a message typed right after choosing a channel goes there, however slowly the playground answers', async () => {
    const { page } = slack;
    const filled = Promise.withResolvers<void>();
    await page.route('**/page/state?*', async route => {
      await filled.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: /^random/ }).click();
    await slack.box.fill('Meet me at the gate');
    filled.resolve();
    await page.getByRole('heading', { level: 1, name: 'random' }).waitFor();
    await slack.box.press('Enter');
    await slack.post('Meet me at the gate').waitFor();
  });

  test('the page is no taller than the window, Home leaves the message box its height, and no letter of a text is cut', async () => {
    const { page, box } = slack;
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    const height = async () => (await box.boundingBox())?.height;
    const before = await height();
    await page.getByRole('button', { name: /^SMS/ }).click();
    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await box.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^random/ }).click();
    await box.waitFor();
    expect(await height()).toBe(before);
    // The first part ends within টা.
    await slack.send(`/sms 01712345678 ${'ক'.repeat(66)}টাকা ${'ক'.repeat(40)}`);
    await slack.phone.getByText('Part 2 of 2').waitFor();
    expect(await slack.phone.locator('.bubble').last().textContent()).toMatch(/^কা ক+$/);
  });

  test('from 360 pixels on, nothing overflows, every control has a name, and drawers take and return the focus', async () => {
    const { page } = slack;
    await slack.turn('Connection breaks', true);
    await slack.send(`/sms 01712345678 ${'দীর্ঘ বার্তা '.repeat(20)}`);
    await slack.post('may or may not').waitFor();
    const fine = async (state: string) => {
      expect(await overflowing(page), `overflows: ${state}`).toEqual([]);
      expect(await unnamedControls(page), `without a name: ${state}`).toEqual([]);
    };
    for (const summary of await page.locator('.more summary').all()) await summary.click();
    await fine('wide');
    await page.setViewportSize(NARROW);
    await fine('narrow');
    await page.getByRole('button', { name: 'Phone and knobs' }).click();
    await fine('phone and knobs');
    await page.keyboard.press('Escape');
    // A drawer returns the focus in the next frame.
    await expect.poll(focused).toBe('open-side');
    await page.getByRole('button', { name: 'Channels' }).click();
    await fine('channels');
    await page.getByRole('button', { name: 'Switch person' }).click();
    await fine('people');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('who');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('open-sidebar');
    await slack.post('may or may not').getByRole('button', { name: 'Send again' }).click();
    await fine('confirmation');
    await page.keyboard.press('Escape');
    await slack.send('/sms link');
    await slack.modal.getByLabel('API key').waitFor();
    await fine('modal');
  });

  test('when time passes fast the page shows the time; the second workspace is offered the app; a link in a text can be pressed', async () => {
    const { page } = slack;
    const clock = page.getByText(
      /^For this Slack and the app it is \d\d:\d\d:\d\d: time passes 10 times as fast\.$/,
    );
    await slack.choose('Time passes', 'Ten times as fast');
    await clock.waitFor();
    // The page shows a time that is up to a second ahead, so two seconds have to pass.
    const times = new Set<string | null>();
    await expect.poll(async () => times.add(await clock.textContent()).size).toBeGreaterThan(3);
    await slack.choose('Time passes', 'As usual');
    await page.getByText(/^For this Slack and the app it is \d\d:\d\d:\d\d\.$/).waitFor();

    await slack.send('/sms 01712345678 See https://padma.example/truck?n=7.');
    const link = slack.phone.getByRole('link', { name: 'https://padma.example/truck?n=7' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://padma.example/truck?n=7');
    await slack.phone.getByText('1 part', { exact: true }).waitFor();
    await page.getByText('1 accepted by the SMS service').waitFor();

    await page.getByRole('button', { name: 'Switch workspace' }).click();
    await page.getByRole('menuitemradio', { name: 'Meghna Foods' }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Install SMS in Meghna Foods' }).click();
    const tab = await opened;
    await tab.waitForURL('**/slack/install?team=T0MEGHNA001');
    await tab.getByRole('link', { name: 'Add to Slack' }).click();
    await tab.getByRole('heading', { name: 'SMS wants to join a workspace' }).waitFor();
    await tab.getByText('chat:write', { exact: true }).waitFor();
    const group = tab.getByRole('group', { name: 'Workspace' });
    await group.getByLabel('Padma Logistics (installed)').check();
    await group.getByLabel('Meghna Foods').check();
    await tab.getByRole('button', { name: 'Allow' }).click();
    await tab.getByRole('heading', { name: 'The SMS app is installed' }).waitFor();
    await page.getByRole('button', { name: 'Remove SMS from Meghna Foods' }).waitFor();
    await tab.close();
    slack.strangers.length = 0; // The app’s own pages.
  });
});
