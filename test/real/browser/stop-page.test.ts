import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { faintTexts, overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

const why = whyNoChromium();

describe.skipIf(why)(`a template and its stop link in Chromium${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;

  withDemoPage((newDemo, newPage) => {
    demo = newDemo;
    slack = newPage;
  });

  const fine = async (state: string) => {
    expect(await overflowing(slack.page), `overflows: ${state}`).toEqual([]);
    expect(await unnamedControls(slack.page), `without a name: ${state}`).toEqual([]);
  };

  async function makeTemplate(name: string, text: string): Promise<void> {
    await slack.page.getByRole('button', { name: /^SMS/ }).click();
    await slack.page.getByRole('button', { name: 'Home', exact: true }).click();
    const home = slack.page.locator('#home');
    await home.getByText('No texts are waiting.').waitFor();
    await home.getByRole('button', { name: 'Templates' }).click();
    await slack.modal.getByRole('button', { name: 'New template' }).click();
    await slack.modal.getByLabel('Name').fill(name);
    await slack.modal.getByRole('textbox', { name: 'Text' }).fill(text);
    await slack.modal.getByText(/^Dear Ranu Begum, /).waitFor();
    await fine('the form of a template');
    await slack.modal.getByRole('button', { name: 'Save' }).click();
    await slack.modal.getByText('is saved').waitFor();
    await slack.page.keyboard.press('Escape');
    await slack.modal.getByRole('button', { name: 'Change' }).waitFor();
    await slack.page.keyboard.press('Escape');
    await slack.modal.waitFor({ state: 'hidden' });
    await slack.page.getByRole('button', { name: /^general/ }).click();
  }

  /** Sends the template to a number by the form. */
  async function sendTo(number: string, template: string): Promise<void> {
    const { modal } = slack;
    await slack.send('/sms');
    await modal.getByLabel('To', { exact: true }).fill(number);
    await modal.getByRole('button', { name: /Text this number/ }).click();
    await modal.getByLabel(/^Template/).fill(template);
    await modal.getByRole('button', { name: template }).click();
    await modal.getByText(/^Dear friend, tomorrow/).waitFor();
    await fine('the form of a text');
    await modal.getByRole('button', { name: /^Send/ }).click();
  }

  test('a recipient presses the button, without scripts, and gets no more texts; then they undo it', async () => {
    await makeTemplate('Harvest', 'Dear {name|friend}, tomorrow is harvest day. Stop: {stop}');
    await sendTo('01712345678', 'Harvest');
    await slack.post('texted').waitFor();
    const [{ message = '' } = {}] = demo.service.texts();
    const link = /Stop: (http:\S+)$/.exec(message)?.[1] ?? '';
    expect(link).toMatch(/\/stop\/[0-9A-Za-z]{12}$/);

    const browser = slack.page.context().browser();
    if (!browser) throw new Error('The page has no browser');
    // As on an old phone: small, and without scripts.
    const phone = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 480 },
    });
    const page = await phone.newPage();
    const complaints: string[] = [];
    page.on('console', line => complaints.push(line.text()));
    const visit = await page.goto(link);
    expect(Buffer.byteLength((await visit?.text()) ?? '')).toBeLessThan(14 * 1024);
    await page.getByText('017••••5678').first().waitFor();
    expect(await page.getByRole('heading', { name: 'আর এসএমএস চান না?' }).count()).toBe(1);

    expect([...(await faintTexts(page)), ...(await overflowing(page))]).toEqual([]);

    await page.getByRole('button', { name: 'Stop texting me' }).press('Enter');
    await page.getByText(/^Done\./).waitFor();
    await page.reload();
    await page.getByText(/^Done\./).waitFor();
    await slack.send('/sms 01712345678 hello again');
    await slack.post(/never|asked/i).waitFor();
    expect(demo.service.texts()).toHaveLength(1);

    await page.getByRole('button', { name: 'আমি আবার এসএমএস চাই' }).click();
    await page.getByRole('button', { name: 'আমাকে আর এসএমএস পাঠাবেন না' }).waitFor();
    expect(complaints).toEqual([]);
    await phone.close();
    await slack.send('/sms 01712345678 welcome back');
    await slack.phone.getByText('welcome back').waitFor();
  });
});
