import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { meghna, padma } from '../../../src/playground/index.ts';
import { type BareApp, startBareApp } from '../../support/bare-app.ts';
import { unnamedControls } from '../support/a11y.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';
import { newTab, openSlackPage, type SlackPage } from '../support/slack-page.ts';
import { counted, everyInput } from './every-input.ts';

/* Everything that the page can show and report for any app, seen from both sides of the wire. */

const why = whyNoChromium();
type Json = Record<string, unknown>;
const manifest = {
  display_information: { name: 'Bare' },
  features: {
    slash_commands: [{ command: '/bare', usage_hint: '[anything]', description: 'Does nothing' }],
    shortcuts: [
      { type: 'message' as const, callback_id: 'quote', name: 'Quote this' },
      { type: 'global' as const, callback_id: 'brew', name: 'Brew', description: 'Makes tea' },
    ],
  },
};
const plain = (text: string) => ({ type: 'plain_text', text });

describe.skipIf(why)(`what an app can show${why ? `: ${why}` : ''}`, () => {
  let browser: Browser;
  let tab: Page;
  let app: BareApp;
  let slack: SlackPage;
  const general = 'C0GENERAL01';

  beforeAll(async () => {
    browser = await sharedChromium();
    tab = await newTab(browser);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    app = await startBareApp({ manifest, workspaces: [padma, meghna] });
    slack = await openSlackPage(tab, app.slack.url);
  });
  afterEach(async () => {
    const { complaints, strangers } = slack;
    await slack.leave();
    await app.stop();
    expect([...complaints, ...strangers]).toEqual([]);
  });

  const heard = async (type: string) => {
    await expect.poll(() => app.heard.some(one => one.type === type)).toBe(true);
    return app.heard.findLast(one => one.type === type) as Json;
  };

  test('every input can be filled by its label, survives updates while typing, and is reported as Slack does', async () => {
    app.answer = async payload => {
      if (payload.command) await app.call('views.open', { trigger_id: payload.trigger_id, view: everyInput });
      const { type, view, actions, value } = payload;
      if (type === 'block_suggestion') return { options: [{ text: plain(`Mr ${value}`), value: 'mr' }] };
      const typed = (actions as { value?: string }[] | undefined)?.[0]?.value;
      if (typed) {
        const { id, hash } = view as Json;
        await app.call('views.update', { view_id: id, hash, view: counted(typed.length) });
      }
      return undefined;
    };
    await slack.send('/bare');
    const { modal } = slack;
    const field = (label: string) => modal.getByLabel(`${label} (optional)`, { exact: true });
    await modal.getByText('Mind the cost').waitFor();
    expect(await unnamedControls(slack.page)).toEqual([]);
    await field('Text').fill('plain');
    await field('Number').fill('7');
    await field('Mail').fill('a@b.example');
    await field('Address').fill('https://b.example/');
    await field('Day').fill('2026-12-16');
    await field('Time').fill('09:30');
    expect(await field('Moment').inputValue(), 'in the person’s zone').toBe('2026-12-16T09:00');
    await field('Moment').fill('2026-12-16T17:45');
    await field('Select').selectOption('Two');
    await modal.getByRole('radio', { name: 'Three' }).check();
    await modal.getByRole('checkbox', { name: 'One' }).check();
    await modal.getByRole('checkbox', { name: 'Three' }).check();
    await field('Several').fill('tw');
    await field('Several').press('ArrowDown');
    await slack.page.keyboard.press('Enter');
    await field('Person').selectOption({ label: 'Rafiq Islam (member)' });
    await field('People').click();
    await modal.getByRole('button', { name: /^Shirin/ }).click();
    await field('Channel').selectOption('#on-call');
    await field('Room').selectOption('#general');
    await field('Found').fill('Khan');
    await modal.getByRole('button', { name: 'Mr Khan' }).click();
    await field('Counted').pressSequentially('লাইভ আপডেট');
    await modal.getByText('10 characters').waitFor();
    expect(await field('Counted').inputValue()).toBe('লাইভ আপডেট');
    await modal.getByRole('button', { name: 'Done' }).click();
    await modal.waitFor({ state: 'hidden' });

    const { view } = await heard('view_submission');
    const values = (view as { state: { values: Record<string, { it: unknown }> } }).state.values;
    const { person } = app.slack;
    expect(Object.fromEntries(Object.entries(values).map(([block, { it }]) => [block, it]))).toMatchObject({
      text: { value: 'plain' },
      counted: { value: 'লাইভ আপডেট' },
      number: { value: '7' },
      mail: { value: 'a@b.example' },
      address: { value: 'https://b.example/' },
      day: { selected_date: '2026-12-16' },
      time: { selected_time: '09:30' },
      moment: { selected_date_time: Date.UTC(2026, 11, 16, 11, 45) / 1000 },
      select: { selected_option: { value: 'two' } },
      radio: { selected_option: { value: 'three' } },
      boxes: { selected_options: [{ value: 'one' }, { value: 'three' }] },
      several: { selected_options: [{ value: 'two' }] },
      person: { selected_user: person('rafiq').id },
      people: { selected_users: [person('shirin').id] },
      channel: { selected_channel: 'C0ONCALL001' },
      room: { selected_conversation: general },
      found: { selected_option: { value: 'mr' } },
    });
  });

  test('threads are below their post; edited, ephemeral and deleted posts look as in Slack', async () => {
    const { ts } = await app.call('chat.postMessage', { channel: general, text: 'Root' });
    await app.call('chat.postMessage', { channel: general, text: 'Later' });
    await app.call('chat.postMessage', { channel: general, text: 'Reply', thread_ts: ts });
    await slack.post('Reply').waitFor();
    expect(await slack.page.getByRole('article').locator('.mrkdwn').allTextContents()).toEqual([
      'Root',
      'Reply',
      'Later',
    ]);
    await app.call('chat.update', { channel: general, ts, text: 'Changed' });
    await slack.post('Changed').getByText('(edited)').waitFor();
    const user = app.slack.person('nusrat').id;
    await app.call('chat.postEphemeral', { channel: general, user, text: 'Psst' });
    await slack.post('Psst').getByText('Only visible to you').waitFor();
    await app.call('chat.delete', { channel: general, ts });
    await expect.poll(() => slack.post('Changed').count()).toBe(0);
    await slack.page.reload();
    await slack.post('Later').waitFor();
    expect(await slack.post('Psst').count()).toBe(0);
  });

  test('a data table has a header and named rows, and pages that are turned by keyboard', async () => {
    const cell = (text: string) => ({ type: 'raw_text', text });
    const rows = Array.from({ length: 12 }, (_, n) => [
      cell(`রানু ${n}`),
      { type: 'raw_number', value: n, text: `${n}` },
    ]);
    const block = {
      type: 'data_table',
      caption: 'কে কী পেয়েছেন',
      rows: [[cell('নাম'), cell('খরচ')], ...rows],
    };
    await app.call('chat.postMessage', { channel: general, text: 'Rows', blocks: [block] });
    const table = slack.page.getByRole('table', { name: 'কে কী পেয়েছেন' });
    await table.getByRole('rowheader', { name: 'রানু 4' }).waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['নাম', 'খরচ']);
    expect(await table.getByRole('row').count()).toBe(6);
    await slack.page.getByRole('button', { name: 'Next' }).focus();
    for (let times = 0; times < 3; times++) await slack.page.keyboard.press('Enter');
    await slack.page.getByText('Page 3 of 3').first().waitFor();
    expect(await table.getByRole('rowheader').allTextContents()).toEqual(['রানু 10', 'রানু 11']);
    expect(await unnamedControls(slack.page)).toEqual([]);
  });

  test('an admin deletes an app’s message after being asked; a member can’t', async () => {
    await app.call('chat.postMessage', { channel: general, text: 'Progress' });
    const more = async () => {
      await slack.post('Progress').hover();
      await slack.post('Progress').getByRole('button', { name: 'More actions' }).click();
    };
    await slack.be('Rafiq');
    await more();
    expect(await slack.page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await slack.page.keyboard.press('Escape');
    await slack.be('Nusrat');
    await more();
    await slack.page.getByRole('menuitem', { name: 'Delete' }).click();
    await slack.confirm.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => slack.post('Progress').count()).toBe(0);
  });
});
