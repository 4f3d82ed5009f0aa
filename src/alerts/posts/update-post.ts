import type { Clock } from '../../kit/clock.ts';
import type { LocalNumber } from '../../kit/number.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import type { Pinned, Poster } from '../../kit/slack/posting.ts';
import { bringUpToDate, newPost, type StandingPost } from '../../kit/slack/standing-post.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { History } from '../../texts/store/history.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import { outcomesOf } from '../delivery-status.ts';
import type { Hook } from '../hooks.ts';
import { isPage } from '../paging/page-id.ts';
import { NO_ALERTS } from '../policy/channel/alert-summary.ts';
import type { NameNext } from '../recipient-lookup.ts';
import { type Notice, postOf } from '../slack/notices.ts';
import {
  type AlertMessage,
  endingOf,
  endNotice,
  endTrouble,
  type Feed,
  isOpen,
  type TroubleNotice,
} from './feed.ts';
import { countedNames, MAX_NEXT, namesIn, notificationOf, sectionsOf } from './lines.ts';
import { createPut, type FeedContext, type InsteadOf } from './post-places.ts';
import { failingAmong, type Holds, linesOfTexts, whoWasTexted } from './text-lines.ts';
import { blockedLines, mendingOf } from './unpaged.ts';

const GIVE_UP_MS = 24 * 3_600_000;
/** The time until admins are told again that texts of the same hook don't go out. */
const ADMINS_AGAIN_MS = 30 * 60_000;
/** The most lines about texts that don't go out. */
const MAX_UNPAGED_LINES = 4;

/** The people to tell that texts don't go out. */
type Paging = {
  /** Mentions the Slack users of these numbers and recipients. */
  mention: (numbers: ReadonlySet<LocalNumber>, recipients: readonly string[]) => Promise<string>;
  /** The user ids that these recipients stand for. */
  onCall: (recipients: readonly string[]) => Promise<string[]>;
  admins: () => Promise<{ userId: string; words: Wording }[]>;
};

/** The result if nothing had to be posted. */
const NO_POST: Pinned = { kind: 'ok', at: null };

/** A notice of a few lines without sections. */
type PlainNotice = Pick<Notice, 'notification' | 'buttons'> & { lines: readonly string[] };

/** Brings the posts of a feed up to date, one at a time, and records the result in the feed. */
export function createShowing(deps: {
  history: Pick<History, 'outcome' | 'waiting'>;
  poster: Pick<Poster, 'pin' | 'update'>;
  nameNext: NameNext;
  insteadOf: InsteadOf;
  clock: Clock;
}) {
  const { history, poster, nameNext, clock } = deps;
  const put = createPut(deps);

  /** Posts a message, or edits its post. */
  async function showMessage(feed: Feed, message: AlertMessage, context: FeedContext): Promise<Pinned> {
    const { workspace, hook, words, nameNumber } = context;
    const stored = await Promise.all(message.texts.map(intent => history.outcome(workspace, intent)));
    for (const [index, outcome] of stored.entries()) noteUncertain(feed, message.texts[index] ?? '', outcome);
    const outcomes = stored.filter(outcome => outcome !== null);
    const holds = await holdsOf(workspace, outcomes);
    notePaging(feed, message, outcomes, holds);
    const { step, upTo = 0 } = message.status ?? {};
    const sections = sectionsOf({
      message,
      hook,
      outcomes,
      words,
      clock,
      holds,
      nameNumber,
      next: await Promise.all(
        (step?.next ?? []).slice(0, MAX_NEXT).map(key => nameNext(workspace, key, nameNumber)),
      ),
    }).map(({ lines, acknowledge }) => ({
      lines,
      acknowledge: acknowledge === null ? null : { hook: hook.id, incidents: [acknowledge], upTo },
    }));
    const notice: Notice = {
      notification: notificationOf(message, words),
      sections,
      words,
      buttons: buttonsOf(message, hook),
      under: null,
    };
    const why = isPage(hook.id)
      ? words.paging.post.astray(hook.channel)
      : words.alerts.post.astray({ channel: hook.channel, hook: harmless(hook.name, 60) });
    const reason = { lines: [why], acknowledge: null };
    if (!message.post.at) message.saysWhy = feed.astray === null;
    const shown = await put(feed, context, message.post, {
      inChannel: notice,
      toMaker: message.saysWhy ? { ...notice, sections: [reason, ...sections] } : notice,
      isOver: !isOpen(message),
    });
    const isTooOld = !isOpen(message) && clock.now() - message.openedAt > GIVE_UP_MS;
    if (shown.kind === 'away' && isTooOld) message.post.stale = false;
    return shown;
  }

  /** Replies with the critical alerts that came since the last reply, because Slack notifies no one of an edit. */
  async function showFresh(
    feed: Feed,
    message: AlertMessage,
    context: FeedContext,
    mention: () => Promise<string>,
  ): Promise<Pinned> {
    const { words } = context;
    const done = () => Object.assign(message, { fresh: NO_ALERTS, notifiedAt: clock.now() });
    if (!isOpen(message)) {
      done();
      return NO_POST;
    }
    const named = countedNames(message.fresh, words);
    const line = words.alerts.post.fresh({ named, mention: await mention() });
    return postBelow(feed, message, context, { notification: named, lines: [line], buttons: null }, done);
  }

  /** Replies that all steps are over without an acknowledgement. */
  async function showUnanswered(
    feed: Feed,
    message: AlertMessage,
    context: FeedContext,
    mention: string,
  ): Promise<Pinned> {
    const { workspace, words, nameNumber } = context;
    const outcomes = await outcomesOf(history, workspace, message.texts);
    const texted = whoWasTexted(message, outcomes, words, nameNumber);
    const named = namesIn(message, words);
    const line = words.alerts.post.nobodyAnswered({ named, mention, texted });
    return postBelow(feed, message, context, { notification: named, lines: [line], buttons: null }, post => {
      message.unanswered = 'said';
      message.notices.push({ trouble: 'unanswered', user: null, named, post, ended: null });
    });
  }

  /** Posts in the thread of a message, and in the channel. @param done called unless Slack is unavailable */
  async function postBelow(
    feed: Feed,
    { post: { at } }: AlertMessage,
    context: FeedContext,
    notice: PlainNotice,
    done: (post: StandingPost) => void,
  ): Promise<Pinned> {
    const post = newPost();
    const inChannel = plain(notice, context.words);
    const inThread = at && { channel: at.channel, message: postOf({ ...inChannel, under: at.ts }) };
    const shown = await put(feed, context, post, { inThread, inChannel, toMaker: inChannel, isOver: false });
    if (shown.kind !== 'away') done(post);
    return shown;
  }

  /** Edits a post about a trouble to say how it ended. @param words in its reader's language */
  async function showEnding(
    feed: Feed,
    notice: TroubleNotice,
    { workspace }: FeedContext,
    words: Wording,
  ): Promise<Pinned> {
    const { trouble, named, ended, post } = notice;
    const { post: lines } = words.alerts;
    const was = trouble === 'unpaged' ? lines.wasUnpaged(named) : lines.wasUnanswered(named);
    const line = lines.ended({ how: ended?.how ?? 'over', at: clock.wall(ended?.at), said: was });
    const edited = postOf(plain({ notification: null, lines: [line], buttons: null }, words));
    const shown = post.at
      ? await bringUpToDate(poster, workspace, post, {
          to: [{ channel: post.at.channel, message: edited }],
          isOver: true,
        })
      : NO_POST;
    if (shown.kind === 'away') return shown;
    const isOther = (each: TroubleNotice): boolean => each !== notice;
    feed.toAdmins = feed.toAdmins.filter(isOther);
    for (const message of feed.messages) message.notices = message.notices.filter(isOther);
    return shown;
  }

  /** Why the keys of queued texts are on hold, if they are. */
  async function holdsOf(workspace: string, outcomes: readonly IntentOutcome[]): Promise<Holds> {
    const waiting = outcomes.flatMap(({ texts }) => texts.filter(({ state }) => state === 'queued'));
    const holds = new Map<string, HoldingCode>();
    for (const fingerprint of new Set(waiting.map(text => text.fingerprint))) {
      const { held } = await history.waiting(workspace, fingerprint);
      if (held) holds.set(fingerprint, held);
    }
    return holds;
  }

  /** Notes whether texts about incidents that need a responder don't go out. A reply says so once, until they do. */
  function notePaging(
    feed: Feed,
    message: AlertMessage,
    outcomes: readonly IntentOutcome[],
    holds: Holds,
  ): void {
    const isNeeded = isOpen(message) && (message.status?.unacknowledged ?? 0) > 0;
    const isFailing = isBlocked(message) || failingAmong(outcomes, holds).length > 0;
    if (!isNeeded || !isFailing) endUnpaged(feed, message);
    else if (message.unpaged === 'no') message.unpaged = 'unsaid';
  }

  function endUnpaged(feed: Feed, message: AlertMessage): void {
    if (message.unpaged === 'no') return;
    const how = (message.status ? endingOf(message.status) : 'over') ?? 'mended';
    endTrouble(message, 'unpaged', how, clock.now());
    // Admins were told once for all messages of the hook.
    if (feed.messages.every(({ unpaged }) => unpaged === 'no'))
      for (const notice of feed.toAdmins) endNotice(notice, how, clock.now());
  }

  /** Says that texts about a message don't go out: first in its thread and the channel, mentioning their readers, then to admins. */
  async function showUnpaged(
    feed: Feed,
    message: AlertMessage,
    context: FeedContext,
    { mention, onCall, admins }: Paging,
  ): Promise<Pinned> {
    const { workspace, hook, nameNumber } = context;
    const outcomes = await outcomesOf(history, workspace, message.texts);
    const holds = await holdsOf(workspace, outcomes);
    const failing = failingAmong(outcomes, holds);
    const blocked = isBlocked(message) ? message.blocked : null;
    const [code] = holds.values();
    const mending: Notice['buttons'] = code ? { kind: 'held', code } : blocked && mendingOf(blocked.why);
    if (failing.length === 0 && !blocked) {
      endUnpaged(feed, message); // Texts go out again.
      return NO_POST;
    }
    const isFirst = message.unpaged === 'unsaid';
    if (isFirst && failing.length === 0 && blocked && feed.blockedSaid === blocked.since) {
      message.unpaged = 'said';
      return NO_POST;
    }
    const people = blocked ? await onCall(blocked.recipients) : [];
    const noticeIn = (words: Wording, first: string): PlainNotice => ({
      notification: namesIn(message, words),
      lines: [
        first,
        ...(blocked ? blockedLines(blocked, people, words) : []),
        ...linesOfTexts(failing, { words, holds, clock, nameNumber }, MAX_UNPAGED_LINES),
      ],
      buttons: mending,
    });
    if (isFirst) {
      const { words } = context;
      const numbers = new Set(failing.flatMap(({ texts }) => texts.map(({ number }) => number)));
      const named = namesIn(message, words);
      const mentioned = await mention(numbers, blocked?.recipients ?? []);
      const adminMentions = blocked ? (await admins()).map(({ userId }) => `<@${userId}>`) : [];
      const all = [mentioned, ...adminMentions.filter(admin => !mentioned.includes(admin))]
        .filter(Boolean)
        .join(' ');
      const first = words.alerts.post.unpaged({ named, mention: all });
      return postBelow(feed, message, context, noticeIn(words, first), post => {
        message.unpaged = 'admins';
        message.notices.push({ trouble: 'unpaged', user: null, named, post, ended: null });
        if (blocked) feed.blockedSaid = blocked.since;
      });
    }
    const isRecent = feed.adminsToldAt !== null && clock.now() - feed.adminsToldAt < ADMINS_AGAIN_MS;
    for (const { userId, words } of isRecent ? [] : await admins()) {
      if (feed.adminsTold.includes(userId)) continue;
      const named = namesIn(message, words);
      const about = { named, hook: harmless(hook.name, 60), channel: hook.channel };
      const post = newPost();
      const place = {
        channel: userId,
        message: postOf(plain(noticeIn(words, words.alerts.post.unpagedHook(about)), words)),
      };
      const shown = await bringUpToDate(poster, workspace, post, { to: [place], isOver: false });
      if (shown.kind === 'away') return shown;
      feed.adminsTold.push(userId);
      feed.toAdmins.push({ trouble: 'unpaged', user: userId, named, post, ended: null });
    }
    if (!isRecent) Object.assign(feed, { adminsToldAt: clock.now(), adminsTold: [] });
    message.unpaged = 'said';
    return NO_POST;
  }

  function noteUncertain(feed: Feed, intent: string, outcome: IntentOutcome | null): void {
    for (const { id: text, state } of outcome?.texts ?? []) {
      if (state !== 'uncertain' || feed.uncertain.some(entry => entry.text === text)) continue;
      feed.uncertain.push({ text, intent, posted: false });
    }
  }

  /** Posts an uncertain text that has no post of its own yet. */
  async function showUncertain(feed: Feed, context: FeedContext): Promise<Pinned> {
    const { workspace, words, nameNumber } = context;
    const next = feed.uncertain.find(({ posted }) => !posted);
    if (!next) return NO_POST;
    const outcome = await history.outcome(workspace, next.intent);
    const text = outcome?.texts.find(({ id }) => id === next.text);
    if (text?.state !== 'uncertain') {
      next.posted = true; // Its outcome is known now, and the message shows it.
      return NO_POST;
    }
    const because = words.uncertainBecause[text.uncertain ?? 'interrupted'];
    const line = words.alerts.post.uncertain({ number: nameNumber(text.number), because });
    const buttons = { kind: 'again', textId: text.id } as const;
    const notice = plain({ notification: null, lines: [line], buttons }, words);
    const shown = await put(feed, context, newPost(), { inChannel: notice, toMaker: notice, isOver: false });
    if (shown.kind !== 'away') next.posted = true;
    return shown;
  }

  return {
    message: showMessage,
    fresh: showFresh,
    unanswered: showUnanswered,
    unpaged: showUnpaged,
    ending: showEnding,
    uncertain: showUncertain,
  };
}

const plain = ({ lines, ...notice }: PlainNotice, words: Wording): Notice => ({
  ...notice,
  sections: [{ lines, acknowledge: null }],
  words,
  under: null,
});

/** True if texts about an incident of the message can't go because the workspace is blocked. */
const isBlocked = ({ status, blocked }: AlertMessage): boolean =>
  blocked !== null && (status?.blocked ?? 0) > 0;

/** The buttons of a message; null if it is about no incident. */
function buttonsOf(message: AlertMessage, { id: hook }: Hook): Notice['buttons'] {
  const { status } = message;
  if (!status) return null;
  const { post, upTo, unacknowledged, acknowledged, sharing } = status;
  if (!isOpen(message)) return { kind: 'over', hook, post, upTo };
  return {
    kind: 'respond',
    hook,
    post,
    upTo,
    canTake: unacknowledged > 0,
    canExtend: acknowledged.some(({ until }) => until !== null),
    canGiveBack: acknowledged.length > 0,
    isShared: sharing.length > 0,
  };
}
