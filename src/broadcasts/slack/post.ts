import type { Clock } from '../../kit/clock.ts';
import { MAX_TABLE_ROWS } from '../../kit/slack/limits.ts';
import type { Message } from '../../kit/slack/message.ts';
import { type Delivery, deliveryOf, type MessageRef, onePost, type Poster } from '../../kit/slack/posting.ts';
import { bringUpToDate, type Place, type StandingPost, showStored } from '../../kit/slack/standing-post.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import type { Deliver } from '../../texts/sending/reporter.ts';
import type { Naming } from '../../texts/slack/recipient-names.ts';
import type { ShowInPlace } from '../../texts/slack/report-post.ts';
import type { Report } from '../../texts/store/model.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import type { PauseReason } from '../broadcast.ts';
import { eachRow, figuresOf, wordRow } from '../progress-figures.ts';
import type { Broadcast, RowOutcome } from '../store/model.ts';
import type { Broadcasts } from '../store/store.ts';
import type { ShowApproval } from './approval.ts';
import { pausedBeforeMessage, pausedMessage, progressMessage, summaryMessage } from './progress.ts';

/** How long until we look again even if we know of no change: the end comes closer. */
const LOOK_AGAIN_MS = 30_000;
/** How many rows before the next one are searched for what went wrong, and how many of those are named. */
const SEARCHED = 200;
const NAMED = 10;

const LOOKS_WRONG: Partial<Record<PauseReason, 'refused' | 'uncertain'>> = {
  refusals: 'refused',
  many_refusals: 'refused',
  uncertain: 'uncertain',
};

/**
 * Shows how far a broadcast is in one post, which changes in place. In its thread, its author is told when it pauses itself,
 * and what it came to.
 */
export function createBroadcastPost(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'rows' | 'shownAt' | 'pauseNoticeChanged'>;
  poster: Pick<Poster, 'pin' | 'update'>;
  settings: SettingsOf;
  naming: Naming;
  words: WordsFor;
  showInPlace: ShowInPlace;
  /** First somebody else may have to approve it. */
  showApproval: ShowApproval;
  clock: Clock;
  log: Log;
}): Deliver {
  const { broadcasts, poster, settings, naming, showInPlace, showApproval, clock, log } = deps;

  type Told = { broadcast: Broadcast; rules: Settings; reader: string | null; words: Wording };

  const shownTo = (
    { broadcast: { workspace, request }, reader, rules }: Told,
    rows: readonly RowOutcome[] = [],
  ) => {
    const named = request.to.flatMap(who => (who.kind === 'number' ? who.number : []));
    return naming(workspace, reader, [...named, ...rows.flatMap(({ number }) => number ?? [])], rules);
  };

  /** The last rows that went wrong, if that is why it is paused. */
  async function wrongRows({ workspace, id, next, pause }: Broadcast): Promise<RowOutcome[]> {
    const filter = pause && LOOKS_WRONG[pause.why];
    if (!filter) return [];
    const asked = { filter, from: Math.max(0, next - SEARCHED), limit: SEARCHED };
    return (await broadcasts.rows(workspace, id, asked)).rows.slice(-NAMED);
  }

  async function unreachedRows({ workspace, id }: Broadcast): Promise<RowOutcome[]> {
    const ask = (filter: 'refused' | 'uncertain') =>
      broadcasts.rows(workspace, id, { filter, from: 0, limit: MAX_TABLE_ROWS });
    const [refused, uncertain] = [await ask('refused'), await ask('uncertain')];
    return [...uncertain.rows, ...refused.rows].slice(0, MAX_TABLE_ROWS);
  }

  /** How many were left out for each reason. */
  async function leftOut({ workspace, id }: Broadcast, words: Wording): Promise<Map<string, number>> {
    const reasons = new Map<string, number>();
    for await (const rows of eachRow(broadcasts, workspace, id, 'left_out')) {
      for (const row of rows) {
        const because = wordRow(words, row) ?? words.progress.details.state.left_out;
        reasons.set(because, (reasons.get(because) ?? 0) + 1);
      }
    }
    return reasons;
  }

  /** Posts the notice of a pause, or the summary, in the progress post's thread; to the author if that isn't possible. */
  async function tell(
    { broadcast }: Told,
    kind: 'pause' | 'summary',
    at: MessageRef | null,
    whole: Message,
  ): Promise<Delivery | null> {
    const { workspace, id, request, summary } = broadcast;
    const message = onePost(whole);
    const toAuthor = { channel: request.by, message };
    const to: [Place, ...Place[]] = at
      ? [{ channel: at.channel, message: { ...message, thread_ts: at.ts } }, toAuthor]
      : [toAuthor];
    const stored = kind === 'summary' ? summary : null;
    const save = (post: StandingPost) => broadcasts.shownAt(workspace, id, kind, post);
    const { answer } = await showStored(poster, workspace, stored, { to, isOver: false }, save);
    return answer.kind === 'away' ? deliveryOf(answer) : null;
  }

  /** Removes Resume from the notice of a pause that is over. */
  async function changePauseNotice(told: Told, notice: StandingPost): Promise<Delivery | null> {
    const { workspace, id, request } = told.broadcast;
    const message = onePost(pausedBeforeMessage(told.words, await shownTo(told), told.broadcast));
    const to: [Place] = [{ channel: request.by, message }];
    const answer = await bringUpToDate(poster, workspace, { ...notice }, { to, isOver: true });
    if (answer.kind === 'away') return deliveryOf(answer);
    await broadcasts.pauseNoticeChanged(workspace, id, notice);
    return null;
  }

  async function tellAround(told: Told, at: MessageRef | null): Promise<Delivery | null> {
    const { broadcast, words } = told;
    const { pause, pauseNotice } = broadcast;
    const failed = pauseNotice && (await changePauseNotice(told, pauseNotice));
    if (failed) return failed;
    if (pause && pause.by === null && pause.why !== 'hours' && !pause.post) {
      log.info(
        { broadcast: broadcast.id, workspace: broadcast.workspace, why: pause.why },
        'a broadcast paused itself',
      );
      const rows = await wrongRows(broadcast);
      return tell(told, 'pause', at, pausedMessage(words, await shownTo(told, rows), broadcast, rows));
    }
    if (!figuresOf(broadcast).isOver) return null;
    const rows = await unreachedRows(broadcast);
    const cameTo = { leftOut: await leftOut(broadcast, words), rows };
    return tell(told, 'summary', at, summaryMessage(words, await shownTo(told, rows), broadcast, cameTo));
  }

  return async (report: Report) => {
    const { workspace, id, actor } = report.intent;
    const broadcast = await broadcasts.one(workspace, id);
    if (!broadcast) return { kind: 'dropped', why: 'it is gone after the retention time' };
    const asked = await showApproval(broadcast);
    if (asked) return asked;
    const rules = await settings.shown(workspace);
    const reader = rules.receipts === 'channel' ? null : actor;
    const told = { broadcast, rules, reader, words: await deps.words.of(workspace, reader, rules) };
    const { isOver } = figuresOf(broadcast);
    const message = progressMessage(told.words, await shownTo(told), broadcast, clock.wall());
    const shown = await showInPlace(report, message, isOver);
    if (shown.kind !== 'shown') return shown;
    const failed = await tellAround(told, shown.at);
    if (failed) return failed;
    return isOver
      ? { kind: 'posted', viaResponseUrl: false }
      : { kind: 'unfinished', againMs: LOOK_AGAIN_MS };
  };
}
