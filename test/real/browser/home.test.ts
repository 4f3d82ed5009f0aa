import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

const why = whyNoChromium();

describe.skipIf(why)(`Home and settings in Chromium${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;

  withDemoPage((newDemo, newPage) => {
    demo = newDemo;
    slack = newPage;
  });

  const home = () => slack.page.locator('#home');
  const press = (name: string) => slack.modal.getByRole('button', { name, exact: true }).click();
  const fine = async (state: string) => {
    expect(await overflowing(slack.page), `overflows: ${state}`).toEqual([]);
    expect(await unnamedControls(slack.page), `without a name: ${state}`).toEqual([]);
  };

  async function openHome(): Promise<void> {
    await slack.page.getByRole('button', { name: /^SMS/ }).click();
    await slack.page.getByRole('button', { name: 'Home', exact: true }).click();
    await home()
      .getByRole('heading', { name: /Your last texts|আপনার শেষ/ })
      .waitFor();
  }

  async function change(group: string, fill: () => Promise<void>): Promise<void> {
    await press(`Change: ${group}`);
    await slack.modal.getByRole('heading', { name: group }).waitFor();
    await fine(group);
    await fill();
    await press('Save');
    await slack.modal.getByText('Saved.').waitFor();
    // The one in the footer; the arrow in the header has the same name.
    await slack.modal.getByText('Back', { exact: true }).click();
    await slack.modal.getByRole('heading', { name: 'SMS settings' }).waitFor();
  }

  async function makeAndDeleteList(): Promise<void> {
    const back = () => slack.modal.getByText('Back', { exact: true }).click();
    await press('Add a group');
    await slack.modal.getByLabel('Name').fill('Night shift');
    await slack.modal.getByLabel('Numbers').fill('01712345671\n০১৮১২-৩৪৫৬৭২');
    await fine('a group');
    await press('Save');
    await slack.modal.getByText('Night shift: 2 numbers').waitFor();
    await back();
    await press('Change: Night shift');
    await press('Delete this group');
    await slack.page.getByText('will no longer text anyone in it').waitFor();
    await slack.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await slack.modal.getByText('The group “Night shift” is deleted').waitFor();
    await back();
    await slack.modal.getByRole('heading', { name: 'Groups' }).waitFor();
    await slack.modal.getByText('Night shift').waitFor({ state: 'detached' });
  }

  test('an admin links a key from Home, blocks a number and sets a cap; a member reads the refusals', async () => {
    await slack.be('Nusrat');
    await openHome();
    await home().getByText('nobody can send').waitFor();
    await home().getByRole('button', { name: 'Link your API key' }).click();
    await slack.modal.getByLabel('API key').fill(demo.service.apiKey());
    await press('Link');
    await slack.modal.getByText('The key is linked').waitFor();
    await slack.page.keyboard.press('Escape');
    await home().getByText('unproven').waitFor();
    await fine('home');

    await home().getByRole('button', { name: 'Settings' }).click();
    await slack.modal.getByRole('heading', { name: 'Blocked numbers' }).waitFor();
    await change('Blocked numbers', async () => {
      await slack.modal.getByLabel('Numbers that are never texted').fill('01812345679\n0171');
      await press('Save');
      await slack.modal.getByText('“0171” (too few digits)').waitFor();
      await slack.modal.getByLabel('Numbers that are never texted').fill('০১৮১২-৩৪৫৬৭৯');
    });
    await slack.modal.getByText('1 number').waitFor();
    await change('Limits', () => slack.modal.getByLabel('Texts per day, for each person').fill('1'));
    await makeAndDeleteList();
    await press('Audit log');
    await slack.modal.getByText('added 018••••5679').waitFor();
    await fine('audit log');
    await slack.page.keyboard.press('Escape');
    await slack.modal.getByRole('heading', { name: 'SMS settings' }).waitFor();
    await slack.page.keyboard.press('Escape');
    await slack.modal.waitFor({ state: 'hidden' });

    await slack.page.getByRole('button', { name: /^general/ }).click();
    await slack.be('Rafiq');
    await slack.send('/sms 01812345679 hello');
    await slack.post(/018••••5679 is on this workspace’s list/).waitFor();
    await slack.send('/sms 01712345678 the first');
    await slack.post('texted 017••••5678').waitFor();
    await slack.send('/sms 01712345678 the second');
    await slack.post(/your limit of 1 text a day/).waitFor();
    expect(demo.service.texts().map(text => text.message)).toEqual(['the first']);
  });

  test('a member chooses Bangla, and the page changes at once', async () => {
    await slack.be('Rafiq');
    await openHome();
    expect(await home().getByRole('button', { name: 'Settings' }).count()).toBe(0);
    await home().getByRole('combobox').selectOption({ label: 'বাংলা' });
    await home().getByRole('heading', { name: 'আপনার শেষ এসএমএসগুলো' }).waitFor();
    await slack.page.setViewportSize({ width: 360, height: 740 });
    await fine('narrow');
  });
});
