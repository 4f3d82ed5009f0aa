import { describe, expect, test } from 'vitest';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { withDemoPage } from '../support/demo-page.ts';
import type { SlackPage } from '../support/slack-page.ts';

const why = whyNoChromium();

describe.skipIf(why)(`Hooks in Chromium${why ? `: ${why}` : ''}`, () => {
  let slack: SlackPage;

  withDemoPage((_demo, newPage) => {
    slack = newPage;
  });

  const fine = async (state: string) => {
    expect(await overflowing(slack.page), `overflows: ${state}`).toEqual([]);
    expect(await unnamedControls(slack.page), `without a name: ${state}`).toEqual([]);
  };

  test('an admin makes a hook, copies its token, and an alert posted to it reaches the phone and the channel', async () => {
    const { modal } = slack;
    await slack.link(await slack.shownKey());
    await slack.send('/sms hooks');
    await modal.getByText('Alert bench in').waitFor();
    await modal.getByRole('button', { name: 'New hook' }).click();
    await modal.getByRole('heading', { name: 'New hook' }).waitFor();
    await modal.getByLabel('Name', { exact: true }).fill('Prometheus');
    await modal.getByLabel('Who gets a text').fill('01712345678');
    await modal.getByRole('button', { name: 'Text this number' }).click();
    await modal.getByText('One alert goes to 1 number').waitFor();
    await modal.getByLabel('Channel to post in').selectOption({ label: '#on-call' });
    await modal
      .getByLabel('Text for an alert')
      .fill('{{ alert }} on {{ labels.nothing or labels.alertname }}');
    await modal.getByText('HighCPU on HighCPU').waitFor();
    await fine('form');
    await modal.getByRole('button', { name: 'Create hook' }).click();
    await modal.getByText('Copy the token now').waitFor();
    await fine('token');
    const shown = await modal.innerText();
    const [address = ''] = /http:\/\/[^\s'"]+\/hooks\/[\w-]+/.exec(shown) ?? [];
    const [token = ''] = /smsh_[\w-]{43}/.exec(shown) ?? [];
    expect(token).not.toBe('');
    await slack.page.keyboard.press('Escape');
    await modal.getByText('Prometheus in').waitFor();
    expect(await modal.getByText(token).count()).toBe(0);
    await fine('list');
    await slack.page.keyboard.press('Escape');

    const post = (): Promise<Response> =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ message: 'Disk full on db-1', severity: 'critical' }),
      });
    expect((await post()).status).toBe(202);
    await slack.phone.getByText('Disk full on db-1').waitFor();
    await slack.page.getByRole('button', { name: /^on-call/ }).click();
    await slack.post('Prometheus: 1 alert firing').waitFor();

    await slack.send('/sms hooks');
    // The newest is first.
    await modal.getByRole('button', { name: 'Revoke' }).first().click();
    await slack.confirm.getByText('will be refused').waitFor();
    await slack.confirm.getByRole('button', { name: 'Revoke' }).click();
    await modal.getByText('Prometheus is revoked').waitFor();
    expect((await post()).status).toBe(401);
  });
});
