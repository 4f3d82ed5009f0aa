import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { PASSWORD } from '../../support/dashboard.ts';
import { unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';
import { hasNetSmpp, type Submit, startSmsc } from '../support/smsc.ts';

const why = whyNoChromium() ?? (hasNetSmpp() ? undefined : 'Net::SMPP is missing');
const OPERATOR = 'ops@sms.example';
const OWNER = 'shirin@meghna.example';
const NUMBER = '01712345678';

describe.skipIf(why)(`the SMS service’s dashboard${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;
  let complaints: string[] = [];
  /** The carrier of all texts. It accepts each, unless a test says otherwise. */
  let smsc: Awaited<ReturnType<typeof startSmsc>>;

  withDemoPage(
    (newDemo, newPage) => {
      demo = newDemo;
      slack = newPage;
    },
    async () => {
      const carrier = await startSmsc();
      carrier.onSubmit(submit => carrier.answer(submit, String(submit.seq)));
      smsc = carrier;
      return { routes: { routes: [carrier.route()] }, fromNothing: true };
    },
  );

  /** A page in a browser of its own, which must not report any error. */
  async function somebody(options: BrowserContextOptions = {}): Promise<Page> {
    const browser = slack.page.context().browser();
    const context = await browser?.newContext({ viewport: { width: 1400, height: 900 }, ...options });
    if (!context) throw new Error('There is no browser');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    // All browsers of a machine share a clipboard, and other tests copy, too.
    await page.addInitScript(
      'const write = Clipboard.prototype.writeText; Clipboard.prototype.writeText = function (text) { window.copied = text; return write.call(this, text); };',
    );
    complaints = [];
    page.on('console', message => {
      // A refused form is answered with 4xx, which the browser reports as an error.
      if (/error|warning/.test(message.type()) && !/status of 4/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', error => void complaints.push(String(error)));
    return page;
  }

  async function choosePasswordAndSignIn(page: Page, link: string, email: string): Promise<void> {
    await page.goto(link);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('Your password is saved.').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  test('an operator makes an account, its text appears in its log and is delivered, and the receipt matches to the last decimal', async () => {
    const operator = await somebody();
    await choosePasswordAndSignIn(operator, demo.service.inviteOperator(OPERATOR), OPERATOR);
    await operator.getByLabel('Name').fill('Meghna Foods');
    await operator.getByLabel('Credits to begin with').fill('99.0001');
    await operator.getByLabel('Its owner’s e-mail address').fill(OWNER);
    await operator.getByRole('button', { name: 'Create the account' }).click();
    await operator.getByRole('heading', { name: `A link for ${OWNER}` }).waitFor();
    await operator.getByRole('button', { name: 'Copy' }).click();
    await operator.getByRole('button', { name: 'Copied' }).waitFor();
    const link = String(await operator.evaluate('window.copied'));
    await operator.context().close();

    const owner = await somebody();
    await choosePasswordAndSignIn(owner, link, OWNER);
    await owner.getByText('99.0001 credits').waitFor();
    await owner.getByRole('link', { name: 'Make one in the API section' }).click();
    await owner.getByLabel('Name').fill('Slack');
    await owner.getByRole('button', { name: 'Make a key' }).click();
    await owner.getByRole('heading', { name: 'Your key “Slack” is ready' }).waitFor();
    await owner.getByRole('button', { name: 'Copy the key' }).click();
    await owner.getByRole('button', { name: 'Copied' }).waitFor();
    const key = String(await owner.evaluate('window.copied'));
    expect(key).toMatch(/^smskey_[\w-]{32}$/);

    smsc.onSubmit(() => undefined);
    await slack.link(key);
    await slack.send(`/sms ${NUMBER} The truck is at the gate`);
    const receipt = slack.post('texted').first();
    await receipt.waitFor();
    const receiptText = (await receipt.textContent()) ?? '';
    const [, cost] = /Cost ([\d.]+)/i.exec(receiptText) ?? [];
    const [, balance] = /Balance ([\d.]+)/i.exec(receiptText) ?? [];
    expect({ cost, balance }, receiptText).toEqual({ cost: '0.35', balance: '98.6501' });

    await owner.getByRole('navigation').getByRole('link', { name: 'Log' }).click();
    const row = owner.getByRole('row').filter({ hasText: NUMBER });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/\d{4}, \d\d:\d\d:\d\d$/),
      NUMBER,
      'The truck is at the gate',
      '1',
      cost,
      balance,
      'Accepted',
    ]);
    const [submit] = (await smsc.submitted(1)) as [Submit];
    expect(Buffer.from(submit.short_message, 'hex').toString()).toBe('The truck is at the gate');
    const state = async () => {
      await owner.reload();
      return row.getByRole('cell').last().textContent();
    };
    smsc.answer(submit, 'a1');
    await expect.poll(state).toBe('Submitted');
    smsc.receiptInWords(await smsc.bound(), 'a1', 'DELIVRD');
    await expect.poll(state).toBe('Delivered');
    await row.getByRole('link').click();
    await owner.getByText('The truck is at the gate').waitFor();
    await owner.getByText(`${cost} charged, ${balance} left`).waitFor();
    await owner.getByRole('link', { name: 'Overview' }).click();
    await owner.getByText(`${balance} credits`).waitFor();
    await owner.getByRole('img', { name: /Texts a day, last 30 days\. 1 in all/ }).waitFor();
    // Linking asks the service whether the key is valid.
    await owner.getByText('2 of 60').first().waitFor();
    expect(complaints).toEqual([]);
    await owner.context().close();
  });

  test('beside Slack, the first step leads to the API section, signed in', async () => {
    const steps = slack.page.getByRole('region', { name: 'First steps' });
    const opened = slack.page.context().waitForEvent('page');
    await steps.getByRole('link', { name: 'Open the dashboard' }).click();
    const tab = await opened;
    await tab.getByRole('heading', { name: 'API', exact: true }).waitFor();
    await tab.getByLabel('Name').fill('Slack');
    await tab.getByRole('button', { name: 'Make a key' }).click();
    const key = (await tab.locator('#api-key').textContent()) ?? '';
    // Another key than the demo's own, which the knobs show.
    expect(key).not.toBe(demo.service.apiKey());
    await slack.page.reload();
    await steps.getByRole('heading', { name: 'Step 2 of 5: Link the API key' }).waitFor();
    await slack.link(key);
    await slack.send(`/sms ${NUMBER} hello`);
    await slack.post('texted').first().waitFor();
    await slack.page.getByRole('link', { name: 'Dashboard' }).waitFor();
    await tab.close();
  });

  test('on a phone, in both languages, light and dark, without script: nothing overflows, every control has a name and every label a value', async () => {
    for (const [locale, colorScheme] of [
      ['en-GB', 'light'],
      ['bn-BD', 'dark'],
    ] as const) {
      const page = await somebody({
        viewport: { width: 390, height: 844 },
        locale,
        colorScheme,
        javaScriptEnabled: false,
      });
      const { url, cookie } = await demo.service.enterDashboard();
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      await page.context().addCookies([{ name, value, url }]);
      await fetch(`${demo.service.url}/api/send-sms.php`, {
        method: 'POST',
        body: new URLSearchParams({
          api_key: demo.service.apiKey(),
          number: NUMBER,
          message: 'দীর্ঘ বার্তা '.repeat(40),
        }),
      });
      for (const path of [
        '/',
        '/api',
        '/log',
        '/log/1',
        '/log/refused',
        '/credits',
        '/people',
        '/me',
        '/sign-in',
      ]) {
        await page.goto(new URL(path, url).href);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
        expect(await unnamedControls(page), path).toEqual([]);
        // An empty value has no label either.
        const empty = await page.locator('td:visible', { has: page.locator(':scope > div:empty') }).count();
        expect(empty, path).toBe(0);
      }
      // The keyboard reaches the content at once, and every control is a link, a field or a button.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL('**#content');
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});
