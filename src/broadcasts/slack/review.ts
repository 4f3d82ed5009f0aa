import type { KnownBlock, ModalView } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { ACTION, VIEW } from '../../kit/slack/ids.ts';
import { noticeModal, pageModal } from '../../kit/slack/modals.ts';
import { withNews } from '../../kit/slack/news.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Who } from '../../kit/slack/who.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { failure } from '../problem.ts';
import type { Review } from '../service.ts';
import { type NamedOut, namedOut, planBlocks, whatBlocks } from './review-blocks.ts';

/** How many of those who are left out are looked at to be named. */
const LOOKED_AT = 100;

/** A broadcast's modal while its rows are worked out. */
export function workingView(
  { broadcasts, link }: Wording,
  id: string,
  progress: { done: number; all: number } | null,
): ModalView {
  const blocks = [section(broadcasts.working(progress)), context(broadcasts.workingHint)];
  return of(id, pageModal({ id: VIEW.broadcastReview, title: broadcasts.title, close: link.close, blocks }));
}

/** Its author is told when it is closed, so that it isn't forgotten. */
const of = (id: string, view: ModalView): ModalView => ({
  ...view,
  private_metadata: id,
  notify_on_close: true,
});

/**
 * What a broadcast comes to, before it starts; or what became of it since.
 *
 * @param news what came of the last button
 */
export async function reviewOf(
  services: Services,
  words: Wording,
  who: Who,
  id: string,
  news: string[] = [],
): Promise<ModalView> {
  const { workspace, userId } = who;
  const its = words.broadcasts;
  const review = await services.broadcasts.review(workspace, id);
  const state = review?.broadcast.state ?? 'dropped';
  const notice = (line: string): ModalView => noticeModal(its.title, words.link.close, line);
  if (!review || state === 'dropped') return notice(wordProblem(words, failure('BROADCAST_GONE')));
  if (state === 'gathering') return workingView(words, id, null);
  if (state === 'approval') return notice(its.asked);
  if (state !== 'review') return notice(state === 'ended' ? its.ended : its.started);
  const rules = await services.settings.of(workspace);
  const { rows } = await services.broadcasts.rows(workspace, id, {
    filter: 'left_out',
    from: 0,
    limit: LOOKED_AT,
  });
  const { samples } = review.broadcast.size;
  const numbers = [...rows, ...samples].flatMap(({ number }) => number ?? []);
  const show = await services.naming(workspace, userId, numbers, rules);
  const blocks = reviewBlocks(words, review, namedOut(review, rows), show);
  return of(
    id,
    pageModal({
      id: VIEW.broadcastReview,
      title: its.title,
      close: words.link.close,
      blocks: withNews(blocks, news),
    }),
  );
}

function reviewBlocks(words: Wording, review: Review, named: NamedOut, show: ShowNumber): KnownBlock[] {
  const { problem, needsApproval } = review;
  return [
    ...whatBlocks(words, review, named, show),
    ...planBlocks(words, review, { isAuthor: true, notBangla: words.broadcasts.review.notBangla }),
    ...(problem ? [section(`:warning: ${wordProblem(words, problem)}`)] : []),
    ...(needsApproval && !problem ? [section(words.broadcasts.review.needsApproval)] : []),
    buttonsOf(words, review),
  ];
}

function buttonsOf({ broadcasts, schedules }: Wording, review: Review): KnownBlock {
  const { broadcast, cost, problem, needsApproval } = review;
  const { id: value, size, of: earlier } = broadcast;
  const { button: label } = broadcasts;
  const { title, text, ...answers } = broadcasts.confirmSend;
  const sums = { texts: size.texts, cost };
  const confirm = { title: title(size.texts), text: text(sums), ...answers };
  return actions(
    ...(problem
      ? []
      : [
          button({
            action: ACTION.sendBroadcast,
            label: needsApproval ? label.ask : label.send,
            value,
            style: 'primary',
            ...(needsApproval ? {} : { confirm }),
          }),
        ]),
    // The rows of one that repeats another are fixed: nobody is asked who they are later.
    ...(problem || earlier !== null
      ? []
      : [button({ action: openerOf({ id: 'schedule' }, 'later'), label: schedules.button.later, value })]),
    ...(size.texts === 0
      ? []
      : [button({ action: openerOf({ id: 'sample' }, 'ask'), label: label.sample, value })]),
    // One that repeats rows of another has no recipients of its own to change.
    ...(earlier === null ? [button({ action: ACTION.changeBroadcast, label: label.change, value })] : []),
    button({ action: ACTION.discardBroadcast, label: label.discard, value }),
  );
}
