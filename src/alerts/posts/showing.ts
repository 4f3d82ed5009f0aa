import { createHash } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { maskNumber } from '../../domain/number.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { History, IntentOutcome } from '../../storage/ports.ts';
import type { Wording } from '../../wording/index.ts';
import type { Hook } from '../hooks.ts';
import { type AlertMessage, type Feed, isOpen } from './feed.ts';
import { linesOf, namesIn } from './lines.ts';

/** How long until we try again to post in a channel that didn't let us. */
const ASTRAY_MS = 15 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;

/** How Slack took it. `refused`: Slack won't accept it like this. */
export type Shown =
  | { kind: 'ok'; at: { channel: string; ts: string } | null }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** What a channel is shown. */
export type Notice = {
  lines: string[];
  words: Wording;
  /** One sends an uncertain text again; several are for doing something about the incidents of a post. */
  buttons:
    | { kind: 'again'; textId: string }
    | { kind: 'respond'; hook: string; post: number; canTake: boolean }
    | null;
  /** In whose thread it is, shown in the channel all the same; null: only in the channel. */
  under: string | null;
};

/**
 * The part of Slack that alerts need. A `Post` is one post in the form that Slack takes: the board makes it and gets it
 * back, and two that show the same are equal as JSON.
 */
export type NoticeBoard<Post> = {
  /** A post that Slack takes, however long its lines are. */
  make(notice: Notice): Post;
  post(workspace: string, channel: string, post: Post): Promise<Shown>;
  /** Changes a post in place. */
  update(workspace: string, at: { channel: string; ts: string }, post: Post): Promise<Shown>;
};

/** Where a feed is shown, and in which language. */
type FeedContext = { workspace: string; hook: Hook; words: Wording };

/** The app can't post there, but it can still write to a person. */
const NOT_THERE = new Set(['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action']);
/** Somebody deleted a post, or it can't be changed any more. */
const GONE = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed']);

/** Shows what a feed contains, with a request or two at a time, and records the result in the feed. */
export function createShowing<Post>(parts: {
  history: Pick<History, 'outcome'>;
  board: NoticeBoard<Post>;
  clock: Clock;
}) {
  const { history, board, clock } = parts;

  /** Posts a message, or changes its post in place. */
  async function showMessage(feed: Feed, message: AlertMessage, around: FeedContext): Promise<Shown> {
    const { workspace, hook, words } = around;
    const found = await Promise.all(message.texts.map(intent => history.outcome(workspace, intent)));
    for (const [index, outcome] of found.entries()) noteUncertain(feed, message.texts[index] ?? '', outcome);
    const lines = linesOf(message, hook, found, words, clock);
    const why = words.alerts.post.astray({ channel: hook.channel, hook: harmless(hook.name, 60) });
    const notice = (said: string[]): Notice => ({
      lines: said,
      words,
      buttons: buttonsOf(message, hook),
      under: null,
    });
    const plain = notice(lines);
    const withReason = notice([why, ...lines]);
    const wanted = (): Post => board.make(message.astray ? withReason : plain);

    const [there] = message.posts;
    let shown: Shown = { kind: 'ok', at: null };
    if (!there) {
      const wasAstray = feed.astray !== null;
      shown = await postSomewhere(feed, around, plain, withReason);
      if (!wasAstray) message.astray = feed.astray !== null;
    } else if (there.shows !== digestOf(wanted())) {
      shown = await board.update(workspace, there, wanted());
    }
    if (shown.kind === 'refused' && there && GONE.has(shown.error)) {
      message.posts = [];
      // What is over needs no other post.
      message.stale = isOpen(message);
      return { kind: 'ok', at: null };
    }
    const isTooOld = !isOpen(message) && clock.now() - message.openedAt > GIVE_UP_MS;
    if (shown.kind === 'away' && !isTooOld) return shown;
    const at = shown.kind === 'ok' ? (shown.at ?? there) : undefined;
    if (at) message.posts = [{ channel: at.channel, ts: at.ts, shows: digestOf(wanted()) }];
    message.stale = false;
    return shown;
  }

  /** Says in a post of its own that nobody answered: in the thread of the message, and in the channel. */
  async function showUnanswered(
    feed: Feed,
    message: AlertMessage,
    around: FeedContext,
    mention: string,
  ): Promise<Shown> {
    const { workspace, words } = around;
    const [there] = message.posts;
    const line = words.alerts.post.nobodyAnswered({ named: namesIn(message, words), mention });
    const its = (under: string | null): Notice => ({ lines: [line], words, buttons: null, under });
    const inThread = there && (await board.post(workspace, there.channel, board.make(its(there.ts))));
    const shown =
      !inThread || inThread.kind === 'refused'
        ? await postSomewhere(feed, around, its(null), its(null))
        : inThread;
    if (shown.kind !== 'away') message.unanswered = 'said';
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
    const buttons = { kind: 'again', textId: text.id } as const;
    const its: Notice = { lines: [line], words, buttons, under: null };
    const shown = await postSomewhere(feed, around, its, its);
    if (shown.kind !== 'away') one.posted = true;
    return shown;
  }

  /**
   * Posts a notice in the hook's channel; if the app can't post there, to whoever made the hook, the first
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
      const shown = await board.post(workspace, channel, board.make(plain));
      if (shown.kind !== 'refused' || !NOT_THERE.has(shown.error)) {
        if (shown.kind === 'ok') feed.astray = null;
        return shown;
      }
    }
    const shown = await board.post(workspace, createdBy, board.make(wasAstray ? plain : withReason));
    if (shown.kind === 'ok') feed.astray = { channel, since: clock.now() };
    return shown;
  }

  return { message: showMessage, unanswered: showUnanswered, uncertain: showUncertain };
}

/** Only while something is open. */
function buttonsOf(message: AlertMessage, { id: hook }: Hook): Notice['buttons'] {
  const { post, standing } = message;
  if (post === null || !standing || !isOpen(message)) return null;
  return { kind: 'respond', hook, post, canTake: standing.untaken > 0 };
}

const digestOf = (post: unknown): string =>
  createHash('sha256').update(JSON.stringify(post)).digest('base64url');
