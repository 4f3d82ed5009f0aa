import { describe, expect, test } from 'vitest';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

const why = whyNoChromium();

describe.skipIf(why)(`People in Chromium${why ? `: ${why}` : ''}`, () => {
  let slack: SlackPage;
  withDemoPage((_newDemo, newPage) => {
    slack = newPage;
  });

  const fine = async (state: string) => {
    expect(await overflowing(slack.page), `overflows: ${state}`).toEqual([]);
    expect(await unnamedControls(slack.page), `without a name: ${state}`).toEqual([]);
  };
  const press = (name: string) => slack.modal.getByRole('button', { name, exact: true }).click();
  const back = () => slack.modal.getByText('Back', { exact: true }).click();

  async function add(name: string, number: string): Promise<void> {
    await press('Add a person');
    await slack.modal.getByLabel('Name').fill(name);
    await slack.modal.getByLabel('Number').fill(number);
    await slack.modal.getByLabel('More about them').fill('Village: Char Kukri\nCrop: ধান');
    await fine('a new contact');
    await press('Save');
    await slack.modal.getByText(`Added ${name}.`).waitFor();
    await back();
  }

  test('somebody is added, found by three letters, changed, and forgotten', async () => {
    await slack.be('Nusrat');
    await slack.pressInHome('People');
    await slack.modal.getByText('Nobody is here yet').waitFor();
    await fine('nobody');
    await add('Ranu Begum', '০১৭১২৩৪৫৬৭৮');
    await add('অমল বড়ুয়া', '+880 1812-345679');
    await slack.modal.getByText('2 people, 0 groups').waitFor();
    await slack.modal.getByLabel('Search').fill('অমল');
    await slack.modal.getByText('01712345678').waitFor({ state: 'detached' });
    await fine('found');
    await press('Change: অমল বড়ুয়া');
    await slack.modal.getByLabel('Never text this person').check();
    await press('Save');
    await slack.modal.getByText('Saved অমল বড়ুয়া.').waitFor();
    await back();
    await slack.modal.getByText('Never text', { exact: true }).waitFor();
    await press('Change: অমল বড়ুয়া');
    await press('Forget this person…');
    await slack.modal.getByText('This can’t be undone').waitFor();
    await fine('whether to forget');
    await press('Forget');
    await slack.modal.getByText('Forgotten.').waitFor();
    await back();
    await back();
    await slack.modal.getByText('1 person, 0 groups').waitFor();
  });
});
