import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Credits } from '../../../src/kit/credits.ts';
import { lookAgain, mendersAtHome, passDays, warningsAtHome, warningsTold } from '../../support/attention.ts';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { scheduled } from '../../support/schedules.ts';
import { keepContacts, removeContacts, saveSettings } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, HOUR, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { changeKept, keepDailyRota, memberNamed } from '../../support/swaps.ts';

/*
 * What somebody should look at, on a clock of weeks: on Home as long as it is so, and once as a message. The clock starts on Saturday at
 * 15:00 in Dhaka.
 */

const set = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });

/** Sends texts one after the other, each with its receipt. */
async function send(stage: Stage, count: number, user = 'rafiq', number = '01712345678'): Promise<void> {
  for (let index = 0; index < count; index++) {
    const before = stage.service.requests.count();
    await stage.sms(`${number} ${user} ${stage.clock.now()} ${index}`, { user });
    await stage.until(() => stage.service.requests.count() > before);
    await stage.pass(2 * SECOND);
  }
}

test('a rota with a gap: its people and managers are told once in three weeks, and again when it comes back after days', async () => {
  const stage = await set();
  const people = [memberNamed(stage, 'nusrat'), memberNamed(stage, 'rafiq')];
  const rota = await keepDailyRota(stage, ['nusrat', 'rafiq']);
  const nobodyFrom = stage.clock.wall() + 9 * 24 * HOUR;
  await changeKept(stage, (rotas, workspace, by) =>
    rotas.standIn(workspace, by, rota.id, {
      place: 'first',
      person: null,
      from: nobodyFrom,
      to: nobodyFrom + 14 * 24 * HOUR,
    }),
  );
  await lookAgain(stage);
  expect(await warningsAtHome(stage, 'rafiq'), 'further than a week').toEqual([]);
  await passDays(stage, 21);
  const line =
    'Nobody is on call in *Servers* from Mon 30 Nov, 15:00 to Mon 14 Dec, 15:00 (Bangladesh time).';
  expect([warningsTold(stage, 'rafiq'), warningsTold(stage, ADMIN)]).toEqual([[[line]], [[line]]]);
  expect(warningsTold(stage, 'shirin')).toEqual([]);
  const [now] = await warningsAtHome(stage, 'rafiq');
  expect(now).toBe(':warning: Nobody is on call in *Servers* until Mon 14 Dec, 15:00 (Bangladesh time).');
  const pages = () => stage.slack.traffic.of('views.publish').length;
  const before = pages();
  await stage.pass(5 * MINUTE);
  expect(pages(), 'a gap that goes on is no news').toBe(before);
  expect(await mendersAtHome(stage, 'rafiq')).toEqual([`open_stand_in ${rota.id}`]);
  expect(await warningsAtHome(stage, 'shirin')).toEqual([]);

  const setPeople = (to: typeof people) =>
    changeKept(stage, (rotas, workspace, by) =>
      rotas.change(workspace, by, rota.id, { ...rota, people: [...to] }),
    );
  await passDays(stage, 4);
  expect(await warningsAtHome(stage, 'rafiq'), 'it is over').toEqual([]);
  await setPeople([]);
  await passDays(stage, 1);
  expect(warningsTold(stage, ADMIN), 'well for two days only').toHaveLength(1);
  await setPeople(people);
  await passDays(stage, 4);
  await setPeople([]);
  await passDays(stage, 1);
  expect(warningsTold(stage, ADMIN), 'well for four days').toHaveLength(2);
});

test('a person at four fifths of their limit is told at once, at most once a day, and nobody else; managers of the workspace’s', async () => {
  const stage = await set();
  await saveSettings(stage, { personCap: { texts: 5, credits: null } });
  await send(stage, 3);
  await lookAgain(stage);
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([]);
  await send(stage, 1);
  await lookAgain(stage);
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([
    ':warning: Today’s limit is nearly used up: 4 of your 5 texts. If you need more today, ask an admin or manager.',
  ]);
  expect(await mendersAtHome(stage, 'rafiq'), 'they can’t change it').toEqual([]);
  await stage.pass(HOUR);
  await passDays(stage, 1);
  expect(await warningsAtHome(stage, 'rafiq'), 'the next day').toEqual([]);
  await send(stage, 5);
  await lookAgain(stage);
  await passDays(stage, 2);
  expect(warningsTold(stage, 'rafiq')).toEqual([
    ['Today’s limit is nearly used up: 4 of your 5 texts. If you need more today, ask an admin or manager.'],
    ['Today’s limit is used up: 5 of your 5 texts. If you need more today, ask an admin or manager.'],
  ]);
  expect(warningsTold(stage, ADMIN)).toEqual([]);

  const managers = [stage.slack.person('shirin').id];
  await saveSettings(stage, {
    managers,
    personCap: { texts: null, credits: null },
    workspaceCap: { texts: null, credits: '1' as Credits },
  });
  await send(stage, 2);
  await lookAgain(stage);
  expect(warningsTold(stage, 'shirin')).toEqual([]);
  await saveSettings(stage, { workspaceCap: { texts: null, credits: '0.80' as Credits } });
  await lookAgain(stage);
  const line = 'Today’s limit is nearly used up: 0.70 of this workspace’s 0.80 credits.';
  expect([warningsTold(stage, 'shirin'), warningsTold(stage, ADMIN)]).toEqual([[[line]], [[line]]]);
  expect(await mendersAtHome(stage, 'shirin')).toEqual(['change_setting limits']);
  await saveSettings(stage, { workspaceCap: { texts: 100, credits: null } });
  await stage.slack.openApp('shirin');
  expect(await warningsAtHome(stage, 'shirin'), 'gone at once when it is mended').toEqual([]);
});

test('a balance that lasts less than three days is told once to the admin; below the threshold that is told already, only shown', async () => {
  const stage = await set();
  await saveSettings(stage, { lowBalance: '1' as Credits });
  stage.service.accounts.correct(stage.accountId, '-92', 'Used elsewhere');
  await send(stage, 8);
  await passDays(stage, 1);
  await send(stage, 8);
  await lookAgain(stage);
  expect(await warningsAtHome(stage, ADMIN)).toEqual([
    ':warning: The balance of 2.40 credits lasts less than a day at this pace. Top it up at the SMS service, or lower the limits.',
  ]);
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([]);
  await passDays(stage, 1);
  expect(warningsTold(stage, ADMIN)).toHaveLength(1);
  await send(stage, 5);
  await stage.post(/running low|low/i);
  await passDays(stage, 20);
  expect(warningsTold(stage, ADMIN), 'once in three weeks').toHaveLength(1);
});

test('a refused key stands on Home once, below what needs somebody, with no other message than that of the texts', async () => {
  const stage = await set();
  stage.service.accounts.suspend(stage.accountId);
  await stage.sms('01712345678 hello');
  await stage.pass(5 * SECOND);
  await lookAgain(stage);
  expect(await warningsAtHome(stage, ADMIN)).toEqual([]);
  const page = JSON.stringify(stage.slack.home(ADMIN)?.content.blocks);
  expect(page.match(/1 text on hold/g)).toHaveLength(1);
  expect(warningsTold(stage, ADMIN)).toEqual([]);
});

test('hooks: one that no program calls in two days, and one whose alerts never text; told once by day, gone with the first text', async () => {
  const stage = await set();
  const hook = await makeHook(stage, { name: 'Disks', severities: ['critical'] });
  await passDays(stage, 2);
  await lookAgain(stage);
  const uncalled =
    'No program has called the hook *Disks* since it was made. Paste its address and token into the program, or revoke it.';
  expect(await warningsAtHome(stage, ADMIN)).toEqual([`:warning: ${uncalled}`]);
  expect(await mendersAtHome(stage, ADMIN)).toEqual([`change_hook ${hook.hook.id}`]);
  await passDays(stage, 3);
  expect(warningsTold(stage, ADMIN)).toEqual([[uncalled]]);

  await hook.call(alertmanager('g1', { DiskFull: { severity: 'warning' } }));
  await stage.pass(10 * SECOND);
  expect(await warningsAtHome(stage, ADMIN), 'called').toEqual([]);
  await passDays(stage, 1);
  await lookAgain(stage);
  const silent =
    'The hook *Disks* is called, but none of its alerts has ever texted anyone. Look at whom it texts, and at which severities.';
  expect(await warningsAtHome(stage, ADMIN)).toEqual([`:warning: ${silent}`]);
  await stage.restart();
  await passDays(stage, 1);
  expect(warningsTold(stage, ADMIN)).toEqual([[uncalled], [silent]]);

  await hook.call(alertmanager('g2', { DiskDead: { severity: 'critical' } }));
  await stage.pass(10 * SECOND);
  expect(await warningsAtHome(stage, ADMIN)).toEqual([]);
  await passDays(stage, 14);
  expect(warningsTold(stage, ADMIN)).toHaveLength(2);
});

test('a scheduled text to a group in which nobody is: its author and managers are told once', async () => {
  const stage = await set();
  await keepContacts(stage, [{ name: 'Ranu', number: '01612345678', columns: {} }], 'Farmers');
  const at = stage.clock.wall() + 10 * 24 * HOUR;
  await scheduled(stage, 'Farmers', 'Come at nine', at - (at % HOUR));
  await lookAgain(stage);
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([]);
  await removeContacts(stage, '01612345678');
  await lookAgain(stage);
  const line =
    'Nobody is in *Farmers*: a text to this group is scheduled for Tue, 1 Dec 2026 at 15:00 (Bangladesh time).';
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([`:warning: ${line}`]);
  await passDays(stage, 8);
  expect([warningsTold(stage, 'rafiq'), warningsTold(stage, ADMIN)]).toEqual([[[line]], [[line]]]);
  await passDays(stage, 3);
  expect(await warningsAtHome(stage, 'rafiq'), 'its day is over').toEqual([]);
});

test('a contact whose number the service refused three times in a row: managers are told once, until a text goes', async () => {
  const stage = await set();
  await keepContacts(stage, [{ name: 'Ranu', number: '01612345678', columns: {} }], 'Farmers');
  stage.service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 4 });
  await send(stage, 1, 'rafiq', '01912345678');
  await send(stage, 2, 'rafiq', '01612345678');
  await lookAgain(stage);
  expect(await warningsAtHome(stage, ADMIN)).toEqual([]);
  await send(stage, 1, 'rafiq', '01612345678');
  await lookAgain(stage);
  const line =
    'The SMS service refused the number of *Ranu* (016••••5678) 3 times in a row. Correct it, or delete the contact.';
  expect(await warningsAtHome(stage, ADMIN)).toEqual([`:warning: ${line}`]);
  expect(await mendersAtHome(stage, ADMIN)).toEqual(['change_contact kept-0']);
  await passDays(stage, 14);
  expect(warningsTold(stage, ADMIN)).toEqual([[line]]);
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([]);
  await send(stage, 1, 'rafiq', '01612345678');
  expect(await warningsAtHome(stage, ADMIN)).toEqual([]);
});

test('what is found in the evening is told in the morning, several in one message, in the reader’s language', async () => {
  const stage = await set();
  await stage.sleep(5 * HOUR + 30 * MINUTE);
  await stage.slack.openApp(ADMIN);
  await stage.quiet();
  await stage.slack.act(stage.slack.home(ADMIN) as never, 'choose_language', 'bn');
  await keepDailyRota(stage, []);
  await keepDailyRota(stage, [], { name: 'Night' });
  await lookAgain(stage);
  expect(await warningsAtHome(stage, ADMIN)).toHaveLength(2);
  await stage.sleep(11 * HOUR);
  expect(warningsTold(stage, ADMIN), 'before nine').toEqual([]);
  await stage.sleep(2 * HOUR);
  await lookAgain(stage);
  expect(warningsTold(stage, ADMIN)).toEqual([
    ['*Night* রোস্টারে এখন কেউ ডিউটিতে নেই।', '*Servers* রোস্টারে এখন কেউ ডিউটিতে নেই।'],
  ]);
});

test('more than three warnings: Home counts the others, and a press lists all', async () => {
  const stage = await set();
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await keepDailyRota(stage, [], { name });
  await lookAgain(stage);
  const shown = await warningsAtHome(stage, ADMIN);
  expect(shown).toHaveLength(4);
  expect(shown.at(-1)).toBe('And 2 more.');
  const before = stage.slack.openViews(ADMIN);
  await stage.slack.act(stage.slack.home(ADMIN) as never, 'open_warnings');
  const list = await stage.slack.waitForView(
    ADMIN,
    view => !before.includes(view) && JSON.stringify(view.content).includes('*Five*'),
  );
  expect(JSON.stringify(list.content).match(/Nobody is on call in/g)).toHaveLength(5);
});

test('Slack doesn’t take the message: it comes with a later look, once', async () => {
  const stage = await set();
  await keepDailyRota(stage, []);
  const back = stage.slack.faults.add({ kind: 'status', status: 503, on: 'chat.postMessage' });
  await lookAgain(stage);
  expect(warningsTold(stage, ADMIN)).toEqual([]);
  back();
  await passDays(stage, 1);
  expect(warningsTold(stage, ADMIN)).toHaveLength(1);
});

test('an open Home tab is brought up to date when a warning is found', async () => {
  const stage = await set();
  await saveSettings(stage, { personCap: { texts: 1, credits: null } });
  expect(await warningsAtHome(stage, 'rafiq')).toEqual([]);
  await send(stage, 1);
  await lookAgain(stage);
  expect(JSON.stringify(stage.slack.home('rafiq')?.content)).toContain('1 of your 1 text.');
});
