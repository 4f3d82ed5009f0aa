import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../src/demo/manifest.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';
import { farmers, farmersXlsx } from '../support/farmers.ts';
import { createFastTime, type FastTime } from '../support/fast-time.ts';
import { freePort } from '../support/free-port.ts';
import { peopleLink } from '../support/people-page.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { hasLibfaketime } from '../support/set-clock.ts';
import { newTab, openSlackPage, type SlackPage } from '../support/slack-page.ts';
import { createStage, type Stage } from '../support/stage.ts';

/*
 * Farmers are texted in Bangla by name from a spreadsheet: watched, paused over a `kill -9`, out of credits in the middle,
 * topped up, finished, and the file of all rows compared with the SMS service's log. It is the real program in Slack's page,
 * while time runs fast for the app, the SMS service and Redis alike.
 *
 * With Redis in between, a busy machine keeps up with less of that.
 *
 *   FARMERS=2000  as many as a spreadsheet may well have, on either engine: two minutes on SQLite, five on Redis
 */

const FARMERS = Number(process.env.FARMERS);
const ON = {
  sqlite: { speed: 30, farmers: FARMERS || 300 },
  redis: { speed: FARMERS ? 10 : 3, farmers: FARMERS || 60 },
};
const PUBLIC_URL = 'https://sms.example.com';
const GROUP = 'কৃষক';
const MESSAGE = 'প্রিয় {name|কৃষক}, {গ্রাম}-এ আগামীকাল বীজ দেওয়া হবে।';
const worded = (name: string, village: string): string => `প্রিয় ${name}, ${village}-এ আগামীকাল বীজ দেওয়া হবে।`;
const PRICE = 0.35;
const LONG_MS = 400_000;
/** How long all texts may take on a machine that other tests keep busy. */
const PATIENCE_MS = 240_000;

const why = whyNoChromium();

describe.skipIf(why)(`A broadcast in Chromium${why ? `: ${why}` : ''}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  async function staged(
    fast: FastTime,
    environment: Record<string, string>,
  ): Promise<{ stage: Stage; slack: SlackPage }> {
    const stage = await createStage({
      ...{ program: true, fast },
      environment: { PORT: String(await freePort()), PUBLIC_URL, LOG_LEVEL: 'info', ...environment },
      slack: { manifest: readManifest(), clock: fast.slack },
    });
    const tab = await newTab(browser);
    onTestFinished(() => tab.context().close());
    const slack = await openSlackPage(tab, stage.slack.url);
    await slack.link(stage.apiKey);
    // In the world outside, PUBLIC_URL leads to the app.
    await tab.context().route(`${PUBLIC_URL}/**`, route => {
      const location = route.request().url().replace(PUBLIC_URL, stage.appUrl);
      return route.fulfill({ status: 302, headers: { location } });
    });
    return { stage, slack };
  }

  /** Imports the spreadsheet into a group; resolves with how many people it has. */
  async function importAll(stage: Stage, { page: tab }: SlackPage, count: number): Promise<number> {
    const file = join(stage.dataDir, '..', 'farmers.xlsx');
    writeFileSync(file, farmersXlsx(count));
    const page = await tab.context().newPage();
    await page.goto(await peopleLink(stage, 'import'));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('Choose a file').setInputFiles(file);
    await page.getByLabel('Group', { exact: true }).selectOption({ label: 'New group…' });
    await page.getByLabel('Name of the new group').fill(GROUP);
    const submit = page.getByRole('button', { name: /^Import [\d,]+ people$/ });
    const many = Number((await submit.innerText()).replace(/\D/g, ''));
    await submit.click();
    await page.getByText(new RegExp(`Done. Imported into the group “${GROUP}”`)).waitFor();
    await page.close();
    await closeModals(tab);
    return many;
  }

  async function closeModals(page: Page): Promise<void> {
    const modal = page.locator('#modal');
    const left = async (): Promise<boolean> => {
      const isOpen = await modal.isVisible();
      if (isOpen) await page.keyboard.press('Escape');
      return isOpen;
    };
    await expect.poll(left).toBe(false);
  }

  /** Fills in the form, looks at what it comes to, and sends it. */
  async function sendToAll(slack: SlackPage, many: number): Promise<void> {
    const { modal } = slack;
    await slack.send('/sms broadcast');
    const to = modal.getByLabel('To (optional)', { exact: true });
    const found = modal.getByRole('button', { name: new RegExp(`^${GROUP}`) });
    // While time runs fast, a search may be answered too late.
    await expect.poll(() => appears(found, () => typeAnew(to, 'কৃষ')), { timeout: LONG_MS }).toBe(true);
    await found.click();
    await modal.locator('.chip').filter({ hasText: GROUP }).waitFor();
    await modal.getByLabel(/^Message/).fill(MESSAGE);
    await modal
      .getByText(/আগামীকাল বীজ দেওয়া হবে/)
      .first()
      .waitFor();
    await fine(slack.page, 'the form');
    const toReview = modal.getByRole('button', { name: 'Review' });
    const reviewed = modal.getByText(`${many.toLocaleString('en')} people will get this text`);
    // On a busy machine the form may change under a press, or Slack may give up waiting: it stays, and is pressed again.
    const press = async () => {
      if (await toReview.isVisible()) await toReview.click({ timeout: SOON_MS }).catch(() => undefined);
    };
    await expect.poll(() => appears(reviewed, press), { timeout: PATIENCE_MS }).toBe(true);
    await modal.getByText(/will wait for a top-up/).waitFor();
    await fine(slack.page, 'the review');
    await modal.getByRole('button', { name: 'Send', exact: true }).click();
    await slack.confirm.getByRole('button', { name: 'Send' }).click();
    await modal.getByText('It has started').waitFor();
    await closeModals(slack.page);
  }

  const SOON_MS = 4000;
  async function appears(what: Locator, after: () => Promise<void>): Promise<boolean> {
    await after();
    return what.waitFor({ timeout: SOON_MS }).then(
      () => true,
      () => false,
    );
  }
  async function typeAnew(field: Locator, words: string): Promise<void> {
    await field.fill('');
    await field.pressSequentially(words, { delay: 10 });
  }

  const fine = async (page: Page, state: string) => {
    expect(await overflowing(page), `overflows: ${state}`).toEqual([]);
    expect(await unnamedControls(page), `without a name: ${state}`).toEqual([]);
  };

  /** How many the post says are sent. */
  async function shownSent(post: Locator): Promise<number> {
    const words = await post.innerText();
    return Number((/([\d,]+) of [\d,]+ sent/.exec(words)?.[1] ?? '0').replaceAll(',', ''));
  }

  /** The post changes all the time: a press can't wait until it stands still. */
  const press = (post: Locator, name: string) => post.getByRole('button', { name }).dispatchEvent('click');

  type Row = { Number: string; State: string; Reason: string; Cost: string; 'Log ID': string; Text: string };

  async function download(stage: Stage, slack: SlackPage, post: Locator): Promise<Row[]> {
    await post.getByRole('button', { name: 'Details' }).click();
    await slack.modal.getByRole('button', { name: 'Download CSV' }).click();
    const opened = slack.page.context().waitForEvent('page');
    await slack.modal.getByRole('button', { name: /page|browser|Open/ }).click();
    const page = await opened;
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = join(stage.dataDir, '..', 'broadcast.csv');
    await (await downloading).saveAs(file);
    await page.close();
    return parse(readFileSync(file, 'utf8'), { columns: true, bom: true });
  }

  async function journey(fast: FastTime, count: number, environment: Record<string, string>): Promise<void> {
    const { stage, slack } = await staged(fast, environment);
    const { service } = stage;
    const many = await importAll(stage, slack, count);
    service.accounts.useUp(stage.accountId);
    service.accounts.topUp(stage.accountId, ((PRICE * many) / 2).toFixed(2));
    const log = () => service.log.list();
    // The estimate is from what texts cost before.
    let tries = 0;
    const sample = () => slack.send(`/sms 01712345678 নমুনা ${tries++}`);
    const texted = slack.post('texted').first();
    await expect.poll(() => appears(texted, sample), { timeout: LONG_MS }).toBe(true);
    const before = log().length;

    await sendToAll(slack, many);
    const post = slack.post(/a broadcast.*কৃষক/).first();
    await expect.poll(() => shownSent(post), { timeout: PATIENCE_MS }).toBeGreaterThan(many / 10);
    await press(post, 'Pause');
    await post.getByText('Paused by').waitFor();
    await expect.poll(async () => (await shownSent(post)) + before).toBe(log().length);
    stage.program().kill('SIGKILL');
    await stage.program().ended;
    await stage.start();
    const sent = log().length;
    await slack.page.reload();
    await post.getByText('Paused by').waitFor();
    await fine(slack.page, 'paused');
    expect(log().length, 'nothing goes while it is paused').toBe(sent);
    await press(post, 'Resume');

    await post.getByText('Out of credits').waitFor({ timeout: PATIENCE_MS });
    service.accounts.topUp(stage.accountId, (PRICE * many).toFixed(2));
    await press(post, 'Resume');
    await slack.post('is over').waitFor({ timeout: PATIENCE_MS });
    await fine(slack.page, 'over');

    const rows = await download(stage, slack, post);
    const texts = log().slice(before);
    const all = rows.filter(({ State }) => State === 'sent');
    expect(all.map(row => [row['Log ID'], row.Number, row.Cost, row.Text]).toSorted()).toEqual(
      texts.map(({ logId, number, cost, message }) => [String(logId), number, cost, message]).toSorted(),
    );
    const refused = rows.filter(({ State }) => State === 'refused');
    expect(rows.length, 'every row has an end').toBe(all.length + refused.length);
    expect(rows.length).toBe(many);
    // As many as were under way when the account was empty: on a slow machine, time runs fast for more of them.
    expect(refused.filter(({ Reason }) => !/credit/.test(Reason))).toEqual([]);
    expect(new Set(texts.map(({ number }) => number)).size, 'nobody twice').toBe(texts.length);
    const wordings = Map.groupBy(farmers(count), ({ number }) => number);
    const strange = texts.filter(
      ({ number, message }) =>
        !wordings.get(number)?.some(({ name, village }) => message === worded(name, village)),
    );
    expect(strange, 'each by name').toEqual([]);
    const charged = texts.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 1e6), 0) / 1e6;
    expect(await post.innerText()).toContain(`cost ${charged}`);
  }

  test(
    'many farmers, on SQLite',
    () => journey(createFastTime(ON.sqlite.speed), ON.sqlite.farmers, {}),
    LONG_MS,
  );

  test.skipIf(!hasRedisServer() || !hasLibfaketime())(
    'many farmers, on Redis',
    async () => {
      const fast = createFastTime(ON.redis.speed);
      const redis = await startRedisServer(null, fast.redis);
      onTestFinished(redis.close);
      const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');
      await journey(fast, ON.redis.farmers, { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS });
    },
    LONG_MS,
  );
});
