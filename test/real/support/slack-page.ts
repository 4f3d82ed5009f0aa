import type { Browser, ConsoleMessage, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** The playground's page as a person uses it: only what can be seen, typed and clicked. */
export interface SlackPage {
  page: Page;
  /** Errors in the browser's console or scripts. */
  complaints: string[];
  /** Requests to anywhere but the playground. */
  strangers: string[];
  /** The message box. */
  box: Locator;
  modal: Locator;
  confirm: Locator;
  /** The phone. */
  phone: Locator;
  /** Switches to another person. */
  be(name: string): Promise<void>;
  /** Writes into the box and sends it. */
  send(text: string): Promise<void>;
  /** The posts that contain this. */
  post(text: string | RegExp): Locator;
  /**
   * Opens the app's Home tab and presses a button there, until a modal opens, because the app may replace the
   * tab meanwhile.
   */
  pressInHome(name: string): Promise<void>;
  /** Links this key as Nusrat, the admin, and closes the form. */
  link(key: string): Promise<void>;
  /** Turns a switch on or off, and waits until it is. */
  turn(label: string, on: boolean): Promise<void>;
  choose(label: string, choice: string): Promise<void>;
  /** The API key that the page shows. */
  shownKey(): Promise<string>;
  /** Leaves the page before its playground ends. */
  leave(): Promise<void>;
}

const WIDE = { width: 1440, height: 900 };
/** Even a slow machine shows everything within this time. */
const LONG_MS = 20_000;

/** A press that opened nothing within this time had no effect. */
const OPENS_MS = 5000;

/** A tab in a fresh profile. */
export async function newTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(LONG_MS);
  return page;
}

/**
 * Opens the page in a tab. Each playground has its own port, and so its own origin: no data is left from
 * another.
 */
export async function openSlackPage(page: Page, url: string): Promise<SlackPage> {
  const complaints: string[] = [];
  const strangers: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  };
  const onError = (error: Error) => void complaints.push(String(error));
  const onRequest = (request: Request) => {
    if (!request.url().startsWith(`${url}/`)) strangers.push(request.url());
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  await page.setViewportSize(WIDE);
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'general' }).waitFor();

  const box = page.getByRole('textbox', { name: 'Message' });
  const modal = page.locator('#modal');
  const key = page.getByRole('textbox', { name: 'API key', exact: true }).and(page.locator('[readonly]'));
  const slack: SlackPage = {
    page,
    complaints,
    strangers,
    box,
    modal,
    confirm: page.locator('#confirm'),
    phone: page.getByRole('log', { name: 'Texts' }),
    async be(name) {
      await page.getByRole('button', { name: 'Switch person' }).click();
      await page.getByRole('menuitemradio', { name }).click();
      await page.getByRole('button', { name: `You are ${name}` }).waitFor();
    },
    async send(text) {
      await box.fill(text);
      await box.press('Enter');
    },
    post: text => page.getByRole('article').filter({ hasText: text }),
    async link(apiKey) {
      await slack.be('Nusrat');
      await slack.send('/sms link');
      await modal.getByLabel('API key').fill(apiKey);
      await modal.getByRole('button', { name: 'Link' }).click();
      await modal.getByText('The key is linked').waitFor();
      await modal.getByRole('contentinfo').or(modal.locator('footer')).getByRole('button').click();
      await modal.waitFor({ state: 'hidden' });
    },
    async pressInHome(name) {
      await page.getByRole('button', { name: /^SMS/ }).click();
      await page.getByRole('button', { name: 'Home', exact: true }).click();
      const opens = async (): Promise<boolean> => {
        await page.locator('#home').getByRole('button', { name, exact: true }).click();
        return modal.waitFor({ timeout: OPENS_MS }).then(
          () => true,
          () => false,
        );
      };
      await expect.poll(opens, { timeout: LONG_MS }).toBe(true);
    },
    async turn(label, on) {
      const knob = page.getByRole('switch', { name: label });
      if ((await knob.getAttribute('aria-checked')) !== String(on)) await knob.click();
      await page.locator(`[role=switch][aria-checked=${on}]`).and(knob).waitFor();
    },
    async choose(label, choice) {
      const answered = page.waitForResponse(response => response.url().endsWith('/page/act'));
      await page.getByLabel(label).selectOption({ label: choice });
      await answered;
    },
    shownKey: () => key.inputValue(),
    async leave() {
      page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
      await page.goto('about:blank');
    },
  };
  return slack;
}
