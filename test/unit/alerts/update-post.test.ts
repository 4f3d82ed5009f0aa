import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ALERTS, shownOf, tallyOf } from '../../../src/alerts/policy/channel/alert-summary.ts';
import type { PostStatus } from '../../../src/alerts/policy/channel/post-status.ts';
import { EMPTY_FEED, newMessage } from '../../../src/alerts/posts/feed.ts';
import { masked } from '../../../src/alerts/posts/text-lines.ts';
import { createShowing } from '../../../src/alerts/posts/update-post.ts';
import { wordingIn } from '../../../src/features.ts';
import type { PinnedMessage } from '../../../src/kit/slack/message.ts';
import type { Pinned, Poster } from '../../../src/kit/slack/posting.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MINUTE } from './policy/world.ts';

const words = wordingIn('en');
const hook = { id: 'T1-h', name: 'Prometheus', channel: 'C1', createdBy: 'U1' } as never;

type Answer = 'away' | 'refused' | 'gone' | 'ok';
type Posted = { lines: string[]; under: string | null };
const shownIn = ({ text, thread_ts }: PinnedMessage): Posted => ({
  lines: text.split('\n'),
  under: thread_ts ?? null,
});

/** A channel that gives these answers, and then succeeds. */
function createChannel(answers: Answer[], refusal: string) {
  const posts = new Map<string, Posted>();
  const answer = (ts: string, post: PinnedMessage): Pinned => {
    const kind = answers.shift() ?? 'ok';
    if (kind === 'away') return { kind, afterMs: null };
    if (kind === 'refused') return { kind, error: refusal };
    if (kind === 'gone' && posts.delete(ts)) return { kind: 'refused', error: 'message_not_found' };
    posts.set(ts, shownIn(post));
    return { kind: 'ok', at: { channel: 'C1', ts } };
  };
  let postCount = 0;
  const poster: Pick<Poster, 'pin' | 'update'> = {
    pin: async (_workspace, _channel, post) => {
      postCount += 1;
      return answer(String(postCount), post);
    },
    update: async (_workspace, { ts }, post) => answer(ts, post),
  };
  return { posts, poster };
}

function status(names: string[], open = 1): PostStatus {
  const alerts = names.map(name => ({ name, place: '', facts: null, severity: 'error' as const }));
  const all = { firing: tallyOf(alerts), worst: shownOf(alerts, 8), sharing: [], others: NO_ALERTS };
  return {
    post: 7,
    upTo: 7,
    open,
    unacknowledged: open,
    ...all,
    acknowledged: [],
    overdue: null,
    resolvedHere: [],
    step: null,
    unanswered: 0,
    unreached: 0,
    mentionsAll: false,
    blocked: 0,
    blockedBy: null,
    muted: 0,
    mutedUntil: null,
    mutedBy: null,
  };
}
function createRig(answers: Answer[], refusal = 'invalid_blocks') {
  const { posts, poster } = createChannel(answers, refusal);
  const clock = createManualClock();
  const history = { outcome: async () => null, waiting: async () => ({ held: null, texts: 0 }) };
  const showing = createShowing({
    history,
    poster,
    clock,
    nameNext: async (_workspace, key) => key,
    insteadOf: async () => ['U1'],
  });
  const feed = structuredClone(EMPTY_FEED);
  const message = newMessage(status(['a']), clock.now());
  const around = { workspace: 'T1', hook, words, nameNumber: masked };
  return { posts, clock, showing, feed, message, around, turn: () => showing.message(feed, message, around) };
}

test('whatever changes a message and happens to its posts, one post shows its latest state in the end', async () => {
  const course = fc.array(
    fc.record({
      names: fc
        .integer({ min: 1, max: 4 })
        .map(count => Array.from({ length: count }, (_, n) => `Alert${n}.`)),
      answers: fc.array(fc.constantFrom<Answer>('away', 'gone', 'ok'), { maxLength: 6 }),
      turns: fc.nat(4),
    }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(course, async changes => {
      const answers: Answer[] = [];
      const { posts, message, turn } = createRig(answers);
      for (const change of changes) {
        message.status = status(change.names);
        message.post.stale = true;
        answers.push(...change.answers);
        for (let n = 0; n < change.turns && message.post.stale; n++) await turn();
      }
      answers.length = 0;
      for (let n = 0; n < 50 && message.post.stale; n++) await turn();
      expect(message.post.stale).toBe(false);
      const names = changes.at(-1)?.names ?? [];
      expect([...posts.values()].map(({ lines }) => lines)).toEqual([
        [
          expect.stringContaining(names[0] ?? ''),
          expect.stringContaining('Prometheus'),
          ...names.map(name => expect.stringContaining(name)),
        ],
      ]);
    }),
  );
});

test('a deleted post is posted again once, but not if everything in it is over', async () => {
  const answers: Answer[] = [];
  const { posts, message, turn } = createRig(answers);
  await turn();
  const change = (name: string, open: number) => {
    message.status = status([name], open);
    message.post.stale = true;
    answers.push('gone');
  };
  change('b', 1);
  while (message.post.stale) await turn();
  expect([...posts.keys()]).toEqual(['2']);
  change('c', 0);
  while (message.post.stale) await turn();
  expect([...posts.keys()]).toEqual([]);
});

test('a change that Slack refuses is dropped, and the next one is tried', async () => {
  const { posts, message, turn } = createRig(['refused']);
  expect(await turn()).toMatchObject({ kind: 'refused' });
  expect(message.post.stale).toBe(false);
  message.post.stale = true;
  expect(await turn()).toMatchObject({ kind: 'ok' });
  expect([message.post.stale, posts.size]).toEqual([false, 1]);
});

test('“nobody answered” is a reply in the thread of the alert’s post, or a post in the channel if there is none', async () => {
  const answers: Answer[] = [];
  const { posts, feed, message, around, showing, turn } = createRig(answers, 'thread_not_found');
  await turn();
  answers.push('away');
  expect(await showing.unanswered(feed, message, around, '')).toMatchObject({ kind: 'away' });
  expect(message.unanswered).toBe('no');
  await showing.unanswered(feed, message, around, '<!channel>');
  expect(message.unanswered).toBe('said');
  answers.push('refused');
  await showing.unanswered(feed, message, around, '');
  const [, inThread, inChannel] = [...posts.values()];
  expect(inThread).toMatchObject({
    under: '1',
    lines: ['a', expect.stringContaining('<!channel> Nobody has')],
  });
  expect(inChannel).toMatchObject({ under: null, lines: ['a', expect.not.stringContaining('channel')] });
});

test('each admin hears once that texts aren’t going out, even if Slack is unavailable in between', async () => {
  const answers: Answer[] = [];
  const { posts, showing, feed, message, around } = createRig(answers);
  message.status = { ...status(['a']), blocked: 1, blockedBy: 'no_key' };
  message.blocked = { why: 'no_key', since: 1, incidents: 1, recipients: [] };
  message.unpaged = 'admins';
  const paging = {
    mention: async () => '',
    onCall: async () => [],
    admins: async () => ['U1', 'U2'].map(userId => ({ userId, words })),
  };
  answers.push('ok', 'away');
  await showing.unpaged(feed, message, around, paging);
  await showing.unpaged(feed, message, around, paging);
  expect(posts.size).toBe(2);
  expect(message.unpaged).toBe('said');
});

test('admins hear at most every 30 minutes that a hook’s texts aren’t going out', async () => {
  const { posts, clock, showing, feed, message, around } = createRig([]);
  message.status = { ...status(['a']), blocked: 1, blockedBy: 'no_key' };
  message.blocked = { why: 'no_key', since: 1, incidents: 1, recipients: [] };
  const tell = async () => {
    message.unpaged = 'admins';
    const before = posts.size;
    await showing.unpaged(feed, message, around, {
      mention: async () => '',
      onCall: async () => [],
      admins: async () => ['U1', 'U2'].map(userId => ({ userId, words })),
    });
    return posts.size - before;
  };
  expect(await tell()).toBe(2);
  await clock.advance(30 * MINUTE - 1);
  expect(await tell()).toBe(0);
  await clock.advance(1);
  expect(await tell()).toBe(2);
});
