import { describe, expect, test } from 'vitest';
import { openSettings, saveGroup } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, createStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/** Opens the Home tab and resolves with the published blocks once they say this. */
async function home({ slack }: Stage, user: string, says: RegExp = /language/i): Promise<string> {
  const before = slack.home(user)?.hash;
  await slack.openApp(user);
  await slack.waitFor(() => slack.home(user)?.hash !== before, `another Home tab of ${user}`);
  return waitForHome(slack, user, says);
}

async function waitForHome(slack: Stage['slack'], user: string, says: RegExp): Promise<string> {
  const content = () => JSON.stringify(slack.home(user)?.content.blocks ?? []);
  await slack.waitFor(() => says.test(content()), `a Home tab of ${user} like ${says}`);
  return content();
}

const openModal = async ({ slack }: Stage, user: string, action: string, says: RegExp) => {
  await slack.act(slack.home(user) as never, action);
  return slack.waitForView(user, view => says.test(JSON.stringify(view.content)));
};

describe('a member', () => {
  test('reads about the app, their own texts with masked numbers, the balance and its age', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 mine');
    await stage.sms('01812345679 theirs', { user: 'shirin' });
    await stage.slack.waitFor(() => stage.posts(/texted/).length === 2);
    await stage.pass(5 * MINUTE);
    const content = await home(stage, 'rafiq');
    expect(content).toContain('/sms 01712345678 Hello');
    expect(content).toContain('*017••••5678* accepted by the SMS service');
    expect(content).toMatch(/Balance: \*99\.30 credits\*, after your workspace’s last text 5 minutes ago/);
    expect(content).toContain('Today you sent *1 text* for 0.35 credits.');
    expect(content.indexOf('Balance'), 'the manual comes last').toBeLessThan(
      content.indexOf('01712345678 Hello'),
    );
    expect(content, 'nobody else’s').not.toContain('018••••5679');
    expect(content).not.toMatch(/open_settings|open_audit|open_link|API key linked by/);
  });

  test('chooses a language, and sees and gets it at once', async () => {
    const stage = await createLinkedStage();
    await home(stage, 'rafiq');
    await stage.slack.act(stage.slack.home('rafiq') as never, 'choose_language', 'bn');
    await waitForHome(stage.slack, 'rafiq', /আপনার শেষ এসএমএসগুলো/);
    await stage.sms('012 hello');
    await stage.post(/কিছু পাঠানো হয়নি/);
    await stage.slack.act(stage.slack.home('rafiq') as never, 'choose_language', 'workspace');
    await waitForHome(stage.slack, 'rafiq', /Your last texts/);
  });

  test('is told whom to ask if they may not send', async () => {
    const stage = await createLinkedStage();
    const content = await home(stage, 'imran');
    expect(content).toContain('can’t send texts from this workspace yet');
    expect(content).toContain(`Ask <@${stage.slack.person(ADMIN).id}>`);
    expect(content).not.toContain('/sms 01712345678');
  });
});

describe('trouble comes first', () => {
  test('for a member: what waits and may be cancelled here, and what may or may not have arrived', async () => {
    const stage = await createLinkedStage();
    const { slack, service } = stage;
    service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
    await stage.sms('01712345678 did it arrive');
    await stage.post(/may or may not/);
    await stage.sms('01712345679 fine');
    await stage.post(/texted/);
    service.accounts.suspend(stage.accountId);
    await stage.sms('01712345670 too late');
    await stage.post(/The SMS account is suspended|account is suspended/);
    const content = await home(stage, 'rafiq');
    expect(content).toMatch(/Needs someone.*1 text on hold/);
    expect(content, 'only managers mend it').not.toContain('try_again');
    const places = ['Needs someone', 'did it arrive', 'too late', 'fine'].map(part => content.indexOf(part));
    expect(places, 'in this order').toEqual(places.toSorted((a, b) => a - b));
    expect(content).toContain('send_again');
    await slack.act(slack.home('rafiq') as never, 'cancel_text');
    await expect.poll(() => JSON.stringify(slack.home('rafiq')?.content)).not.toContain('cancel_text');
  });

  test('for a manager: the held key, others’ uncertain texts, and what was spent by whom and from where', async () => {
    const stage = await createLinkedStage();
    const { service } = stage;
    const { form } = await saveGroup(stage, 'managers', {
      setting_managers: [stage.slack.person('shirin').id],
    });
    await stage.slack.submit(form);
    await stage.slack.waitFor(() => JSON.stringify(form.content).includes('Saved'));
    service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
    await stage.sms('01712345678 secret words');
    await stage.post(/may or may not/);
    await stage.sms('01712345679 fine');
    await stage.post(/texted/);
    service.accounts.suspend(stage.accountId);
    await stage.sms('01712345670 waits');
    await stage.post(/account is suspended/);
    expect(await home(stage, 'kamal'), 'a member').not.toMatch(/may or may not|Where they came from|on hold/);
    const content = await home(stage, 'shirin', /For managers/);
    expect(content).toMatch(
      /Needs someone.*1 text on hold.*try_again.*\*1 text\* may or may not have arrived/,
    );
    expect(content).toMatch(/to \*017••••5678\*, from <@U0RAFIQ0001>.*send_again.*mark as sent/);
    expect(content, 'others’ words are theirs').not.toContain('secret words');
    expect(content).toMatch(/This month: \*3 texts\*, 0\.35 credits/);
    expect(content).toMatch(
      /Where they came from.*Typed as `\/sms`: \*3 texts\*.*Who sent them.*<@U0RAFIQ0001>: \*3 texts\*/,
    );
    expect(content, 'for admins').not.toMatch(/At this pace|Link another key/);
  });

  test('for an admin: their own uncertain text stands at the top, and only there', async () => {
    const stage = await createLinkedStage();
    stage.service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
    await stage.sms('01712345678 did it arrive', { user: ADMIN });
    await stage.post(/may or may not/);
    const content = await home(stage, ADMIN);
    expect(content).toMatch(/Needs someone.*may or may not have arrived.*Your last texts/);
    expect(content.match(/017••••5678/g)).toHaveLength(1);
    expect(content).not.toContain('No texts yet');
  });

  test('a guest who may not send sees no amounts; without facts from Slack nobody does', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 hello');
    await stage.post(/texted/);
    expect(await home(stage, 'imran')).not.toMatch(/credits|Balance/);
    await stage.pass(24 * 60 * MINUTE);
    stage.slack.faults.add({ on: 'users.info', kind: 'status', status: 503 });
    expect(await home(stage, ADMIN), 'an admin, for all we know').not.toMatch(/credits|open_settings/);
  });
});

describe('it follows what is on it', () => {
  test('for ten minutes: a text of somebody else, a held key, and whoever mends it', async () => {
    const stage = await createLinkedStage();
    const { slack } = stage;
    await home(stage, ADMIN, /Nobody|forAdmins|For admins/);
    await home(stage, 'shirin');
    const pages = (user: string) =>
      slack.traffic.of('views.publish').filter(({ request }) => request.body.includes(user)).length;
    await stage.sms('01712345678 news');
    await stage.post(/texted/);
    await stage.pass(5 * SECOND);
    await waitForHome(slack, ADMIN, /Today: \*1 text\*/);
    stage.service.accounts.suspend(stage.accountId);
    await stage.sms('01712345679 more news');
    await stage.post(/account is suspended/);
    await stage.pass(5 * SECOND);
    await waitForHome(slack, ADMIN, /1 text on hold/);
    // Warnings are looked for within a minute.
    await stage.pass(2 * MINUTE);
    const shirins = pages('user_id=U0SHIRIN001');
    const quiet = pages('user_id=U0NUSRAT001');
    await stage.pass(MINUTE);
    expect(pages('user_id=U0NUSRAT001'), 'time alone is no news').toBe(quiet);
    expect(shirins, 'the balance that she sees has changed once').toBe(2);
    await stage.pass(10 * MINUTE);
    const before = pages('');
    stage.service.accounts.activate(stage.accountId);
    await slack.act(slack.home(ADMIN) as never, 'try_again');
    await waitForHome(slack, ADMIN, /No texts are waiting/);
    expect(pages('user_id=U0SHIRIN001'), 'she opened it long ago').toBe(shirins);
    expect(pages('')).toBeGreaterThan(before);
  });
});

describe('an admin', () => {
  test('sees how long the balance lasts, and pictures of the days, in their language', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 first');
    await stage.post(/texted/);
    expect(await home(stage, ADMIN, /Balance/)).toContain('shows after a second day with texts');
    for (let day = 0; day < 2; day++) {
      await stage.pass(24 * 60 * MINUTE);
      await stage.sms(`01712345678 day ${day}`);
      await stage.slack.waitFor(() => stage.posts(/texted/).length === day + 2);
    }
    const content = await home(stage, ADMIN, /At this pace/);
    expect(content).toContain('Balance: *98.95 credits*');
    expect(content).toMatch(/it lasts for more than three months/);
    expect(content).toMatch(/Texts a day.*Balance at the end of each day/);
    await stage.slack.act(stage.slack.home(ADMIN) as never, 'choose_language', 'bn');
    await waitForHome(stage.slack, ADMIN, /তিন মাসের বেশি চলবে/);
  });

  test('links a key, sees that it is unproven, then proven; unlinks it', async () => {
    const stage = await createStage();
    const { slack } = stage;
    expect(await home(stage, ADMIN)).toContain('nobody can send');
    const form = await openModal(stage, ADMIN, 'open_link', /api_key/);
    await slack.submit(form, { api_key: stage.apiKey });
    await waitForHome(slack, ADMIN, /API key linked by <@U0NUSRAT001>.*first text will show/);
    await stage.sms('01712345678 proof');
    await stage.post(/texted/);
    expect(await home(stage, ADMIN, /No texts are waiting/)).not.toContain('first text will show');
    const ask = await openModal(stage, ADMIN, 'open_unlink', /"callback_id":"unlink"/);
    await slack.submit(ask);
    await waitForHome(slack, ADMIN, /nobody can send/);
  });

  test('sees today’s and this month’s texts, with their senders', async () => {
    const stage = await createLinkedStage();
    for (const user of ['rafiq', 'shirin', 'rafiq']) {
      await stage.sms(`01712345678 from ${user} ${Math.random()}`, { user });
      await stage.quiet();
    }
    await stage.slack.waitFor(() => stage.posts(/texted/).length === 3);
    await stage.pass(24 * 60 * MINUTE);
    await stage.sms('01712345678 the next day');
    await stage.slack.waitFor(() => stage.posts(/texted/).length === 4);
    const content = await home(stage, ADMIN, /This month/);
    expect(content).toContain('Today: *1 text*, 0.35 credits');
    expect(content).toContain('This month: *4 texts*, 1.40 credits');
    expect(content).toMatch(/left within a second: today \*1 of 1\*, \w+ \d+ \w+ \*2 of 2\*/);
    expect(content).toMatch(/<@U0RAFIQ0001>: \*3 texts\*, 1\.05 credits.*<@U0SHIRIN001>: \*1 text\*/);
    expect(await home(stage, 'rafiq')).not.toContain('This month');
  });
});

test('a manager sees the state and the settings, but only admins manage keys', async () => {
  const stage = await createLinkedStage();
  const { form } = await saveGroup(stage, 'managers', { setting_managers: [stage.slack.person('rafiq').id] });
  await stage.slack.submit(form);
  await stage.slack.waitFor(() => JSON.stringify(form.content).includes('Saved'));
  const content = await home(stage, 'rafiq', /For managers/);
  expect(content).toContain('open_settings');
  expect(content).not.toMatch(/open_link|open_unlink/);
  expect(JSON.stringify(await openSettings(stage, 'rafiq'))).toContain('Who can send');
});

describe('the final page', () => {
  test('when it is opened many times at once, one page is published at a time, and the last one is up to date', async () => {
    const stage = await createLinkedStage();
    const { slack } = stage;
    const publishing = () =>
      slack.traffic.of('views.publish').filter(exchange => exchange.request.body.includes('user_id=U0RAFIQ'))
        .length;
    const free = slack.faults.add({ kind: 'hang', on: 'views.publish' });
    await slack.openApp('rafiq');
    await stage.until(() => publishing() === 1);
    await stage.sms('01712345678 in between');
    await stage.post(/texted/);
    for (let opened = 0; opened < 9; opened++) await slack.openApp('rafiq');
    await stage.quiet();
    expect(publishing(), 'the others wait for the first').toBe(1);
    free();
    await stage.pass(SECOND);
    await waitForHome(slack, 'rafiq', /accepted by the SMS service/);
    await stage.quiet();
    expect(publishing(), 'one more for all of them').toBeLessThanOrEqual(3);
  });

  test('a page that another process published meanwhile is built again, not overwritten', async () => {
    const stage = await createLinkedStage();
    await home(stage, 'rafiq');
    stage.slack.faults.add({ kind: 'refusal', error: 'hash_conflict', on: 'views.publish', times: 1 });
    await stage.sms('01712345678 news');
    await stage.post(/texted/);
    await home(stage, 'rafiq', /accepted by the SMS service/);
  });
});
