import { describe, expect, test } from 'vitest';
import type { Demo } from '../../../src/demo/demo.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

/* The whole product as `npm run demo` wires it, driven only through its page. */

const why = whyNoChromium();

describe.skipIf(why)(`in Chromium${why ? `: ${why}` : ''}`, () => {
  let demo: Demo;
  let slack: SlackPage;

  withDemoPage((newDemo, newPage) => {
    demo = newDemo;
    slack = newPage;
  });

  const linked = async () => {
    await slack.link(await slack.shownKey());
    await slack.be('Rafiq');
  };

  test('you link a key and send a text: receipt in the channel, text on the phone, payload to look at', async () => {
    await linked();
    await slack.send('/sms 01712345678 The truck is at the gate');
    const receipt = slack.post('texted 017••••5678');
    await receipt.getByText('1 part · cost 0.35 · balance 24.65 · log #1').waitFor();
    await slack.phone.getByText('The truck is at the gate').waitFor();
    await slack.phone.getByText('To 01712345678').waitFor();

    await receipt.hover();
    await receipt.getByRole('button', { name: 'What did Slack see?' }).click();
    await slack.page.getByRole('dialog').getByText('in_channel').waitFor();
    await slack.page.keyboard.press('Escape');
    await slack.page.reload();
    await slack.post('texted 017••••5678').waitFor();
  });

  test('a typing mistake is shown only to the person who made it, and is gone after a reload', async () => {
    await linked();
    await slack.send('/sms 0171234567 hello');
    const told = slack.post(/has \d+ digits/);
    await told.getByText('Only visible to you').waitFor();
    await slack.be('Shirin');
    await expect.poll(() => told.count()).toBe(0);
    await slack.be('Rafiq');
    await told.waitFor();
    await slack.page.reload();
    await slack.page.getByText('Nothing here yet').waitFor();
    expect(demo.service.texts()).toEqual([]);
  });

  test('the form counts and shows the cost while you type, swaps in plain quotes at a press, and the receipt comes', async () => {
    await linked();
    await slack.send('/sms');
    const { modal } = slack;
    const message = modal.getByRole('textbox', { name: 'Message', exact: true });
    const to = modal.getByLabel('To', { exact: true });
    await to.pressSequentially('shiri', { delay: 10 });
    await modal.getByRole('listitem').filter({ hasText: 'Teammates' }).waitFor();
    await modal.getByRole('button', { name: /^Shirin/ }).click();
    await modal.getByText('from their Slack profile').waitFor();
    await to.fill('no such name');
    await modal.getByText('No results').waitFor();
    await to.fill('০১৭১২৩৪৫৬৭৮');
    await modal.getByRole('button', { name: 'Text this number' }).click();
    await expect.poll(() => modal.locator('.chip').allTextContents()).toEqual(['+880 1712-345678']);
    await message.pressSequentially('It’s late: “go”', { delay: 10 });
    await modal.getByText('1 part · 15 characters · Unicode · cost not known').waitFor();
    await modal.getByText('“’” isn’t a plain letter').waitFor();
    await modal.getByRole('button', { name: 'Use plain quotes' }).click();
    await modal.getByText('15 characters · plain letters (GSM-7)').waitFor();
    expect(await message.inputValue()).toBe('It\'s late: "go"');
    await modal.getByRole('button', { name: 'Send · 1 part' }).click();
    await slack.post('texted 017••••5678').waitFor();
    await slack.phone.getByText('It\'s late: "go"').waitFor();

    await slack.page.getByRole('button', { name: 'Shortcuts' }).click();
    await slack.page.getByRole('menuitem', { name: /Send a text/ }).click();
    await message.fill('আ'.repeat(71));
    await modal.getByText('2 parts · 71 characters · Unicode · about 0.70').waitFor();
    await modal.getByRole('button', { name: 'Send · about 0.70' }).click();
    await modal.getByText('Please complete this required field').waitFor();
    expect(await message.inputValue()).toBe('আ'.repeat(71));
  });

  test('“Text this…” opens the form with the message, and answers in its thread even if the app isn’t in the channel', async () => {
    await linked();
    await slack.page.getByRole('button', { name: /^random/ }).click();
    await slack.send('Karim, 01712345678: the truck is at the gate');
    const said = slack.post('the truck is at the gate');
    await said.hover();
    await said.getByRole('button', { name: 'More actions' }).click();
    await slack.page.getByRole('menuitem', { name: /Text this/ }).click();
    await slack.modal.locator('.chip').filter({ hasText: '+880 1712-345678' }).waitFor();
    await slack.modal.getByRole('button', { name: /^Send/ }).click();
    const receipt = slack.post('texted 017••••5678');
    await receipt.waitFor();
    expect(await receipt.getAttribute('class')).toContain('reply');
    await slack.phone.getByText('Karim, 01712345678: the truck is at the gate').waitFor();
  });

  test('a Bangla text has two parts, and the app answers in Bangla', async () => {
    await linked();
    await slack.choose('Speaks', 'বাংলা');
    const message =
      'প্রিয় গ্রাহক, আপনার পার্সেলটি আজ বিকেল পাঁচটায় পৌঁছাবে: https://padma.example/p/4821। দয়া করে পরিচয়পত্র আনুন।';
    await slack.send(`/sms 01812345679 ${message}`);
    await slack.post('এসএমএস পাঠিয়েছেন').getByText('2 পার্ট').waitFor();
    await slack.phone.getByText('Part 2 of 2').waitFor();
    const shown = await slack.phone.locator('.bubble').allTextContents();
    expect(shown).toHaveLength(2);
    expect(shown.join('')).toBe(message);
    const links = await slack.phone.getByRole('link').all();
    const hrefs = await Promise.all(links.map(link => link.getAttribute('href')));
    expect(hrefs, 'the same link in both parts').toEqual(Array(2).fill('https://padma.example/p/4821'));
  });

  test('out of credits: the text waits with the next one, the admin is told; after a top-up and “Try again” both go out', async () => {
    await linked();
    await slack.page.getByRole('button', { name: 'Credits: Use up' }).click();
    await slack.send('/sms 01712345678 first');
    await slack.post(/is on hold.*out of SMS credits.*It waits until .*Try again/).waitFor();
    await slack.send('/sms 01712345678 second');
    await expect.poll(() => slack.post(/is on hold.*out of SMS credits/).count()).toBe(2);

    await slack.be('Nusrat');
    await slack.page.getByRole('button', { name: 'Credits: Add 10' }).click();
    await slack.page.getByRole('button', { name: 'SMS 1 new' }).click();
    await slack
      .post(/texts are on hold.*out of SMS credits/)
      .getByRole('button', { name: 'Try again' })
      .click();
    await slack.post(/asked for the texts on hold to be tried/).waitFor();
    await slack.page.getByRole('button', { name: /^general/ }).click();
    await expect
      .poll(() =>
        demo.service
          .texts()
          .map(text => text.message)
          .toSorted(),
      )
      .toEqual(['first', 'second']);
    await expect.poll(() => slack.post('@Rafiq texted 017••••5678').count()).toBe(2);
  });

  test('with a revoked key the text waits with the next one; after linking a new key both go out', async () => {
    await linked();
    const old = await slack.shownKey();
    await slack.page.getByRole('button', { name: 'Revoke and replace it' }).click();
    await expect.poll(() => slack.shownKey()).not.toBe(old);
    await slack.send('/sms 01712345678 first');
    await slack.post(/is on hold.*doesn’t accept the API key/).waitFor();
    await slack.send('/sms 01712345678 second');
    await expect.poll(() => slack.post(/is on hold.*doesn’t accept the API key/).count()).toBe(2);
    await slack.link(await slack.shownKey());
    await expect
      .poll(() =>
        demo.service
          .texts()
          .map(text => text.message)
          .toSorted(),
      )
      .toEqual(['first', 'second']);
  });

  test('an uncertain text is never sent again automatically; “Send again” asks first', async () => {
    await linked();
    await slack.turn('Connection breaks', true);
    await slack.send('/sms 01712345678 hello');
    const told = slack.post(/may or may not/);
    await told.waitFor();
    await slack.turn('Connection breaks', false);
    await slack.page.reload();
    await told.getByRole('button', { name: 'Send again' }).click();
    await slack.confirm.getByText(/charged twice/).waitFor();
    await slack.confirm.getByRole('button', { name: 'Don’t send' }).click();
    await slack.confirm.waitFor({ state: 'hidden' });
    expect(demo.service.texts()).toHaveLength(1);

    await told.getByRole('button', { name: 'Send again' }).click();
    await slack.confirm.getByRole('button', { name: 'Send again' }).click();
    await slack.post('texted 017••••5678').waitFor();
    await told.getByText('has sent it again').waitFor();
    await told.getByText('(edited)').waitFor();
    expect(await told.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await expect.poll(() => slack.phone.getByText('hello').count()).toBe(2);
  });

  test('when the minute is used up, you are told at once and can cancel before it goes out', async () => {
    await linked();
    await slack.page.getByRole('button', { name: 'This minute: Use up' }).click();
    await expect.poll(() => demo.service.requests()).toBeGreaterThan(60);
    await slack.send('/sms 01712345678 hello');
    const notice = slack.post(/is on hold.*60 requests/);
    await notice.getByText('Only visible to you').waitFor();
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await slack.post(/Cancelled.*017••••5678/).waitFor();
    await expect.poll(() => notice.count()).toBe(0);
    expect(demo.service.texts()).toEqual([]);
  });

  test('a guest may neither send nor link a key', async () => {
    await linked();
    await slack.be('Imran');
    await slack.send('/sms 01712345678 hello');
    await slack
      .post(/Guests can’t send/)
      .getByText('Only visible to you')
      .waitFor();
    await slack.send('/sms link');
    await slack.modal.getByText('Only a workspace admin can do this').waitFor();
    expect(demo.service.texts()).toEqual([]);
  });
});
