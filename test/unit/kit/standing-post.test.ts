import { expect, test } from 'vitest';
import type { Pinned } from '../../../src/kit/slack/posting.ts';
import { bringUpToDate, newPost, type Place } from '../../../src/kit/slack/standing-post.ts';

/* A post in Slack that is edited in place. */

const AWAY: Pinned = { kind: 'away', afterMs: null };
const refused = (error: string): Pinned => ({ kind: 'refused', error });
const says = (text: string, isShut = false): [Place, Place] => [
  { channel: 'C1', message: { text }, isShut },
  { channel: 'U1', message: { text: `${text}, for you` } },
];

/** A Slack that gives these answers, and then succeeds. */
function createSlack() {
  const [calls, answers]: [string[], Pinned[]] = [[], []];
  const answer = (call: string, channel: string): Pinned => {
    calls.push(call);
    return answers.shift() ?? { kind: 'ok', at: { channel, ts: `${calls.length}` } };
  };
  const post = newPost();
  const poster = {
    pin: async (_workspace: string, channel: string, { text }: { text: string }) =>
      answer(`${channel}: ${text}`, channel),
    update: async (_workspace: string, at: { channel: string; ts: string }, { text }: { text: string }) =>
      answer(`${at.channel} ${at.ts}: ${text}`, at.channel),
  };
  const show = (to: [Place, Place], isOver = false) => bringUpToDate(poster, 'T1', post, { to, isOver });
  return { calls, answers, post, show };
}

test('is posted once, and edited in place when it changes', async () => {
  const { calls, post, show } = createSlack();
  await show(says('one'));
  expect(post).toMatchObject({ at: { channel: 'C1', ts: '1' }, stale: false });
  await show(says('one'));
  await show(says('two'));
  expect(calls).toEqual(['C1: one', 'C1 1: two']);
});

test('where the app can’t post, it goes to the next place with that place’s text, and stays there', async () => {
  const { calls, answers, post, show } = createSlack();
  answers.push(refused('not_in_channel'));
  await show(says('one'));
  await show(says('two'));
  expect(calls).toEqual(['C1: one', 'U1: one, for you', 'U1 2: two, for you']);
  expect(post.place).toBe(1);
});

test('a place that refused a moment ago isn’t tried', async () => {
  const { calls, show } = createSlack();
  await show(says('one', true));
  expect(calls).toEqual(['U1: one, for you']);
});

test.each(['message_not_found', 'cant_update_message', 'edit_window_closed', 'channel_not_found'])(
  'a post that can’t be edited (%s) is posted again, unless it is over',
  async error => {
    const { calls, answers, post, show } = createSlack();
    await show(says('one'));
    answers.push(refused(error));
    await show(says('two'));
    expect(calls.slice(1)).toEqual(['C1 1: two', 'C1: two']);
    expect(post).toMatchObject({ at: { channel: 'C1', ts: '3' }, stale: false });
    answers.push(refused(error));
    await show(says('over'), true);
    expect(post).toMatchObject({ at: null, stale: false });
  },
);

test('a post in a channel that has closed to the app is posted again in the next place', async () => {
  const { calls, answers, post, show } = createSlack();
  await show(says('one'));
  answers.push(refused('is_archived'), refused('is_archived'));
  await show(says('two'));
  expect(calls.at(-1)).toBe('U1: two, for you');
  expect(post).toMatchObject({ place: 1, stale: false });
});

test('an edit that Slack made without confirming is undone when the post changes back', async () => {
  const { calls, answers, show } = createSlack();
  await show(says('one'));
  answers.push(AWAY);
  await show(says('two'));
  await show(says('one'));
  expect(calls.at(-1)).toBe('C1 1: one');
});

test('while Slack is away it stays stale, and a refused edit is dropped until the next change', async () => {
  const { calls, answers, post, show } = createSlack();
  answers.push(AWAY);
  expect(await show(says('one'))).toEqual(AWAY);
  expect(post).toMatchObject({ at: null, stale: true });
  await show(says('one'));
  Object.assign(post, { stale: true });
  answers.push(AWAY, refused('invalid_blocks'));
  await show(says('two'));
  expect(post.stale).toBe(true);
  expect(await show(says('two'))).toMatchObject({ kind: 'refused' });
  expect(post.stale).toBe(false);
  await show(says('three'));
  expect(calls.at(-1)).toBe('C1 2: three');
});
