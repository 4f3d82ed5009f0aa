import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../src/demo/manifest.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';
import { farmers, farmersXlsx } from '../support/farmers.ts';
import { freePort } from '../support/free-port.ts';
import { newTab, openSlackPage, type SlackPage } from '../support/slack-page.ts';
import { createStage, type Stage } from '../support/stage.ts';

/*
 * From a spreadsheet of 2,000 farmers with every fault such lists have, to one of them who wants no more texts: as a manager
 * does it in Slack and in the browser, with the real program, which is killed in the middle of the import.
 */

const PUBLIC_URL = 'https://sms.example.com';
const GROUP = 'কৃষক';
const TEMPLATE = 'প্রিয় {name|কৃষক}, {গ্রাম}-এ আগামীকাল বীজ দেওয়া হবে। {stop}';

/** Two minutes' work on a machine that other tests keep busy. */
const LONG_MS = 240_000;

const why = whyNoChromium();

describe.skipIf(why)(`People in Chromium${why ? `: ${why}` : ''}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  async function staged(environment: Record<string, string>): Promise<{ stage: Stage; slack: SlackPage }> {
    const stage = await createStage({
      program: true,
      environment: { PORT: String(await freePort()), PUBLIC_URL, ...environment },
      slack: { manifest: readManifest() },
    });
    const tab = await newTab(browser);
    onTestFinished(() => tab.context().close());
    const slack = await openSlackPage(tab, stage.slack.url);
    await slack.link(stage.apiKey);
    await forward(stage, slack);
    return { stage, slack };
  }

  /** In the world outside, PUBLIC_URL leads to the app. */
  async function forward(stage: Stage, { page }: SlackPage): Promise<void> {
    await page.context().route(`${PUBLIC_URL}/**`, route => {
      const location = route.request().url().replace(PUBLIC_URL, stage.appUrl);
      return route.fulfill({ status: 302, headers: { location } });
    });
  }

  async function toImport(slack: SlackPage): Promise<Page> {
    await openPeople(slack);
    await slack.modal.getByRole('button', { name: 'Import' }).click();
    const opened = slack.page.context().waitForEvent('page');
    await slack.modal.getByRole('button', { name: /page|browser|Open/ }).click();
    const page = await opened;
    await page.getByRole('button', { name: 'Start' }).click();
    return page;
  }

  async function closeModals({ page, modal }: SlackPage): Promise<void> {
    const left = async (): Promise<boolean> => {
      const isOpen = await modal.isVisible();
      if (isOpen) await page.keyboard.press('Escape');
      return isOpen;
    };
    await expect.poll(left).toBe(false);
  }

  async function openPeople(slack: SlackPage): Promise<void> {
    await closeModals(slack);
    await slack.pressInHome('People');
    await slack.modal.getByRole('button', { name: 'Add a person' }).waitFor();
  }

  /** How many people and groups there are. */
  async function countPeople(slack: SlackPage): Promise<string> {
    await openPeople(slack);
    return slack.modal.getByText(/\d+ (people|person), \d+ groups?/).innerText();
  }

  async function makeTemplate(slack: SlackPage): Promise<void> {
    await closeModals(slack);
    await slack.pressInHome('Templates');
    const { modal } = slack;
    await modal.getByRole('button', { name: 'New template' }).click();
    await modal.getByLabel('Name', { exact: true }).fill('বীজ');
    await modal.getByLabel('Text', { exact: true }).fill(TEMPLATE);
    await modal.getByText('It can only go to people for whom').waitFor();
    await modal.getByRole('button', { name: 'Save' }).click();
    await modal.getByText('is saved').waitFor();
  }

  async function toChannel(slack: SlackPage): Promise<void> {
    await closeModals(slack);
    await slack.page.getByRole('button', { name: /^general/ }).click();
  }

  const fine = async (page: Page, state: string) => {
    expect(await overflowing(page), `overflows: ${state}`).toEqual([]);
    expect(await unnamedControls(page), `without a name: ${state}`).toEqual([]);
  };

  onBothEngines(environment => {
    test(
      'a spreadsheet of 2,000 is imported over a kill, one is texted by name from a template, and stops',
      async () => {
        const { stage, slack } = await staged(environment());
        const file = join(stage.dataDir, '..', 'farmers.xlsx');
        writeFileSync(file, farmersXlsx());
        const page = await toImport(slack);
        await page.getByLabel('Choose a file').setInputFiles(file);
        const importButton = page.getByRole('button', { name: /^Import [\d,]+ people$/ });
        await importButton.waitFor();
        await fine(page, 'preview');

        // What the page took for granted is corrected.
        await page.getByLabel('What “ক্রমিক নং” contains').selectOption({ label: 'Leave out' });
        await page.getByLabel('Group', { exact: true }).selectOption({ label: 'New group…' });
        await page.getByLabel('Name of the new group').fill(GROUP);
        const many = (await importButton.innerText()).replace(/\D/g, '');
        const refused = farmers().filter(({ fault }) =>
          ['rounded', 'landline', 'foreign', 'too short', 'missing', 'old font'].includes(fault ?? ''),
        );
        await page.getByRole('button', { name: new RegExp(`^Refused ${refused.length}$`) }).click();
        await page.getByText('Excel has rounded this number').first().waitFor();
        const download = page.waitForEvent('download');
        await page.getByRole('link', { name: /Download/ }).click();
        expect((await download).suggestedFilename()).toBe('refused.csv');
        expect(await countPeople(slack), 'nothing is stored yet').toBe('0 people, 0 groups');

        await importButton.click();
        await page.getByRole('progressbar').waitFor();
        stage.program().kill('SIGKILL');
        await stage.program().ended;
        await stage.start();
        await page.getByText(new RegExp(`Done. Imported into the group “${GROUP}”`)).waitFor();
        expect(await countPeople(slack)).toBe(`${many} people, 1 group`);
        await page.close();

        await makeTemplate(slack);
        const [farmer] = farmers().filter(({ name }) => name === 'ময়না আক্তার');
        if (!farmer) throw new Error('Nobody has that name');
        const { name, number, village } = farmer;
        await toChannel(slack);
        await slack.send('/sms');
        const { modal } = slack;
        await modal.getByLabel('To', { exact: true }).pressSequentially('ময়', { delay: 10 });
        await modal.getByRole('button', { name: new RegExp(`^${name}\\s*01`) }).click();
        await modal.locator('.chip').filter({ hasText: name }).waitFor();
        await modal.getByLabel('Template').fill('বী');
        await modal.getByRole('button', { name: 'বীজ' }).click();
        const text = `প্রিয় ${name}, ${village}-এ আগামীকাল বীজ দেওয়া হবে। ${PUBLIC_URL}/stop/`;
        await modal.getByText(text).waitFor();
        await fine(slack.page, 'form with a template');
        await modal.getByRole('button', { name: /^Send/ }).click();
        await slack
          .post(/texted/)
          .getByText(name)
          .waitFor();
        const [sent = ''] = stage.accepted();
        expect(sent.startsWith(text), sent).toBe(true);

        const stop = await slack.page.context().newPage();
        await stop.goto(sent.slice(sent.indexOf(PUBLIC_URL)));
        await fine(stop, 'stop page');
        await stop.getByRole('button', { name: 'Don’t text me any more' }).click();
        await stop.getByRole('button', { name: 'Text me again' }).waitFor();
        await stop.close();

        await slack.send(`/sms ${name} একটি কথা`);
        await slack.post('marked “never text”').waitFor();
        const leaders = await toImport(slack);
        await leaders
          .getByLabel('Or paste your list')
          .fill(`${name} ${number}\nKarim 01912345670\nDipa 01912345679`);
        await leaders.getByRole('button', { name: 'Show the contacts' }).click();
        await leaders.getByRole('button', { name: 'Never text 1' }).waitFor();
        await leaders.getByLabel('Group', { exact: true }).selectOption({ label: 'New group…' });
        await leaders.getByLabel('Name of the new group').fill('leaders');
        await leaders.getByRole('button', { name: 'Import 3 people' }).click();
        await leaders.getByText('Done. Imported').waitFor();
        await leaders.close();
        await toChannel(slack);
        await slack.send('/sms leaders আগামীকাল সভা');
        const question = slack.post('Send this to');
        await question.getByText('2 recipients').waitFor();
        await question.getByText('marked “never text”').waitFor();
        await question.getByRole('button', { name: 'Send', exact: true }).click();
        await slack
          .post(/texted .*leaders/)
          .getByText('2 of 3')
          .waitFor();
        expect(
          stage.service.log
            .list()
            .map(({ number: to }) => to)
            .toSorted(),
        ).toEqual([number, '01912345670', '01912345679'].toSorted());
      },
      LONG_MS,
    );
  });
});
