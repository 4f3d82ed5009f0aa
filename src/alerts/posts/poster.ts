import type { Clock } from '../../domain/clock.ts';
import { maskNumber } from '../../domain/number.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { Log } from '../../log.ts';
import type { Deliver } from '../../sending/reporter.ts';
import type { Worker } from '../../sending/worker.ts';
import type { Mail, Mailboxes, Outbox, Outcome } from '../../storage/ports.ts';
import { type Wording, wordingIn } from '../../wording/index.ts';
import type { Languages } from '../../workspaces/languages.ts';
import type { Hook, Hooks } from '../hooks.ts';
import { readMail } from '../mail.ts';
import { createMailWorker } from '../mail-worker.ts';
import { type AlertMessage, EMPTY_FEED, type Feed, feedSchema, letterSchema } from './feed.ts';
import { fold, unreadableNews, withEarlier } from './fold.ts';
import { linesOf } from './lines.ts';

/** A try may take two requests of five seconds. */
const LEASE_MS = 30_000;
/** Slack takes about one post a second in a channel. */
const GAP_MS = 1000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };
/** So much later it is tried again to post where the app could not. */
const ASTRAY_MS = 15 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;

const SCHEMAS = { state: feedSchema, letter: letterSchema };

/** How Slack took it. `refused`: it won't take it this way. */
type Shown =
  | { kind: 'ok'; at: { channel: string; ts: string } | null }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** What a channel is shown: lines, and a button that sends an uncertain text once more. */
export type Notice = { lines: string[]; sendAgain: { textId: string; words: Wording } | null };

/** Slack, as far as alerts are concerned. */
export type NoticeBoard = {
  post(workspace: string, channel: string, notice: Notice): Promise<Shown>;
  /** Changes a post in place. */
  update(workspace: string, at: { channel: string; ts: string }, notice: Notice): Promise<Shown>;
};

/** The app can't post there, but it can still write to a person. */
const NOT_THERE = new Set(['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action']);

/** Says in each hook's channel what came, who was texted and what was held back, about one post a second. */
export function createAlertPosts(parts: {
  mailboxes: Mailboxes;
  outbox: Pick<Outbox, 'outcome'>;
  hooks: Pick<Hooks, 'remembered'>;
  board: NoticeBoard;
  languages: Pick<Languages, 'of'>;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Worker & { deliver: Deliver } {
  const { mailboxes, outbox, hooks, board, languages, clock, log, newId } = parts;

  async function work(mail: Mail): Promise<void> {
    const { workspace, name } = mail.box;
    const hook = (await hooks.remembered(workspace)).find(({ id }) => id === name);
    const { state, earlier, letters, unreadable } = readMail(mail, SCHEMAS, newId);
    const before = earlier.reduce(withEarlier, state ?? EMPTY_FEED);
    if (unreadable.length > 0) letters.push(unreadableNews(unreadable.map(({ id }) => id)));
    const feed = hook ? fold(before, letters, clock.now()) : EMPTY_FEED;
    const dueAt = hook ? await showNext(feed, workspace, hook) : null;
    const next = { state: JSON.stringify(feed), dueAt, intents: [], letters: [], unreadable };
    await mailboxes.commit(mail, next, clock.now());
  }

  /** Shows at most one thing; changes `feed` by how that went, and returns when there is more to do. */
  async function showNext(feed: Feed, workspace: string, hook: Hook): Promise<number | null> {
    const isLeft = (): boolean =>
      feed.messages.some(({ stale }) => stale) || feed.uncertain.some(({ posted }) => !posted);
    if (!isLeft()) return null;
    const free = feed.askedAt + GAP_MS;
    if (clock.now() < free) return free;
    feed.askedAt = clock.now();
    const words = wordingIn(hook.language ?? (await languages.of(workspace, null)));
    // First what nobody has seen yet, then what lasts, then what changed.
    const message =
      feed.messages.find(({ stale, at }) => stale && at === null) ??
      (feed.uncertain.some(({ posted }) => !posted) ? null : feed.messages.find(({ stale }) => stale));
    const shown = message
      ? await showMessage(feed, message, workspace, hook, words)
      : await showUncertain(feed, workspace, hook, words);
    if (shown.kind === 'away') {
      feed.failures += 1;
      const wait = Math.min(WAIT_MS.last, WAIT_MS.first * 2 ** Math.min(feed.failures - 1, 10));
      return clock.now() + Math.max(wait, shown.afterMs ?? 0);
    }
    feed.failures = 0;
    if (shown.kind === 'refused') log.warn({ error: shown.error }, 'Slack refused a post about alerts');
    return isLeft() ? clock.now() + GAP_MS : null;
  }

  async function showMessage(
    feed: Feed,
    message: AlertMessage,
    workspace: string,
    hook: Hook,
    words: Wording,
  ): Promise<Shown> {
    const found = await Promise.all(message.texts.map(intent => outbox.outcome(workspace, intent)));
    const why = words.alert.post.astray({ channel: hook.channel, hook: harmless(hook.name, 60) });
    const lines = linesOf(message, hook, found, words);
    const notice = { lines: message.astray ? [why, ...lines] : lines, sendAgain: null };
    const wasAstray = feed.astray !== null;
    const shown = message.at
      ? await board.update(workspace, message.at, notice)
      : await postSomewhere(feed, workspace, hook, notice, [why, ...lines]);
    if (message.at === null && !wasAstray) message.astray = feed.astray !== null;
    const isTooOld = clock.now() - message.openedAt > GIVE_UP_MS;
    if (shown.kind === 'away' && !isTooOld) return shown;
    message.stale = false;
    if (shown.kind === 'ok') message.at = shown.at ?? message.at;
    for (const [index, outcome] of found.entries()) noteUncertain(feed, message.texts[index] ?? '', outcome);
    return shown;
  }

  function noteUncertain(feed: Feed, intent: string, outcome: Outcome | null): void {
    for (const { id: text, state } of outcome?.texts ?? []) {
      if (state !== 'uncertain' || feed.uncertain.some(one => one.text === text)) continue;
      feed.uncertain.push({ text, intent, posted: false });
    }
  }

  async function showUncertain(feed: Feed, workspace: string, hook: Hook, words: Wording): Promise<Shown> {
    const one = feed.uncertain.find(({ posted }) => !posted);
    const outcome = one ? await outbox.outcome(workspace, one.intent) : null;
    const text = outcome?.texts.find(({ id }) => id === one?.text);
    if (!one) return { kind: 'ok', at: null };
    if (text?.state !== 'uncertain') {
      one.posted = true; // Known by now: the message says it.
      return { kind: 'ok', at: null };
    }
    const because = words.uncertainBecause[text.uncertain ?? 'interrupted'];
    const line = words.alert.post.uncertain({ number: maskNumber(text.number), because });
    const notice = { lines: [line], sendAgain: { textId: text.id, words } };
    const shown = await postSomewhere(feed, workspace, hook, notice, notice.lines);
    if (shown.kind !== 'away') one.posted = true;
    return shown;
  }

  /** In the hook's channel; where the app can't, to whoever made the hook, who reads why at first. */
  async function postSomewhere(
    feed: Feed,
    workspace: string,
    hook: Hook,
    notice: Notice,
    withReason: string[],
  ): Promise<Shown> {
    const { channel, createdBy } = hook;
    const wasAstray = feed.astray?.channel === channel;
    if (!wasAstray || clock.now() - (feed.astray?.since ?? 0) > ASTRAY_MS) {
      const shown = await board.post(workspace, channel, notice);
      if (shown.kind !== 'refused' || !NOT_THERE.has(shown.error)) {
        if (shown.kind === 'ok') feed.astray = null;
        return shown;
      }
    }
    const lines = wasAstray ? notice.lines : withReason;
    const shown = await board.post(workspace, createdBy, { ...notice, lines });
    if (shown.kind === 'ok') feed.astray = { channel, since: clock.now() };
    return shown;
  }

  const worker = createMailWorker({
    mailboxes,
    kind: 'posts',
    leaseMs: LEASE_MS,
    work,
    failure: 'a post about alerts failed; it is tried again',
    clock,
    log,
  });

  return {
    ...worker,
    /** An outcome goes into the messages that tell of its texts. */
    async deliver({ intent }) {
      const [hook] = intent.identity.split(' ');
      await mailboxes.put(
        {
          id: intent.id,
          box: { kind: 'posts', workspace: intent.workspace, name: hook ?? '' },
          body: JSON.stringify({ kind: 'outcome', intent: intent.id }),
          sameness: null,
        },
        clock.now(),
      );
      worker.wake();
      return { kind: 'posted', viaResponseUrl: false };
    },
  };
}
