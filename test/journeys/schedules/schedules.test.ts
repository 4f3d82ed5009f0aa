import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { openLater, scheduled, submitLater } from '../../support/schedules.ts';
import { saveSettings } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { opened, submitForm } from '../../support/views.ts';

/* "Send later": each scheduled run, once or repeated, whatever happens to the clock and the app meanwhile. */

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 17:00 in Dhaka; the stage's clock starts two hours earlier. */
const FIVE = Date.UTC(2026, 10, 21, 11);
const RANU = '01712345671';

const blocksOf = (view: View): string => JSON.stringify(view.content.blocks);

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  // An earlier text, so that the app has everybody's facts.
  await stage.sms(`${RANU} first`);
  await stage.post(/texted/);
  return stage;
};
const later = ({ accepted }: Stage) => accepted().slice(1);
/** Saves the list of holidays as an admin. */
async function setHolidays(stage: Stage, lines: string): Promise<void> {
  const form = await opened(stage, ADMIN, () => stage.slack.command({ user: ADMIN, text: 'holidays' }));
  const { errors } = await submitForm(stage, form, { holidays_texts1: lines });
  expect(errors).toEqual({});
  await stage.slack.closeView(form);
}
/** Lets time pass, and waits for the answers of a shared store. */
const turn = async (stage: Stage, ms: number): Promise<void> => {
  await stage.pass(ms);
  for (let times = 0; times < 3; times++) await stage.sms('log');
};
/** Lets time pass up to a minute after a time of day. The app isn't used before that. */
const until = async (stage: Stage, wall: number): Promise<void> => {
  if (wall - stage.clock.wall() > HOUR) {
    await stage.stop();
    await stage.clock.advance(wall - 3 * MINUTE - stage.clock.wall());
    await stage.start();
  }
  while (stage.clock.wall() < wall + MINUTE) await turn(stage, 20 * SECOND);
};
/** The sent texts, once there are any: time passes until then. */
const expectSent = (stage: Stage) =>
  expect.poll(async () => {
    await stage.pass(SECOND);
    return later(stage);
  });
const list = async (stage: Stage, user = 'rafiq') => {
  await stage.slack.command({ user, text: 'scheduled' });
  const view = await stage.slack.waitForView(user, view =>
    /"Scheduled texts"/.test(JSON.stringify(view.content.title)),
  );
  await stage.slack.waitFor(() => !blocksOf(view).includes('One moment'), 'the list’s content');
  return view;
};

test('a text from the form goes out at its time, once, and its receipt comes then', async () => {
  const stage = await setUp();
  const form = await openLater(stage, `${RANU} The harvest is tomorrow`);
  expect(blocksOf(form)).toContain('compose_at');
  const { errors } = await submitLater(stage, form, FIVE);
  expect(errors).toEqual({});
  const receipt = await stage.post(/scheduled for/);
  expect(receipt.text).toContain(
    '*017••••5671* is scheduled for *Sat, 21 Nov 2026 at 17:00 (Bangladesh time)*',
  );
  await until(stage, FIVE - 2 * MINUTE);
  expect(later(stage)).toEqual([]);
  await until(stage, FIVE);
  await expectSent(stage).toEqual(['The harvest is tomorrow']);
  await expect.poll(() => stage.posts(/texted \*017••••5671/).length).toBe(2);
  await until(stage, FIVE + DAY);
  expect(later(stage)).toHaveLength(1);
});

test('an error in the time appears under its field', async () => {
  const stage = await setUp();
  const form = await openLater(stage, `${RANU} hello`);
  const soon = await submitLater(stage, form, stage.clock.wall() + MINUTE);
  expect(soon.errors).toEqual({ compose_at: 'Choose a time at least two minutes from now.' });
  const ends = await submitLater(stage, form, FIVE, { repeat: 'daily', until: '2026-11-20', times: '3' });
  expect(Object.keys(ends.errors).sort()).toEqual(['compose_times', 'compose_until']);
  expect(stage.slack.openViews('rafiq')).toEqual([form]);
  const good = await submitLater(stage, form, FIVE, { until: '2026-11-23', times: '' });
  expect(good.errors).toEqual({});
  expect((await stage.post(/scheduled for/)).text).toContain('every day until Mon, 23 Nov 2026');
});

test('a distant day is pointed out, because the year may be wrong', async () => {
  const stage = await setUp();
  await scheduled(stage, RANU, 'hello', FIVE + 420 * DAY);
  await stage.post(/That’s about 14 months from now/);
});

test('"Change" opens the form with its old values, and the saved ones are sent instead', async () => {
  const stage = await setUp();
  await scheduled(stage, RANU, 'Old words', FIVE, { repeat: 'weekly', times: '5' });
  const receipt = await stage.post(/scheduled for/);
  const before = stage.slack.openViews('rafiq').length;
  await stage.slack.press(receipt, 'change_schedule');
  await stage.slack.waitFor(() => stage.slack.openViews('rafiq').length > before, 'the form');
  const form = stage.slack.openViews('rafiq').at(-1) as View;
  await stage.quiet();
  expect(form.values.compose_at?.setting).toMatchObject({ selected_date_time: FIVE / 1000 });
  expect(form.values.compose_repeat?.setting).toMatchObject({
    selected_option: { value: 'weekly' },
  });
  expect(form.values.compose_times?.setting).toMatchObject({ value: '5' });
  expect(form.values.compose_message?.compose_message_input).toMatchObject({ value: 'Old words' });
  await stage.slack.act(form, 'compose_message_input', 'New words');
  await stage.pass(1000);
  const { errors } = await submitLater(stage, form, FIVE + HOUR, { repeat: 'once' });
  expect(errors).toEqual({});
  await stage.post(/Saved\..*at 18:00 \(Bangladesh time\)\*\.$/);
  expect(stage.posts(/is scheduled for/), 'the old post no longer says the old time').toHaveLength(1);
  await until(stage, FIVE + HOUR);
  await expectSent(stage).toEqual(['New words']);
  await until(stage, FIVE + 8 * DAY);
  expect(later(stage)).toHaveLength(1);
});

test('the Home tab shows the next runs, and its buttons work there', async () => {
  const stage = await setUp();
  await scheduled(stage, RANU, 'Good evening', FIVE, { repeat: 'daily' });
  const shown = () => JSON.stringify(stage.slack.home('rafiq')?.content.blocks ?? []);
  await stage.slack.openApp('rafiq');
  await expect.poll(shown).toContain('Good evening');
  await stage.slack.act(stage.slack.home('rafiq') as View, 'skip_run');
  await expect.poll(shown).toContain('Sun, 22 Nov 2026 at 17:00');
  await until(stage, FIVE);
  expect(later(stage)).toEqual([]);
});

test('only managers see and cancel other people’s; without a key, a run is refused and reported', async () => {
  const stage = await setUp();
  await scheduled(stage, RANU, 'mine', FIVE);
  const receipt = await stage.post(/scheduled for/);
  expect(blocksOf(await list(stage, 'kamal'))).toContain('Nothing is scheduled');
  const value = JSON.stringify(receipt.blocks).match(/"value":"([^"]+)"/)?.[1] ?? '';
  const adminsList = await list(stage, ADMIN);
  expect(blocksOf(adminsList)).toContain('by <@');
  expect(blocksOf(adminsList)).toContain(value);
  await stage.slack.command({ user: ADMIN, text: 'unlink' });
  const confirm = await stage.slack.waitForView(ADMIN, view => view.content.callback_id === 'unlink');
  await stage.slack.waitFor(() => confirm.content.submit !== undefined, 'the question');
  await stage.slack.submit(confirm, {});
  await until(stage, FIVE);
  await stage.post(/No API key is linked/);
  expect(later(stage)).toEqual([]);
});

test.each([
  { after: 3 * MINUTE, what: 'it goes, once' },
  { after: 14 * MINUTE, what: 'its author is asked if it is too late by then' },
])('a form that was submitted in time and is carried out late, after a restart: $what', async ({ after }) => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  const isTooLate = after > 10 * MINUTE;
  if (isTooLate) await saveSettings(stage, { lateMinutes: 10 });
  // The app has no facts about rafiq yet, so the form waits until Slack sends them.
  stage.slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
  const form = await openLater(stage, `${RANU} The harvest is tomorrow`);
  const { errors } = await submitLater(stage, form, stage.clock.wall() + 2 * MINUTE);
  expect(errors).toEqual({});
  await stage.restart();
  await stage.pass(after);
  expect(stage.accepted()).toEqual([]);
  stage.slack.faults.clear();
  await passUntil(stage, () => stage.posts(isTooLate ? /hasn’t gone out/ : /texted/).length > 0);
  expect(stage.accepted()).toEqual(isTooLate ? [] : ['The harvest is tomorrow']);
  await stage.pass(HOUR);
  expect(stage.accepted()).toHaveLength(isTooLate ? 0 : 1);
});

test('a schedule of a user who has left doesn’t run, and ends: the admins are told, once', async () => {
  const stage = await setUp();
  const form = await openLater(stage, `${RANU} The harvest is tomorrow`);
  await submitLater(stage, form, FIVE, { repeat: 'daily' });
  await stage.post(/is scheduled for/);
  stage.slack.person('rafiq').deleted = true;
  await until(stage, FIVE);
  const notice = await stage.post(/their account is deactivated/);
  expect(notice.text).toContain(stage.slack.person('rafiq').id);
  await stage.pass(HOUR);
  const where = stage.posts(/their account is deactivated/).map(({ channel }) => channel);
  expect(where.length, 'each admin once').toBe(new Set(where).size);
  expect(later(stage)).toEqual([]);
  expect(blocksOf(await list(stage, ADMIN))).not.toContain('The harvest');
});

test('a run on a holiday is skipped if its author asked for that, and the list says so', async () => {
  const stage = await setUp();
  await scheduled(stage, RANU, 'Good evening', FIVE, { repeat: 'daily', notOnHolidays: true });
  await setHolidays(stage, '22/11/2026 Harvest Day');
  await until(stage, FIVE);
  await expectSent(stage).toEqual(['Good evening']);
  const view = await list(stage);
  expect(blocksOf(view)).toContain(
    '*Mon, 23 Nov 2026 at 17:00 (Bangladesh time)*, every day, not on holidays',
  );
  expect(blocksOf(view)).toContain(':palm_tree: Sun, 22 Nov 2026 is a holiday (Harvest Day).');
  await until(stage, FIVE + DAY);
  expect(later(stage)).toEqual(['Good evening']);
  await until(stage, FIVE + 2 * DAY);
  await expectSent(stage).toEqual(['Good evening', 'Good evening']);
});

test('“Every working day” leaves out the days that the workspace says, also those it says later', async () => {
  const stage = await setUp();
  // The 21st is a Saturday, the 22nd a Sunday.
  await scheduled(stage, RANU, 'Good evening', FIVE, { repeat: 'workdays' });
  const line = (day: string) =>
    `*${day} Nov 2026 at 17:00 (Bangladesh time)*, every working day, not on holidays`;
  expect((await stage.post(/is scheduled for/)).text).toContain(line('Sun, 22'));
  await until(stage, FIVE);
  expect(later(stage)).toEqual([]);
  await saveSettings(stage, { workingDays: [1, 2, 3, 4, 5] });
  expect(blocksOf(await list(stage))).toContain(line('Mon, 23'));
  await until(stage, FIVE + DAY);
  expect(later(stage)).toEqual([]);
  await until(stage, FIVE + 2 * DAY);
  await expectSent(stage).toEqual(['Good evening']);
});

test('a holiday taken off the list before it is due is none, and “Skip next” skips the run that was shown', async () => {
  const stage = await setUp();
  await scheduled(stage, RANU, 'Good evening', FIVE, { repeat: 'daily', notOnHolidays: true });
  await setHolidays(stage, '21/11/2026\n22/11/2026');
  const view = await list(stage);
  await stage.slack.act(view, 'skip_run');
  await stage.slack.waitFor(() => blocksOf(view).includes('won’t go out on Mon, 23 Nov'), 'what was skipped');
  expect(blocksOf(view)).toContain('Tue, 24 Nov 2026');
  await stage.slack.closeView(view);
  await scheduled(stage, RANU, 'Hello', FIVE, { repeat: 'daily', notOnHolidays: true });
  await setHolidays(stage, '');
  await until(stage, FIVE);
  await expectSent(stage).toEqual(['Hello']);
});
