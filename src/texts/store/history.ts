import type { Credits } from '../../kit/credits.ts';
import { dayOf, monthOf } from '../../kit/day.ts';
import { QUARANTINE, workspaceIn } from '../../kit/store/quarantine.ts';
import type { Entry, ReadResult, Store, Tx } from '../../kit/store/store.ts';
import type { Usage } from '../limits.ts';
import type { StoryFacts } from '../story.ts';
import { findIntent, getIntent, intentOf, textsOf } from './intent-records.ts';
import { KEYS } from './key.ts';
import {
  type HistoryEntry,
  type IntentOutcome,
  type IntentRecord,
  isPending,
  isReportShared,
  TEXTS,
  type TextRecord,
  toText,
} from './model.ts';
import type { Promptness } from './promptness.ts';
import { quarantinedAmong, storedOf } from './quarantine.ts';
import { loadUsage, loadWorkspace, SENDER_USAGE, USAGE, usageId, WHOLE_WORKSPACE } from './usage.ts';

/** More entries than any read in this file returns. */
const MAX_ENTRIES = 1_000_000;

/** A day's texts with room; `day` as `dayOf`. */
export type PromptDay = Promptness & { day: number };

/** A day's texts: all, and by source (see `sourceName`); and its last balance, null if the service gave none. */
export type DayUsage = Usage & {
  day: number;
  sources: Readonly<Record<string, Usage>>;
  balance: Credits | null;
};

const historyOf = (workspace: string, actor: string | null): string =>
  actor === null ? TEXTS.index('byWorkspace', workspace) : TEXTS.index('byActor', workspace, actor);

/** Reads texts, outcomes, usage and counts. */
export function createHistory(store: Store) {
  return {
    text: (workspace: string, textId: string) =>
      store.read(tx => {
        const text = tx.get(TEXTS, textId);
        return text?.workspace === workspace ? toText(text) : null;
      }),

    /** What is known of a text, for its story; null if this workspace has no such text. */
    story: (workspace: string, textId: string) =>
      store.read((tx): StoryFacts | null => {
        const [text] = tx.readable(TEXTS, [textId]);
        if (text?.workspace !== workspace) return null;
        const resend = text.resentBy === undefined ? null : findIntent(tx, text.resentBy);
        const [key] = tx.readable(KEYS, [text.fingerprint]);
        return {
          text: toText(text),
          actor: text.actor,
          events: text.story ?? [],
          intent: intentOf(tx, text)?.intent ?? null,
          isShared: isReportShared(text),
          reported: text.reported ?? null,
          resent: resend && { by: resend.intent.actor, at: resend.intent.acceptedAt },
          isResent: text.resentBy !== undefined,
          held: key?.held ?? null,
          isParked: text.parked === true,
        };
      }),

    /** An intent's outcome so far; null if this workspace has no such intent, or deleted it after the retention time. */
    outcome: (workspace: string, intentId: string) =>
      store.read((tx): IntentOutcome | null => {
        const record = getIntent(tx, intentId);
        const read = textsOf(tx, intentId);
        const unreadable = unreadableIn(tx, read);
        // An unreadable text may carry its intent, which is then unreadable, too.
        const owner =
          record?.workspace ?? (unreadable.length > 0 ? workspaceIn(storedOf(tx, intentId) ?? '') : null);
        if (owner !== workspace) return null;
        const { state, problem, omitted }: Partial<IntentRecord> = record ?? {};
        const settled = state !== 'open' && !read.records.some(isPending);
        const sentAgain = read.records.flatMap(({ id, resentBy }) => (resentBy ? id : []));
        return {
          settled,
          problem: problem ?? null,
          omitted: omitted ?? [],
          texts: read.records.map(toText),
          unreadable,
          sentAgain,
        };
      }),

    /** The newest texts of a workspace, or of one person. */
    history: (workspace: string, actor: string | null, limit: number) =>
      store.read(tx => {
        const index = historyOf(workspace, actor);
        const texts = tx.readable(TEXTS, { index, limit, reverse: true });
        return texts.map(entryOf);
      }),

    /**
     * The next texts of a workspace or one person, the newest first, and where to continue; null if there are no more. For
     * long lists: only a slice of their index is read.
     *
     * @param range `from`, `to`: when they were planned, on the time line; `after`: the last entry before these
     */
    slice: (
      workspace: string,
      actor: string | null,
      range: { from?: number; to?: number; after: Entry | null; limit: number },
    ) =>
      store.read(tx => {
        const index = historyOf(workspace, actor);
        const entries = tx.list({ index, reverse: true, ...range });
        const read = tx.readable(
          TEXTS,
          entries.map(({ id }) => id),
        );
        return {
          texts: read.map(entryOf),
          next: entries.length < range.limit ? null : (entries.at(-1) ?? null),
        };
      }),

    /** Ids of unreadable texts among those that `history` covers, for an operator. */
    unreadable: (workspace: string, actor: string | null, limit: number) =>
      store.read(tx => {
        const index = historyOf(workspace, actor);
        return unreadableIn(tx, tx.tryRead(TEXTS, { index, limit, reverse: true }));
      }),

    /**
     * The balance after the last send with a key, and the time of that send; null if unknown. The service has no balance
     * call.
     */
    balance: (fingerprint: string) =>
      store.read(tx => {
        const key = tx.get(KEYS, fingerprint);
        return key && key.balance !== null && key.balanceAt !== null
          ? { balance: key.balance, at: key.balanceAt }
          : null;
      }),

    /**
     * The last price: `cost` for `parts` parts; null while the service has given none. For estimates (`expectedCost`).
     * Outlives the texts, and costs one look-up.
     */
    costPerPart: (workspace: string) => store.read(tx => loadWorkspace(tx, workspace).lastPrice),

    /** The numbers that the service refused in their last texts, and how often in a row. */
    failing: (workspace: string) => store.read(tx => loadWorkspace(tx, workspace).failing ?? []),

    /**
     * The usage of a workspace or one person on the day of `at` (a time of day). Counted as it happens, so it costs
     * the same however long the history is.
     */
    usage: (workspace: string, actor: string | null, at: number) =>
      store.read(tx => {
        return loadUsage(tx, workspace, at, actor ?? WHOLE_WORKSPACE);
      }),

    /**
     * The workspace's texts with room, and how many of them left in time (see promptness.ts), of each of the last days that
     * had any, the day of `at` first.
     */
    promptness: (workspace: string, at: number, days: number) =>
      store.read(tx => {
        const ids = Array.from({ length: days }, (_, ago) => usageId(workspace, dayOf(at) - ago));
        return tx
          .readable(USAGE, ids)
          .filter(({ withRoom }) => withRoom > 0)
          .map(({ day, withRoom, prompt }): PromptDay => ({ day, withRoom, prompt }))
          .toSorted((one, other) => other.day - one.day);
      }),

    /** Each day with texts from that of `from` to that of `to` (times of day), oldest first. */
    days: (workspace: string, from: number, to: number) =>
      store.read(tx => {
        const index = USAGE.index('byWorkspace', workspace);
        const records = tx.readable(USAGE, { index, from: dayOf(from), to: dayOf(to), limit: MAX_ENTRIES });
        return records.map(({ day, texts, millionths, open, sources, balance = null }): DayUsage => {
          return { day, texts, millionths, open, sources, balance };
        });
      }),

    /** Those who sent most in the month of `at` (a time of day), and the number of all who sent anything. */
    senders: (workspace: string, at: number, limit: number) =>
      store.read(tx => {
        const index = SENDER_USAGE.index('byTexts', workspace, String(monthOf(at)));
        const most = tx.readable(SENDER_USAGE, { index, limit, reverse: true });
        return {
          most: most.map(({ owner, texts, millionths, open }) => ({ actor: owner, texts, millionths, open })),
          count: tx.count(index),
        };
      }),

    /** The usage on the day of `at` (a time of day) of those who have sent anything then; of this month's senders at most `limit`. */
    sendersOn: (workspace: string, at: number, limit: number) =>
      store.read(tx => {
        const index = SENDER_USAGE.index('byTexts', workspace, String(monthOf(at)));
        const senders = tx.readable(SENDER_USAGE, { index, limit, reverse: true });
        return senders.flatMap(({ owner, day, today }) =>
          day === dayOf(at) ? { actor: owner, ...today } : [],
        );
      }),

    /** The newest texts of a workspace, or of one person, that are uncertain and weren't sent again; and how many there are. */
    uncertain: (workspace: string, actor: string | null, limit: number) =>
      store.read(tx => {
        const index =
          actor === null ? TEXTS.index('uncertain', workspace) : TEXTS.index('uncertainOf', workspace, actor);
        tx.load([], [], [index]);
        return {
          texts: tx.readable(TEXTS, { index, limit, reverse: true }).map(entryOf),
          count: tx.count(index),
        };
      }),

    /** How many of a workspace's records can't be read, and wait for an operator. */
    quarantined: (workspace: string) =>
      store.read(tx => tx.count(QUARANTINE.index('byWorkspace', workspace))),

    /** Why a key is held (null if it isn't), and how many of the workspace's texts are waiting. */
    waiting: (workspace: string, fingerprint: string) =>
      store.read(tx => {
        const index = TEXTS.index('waiting', workspace);
        tx.load([[KEYS, fingerprint]], [], [index]);
        return { held: tx.get(KEYS, fingerprint)?.held ?? null, texts: tx.count(index) };
      }),

    /** For metrics: the numbers of waiting texts, without those of paused broadcasts, and of texts being sent. */
    counts: () =>
      store.read(tx => {
        const leased = tx.readable(TEXTS, { index: TEXTS.index('leased'), limit: MAX_ENTRIES });
        const sending = leased.filter(({ state }) => state === 'sending').length;
        return { queued: tx.count(TEXTS.index('expiry')), sending };
      }),
  };
}

const entryOf = (text: TextRecord): HistoryEntry => ({
  ...toText(text),
  actor: text.actor,
  isResent: text.resentBy !== undefined,
  isOfBroadcast: text.parked !== undefined,
});

export type History = ReturnType<typeof createHistory>;

/** Ids of unreadable texts, quarantined ones included. */
const unreadableIn = (tx: Tx, { unreadable, missing }: ReadResult<TextRecord>): string[] =>
  [
    ...unreadable.map(({ id }) => id),
    ...quarantinedAmong(
      tx,
      missing.map(({ id }) => id),
    ),
  ].sort();
