import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Finding } from '../../../src/kit/examination.ts';
import { englishIn, homeIn, LANGUAGES } from '../../support/home-tab.ts';
import { saveGroup } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, HOUR, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';
import { createJumps } from '../support/jumps.ts';
import { runCommand } from '../support/operator.ts';
import { newTab, openSlackPage } from '../support/slack-page.ts';

/*
 * A short cut of a team's first month with the real program: four days of texts, the operator's doctor, a backup, a machine that is lost,
 * a restore. Then Home as people see it, on a wide screen and on a phone, in both languages.
 */

const why = whyNoChromium();
const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 390, height: 844 };
const DAYS = 3;
const DAY = 24 * HOUR;
const PATIENT = { timeout: 60_000 };
const MARKET = 'The market opens at nine';
const WAITED = ['Rice for Rangpur', 'Rice for Bogura'];
/** The people who look at Home, and how many pictures it shows each: an admin, a manager, a member. */
const VIEWERS = [
  { name: 'Nusrat', user: ADMIN, pictures: 2 },
  { name: 'Shirin', user: 'shirin', pictures: 1 },
  { name: 'Rafiq', user: 'rafiq', pictures: 0 },
];
/** Slack words days in the language that its user chose there. */
const IN_SLACKS_LANGUAGE = /^(?:today|yesterday|Nusrat|Shirin|Rafiq|[A-Z][a-z]{2})$/;

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'sms-first-month-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const closeAll = async ({ slack }: Stage, user: string): Promise<void> => {
  for (const view of slack.openViews(user)) await slack.closeView(view);
};
const countOf = ({ accepted }: Stage, says: string): number =>
  accepted().filter(text => text === says).length;

/** Types a text and waits until the service has it. */
async function types(stage: Stage, user: string, says: string): Promise<void> {
  await stage.sms(`01712345678 ${says}`, { user });
  await expect.poll(() => countOf(stage, says), PATIENT).toBe(1);
}

async function sendBroadcast(stage: Stage): Promise<void> {
  const form = await opened(stage, 'rafiq', () => stage.sms('broadcast'));
  const numbers = Array.from({ length: 5 }, (_, index) => `0181000000${index}`);
  await stage.slack.submit(form, {
    broadcast_kind: 'service',
    broadcast_pasted: numbers.join(', '),
    broadcast_message: MARKET,
  });
  await stage.slack.waitFor(() => contentOf(form).includes('5 people will get'), 'what it comes to');
  await stage.slack.submit(form, {});
  await expect.poll(() => countOf(stage, MARKET), PATIENT).toBe(5);
  await closeAll(stage, 'rafiq');
}

/** Two texts wait when the backup is made, and go before the machine is lost; another one gets the backup. */
async function loseAndRestore(stage: Stage): Promise<void> {
  const { environment, dataDir } = stage;
  await stage.serviceGoesAway();
  for (const says of WAITED) await stage.sms(`01712345678 ${says}`);
  await expect.poll(() => stage.posts(/is on hold/).length, PATIENT).toBe(2);
  const file = join(folder(), 'backup.db');
  expect((await runCommand('backup', environment, [file])).code).toBe(0);
  await stage.serviceReturns();
  for (const says of WAITED) await expect.poll(() => countOf(stage, says), PATIENT).toBe(1);
  stage.program().kill('SIGKILL');
  await stage.program().ended;
  const empty = join(folder(), 'app');
  mkdirSync(empty);
  copyFileSync(join(dataDir, 'encryption-keys'), join(empty, 'encryption-keys'));
  environment.DATA_DIR = empty;
  expect((await runCommand('restore', environment, [file])).code).toBe(0);
  await stage.start();
  await expect.poll(() => stage.posts(/may or may not/).length, PATIENT).toBe(2);
}

/** What a page's Home says, but for what people type and the choice of a language. */
const readHome = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const home = document.querySelector('#home').cloneNode(true);
    for (const part of home.querySelectorAll('code, select')) part.remove();
    return home.textContent;
  })()`);

test.skipIf(why)(
  `Home after four days, a backup and a restore, on a wide screen and on a phone${why ? `: ${why}` : ''}`,
  { timeout: 300_000 },
  async () => {
    // The story ends now, so that the operator's commands have the same time as the program.
    const jumps = createJumps(undefined, -DAYS * DAY);
    onTestFinished(jumps.close);
    const stage = await createLinkedStage({
      program: jumps.program,
      slack: { manifest: readManifest(), clock: jumps.slack },
      service: { clock: jumps.service },
    });
    const { slack } = stage;
    slack.takeDataBlocks('charts-on-home');
    await closeAll(stage, ADMIN);
    const shirin = slack.person('shirin').id;
    const { form } = await saveGroup(stage, 'managers', { setting_managers: [shirin] });
    // Such a change is asked about once more.
    await slack.submit(form);
    await slack.waitFor(() => contentOf(form).includes('Saved'), 'that it is saved');
    await closeAll(stage, ADMIN);
    for (let day = 0; day < DAYS; day += 1) {
      for (let text = 0; text <= day * 2; text += 1)
        await types(stage, day === 1 ? 'shirin' : 'rafiq', `Truck ${text} of day ${day}`);
      await jumps.jump(stage, DAY);
    }
    await sendBroadcast(stage);

    const { port } = new URL(stage.appUrl);
    const doctor = await runCommand('doctor', { ...stage.environment, PORT: port }, ['--json']);
    const { ok, findings } = JSON.parse(doctor.said) as { ok: boolean; findings: Finding[] };
    expect([doctor.code, ok, findings.filter(({ is }) => is === 'wrong')]).toEqual([0, true, []]);
    const { balance } = stage.service.accounts.get(stage.accountId);
    await loseAndRestore(stage);
    const texts = stage.accepted().length;

    const browser = await sharedChromium();
    onTestFinished(() => browser.close());
    const page = await newTab(browser);
    const shown = await openSlackPage(page, slack.url);
    // A Slack that takes charts on Home, and then one as in its documents. The app learns from what Slack refuses.
    for (const blocks of ['charts-on-home', 'documented'] as const) {
      slack.takeDataBlocks(blocks);
      for (const { name, user, pictures } of VIEWERS) {
        await page.setViewportSize(WIDE);
        await shown.be(name);
        await page.getByRole('button', { name: /^SMS/ }).click();
        await page.getByRole('button', { name: 'Home', exact: true }).click();
        for (const language of LANGUAGES) {
          const view = `${name}, ${language}, ${blocks}`;
          await homeIn(stage, user, language);
          await page
            .locator('#home')
            .getByText(language === 'en' ? 'As of' : 'হিসাবের সময়')
            .waitFor();
          const home = await readHome(page);
          expect(home.match(/\*\S[^*]*\*|<[@#!]|:[a-z_]+:|`|undefined|NaN/g), view).toBeNull();
          if (language === 'bn')
            expect(
              englishIn(home, []).filter(word => !IN_SLACKS_LANGUAGE.test(word)),
              view,
            ).toEqual([]);
          else {
            // Slack's own charts have their values in cells.
            expect(home, view).toContain(`Balance: ${Number(balance).toFixed(2)} credits`);
            expect(home.includes('2 texts may or may not have arrived'), view).toBe(pictures > 0);
          }
          const drawn = page.locator('#home figure svg');
          expect(await drawn.count(), view).toBe(blocks === 'documented' ? 0 : pictures);
          expect(/█/.test(home), view).toBe(blocks === 'documented' && pictures > 0);
          for (const size of [WIDE, PHONE]) {
            await page.setViewportSize(size);
            const faults = [...(await overflowing(page)), ...(await unnamedControls(page))];
            expect(faults, `${view}, ${size.width}`).toEqual([]);
            for (const svg of await drawn.all()) {
              const { width = 0, height = 0 } = (await svg.boundingBox()) ?? {};
              expect(Math.min(width, height), `${view}, ${size.width}`).toBeGreaterThan(100);
              expect(width).toBeLessThan(size.width);
            }
          }
          await page.setViewportSize(WIDE);
        }
      }
    }
    expect(stage.accepted().length, 'nothing goes by itself after a restore').toBe(texts);
    expect([...WAITED.map(each => countOf(stage, each)), countOf(stage, MARKET)]).toEqual([1, 1, 5]);
    const { complaints, strangers } = shown;
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });
    await shown.leave();
  },
);
