import type { Clock } from '../../kit/clock.ts';
import { digestOf } from '../../kit/json.ts';
import type { LocalNumber } from '../../kit/number.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import { NOT_THERE, type Pinned, type Poster } from '../../kit/slack/posting.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { History } from '../../texts/store/history.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import { outcomesOf } from '../delivery-status.ts';
import type { Hook } from '../hooks.ts';
import { NO_ALERTS } from '../policy/channel/alert-summary.ts';
import { type Notice, postOf } from '../slack/notices.ts';
import { type AlertMessage, type Feed, isOpen } from './feed.ts';
import { countedNames, linesOf, namesIn } from './lines.ts';
import { failingAmong, type Holds, linesOfTexts, type NumberName, whoWasTexted } from './text-lines.ts';
import { blockedLines, isToldAlready, mendingOf } from './unpaged.ts';

/** How long until we try again to post in a channel that didn't let us. */
const ASTRAY_MS = 15 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;
/** How soon admins are told again that texts of the same hook don't go out. */
const ADMINS_AGAIN_MS = 30 * 60_000;
/** How many lines say which texts don't go out. */
const UNPAGED_LINES = 4;

/** Whom to tell that texts don't go out. `mention`: of those whom these numbers belong to, or these recipients stand for. */
type Paging = {
  mention: (numbers: ReadonlySet<LocalNumber>, recipients: readonly string[]) => Promise<string>;
  /** Who in Slack these recipients stand for. */
  onCall: (recipients: readonly string[]) => Promise<string[]>;
  admins: () => Promise<{ userId: string; words: Wording }[]>;
};

/** Where a feed is shown, and in which language. */
type FeedContext = { workspace: string; hook: Hook; words: Wording; who: NumberName };

/** There was nothing to post. */
const NO_POST: Pinned = { kind: 'ok', at: null };

/** Somebody deleted a post, or it can't be changed any more. */
const GONE = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed']);

/** Shows what a feed contains, with a request or two at a time, and records the result in the feed. */
export function createShowing(deps: {
  history: Pick<History, 'outcome' | 'waiting'>;
  poster: Pick<Poster, 'pin' | 'update'>;
  /** Who gets a hook's posts where its channel is closed to the app: the first of them who can. */
  insteadOf: (workspace: string, hook: Hook) => Promise<string[]>;
  clock: Clock;
}) {
  const { history, poster, insteadOf, clock } = deps;

  /** Posts a message, or changes its post in place. */
  async function showMessage(feed: Feed, message: AlertMessage, around: FeedContext): Promise<Pinned> {
    const { workspace, hook, words, who } = around;
    const found = await Promise.all(message.texts.map(intent => history.outcome(workspace, intent)));
    for (const [index, outcome] of found.entries()) noteUncertain(feed, message.texts[index] ?? '', outcome);
    const holds = await holdsOf(workspace, found);
    notePaging(message, found, holds);
    const lines = linesOf(message, hook, found, words, clock, holds, who);
    const why = words.alerts.post.astray({ channel: hook.channel, hook: harmless(hook.name, 60) });
    const notice = (said: string[]): Notice => ({
      lines: said,
      words,
      buttons: buttonsOf(message, hook),
      under: null,
    });
    const plain = notice(lines);
    const withReason = notice([why, ...lines]);
    const wanted = () => postOf(message.astray ? withReason : plain);

    const there = message.shown;
    let shown = NO_POST;
    if (!there) {
      const wasAstray = feed.astray !== null;
      shown = await postSomewhere(feed, around, plain, withReason);
      if (!wasAstray) message.astray = feed.astray !== null;
    } else if (there.shows !== digestOf(wanted())) {
      shown = await poster.update(workspace, there, wanted());
    }
    if (shown.kind === 'refused' && there && GONE.has(shown.error)) {
      message.shown = null;
      // What is over needs no other post.
      message.stale = isOpen(message);
      return NO_POST;
    }
    const isTooOld = !isOpen(message) && clock.now() - message.openedAt > GIVE_UP_MS;
    if (shown.kind === 'away' && !isTooOld) return shown;
    const at = shown.kind === 'ok' ? (shown.at ?? there) : undefined;
    if (at) message.shown = { channel: at.channel, ts: at.ts, shows: digestOf(wanted()) };
    message.stale = false;
    return shown;
  }

  /** Says in a post of its own which critical alerts came since the last one: the change of the message itself notifies nobody. */
  async function showFresh(
    feed: Feed,
    message: AlertMessage,
    around: FeedContext,
    mention: () => Promise<string>,
  ): Promise<Pinned> {
    const { words } = around;
    const done = () => Object.assign(message, { fresh: NO_ALERTS, notifiedAt: clock.now() });
    if (!isOpen(message)) {
      done();
      return NO_POST;
    }
    const named = countedNames(message.fresh, words);
    const line = words.alerts.post.fresh({ named, mention: await mention() });
    return postBelow(feed, message, around, { lines: [line], buttons: null }, done);
  }

  /** Says in a post of its own that nobody answered. */
  async function showUnanswered(
    feed: Feed,
    message: AlertMessage,
    around: FeedContext,
    mention: string,
  ): Promise<Pinned> {
    const { workspace, words, who } = around;
    const found = await outcomesOf(history, workspace, message.texts);
    const texted = whoWasTexted(message, found, words, who);
    const line = words.alerts.post.nobodyAnswered({ named: namesIn(message, words), mention, texted });
    return postBelow(feed, message, around, { lines: [line], buttons: null }, () => {
      message.unanswered = 'said';
    });
  }

  /** In the thread of a message, and in the channel. @param done is called unless Slack is away */
  async function postBelow(
    feed: Feed,
    { shown: there }: AlertMessage,
    around: FeedContext,
    said: Pick<Notice, 'lines' | 'buttons'>,
    done: () => void,
  ): Promise<Pinned> {
    const its = (under: string | null): Notice => ({ ...said, words: around.words, under });
    const inThread = there && (await poster.pin(around.workspace, there.channel, postOf(its(there.ts))));
    const isThere = inThread && inThread.kind !== 'refused';
    const shown = isThere ? inThread : await postSomewhere(feed, around, its(null), its(null));
    if (shown.kind !== 'away') done();
    return shown;
  }

  /** Why the texts that wait are on hold, if they are. */
  async function holdsOf(workspace: string, outcomes: readonly (IntentOutcome | null)[]): Promise<Holds> {
    const waiting = outcomes.flatMap(one => one?.texts.filter(({ state }) => state === 'queued') ?? []);
    const holds = new Map<string, HoldingCode>();
    for (const fingerprint of new Set(waiting.map(text => text.fingerprint))) {
      const { held } = await history.waiting(workspace, fingerprint);
      if (held) holds.set(fingerprint, held);
    }
    return holds;
  }

  /** Notes whether texts about what still needs somebody don't go out: that is to be said, once until they do. */
  function notePaging(
    message: AlertMessage,
    outcomes: readonly (IntentOutcome | null)[],
    holds: Holds,
  ): void {
    const isNeeded = isOpen(message) && (message.status?.unacknowledged ?? 0) > 0;
    const known = outcomes.filter(one => one !== null);
    const isFailing = isBlocked(message) || failingAmong(known, holds).length > 0;
    if (!isNeeded || !isFailing) message.unpaged = 'no';
    else if (message.unpaged === 'no') message.unpaged = 'unsaid';
  }

  /**
   * Says that texts about a message don't go out: in its thread and the channel, with a mention of those they are for; then to
   * the workspace's admins.
   */
  async function showUnpaged(
    feed: Feed,
    message: AlertMessage,
    around: FeedContext,
    { mention, onCall, admins }: Paging,
  ): Promise<Pinned> {
    const { workspace, hook, who } = around;
    const found = await outcomesOf(history, workspace, message.texts);
    const holds = await holdsOf(workspace, found);
    const failing = failingAmong(found, holds);
    const blocked = isBlocked(message) ? message.blocked : null;
    const [code] = holds.values();
    const mending: Notice['buttons'] = code ? { kind: 'held', code } : blocked && mendingOf(blocked.why);
    if (failing.length === 0 && !blocked) {
      message.unpaged = 'no'; // They go out by now.
      return NO_POST;
    }
    const isFirst = message.unpaged === 'unsaid';
    if (isFirst && failing.length === 0 && blocked && isToldAlready(feed, blocked)) {
      message.unpaged = 'said';
      return NO_POST;
    }
    const people = blocked ? await onCall(blocked.recipients) : [];
    const said = (words: Wording, first: string): Pick<Notice, 'lines' | 'buttons'> => ({
      lines: [
        first,
        ...(blocked ? blockedLines(blocked, people, words) : []),
        ...linesOfTexts(failing, { words, holds, clock, who }, UNPAGED_LINES),
      ],
      buttons: mending,
    });
    if (isFirst) {
      const { words } = around;
      const numbers = new Set(failing.flatMap(({ texts }) => texts.map(({ number }) => number)));
      const named = namesIn(message, words);
      const mentioned = await mention(numbers, blocked?.recipients ?? []);
      const others = blocked ? (await admins()).map(({ userId }) => `<@${userId}>`) : [];
      const all = [mentioned, ...others.filter(one => !mentioned.includes(one))].filter(Boolean).join(' ');
      const first = words.alerts.post.unpaged({ named, mention: all });
      return postBelow(feed, message, around, said(words, first), () => {
        message.unpaged = 'admins';
        if (blocked) feed.blockedSaid = blocked.since;
      });
    }
    const isRecent = feed.adminsToldAt !== null && clock.now() - feed.adminsToldAt < ADMINS_AGAIN_MS;
    for (const { userId, words } of isRecent ? [] : await admins()) {
      const about = { named: namesIn(message, words), hook: harmless(hook.name, 60), channel: hook.channel };
      const its = said(words, words.alerts.post.unpagedHook(about));
      const shown = await poster.pin(workspace, userId, postOf({ ...its, words, under: null }));
      if (shown.kind === 'away') return shown;
      feed.adminsToldAt = clock.now();
    }
    message.unpaged = 'said';
    return NO_POST;
  }

  function noteUncertain(feed: Feed, intent: string, outcome: IntentOutcome | null): void {
    for (const { id: text, state } of outcome?.texts ?? []) {
      if (state !== 'uncertain' || feed.uncertain.some(one => one.text === text)) continue;
      feed.uncertain.push({ text, intent, posted: false });
    }
  }

  /** Posts an uncertain text that has no post of its own yet. */
  async function showUncertain(feed: Feed, around: FeedContext): Promise<Pinned> {
    const { workspace, words, who } = around;
    const one = feed.uncertain.find(({ posted }) => !posted);
    if (!one) return NO_POST;
    const outcome = await history.outcome(workspace, one.intent);
    const text = outcome?.texts.find(({ id }) => id === one.text);
    if (text?.state !== 'uncertain') {
      one.posted = true; // Its outcome is known by now, and in the message.
      return NO_POST;
    }
    const because = words.uncertainBecause[text.uncertain ?? 'interrupted'];
    const line = words.alerts.post.uncertain({ number: who(text.number), because });
    const buttons = { kind: 'again', textId: text.id } as const;
    const its: Notice = { lines: [line], words, buttons, under: null };
    const shown = await postSomewhere(feed, around, its, its);
    if (shown.kind !== 'away') one.posted = true;
    return shown;
  }

  /**
   * Posts a notice in the hook's channel; if the app can't post there, to whoever made the hook or, if they have left, to an
   * admin, the first time with the reason.
   */
  async function postSomewhere(
    feed: Feed,
    { workspace, hook }: FeedContext,
    plain: Notice,
    withReason: Notice,
  ): Promise<Pinned> {
    const { channel } = hook;
    const wasAstray = feed.astray?.channel === channel;
    if (!wasAstray || clock.now() - (feed.astray?.since ?? 0) > ASTRAY_MS) {
      const shown = await poster.pin(workspace, channel, postOf(plain));
      if (shown.kind !== 'refused' || !NOT_THERE.has(shown.error)) {
        if (shown.kind === 'ok') feed.astray = null;
        return shown;
      }
    }
    let shown: Pinned = NO_POST;
    for (const userId of await insteadOf(workspace, hook)) {
      shown = await poster.pin(workspace, userId, postOf(wasAstray ? plain : withReason));
      if (shown.kind !== 'refused') break;
    }
    if (shown.kind === 'ok') feed.astray = { channel, since: clock.now() };
    return shown;
  }

  return {
    message: showMessage,
    fresh: showFresh,
    unanswered: showUnanswered,
    unpaged: showUnpaged,
    uncertain: showUncertain,
  };
}

/** No text about it can go at all. */
const isBlocked = ({ status, blocked }: AlertMessage): boolean =>
  blocked !== null && (status?.blocked ?? 0) > 0;

/** Only while something is open. */
function buttonsOf(message: AlertMessage, { id: hook }: Hook): Notice['buttons'] {
  const { status } = message;
  if (!status || !isOpen(message)) return null;
  const { post, upTo, unacknowledged } = status;
  return { kind: 'respond', hook, post, upTo, canTake: unacknowledged > 0 };
}
