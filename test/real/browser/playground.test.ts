import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PhoneText, phonePanel } from '../../../src/demo/phone/panel.ts';
import { startTeaApp } from '../../contracts/playground-app.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';

const why = whyNoChromium();

describe.skipIf(why)(`the page in Chromium${why ? `: ${why}` : ''}`, () => {
  const texts: PhoneText[] = [];
  let tea: Awaited<ReturnType<typeof startTeaApp>>;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const strangers: string[] = [];
  let broken = false;

  beforeAll(async () => {
    const knob = { id: 'broken', label: 'Broken', group: 'Kettle', kind: 'toggle' as const };
    tea = await startTeaApp({
      panels: [phonePanel(() => texts, Date.now)],
      knobs: [{ ...knob, run: value => (broken = value === true), state: () => broken }],
    });
    browser = await sharedChromium();
    page = await browser.newPage();
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', error => complaints.push(String(error)));
    page.on('request', request => {
      if (!request.url().startsWith(tea.playground.url)) strangers.push(request.url());
    });
    await page.goto(tea.playground.url);
    await page.getByRole('heading', { name: '# general' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await tea?.stop();
  });

  const type = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  };
  const be = async (name: string) => {
    await page.locator('#who').click();
    await page.locator(`[data-person="${name}"]`).click();
  };
  const post = (text: string) => page.locator('.post', { hasText: text });

  test('a command is answered, privately to one person or openly to all; a button asks before it acts', async () => {
    await be('rafiq');
    await type('/tea for two');
    await post('Heard: for two').getByText('Only visible to you').waitFor();
    await post('More?')
      .or(page.getByRole('button', { name: 'Again' }))
      .first()
      .waitFor();
    await be('shirin');
    await expect.poll(() => post('Heard: for two').count()).toBe(0);
    await page.getByRole('button', { name: 'Again' }).click();
    await page.getByRole('dialog').getByText('Really?').waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await post('Poured again').getByText('(edited)').waitFor();
    await page.reload();
    await post('Poured again').waitFor();
  });

  test('if you switch to another person while news comes in, you stay that person, and so does what you type', async () => {
    let letThrough: () => void = () => undefined;
    const isHeld = Promise.withResolvers<void>();
    await page.route(
      '**/page/state*',
      async route => {
        isHeld.resolve();
        await new Promise<void>(resolve => (letThrough = resolve));
        await route.continue();
      },
      { times: 1 },
    );
    await type('/tea quietly');
    await isHeld.promise;
    await be('nusrat');
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('not sent yet');
    letThrough();
    await page.getByRole('button', { name: /^You are Nusrat/ }).waitFor();
    expect(await message.inputValue()).toBe('not sent yet');
    await message.fill('');
    await be('shirin');
    await page.getByRole('button', { name: /^You are Shirin/ }).waitFor();
  });

  test('a form updates while you type, shows an error at its field, and closes', async () => {
    await type('/tea form');
    const modal = page.locator('#modal');
    await modal.getByLabel('Cups').fill('99');
    await modal.getByLabel('Note').fill('কড়া চা');
    await modal.getByLabel('Note').press('Enter');
    await modal.getByText('Order tea, live').waitFor();
    await modal.getByLabel('For').click();
    await modal.getByRole('button', { name: /Rafiq Islam/ }).click();
    await modal.getByRole('button', { name: 'Order' }).click();
    await modal.getByText('That is too much tea').waitFor();
    expect(await modal.getByLabel('Note').inputValue()).toBe('কড়া চা');
    await modal.getByLabel('Cups').fill('3');
    await modal.getByRole('button', { name: 'Order' }).click();
    await modal.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Tea 1 new' }).click();
    await post('3 cups ordered').waitFor();
  });

  test('what Slack saw, the phone, and a knob', async () => {
    await post('3 cups ordered').hover();
    await page.getByRole('button', { name: 'What did Slack see?' }).click();
    await page.getByRole('dialog').getByText('chat.postMessage').waitFor();
    await page.keyboard.press('Escape');
    texts.push({ id: 1, number: '01712345678', message: 'চা প্রস্তুত', pieces: ['চা প্রস্তুত'], at: Date.now() });
    tea.playground.changed();
    await page.getByRole('log', { name: 'Texts' }).getByText('চা প্রস্তুত').waitFor();
    await page.getByRole('switch', { name: 'Broken' }).click();
    await page.locator('[role=switch][aria-checked=true]').waitFor();
    expect(broken).toBe(true);
  });

  test('from 360 pixels on, nothing is hidden; no request goes elsewhere and no error is reported', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'general' }).click();
    await page.getByRole('heading', { name: '# general' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    expect(strangers).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
