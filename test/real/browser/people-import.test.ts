import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { farmersXlsx } from '../../support/farmers.ts';
import { peopleLink } from '../../support/people-page.ts';
import { createStage } from '../../support/stage.ts';
import { unnamedControls } from '../support/a11y.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';

const why = whyNoChromium();
const PHONE = { width: 390, height: 800 };

async function openedPage(language = 'en'): Promise<{ page: Page; complaints: string[] }> {
  const stage = await createStage({ environment: { DEFAULT_LANGUAGE: language } });
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: PHONE, acceptDownloads: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on(
    'console',
    message => void (/error|warning/.test(message.type()) && complaints.push(message.text())),
  );
  page.on('pageerror', error => void complaints.push(String(error)));
  await page.goto(await peopleLink(stage, 'import'));
  return { page, complaints };
}

describe.skipIf(why)(`the page that imports contacts${why ? `: ${why}` : ''}`, () => {
  test('a spreadsheet is dropped on a phone’s page, a column changed, the refused rows downloaded, and it is imported and undone', async () => {
    const { page, complaints } = await openedPage();
    await page.getByRole('button', { name: 'Start' }).press('Enter');
    const base64 = farmersXlsx(200).toString('base64');
    await expect.poll(() => page.getByRole('button', { name: 'Show the contacts' }).isEnabled()).toBe(true);
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('${base64}'), character => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'farmers.xlsx'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    const submit = page.getByRole('button', { name: /^Import \d+ people$/ }).first();
    await submit.waitFor();
    expect(await unnamedControls(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);

    await page.getByLabel('What “গ্রাম” contains').focus();
    await page.getByLabel('What “গ্রাম” contains').selectOption('note');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('role3');
    await page.getByRole('button', { name: /^Refused/ }).press('Enter');
    await page.getByText('Excel has rounded this number').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the refused rows' }).click();
    const saved = join(mkdtempSync(join(tmpdir(), 'refused-')), 'refused.csv');
    await (await downloading).saveAs(saved);
    const refused = readFileSync(saved, 'utf8');
    rmSync(dirname(saved), { recursive: true });
    expect(refused).toMatch(/^\ufeffRow,Reason,ক্রমিক নং,/);
    expect(refused).toContain('8.80E+12');

    await page.getByLabel('Group', { exact: true }).selectOption('new');
    await page.getByLabel('Name of the new group').fill('Farmers');
    await submit.click();
    await page.getByRole('heading', { name: /^Done\. Imported into the group “Farmers”: \d+ new/ }).waitFor();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page
      .getByRole('heading', { name: /^Undo this import into the group “Farmers”\? \d+ people will be/ })
      .waitFor();
    await page.getByRole('button', { name: 'Keep the import' }).click();
    await page.getByRole('heading', { name: /^Done/ }).waitFor();
    // Also from the list that a new visit shows, which leaves out undone imports.
    await page.reload();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('button', { name: /^Undo the import of \d+ people/ }).click();
    await page.getByRole('heading', { name: /^Undone/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo this import' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('a list is pasted in Bangla, by keyboard', async () => {
    const { page, complaints } = await openedPage('bn');
    await page.getByRole('button', { name: 'শুরু করুন' }).press('Enter');
    await page.getByLabel('অথবা তালিকাটি পেস্ট করুন').fill('রানু বেগম ০১৭১২৩৪৫৬৭৮\nশিরিন 1812345678');
    await expect.poll(() => page.getByRole('button', { name: 'কন্টাক্টগুলো দেখান' }).isEnabled()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '২ জনকে ইমপোর্ট করুন' }).press('Enter');
    await page.getByRole('heading', { name: /^হয়ে গেছে।/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});
