import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { saveSettings } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* The author and managers of a broadcast watch, pause, resume and cancel it; others are told who may. */

const POST = /farmers\*/;
const PROGRESS = /is sending|Paused:|Cancelled by|sent a broadcast to/;

const rows = (count: number) => Array.from({ length: count }, (_, index) => rowTo(index));

const setUp = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });

const progress = ({ posts }: Stage): Post[] => posts(PROGRESS);
const waitForPost = async (stage: Stage, fits: RegExp): Promise<Post> => {
  await passUntil(stage, () => progress(stage).some(({ text }) => fits.test(text)));
  const [post, ...more] = progress(stage).filter(({ text }) => fits.test(text));
  if (!post) throw new Error(`no post like ${fits}`);
  expect(more).toEqual([]);
  return post;
};
const texted = ({ service }: Stage): string[] => service.log.list().map(({ number }) => number);

test('one post in the channel shows the progress; the final summary is in its thread, and nobody was texted twice', async () => {
  const stage = await setUp();
  await runBroadcast(stage, [...rows(6), rowTo(6, { number: null, message: null, problem: NOBODY })]);
  const post = await waitForPost(stage, /is sending a broadcast to \*farmers\*/);
  expect(post.visibleTo).toBeUndefined();
  const changes = () => stage.slack.traffic.of('chat.update').length;
  const [before, began] = [changes(), stage.clock.now()];
  await passUntil(stage, () => /100% done: 6 of 6 sent · 1 left out/.test(post.text));
  const seconds = (stage.clock.now() - began) / SECOND;
  expect(changes() - before, 'about once a second at most').toBeLessThanOrEqual(seconds + 1);
  await passUntil(stage, () => stage.posts(/is over/).length > 0);
  const summary = await stage.post(/your broadcast to \*farmers\* is over/);
  expect(summary.threadTs).toBe(post.ts);
  expect(summary.text).toContain('6 of 6 sent · 1 left out');
  expect(summary.text).toContain('cost 2.10 credits · took');
  expect(summary.text).toContain('• 1 person left out: ');
  expect(JSON.stringify(post.blocks)).toContain('▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 100% done');
  const written = changes();
  await stage.pass(10 * MINUTE);
  expect(changes(), 'nothing changes any more').toBe(written);
  expect([stage.posts(POST).length, stage.posts(/is over/).length]).toEqual([2, 1]);
  expect(texted(stage).toSorted()).toEqual(rows(6).map(({ number }) => number));
});

test('its author and an admin pause, resume and cancel it, however often they press; others are told who may, and nobody else sees that', async () => {
  const stage = await setUp();
  const { slack, posts, pass, quiet } = stage;
  await runBroadcast(stage, rows(40));
  const post = await waitForPost(stage, /[2-9] of 40 sent/);
  const first = structuredClone(post);

  await slack.press(first, 'pause_broadcast', { user: 'shirin' });
  const refusal = await stage.post(/Only the author of this broadcast, the managers and the admins/);
  expect(refusal.visibleTo).toBe(slack.person('shirin').id);
  expect(refusal.text).toContain(`<@${slack.person('rafiq').id}>`);
  expect(post.text).toContain('is sending');

  const pressed = await slack.press(first, 'pause_broadcast', AUTHOR);
  await Promise.all([slack.redeliver(pressed.request), slack.redeliver(pressed.request)]);
  await passUntil(stage, () => post.text.includes(`Paused by <@${slack.person('rafiq').id}>`));
  const sent = texted(stage).length;
  await pass(5 * MINUTE);
  expect(texted(stage), 'nothing goes while it is paused').toHaveLength(sent);

  const resumed = await slack.press(post, 'resume_broadcast', { user: ADMIN });
  await slack.redeliver(resumed.request);
  await passUntil(stage, () => texted(stage).length > sent + 2);
  expect(post.text).toContain('is sending');

  const cancelled = await slack.press(post, 'cancel_broadcast', { user: ADMIN });
  expect(JSON.stringify(cancelled.confirm)).toMatch(/\d+ texts are left and won’t be sent/);
  await slack.redeliver(cancelled.request);
  await passUntil(stage, () => posts(/is over/).length > 0);
  const went = texted(stage).length;
  expect(post.text).toContain(`Cancelled by <@${slack.person(ADMIN).id}>`);
  expect(post.text).toContain(`${went} of 40 had gone.`);
  post.blocks = first.blocks;
  await slack.press(post, 'pause_broadcast', AUTHOR);
  const late = await stage.post(/already over/);
  expect(late.visibleTo).toBe(slack.person('rafiq').id);
  await pass(10 * MINUTE);
  await quiet();
  expect(texted(stage)).toHaveLength(went);
  expect(posts(/is over/)).toHaveLength(1);
});

test('the Home tabs of its author and of an admin follow it while they may be looking; others’ follow the balance alone', async () => {
  const stage = await setUp();
  const { slack } = stage;
  await runBroadcast(stage, rows(40));
  await waitForPost(stage, /[2-9] of 40 sent/);
  const people = ['rafiq', ADMIN, 'shirin'];
  for (const user of people) await slack.openApp(user);
  await slack.waitFor(() => people.every(user => slack.home(user)), 'their Home tabs');
  const pages = () => slack.traffic.of('views.publish').length;
  const home = (user: string) => JSON.stringify(slack.home(user)?.content);
  const [before, began] = [pages(), stage.clock.now()];
  const isOver = (user: string) => home(user).includes('40 of 40 sent');
  await passUntil(stage, () => isOver('rafiq') && isOver(ADMIN));
  expect(home('shirin')).not.toContain('of 40 sent');
  const fiveSeconds = (stage.clock.now() - began) / (5 * SECOND);
  expect(pages() - before, 'each every five seconds at most').toBeLessThanOrEqual(3 * (fiveSeconds + 1));

  const after = pages();
  await stage.pass(15 * MINUTE);
  await runBroadcast(stage, rows(3));
  await passUntil(stage, () => progress(stage).some(({ text }) => /3 of 3 sent/.test(text)));
  expect(pages(), 'nobody has looked for more than ten minutes').toBe(after);
});

test('at its spending limit, Resume says who can raise the limit; once it is raised, the broadcast resumes', async () => {
  const stage = await setUp();
  const { slack } = stage;
  await saveSettings(stage, { broadcastCredits: '1.05' as never });
  await runBroadcast(stage, rows(8), { creditLimit: '1.05' });
  const post = await waitForPost(stage, /It has reached the most a broadcast can cost here/);
  await slack.press(post, 'resume_broadcast', AUTHOR);
  const refusal = await stage.post(
    /This broadcast has cost \d\.\d+ credits, and the limit is 1\.05 credits\./,
  );
  expect(refusal.visibleTo).toBe(slack.person('rafiq').id);
  expect(refusal.text).toMatch(new RegExp(`Ask <@${slack.person(ADMIN).id}>.* to raise the limit`));
  const sent = texted(stage).length;
  expect(sent).toBeLessThan(8);
  await saveSettings(stage, { broadcastCredits: '10' as never });
  await slack.press(post, 'resume_broadcast', AUTHOR);
  await passUntil(stage, () => post.text.includes('8 of 8 sent'));
});

test('while its key is held, Resume retries the key for managers, also on the notice, until the broadcast resumes; its author is told whom to ask', async () => {
  const stage = await setUp();
  const { slack, service, accountId } = stage;
  service.accounts.suspend(accountId);
  await runBroadcast(stage, rows(4));
  const post = await waitForPost(stage, /The SMS account is suspended/);
  service.accounts.activate(accountId);
  await slack.press(post, 'resume_broadcast', AUTHOR);
  const refusal = await stage.post(/Ask <@.*> to press Resume/);
  expect(refusal.visibleTo).toBe(slack.person('rafiq').id);
  await stage.pass(MINUTE);
  expect(texted(stage), 'nobody has let the key go').toEqual([]);
  const notice = await stage.post(/has paused itself\./);
  expect(JSON.stringify(notice.blocks)).toContain('resume_broadcast');
  await slack.press(notice, 'resume_broadcast', { user: ADMIN });
  await passUntil(stage, () => post.text.includes('4 of 4 sent'));
  expect(notice.text).toMatch(/had paused itself\. It isn’t paused any more\.$/);
  expect(JSON.stringify(notice.blocks), 'there is nothing to press any more').not.toContain(
    'resume_broadcast',
  );
});

const AUTHOR = { user: 'rafiq' };
const NOBODY = { kind: 'TEAMMATE_WITHOUT_NUMBER', userId: 'U0NOBODY' } as const;
