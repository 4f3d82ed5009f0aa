import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { opened, said } from '../../support/people-modal.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { openLater } from '../../support/schedules.ts';
import { createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';
import { makeTemplate } from '../../support/templates-modal.ts';

/* Somebody may do something, and then no longer: what was opened or asked for before is judged by who they are now. */

const AUTHOR = 'rafiq';
const GUESTS = /Guests can’t send texts/;
const HOUR = 60 * MINUTE;

const staged = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });

/** A broadcast of the author's that is paused; returns its post. */
async function paused(stage: Stage): Promise<Post> {
  await runBroadcast(
    stage,
    Array.from({ length: 200 }, (_, index) => rowTo(index)),
  );
  await passUntil(stage, () => stage.posts(/is sending a broadcast/).length > 0);
  const [post] = stage.posts(/is sending a broadcast/) as [Post];
  await stage.slack.press(post, 'pause_broadcast', { user: AUTHOR });
  await passUntil(stage, () => JSON.stringify(post.blocks).includes('resume_broadcast'));
  return post;
}

/** Slack says something else of them, and what it said before is too old. */
async function becomes(stage: Stage, what: 'guest' | 'deactivated', user = AUTHOR): Promise<void> {
  const person = stage.slack.person(user);
  if (what === 'guest') person.isRestricted = true;
  else person.deleted = true;
  await stage.pass(6 * MINUTE);
}

const told = ({ slack }: Stage, user: string, fits: RegExp): boolean =>
  slack.posts({ user, includeEphemeral: true }).some(({ text }) => fits.test(text)) ||
  slack.openViews(user).some(view => fits.test(said(view)));

/** The receipts of what is scheduled, also those that only one person sees. */
const planned = ({ slack }: Stage): Post[] =>
  slack.posts({ includeEphemeral: true }).filter(({ text }) => /(?:is|are) scheduled for/.test(text));

/** The time for which something was planned (epoch seconds) comes. */
async function comes(stage: Stage, at: number): Promise<void> {
  await stage.sleep(at * 1000 - stage.clock.wall() - MINUTE);
  await stage.pass(3 * MINUTE);
}

test('an author who became a guest doesn’t resume, nor downloads, with the link they got before', async () => {
  const stage = await staged();
  const { slack } = stage;
  const post = await paused(stage);
  const rows = await opened(stage, AUTHOR, () => slack.press(post, 'open_broadcast', { user: AUTHOR }));
  const link = await opened(stage, AUTHOR, () => slack.act(rows, 'download_broadcast'));
  await slack.waitFor(() => said(link).includes('/people/broadcast/'), 'the link');
  const path = /(\/people\/broadcast\/[\w-]{43})/.exec(said(link))?.[1] ?? '';
  const sent = stage.accepted().length;

  await becomes(stage, 'guest');
  await slack.press(post, 'resume_broadcast', { user: AUTHOR });
  await passUntil(stage, () => told(stage, AUTHOR, GUESTS));
  const refused = await fetch(stage.appUrl + path, { method: 'POST' });
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain('Farmer');
  await stage.pass(2 * MINUTE);
  expect(stage.accepted()).toHaveLength(sent);

  // Once they may again, both work.
  slack.person(AUTHOR).isRestricted = false;
  await stage.pass(6 * MINUTE);
  const file = await fetch(stage.appUrl + path, { method: 'POST' });
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('Farmer 1')]);
  await slack.press(post, 'resume_broadcast', { user: AUTHOR });
  await passUntil(stage, () => stage.accepted().length > sent);
});

test('the times of what is scheduled stay as they are when its form is sent by who may not change it any more', async () => {
  const stage = await staged();
  const { slack } = stage;
  const form = await opened(stage, AUTHOR, () => stage.sms('broadcast'));
  await slack.submit(form, { broadcast_pasted: '01712345671', broadcast_message: 'On Monday' });
  await slack.waitFor(() => /will get this text/.test(said(form)), 'what it comes to');
  const at = Math.floor((stage.clock.wall() + 26 * HOUR) / 1000);
  const when = await opened(stage, AUTHOR, () => slack.act(form, 'later_schedule'));
  await slack.waitFor(() => said(when).includes('compose_at'), 'the form');
  await slack.submit(when, { compose_at: at });
  await passUntil(stage, () => planned(stage).length > 0);
  const [receipt] = planned(stage) as [Post];
  const change = await opened(stage, AUTHOR, () => slack.press(receipt, 'change_schedule', { user: AUTHOR }));
  await slack.waitFor(() => said(change).includes('compose_at'), 'the form with its times');

  await becomes(stage, 'deactivated');
  const before = planned(stage).length;
  await slack.submit(change, { compose_at: at + 3600 });
  await passUntil(stage, () => told(stage, AUTHOR, /is deactivated/));
  slack.person(AUTHOR).deleted = false;
  await stage.sleep(26 * HOUR);
  await stage.pass(2 * MINUTE);
  expect(planned(stage), 'no receipt of a change').toHaveLength(before);
  expect(stage.accepted()).toEqual(['On Monday']);
});

test('a guest reads in the form that guests can’t send: no template is offered, and nothing is scheduled', async () => {
  const stage = await staged();
  const { slack } = stage;
  await makeTemplate(stage, { name: 'Harvest', text: 'A private word' });
  const form = await openLater(stage, '01712345678 hello', 'kamal');
  await becomes(stage, 'guest', 'kamal');
  const offered = await slack.suggest(form, 'setting', 'Har', 'compose_template');
  expect(JSON.stringify(offered?.offered)).not.toContain('Harvest');
  const at = Math.floor((stage.clock.wall() + 2 * HOUR) / 1000);
  const { errors, sent } = await slack.submit(form, { compose_at: at });
  expect([errors, sent]).toEqual([{}, true]);
  await passUntil(stage, () => told(stage, 'kamal', GUESTS));
  await comes(stage, at);
  expect(stage.accepted()).toEqual([]);
  expect(planned(stage)).toEqual([]);
  const plain = await openLater(stage, '', 'kamal');
  await passUntil(stage, () => GUESTS.test(said(plain)));
});

test('what is scheduled doesn’t go out once its author may not send; others’ does', async () => {
  const stage = await staged();
  const { slack } = stage;
  const at = Math.floor((stage.clock.wall() + 2 * HOUR) / 1000);
  for (const user of [AUTHOR, 'kamal']) {
    const form = await openLater(stage, `01712345678 from ${user}`, user);
    await slack.submit(form, { compose_at: at });
  }
  await passUntil(stage, () => planned(stage).length === 2);
  await becomes(stage, 'deactivated');
  await comes(stage, at);
  await passUntil(stage, () => stage.accepted().length > 0);
  await stage.pass(10 * MINUTE);
  expect(stage.accepted()).toEqual(['from kamal']);
});
