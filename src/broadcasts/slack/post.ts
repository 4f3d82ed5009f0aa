import type { Clock } from '../../kit/clock.ts';
import { MAX_TABLE_ROWS } from '../../kit/slack/limits.ts';
import type { Message } from '../../kit/slack/message.ts';
import { type Delivery, deliveryOf, type MessageRef, onePost, type Poster } from '../../kit/slack/posting.ts';
import { bringUpToDate, type Place, type StandingPost, showStored } from '../../kit/slack/standing-post.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import { numbersIn } from '../../texts/recipient.ts';
import type { Deliver } from '../../texts/sending/reporter.ts';
import type { Naming } from '../../texts/slack/recipient-names.ts';
import type { ShowInPlace } from '../../texts/slack/report-post.ts';
import type { Report } from '../../texts/store/model.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import type { PauseReason } from '../broadcast.ts';
import { figuresOf } from '../progress-figures.ts';
import { eachRow, wordRow } from '../rows.ts';
import type { Broadcast, RowOutcome } from '../store/model.ts';
import type { Broadcasts } from '../store/store.ts';
import type { ShowApproval } from './approval.ts';
import { pausedBeforeMessage, pausedMessage, progressMessage, summaryMessage } from './progress.ts';

/** Interval of updating the post without a known change, because the expected end moves. */
const LOOK_AGAIN_MS = 30_000;
/** The number of latest rows that are searched for rows that went wrong, and of those that the notice names. */
const SEARCHED_ROWS = 200;
const MAX_NAMED = 10;

const LOOKS_WRONG: Partial<Record<PauseReason, 'refused' | 'uncertain'>> = {
  refusals: 'refused',
  many_refusals: 'refused',
  uncertain: 'uncertain',
};

/**
 * Shows the progress of a broadcast in one post, which changes in place. In the post's thread, tells the author that
 * the broadcast paused by itself, and its result.
 */
export function createBroadcastPost(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'rows' | 'shownAt' | 'pauseNoticeChanged'>;
  poster: Pick<Poster, 'pin' | 'update'>;
  settings: SettingsOf;
  naming: Naming;
  words: WordsFor;
  showInPlace: ShowInPlace;
  /** Posts about the broadcast's approval, which comes before its progress. */
  showApproval: ShowApproval;
  clock: Clock;
  log: Log;
}): Deliver {
  const { broadcasts, poster, settings, naming, showInPlace, showApproval, clock, log } = deps;

  type PostContext = { broadcast: Broadcast; rules: Settings; reader: string | null; words: Wording };

  const shownTo = (
    { broadcast: { workspace, request }, reader, rules }: PostContext,
    rows: readonly RowOutcome[] = [],
  ) => {
    const numbers = [...numbersIn(request.to), ...rows.flatMap(({ number }) => number ?? [])];
    return naming(workspace, reader, numbers, rules);
  };

  /** The last rows that went wrong, if the broadcast is paused because of them. */
  async function wrongRows({ workspace, id, next, pause }: Broadcast): Promise<RowOutcome[]> {
    const filter = pause && LOOKS_WRONG[pause.why];
    if (!filter) return [];
    const range = { filter, from: Math.max(0, next - SEARCHED_ROWS), limit: SEARCHED_ROWS };
    return (await broadcasts.rows(workspace, id, range)).rows.slice(-MAX_NAMED);
  }

  async function unreachedRows({ workspace, id }: Broadcast): Promise<RowOutcome[]> {
    const ask = (filter: 'refused' | 'uncertain') =>
      broadcasts.rows(workspace, id, { filter, from: 0, limit: MAX_TABLE_ROWS });
    const [refused, uncertain] = [await ask('refused'), await ask('uncertain')];
    return [...uncertain.rows, ...refused.rows].slice(0, MAX_TABLE_ROWS);
  }

  /** Counts the rows left out for each reason. */
  async function leftOutByReason({ workspace, id }: Broadcast, words: Wording): Promise<Map<string, number>> {
    const reasons = new Map<string, number>();
    for await (const rows of eachRow(broadcasts, workspace, id, 'left_out')) {
      for (const row of rows) {
        const because = wordRow(words, row) ?? words.progress.details.state.left_out;
        reasons.set(because, (reasons.get(because) ?? 0) + 1);
      }
    }
    return reasons;
  }

  /**
   * Posts the notice of a pause, or the summary, in the progress post's thread; as a direct message to the author if
   * that isn't possible.
   */
  async function tell(
    { broadcast }: PostContext,
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
  async function changePauseNotice(context: PostContext, notice: StandingPost): Promise<Delivery | null> {
    const { workspace, id, request } = context.broadcast;
    const message = onePost(pausedBeforeMessage(context.words, await shownTo(context), context.broadcast));
    const to: [Place] = [{ channel: request.by, message }];
    const answer = await bringUpToDate(poster, workspace, { ...notice }, { to, isOver: true });
    if (answer.kind === 'away') return deliveryOf(answer);
    await broadcasts.pauseNoticeChanged(workspace, id, notice);
    return null;
  }

  async function tellAuthor(context: PostContext, at: MessageRef | null): Promise<Delivery | null> {
    const { broadcast, words } = context;
    const { pause, pauseNotice } = broadcast;
    const failed = pauseNotice && (await changePauseNotice(context, pauseNotice));
    if (failed) return failed;
    if (pause && pause.by === null && pause.why !== 'hours' && pause.why !== 'early' && !pause.post) {
      log.info(
        { broadcast: broadcast.id, workspace: broadcast.workspace, why: pause.why },
        'a broadcast paused itself',
      );
      const rows = await wrongRows(broadcast);
      return tell(context, 'pause', at, pausedMessage(words, await shownTo(context, rows), broadcast, rows));
    }
    if (!figuresOf(broadcast).isOver) return null;
    const rows = await unreachedRows(broadcast);
    const cameTo = { leftOut: await leftOutByReason(broadcast, words), rows };
    return tell(
      context,
      'summary',
      at,
      summaryMessage(words, await shownTo(context, rows), broadcast, cameTo),
    );
  }

  return async (report: Report) => {
    const { workspace, id, actor } = report.intent;
    const broadcast = await broadcasts.one(workspace, id);
    if (!broadcast) return { kind: 'dropped', why: 'it is gone after the retention time' };
    const approving = await showApproval(broadcast);
    if (approving) return approving;
    const rules = await settings.shown(workspace);
    const reader = rules.receipts === 'channel' ? null : actor;
    const context = { broadcast, rules, reader, words: await deps.words.of(workspace, reader, rules) };
    const { isOver } = figuresOf(broadcast);
    const message = progressMessage(context.words, await shownTo(context), broadcast, clock.wall());
    const shown = await showInPlace(report, message, isOver);
    if (shown.kind !== 'shown') return shown;
    const failed = await tellAuthor(context, shown.at);
    if (failed) return failed;
    return isOver
      ? { kind: 'posted', viaResponseUrl: false }
      : { kind: 'unfinished', againMs: LOOK_AGAIN_MS };
  };
}
