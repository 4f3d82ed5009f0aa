import { describe, expect, test } from 'vitest';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

/* The whole product as `npm run demo` wires it, used only through its page. */

const why = whyNoChromium();

describe.skipIf(why)(`in Chromium${why ? `: ${why}` : ''}`, () => {
  let slack: SlackPage;

  withDemoPage((_demo, newPage) => {
    slack = newPage;
  });

  test('the first thing you type is a text: receipt in the channel, text on the phone, payload to look at', async () => {
    const steps = slack.page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('heading', { name: 'Step 1 of 4: Send a text' }).waitFor();
    await slack.send('/sms 01712345678 The truck is at the gate');
    const receipt = slack.post('texted 017••••5678');
    await receipt.getByText('1 part · cost 0.35 · balance 24.65 credits · log #1').waitFor();
    await slack.phone.getByText('The truck is at the gate').waitFor();
    await slack.phone.getByText('To 01712345678').waitFor();

    await receipt.hover();
    await receipt.getByRole('button', { name: 'What did Slack see?' }).click();
    await slack.page.getByRole('dialog').getByText('in_channel').waitFor();
    await slack.page.keyboard.press('Escape');
    await slack.page.reload();
    await slack.post('texted 017••••5678').waitFor();
    await steps.getByRole('heading', { name: 'Step 2 of 4: Text people by name' }).waitFor();
    await steps.getByRole('button', { name: 'Write one' }).click();
    await slack.box.press('Enter');
    await slack.post('texted Ranu Begum').waitFor();

    // Starting from nothing, the cards lead to a key, and the old data is gone.
    await slack.page.getByRole('button', { name: 'Start from nothing' }).click();
    await steps.getByRole('heading', { name: 'Step 1 of 5: Make an API key' }).waitFor();
    await slack.post('texted').first().waitFor({ state: 'hidden' });
    await slack.send('/sms 01712345678 hello');
    await slack.post('No API key is linked').waitFor();
    await slack.link(await slack.shownKey());
    await slack.send('/sms 01712345678 hello');
    await slack.post('texted 017••••5678').waitFor();
  });

  test('the form shows count and cost while you type, puts in plain quotes at a press, and the receipt arrives', async () => {
    await slack.be('Rafiq');
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
    await modal.getByText('There’s a curly quote in it').waitFor();
    await modal.getByRole('button', { name: 'Use plain quotes' }).click();
    await modal.getByText('15 characters · plain letters (GSM-7)').waitFor();
    expect(await message.inputValue()).toBe('It\'s late: "go"');
    await modal.getByRole('button', { name: 'Send · 1 part' }).click();
    await slack.post('texted 017••••5678').waitFor();
    await slack.phone.getByText('It\'s late: "go"').waitFor();

    await slack.page.getByRole('button', { name: 'Shortcuts' }).click();
    await slack.page.getByRole('menuitem', { name: /Send a text/ }).click();
    await message.fill('আ'.repeat(71));
    await modal.getByText('2 parts · 71 characters · Unicode · about 0.70 credits').waitFor();
    await modal.getByRole('button', { name: 'Send · ~0.70 credits' }).click();
    await modal.getByText('Please complete this required field').waitFor();
    expect(await message.inputValue()).toBe('আ'.repeat(71));
  });

  test('“Text this…” opens the form with the message, and answers in its thread even if the app isn’t in the channel', async () => {
    await slack.be('Rafiq');
    await slack.page.getByRole('button', { name: /^random/ }).click();
    await slack.send('Karim, 01712345678: the truck is at the gate');
    const message = slack.post('the truck is at the gate');
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await slack.page.getByRole('menuitem', { name: /Text this/ }).click();
    await slack.modal.locator('.chip').filter({ hasText: '+880 1712-345678' }).waitFor();
    await slack.modal.getByRole('button', { name: /^Send/ }).click();
    const receipt = slack.post('texted 017••••5678');
    await receipt.waitFor();
    expect(await receipt.getAttribute('class')).toContain('reply');
    await slack.phone.getByText('Karim, 01712345678: the truck is at the gate').waitFor();
  });
});
