import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { ON_CALL } from '../../support/hooks.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, HOUR, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { rowsOfRedis, rowsOfSqlite } from '../../support/stored-rows.ts';
import { contentOf, opened } from '../../support/views.ts';

/* Each run of a scheduled broadcast that needs a second person’s approval asks for it four hours ahead. */

const DAY = 24 * HOUR;
/** 23:00 in Dhaka; the stage's clock starts eight hours earlier. */
const ELEVEN = Date.UTC(2026, 10, 21, 17);
const TEAM = { '01712345671': 'Ranu', '01712345672': 'Kamal', '01712345673': 'Shirin' };
const USER = 'rafiq';

/** A daily broadcast to the group, while broadcasts to more than two people need an approval. */
async function setUp(repeat = 'daily', team: Record<string, string> = TEAM): Promise<Stage> {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  const { slack } = stage;
  await keepNamed(stage, 'farmers', team);
  await stage.sms('01712345671 first');
  await stage.post(/texted/);
  await saveSettings(stage, { broadcastApproval: { above: 2, channel: ON_CALL } });
  const review = await opened(stage, USER, () => stage.sms('broadcast'));
  await slack.choose(review, 'setting', 'farmers', { blockId: 'broadcast_to' });
  await slack.submit(review, { broadcast_message: 'Come {name}', broadcast_kind: 'service' });
  await slack.waitFor(() => /will get this text|gets this text/.test(contentOf(review)), 'the review');
  const form = await opened(stage, USER, () => slack.act(review, 'later_schedule'));
  await slack.act(form, 'setting', ELEVEN / 1000, 'compose_at');
  expect((await slack.submit(form, { compose_repeat: repeat })).errors).toEqual({});
  await stage.post(/scheduled for/);
  return stage;
}

const later = ({ accepted }: Stage) => accepted().slice(1);
const asking = ({ posts }: Stage): Post[] => posts(/needs someone’s approval/);
const newest = (stage: Stage): Post => structuredClone(asking(stage).at(-1) as Post);
const approve = (stage: Stage, post: Post) => stage.slack.press(post, 'approve_broadcast', { user: ADMIN });
/** Lets time pass up to a time of day, and what begins then end. */
async function until(stage: Stage, wall: number): Promise<void> {
  const restMs = wall - stage.clock.wall() - MINUTE;
  if (restMs > 10 * MINUTE) {
    // The app isn't used meanwhile.
    await stage.stop();
    await stage.clock.advance(restMs);
    await stage.start();
  }
  while (stage.clock.wall() < wall) await stage.pass(10 * SECOND);
}

test('every run asks anew, ahead of its time, with its own count; approved, it goes at its time and not before', async () => {
  const stage = await setUp();
  await until(stage, ELEVEN - 4 * HOUR - MINUTE);
  expect(asking(stage)).toEqual([]);
  await until(stage, ELEVEN - 4 * HOUR + 2 * MINUTE);
  const first = newest(stage);
  expect(JSON.stringify(first.blocks)).toContain('send a service broadcast to 3 people');
  expect(JSON.stringify(first.blocks)).toContain('3 parts');
  expect(JSON.stringify(first.blocks)).toContain('about *1.05* of your 99.65 credits');
  expect(JSON.stringify(first.blocks)).toContain('Scheduled for');
  await approve(stage, first);
  await stage.pass(10 * SECOND);
  await stage.post(/approved your broadcast to 3 people\. It begins/);
  await stage.restart();
  await until(stage, ELEVEN - MINUTE);
  expect(later(stage), 'not before its time').toEqual([]);
  await until(stage, ELEVEN + 2 * MINUTE);
  expect(later(stage)).toHaveLength(3);

  await keepNamed(stage, 'farmers', { ...TEAM, '01712345674': 'Dipa' });
  await until(stage, ELEVEN + DAY - 4 * HOUR + 2 * MINUTE);
  expect(asking(stage), 'an approval covers no other run').toHaveLength(2);
  const second = newest(stage);
  expect(JSON.stringify(second.blocks)).toContain('to 4 people');
  await until(stage, ELEVEN + DAY + MINUTE);
  expect(later(stage), 'it waits').toHaveLength(3);
  await stage.post(/It’s time for your scheduled broadcast to 4 people, but nobody has approved it yet/);
  await approve(stage, second);
  await until(stage, ELEVEN + DAY + 5 * MINUTE);
  expect(later(stage)).toHaveLength(7);
});

test('without a decision it is dropped an hour after its time, like a missed run, and is said to be', async () => {
  const stage = await setUp('once');
  await until(stage, ELEVEN - 4 * HOUR + 2 * MINUTE);
  await until(stage, ELEVEN + 50 * MINUTE);
  const post = newest(stage);
  expect(stage.posts(/nobody has approved it yet/)).toHaveLength(1);
  await until(stage, ELEVEN + HOUR + 12 * MINUTE);
  await stage.post(/Nobody approved your broadcast to 3 people in time, so it was dropped/);
  await approve(stage, post);
  await stage.post(/Too late: this broadcast wasn’t approved in time/);
  await stage.pass(HOUR);
  expect(later(stage)).toEqual([]);
});

test('a run that needs none is left for its time; its recipients are looked up then', async () => {
  const stage = await setUp('once', { '01712345671': 'Ranu' });
  await until(stage, ELEVEN - 4 * HOUR + 2 * MINUTE);
  await keepNamed(stage, 'farmers', { '01712345671': 'Ranu', '01712345672': 'Kamal' });
  await until(stage, ELEVEN + 2 * MINUTE);
  expect(asking(stage)).toEqual([]);
  expect(later(stage).toSorted()).toEqual(['Come Kamal', 'Come Ranu']);
});

test('an approved run doesn’t go if its author was deactivated meanwhile', async () => {
  const stage = await setUp();
  await until(stage, ELEVEN - 4 * HOUR + 2 * MINUTE);
  await approve(stage, newest(stage));
  await stage.pass(10 * SECOND);
  stage.slack.person(USER).deleted = true;
  await until(stage, ELEVEN + 5 * MINUTE);
  expect(later(stage)).toEqual([]);
  await stage.post(/0 of 3 sent · 3 cancelled|3 cancelled/);
});

test('a schedule that is cancelled takes the run along that was asked about, or approved', async () => {
  for (const isApproved of [false, true]) {
    const stage = await setUp();
    await until(stage, ELEVEN - 4 * HOUR + 2 * MINUTE);
    const post = newest(stage);
    if (isApproved) await approve(stage, post);
    const list = await opened(stage, USER, () => stage.slack.command({ user: USER, text: 'scheduled' }));
    await stage.slack.act(list, 'cancel_schedule');
    await stage.slack.waitFor(() => /won’t get any more of these/.test(contentOf(list)), 'that it is over');
    if (!isApproved) await approve(stage, post);
    await until(stage, ELEVEN + 5 * MINUTE);
    expect(later(stage)).toEqual([]);
  }
});

test('a run from a backup that is resumed before its time waits for it', async () => {
  const stage = await setUp();
  await until(stage, ELEVEN - 4 * HOUR + 2 * MINUTE);
  await approve(stage, newest(stage));
  await stage.pass(10 * SECOND);
  await stage.post(/It begins/);
  await stage.stop();
  const { REDIS_URL } = stage.environment;
  const rows = await (REDIS_URL ? rowsOfRedis(REDIS_URL) : rowsOfSqlite(stage.dataDir));
  for (const row of await rows.all()) {
    const { pause, ...broadcast } = JSON.parse(row.body);
    if (row.table !== 'broadcast' || pause?.why !== 'early') continue;
    const restored = { ...pause, why: 'restored', until: null };
    await rows.replace({ ...row, body: JSON.stringify({ ...broadcast, pause: restored }) });
  }
  await stage.start();
  await stage.pass(10 * MINUTE);
  await stage.slack.openApp(USER);
  const home = () => stage.slack.home(USER);
  await stage.slack.waitFor(
    () => /resume_broadcast/.test(JSON.stringify(home()?.content ?? '')),
    'the button',
  );
  await stage.slack.act(home() as never, 'resume_broadcast');
  await stage.quiet();
  await stage.pass(10 * MINUTE);
  await until(stage, ELEVEN - MINUTE);
  expect(later(stage), 'not before its time').toEqual([]);
  await until(stage, ELEVEN + 2 * MINUTE);
  expect(later(stage)).toHaveLength(3);
});
