import { createHash } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { maskNumber } from '../../domain/number.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { History, IntentOutcome } from '../../storage/ports.ts';
import type { Wording } from '../../wording/index.ts';
import type { Hook } from '../hooks.ts';
import type { AlertMessage, Feed } from './feed.ts';
import { linesOf } from './lines.ts';

/** How long until we try again to post in a channel that didn't let us. */
const ASTRAY_MS = 15 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;

/** How Slack took it. `refused`: Slack won't accept it like this. */
export type Shown =
  | { kind: 'ok'; at: { channel: string; ts: string } | null }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** What a channel is shown: lines, and a button that sends an uncertain text again. */
export type Notice = { lines: string[]; sendAgain: { textId: string; words: Wording } | null };

/**
 * The part of Slack that alerts need. A `Post` is one post in the form that Slack takes: the board makes it and gets it
 * back, and two that show the same are equal as JSON.
 */
export type NoticeBoard<Post> = {
  /** The posts that show a notice, none longer than Slack allows; usually one. */
  posts(notice: Notice): readonly Post[];
  post(workspace: string, channel: string, post: Post): Promise<Shown>;
  /** Changes a post in place. */
  update(workspace: string, at: { channel: string; ts: string }, post: Post): Promise<Shown>;
};

/** Where a feed is shown, and in which language. */
type FeedContext = { workspace: string; hook: Hook; words: Wording };

/** The app can't post there, but it can still write to a person. */
const NOT_THERE = new Set(['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action']);

/** Shows what a feed contains, with a request or two at a time, and records the result in the feed. */
export function createShowing<Post>(parts: {
  history: Pick<History, 'outcome'>;
  board: NoticeBoard<Post>;
  clock: Clock;
}) {
  const { history, board, clock } = parts;

  /** Updates one post of a message: the first that is out of date. */
  async function showMessage(feed: Feed, message: AlertMessage, around: FeedContext): Promise<Shown> {
    const { workspace, hook, words } = around;
    const found = await Promise.all(message.texts.map(intent => history.outcome(workspace, intent)));
    const why = words.alerts.post.astray({ channel: hook.channel, hook: harmless(hook.name, 60) });
    const lines = linesOf(message, hook, found, words, clock);
    const wanted = (): Post[] => {
      const posts = [...board.posts(notice(message.astray ? [why, ...lines] : lines))];
      // It may have become shorter.
      while (posts.length < message.posts.length) posts.push(firstOf(notice([words.alerts.post.saidAbove])));
      return posts;
    };
    const outdated = (posts: readonly Post[]): number =>
      posts.findIndex((post, index) => message.posts[index]?.shows !== digestOf(post));

    const [begun] = message.posts;
    const before = wanted();
    const index = outdated(before);
    const post = before[index];
    let shown: Shown = { kind: 'ok', at: null };
    if (!begun) {
      const wasAstray = feed.astray !== null;
      shown = await postSomewhere(feed, around, notice(lines), notice([why, ...lines]));
      if (!wasAstray) message.astray = feed.astray !== null;
    } else if (post) {
      const there = message.posts[index];
      shown = there
        ? await board.update(workspace, there, post)
        : await board.post(workspace, begun.channel, post);
    }
    const isTooOld = clock.now() - message.openedAt > GIVE_UP_MS;
    if (shown.kind === 'away' && !isTooOld) return shown;

    const after = wanted();
    const at = shown.kind === 'ok' ? (shown.at ?? message.posts[index]) : undefined;
    if (at) message.posts[index] = { channel: at.channel, ts: at.ts, shows: digestOf(after[index]) };
    message.stale = at !== undefined && outdated(after) >= 0;
    for (const [index, outcome] of found.entries()) noteUncertain(feed, message.texts[index] ?? '', outcome);
    return shown;
  }

  function noteUncertain(feed: Feed, intent: string, outcome: IntentOutcome | null): void {
    for (const { id: text, state } of outcome?.texts ?? []) {
      if (state !== 'uncertain' || feed.uncertain.some(one => one.text === text)) continue;
      feed.uncertain.push({ text, intent, posted: false });
    }
  }

  /** Posts an uncertain text that has no post of its own yet. */
  async function showUncertain(feed: Feed, around: FeedContext): Promise<Shown> {
    const { workspace, words } = around;
    const one = feed.uncertain.find(({ posted }) => !posted);
    const outcome = one ? await history.outcome(workspace, one.intent) : null;
    const text = outcome?.texts.find(({ id }) => id === one?.text);
    if (!one) return { kind: 'ok', at: null };
    if (text?.state !== 'uncertain') {
      one.posted = true; // Its outcome is known by now, and in the message.
      return { kind: 'ok', at: null };
    }
    const because = words.uncertainBecause[text.uncertain ?? 'interrupted'];
    const line = words.alerts.post.uncertain({ number: maskNumber(text.number), because });
    const its = { lines: [line], sendAgain: { textId: text.id, words } };
    const shown = await postSomewhere(feed, around, its, its);
    if (shown.kind !== 'away') one.posted = true;
    return shown;
  }

  /**
   * Posts the start of a notice in the hook's channel; if the app can't post there, to whoever made the hook, the first
   * time with the reason.
   */
  async function postSomewhere(
    feed: Feed,
    { workspace, hook }: FeedContext,
    plain: Notice,
    withReason: Notice,
  ): Promise<Shown> {
    const { channel, createdBy } = hook;
    const wasAstray = feed.astray?.channel === channel;
    if (!wasAstray || clock.now() - (feed.astray?.since ?? 0) > ASTRAY_MS) {
      const shown = await board.post(workspace, channel, firstOf(plain));
      if (shown.kind !== 'refused' || !NOT_THERE.has(shown.error)) {
        if (shown.kind === 'ok') feed.astray = null;
        return shown;
      }
    }
    const shown = await board.post(workspace, createdBy, firstOf(wasAstray ? plain : withReason));
    if (shown.kind === 'ok') feed.astray = { channel, since: clock.now() };
    return shown;
  }

  function firstOf(notice: Notice): Post {
    const [first] = board.posts(notice);
    if (first === undefined) throw new RangeError('A notice is one post at least');
    return first;
  }

  return { message: showMessage, uncertain: showUncertain };
}

const notice = (lines: string[]): Notice => ({ lines, sendAgain: null });

const digestOf = (post: unknown): string =>
  createHash('sha256').update(JSON.stringify(post)).digest('base64url');
