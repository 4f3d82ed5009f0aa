import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import { decide } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, type Stage } from '../../support/stage.ts';

describe('receipts only to the sender', () => {
  async function toSender(): Promise<Stage> {
    const stage = await createLinkedStage();
    await decide(stage, { receipts: 'sender' });
    return stage;
  }

  test('nobody else sees the text', async () => {
    const { slack, sms, post, posts } = await toSender();
    await sms('01712345678 hello');
    expect((await post(/texted/)).visibleTo).toBe(slack.person('rafiq').id);
    expect(posts().filter(message => message.visibleTo === null && !message.channel.startsWith('D'))).toEqual(
      [],
    );
  });

  test('an uncertain text gets a lasting post, to the sender alone, and can be sent again from there', async () => {
    const { slack, sms, post, posts, service, accepted } = await toSender();
    const mend = service.faults.add({ kind: 'reset', when: 'before' });
    await sms('01712345678 hello');
    const notice = await post(/may or may not/);
    expect(notice.channel).toBe(`D${slack.person('rafiq').id.slice(1)}`);
    mend();
    await slack.press(notice, 'send_again', { user: 'rafiq' });
    expect((await post(/texted/)).visibleTo ?? 'all in the direct message').toBeTruthy();
    expect(accepted()).toEqual(['hello']);
    expect(posts().filter(message => message.channel.startsWith('C') && message.visibleTo === null)).toEqual(
      [],
    );
  });
});

test('numbers are shown in full if the workspace wants that, but never in the program’s log', async () => {
  const stage = await createLinkedStage();
  await decide(stage, { maskNumbers: false });
  const { sms, post } = stage;
  await sms('01712345678 hello');
  await post(/texted \*01712345678\*/);
  expect((await sms('log')).body).toContain('*01712345678*');
  expect(stage.logged()).not.toContain('01712345678');
});

describe('a low balance', () => {
  test('is reported once to the admin who linked the key and to managers, across restarts, until it rises', async () => {
    const stage = await createLinkedStage();
    const { slack, sms, posts, quiet, service, accountId } = stage;
    const [admin, kamal] = [slack.person(ADMIN).id, slack.person('kamal').id];
    const below = '99.50' as Credits;
    await decide(stage, { lowBalance: below, managers: [kamal] });
    const warnings = () => posts(/running low on SMS credits/);
    let sent = 0;
    const send = async () => {
      sent += 1;
      await sms(`01712345678 text ${sent}`);
      await slack.waitFor(() => posts(/texted/).length === sent);
      await quiet();
    };

    await send(); // The balance is 99.65.
    expect(warnings()).toEqual([]);
    await send(); // The balance is 99.30.
    await slack.waitFor(() => warnings().length === 2);
    expect(
      warnings()
        .map(message => message.channel)
        .sort(),
    ).toEqual([admin, kamal].map(id => `D${id.slice(1)}`).sort());
    expect(warnings()[0]?.text).toContain('the balance is *99.30 credits*, below the 99.50 credits');
    await stage.restart();
    await send();
    expect(warnings()).toHaveLength(2);

    service.accounts.topUp(accountId, '10');
    await send();
    await decide(stage, { lowBalance: '200' as Credits });
    await send();
    await slack.waitFor(() => warnings().length === 4);
  });
});
