import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { textField } from '../../kit/slack/fields.ts';
import { type Form, openerOf } from '../../kit/slack/form.ts';
import type { Permission, SlackListener } from '../../kit/slack/listener.ts';
import type { Message } from '../../kit/slack/message.ts';
import { type Delivery, deliveryOf, onePost, type Pinned, type Poster } from '../../kit/slack/posting.ts';
import type { Services } from '../../kit/slack/services.ts';
import { bringUpToDate, newPost, type StandingPost } from '../../kit/slack/standing-post.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import { numbersIn } from '../../texts/recipient.ts';
import { recipientsForAll } from '../../texts/slack/receipt-messages.ts';
import type { Naming } from '../../texts/slack/recipient-names.ts';
import type { People } from '../../workspace/people.ts';
import { present } from '../../workspace/roles.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { withLiveOrStaleFacts } from '../../workspace/slack/permissions.ts';
import { deciderProblem } from '../approval.ts';
import type { Estimate, MakeReview } from '../estimate.ts';
import { decideBy } from '../store/drafts.ts';
import type { Broadcast } from '../store/model.ts';
import type { Broadcasts } from '../store/store.ts';
import { ACTION } from './ids.ts';
import { namedOut, peopleBlocks, planBlocks, sampleBlocks } from './review.ts';

/** The most characters of a reason. */
const MAX_REASON = 300;

/**
 * The question for an approval, or the decision.
 *
 * @param blocks the estimate; `samples`: the texts, below the buttons
 * @param subject.until when the time for a decision ends; `decidedAt`: when it was decided; both by the time of day
 * @param subject.instead the channel that should have got the question; null if this is it
 */
function approvalMessage(
  words: Wording,
  { broadcast }: Pick<Estimate, 'broadcast'>,
  { blocks, samples }: { blocks: readonly KnownBlock[]; samples: readonly KnownBlock[] },
  subject: { to: string; until: number; decidedAt: number | null; instead: string | null },
): Message {
  const { approval } = words;
  const { to, until, decidedAt, instead } = subject;
  const { id, request, size } = broadcast;
  const asks = approval.asks({
    author: request.by,
    people: size.texts,
    to,
    kind: request.kind,
    startsAt: broadcast.startsAt,
  });
  const decision = decidedAt === null ? null : decisionLine(words, broadcast, decidedAt);
  return {
    text: decision === null ? asks : `${asks}\n${decision}`,
    blocks: [
      section(asks),
      ...(instead === null || decision !== null ? [] : [context(approval.directly(instead))]),
      ...blocks,
      ...(decision === null
        ? [context(approval.until(until)), actions(...buttons(words, id, size.texts))]
        : [section(decision)]),
      ...samples,
    ],
  };
}

function buttons({ approval }: Wording, id: string, people: number) {
  const confirm = { ...approval.confirm, text: approval.confirm.text(people) };
  return [
    button({
      action: ACTION.approveBroadcast,
      label: approval.approve,
      value: id,
      style: 'primary',
      confirm,
    }),
    button({
      action: openerOf({ id: 'reject_broadcast' }, 'ask'),
      label: approval.reject,
      value: id,
      style: 'danger',
    }),
  ];
}

/** @param at when it was decided, by the time of day */
function decisionLine({ approval }: Wording, broadcast: Broadcast, at: number): string {
  const { decided } = approval;
  const { dropped, endedBy, request } = broadcast;
  if (dropped === null) return decided.approved({ by: broadcast.approval?.by ?? request.by, at });
  if (dropped === 'restored') return decided.restored(at);
  if (dropped === 'expired' || endedBy === null) return decided.expired(at);
  if (dropped === 'author') return decided.dropped({ by: endedBy, at });
  return decided.rejected({ by: endedBy, at, reason: reasonOf(broadcast) });
}

/** The message to the author about the decision; null if they made it. */
function authorMessage({ approval }: Wording, broadcast: Broadcast): Message | null {
  const { told: notices } = approval;
  const { dropped, endedBy, size } = broadcast;
  const people = size.texts;
  if (dropped === 'author') return null;
  if (dropped === null)
    return {
      text: notices.approved({
        by: broadcast.approval?.by ?? broadcast.request.by,
        people,
        startsAt: broadcast.pause?.why === 'early' ? broadcast.startsAt : null,
      }),
    };
  if (dropped === 'restored') return { text: notices.restored(people) };
  if (dropped === 'expired' || endedBy === null)
    return { text: notices.expired({ people, isRun: broadcast.startsAt !== null }) };
  return { text: notices.rejected({ by: endedBy, people, reason: reasonOf(broadcast) }) };
}

function reasonOf({ approval }: Broadcast): string | null {
  const reason = approval?.reason ?? null;
  return reason === null ? null : harmless(reason, MAX_REASON);
}

/** The app looks for a deleted post this often, because Slack doesn't report deletions. */
const CHECK_POST_MS = 10 * 60_000;
/** The most people without a text whom the post names. */
const MAX_NAMED_OUT = 10;

/**
 * Shows the approval of a broadcast. Null if the broadcast needs none, or has started and the approval needs no more
 * posts.
 */
export type ShowApproval = (broadcast: Broadcast) => Promise<Delivery | null>;

/** The estimate of a broadcast that needs, or needed, a second person's approval. */
type ApprovalEstimate = Estimate & {
  broadcast: Broadcast & { approval: NonNullable<Broadcast['approval']> };
};

/**
 * Asks for a broadcast's approval in the channel that admins chose; if the app can't post there, asks managers and
 * admins directly. If a user deletes the post, asks there once more. Drops the broadcast if no decision comes within
 * a day. Reports the decision there and to the author. Each step is stored, so that another process can continue.
 */
export function createApprovalPost(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'rows' | 'drop' | 'recordApprovalPost'>;
  review: MakeReview;
  poster: Pick<Poster, 'pin' | 'post' | 'update'>;
  people: Pick<People, 'facts' | 'admins'>;
  settings: SettingsOf;
  naming: Naming;
  words: Pick<WordsFor, 'of'>;
  clock: Clock;
}): ShowApproval {
  const { broadcasts, review, poster, people, settings, naming, clock } = deps;
  const isDecided = ({ state }: Broadcast): boolean => state !== 'approval';

  /**
   * @param reader the person who reads the message; null for a channel
   * @param instead the channel that should have got the question; null if this is it
   */
  async function messageFor(
    estimate: ApprovalEstimate,
    reader: string | null,
    instead: string | null,
  ): Promise<Message> {
    const { workspace, id, request, size, approval, startedAt, endedAt } = estimate.broadcast;
    const rules = await settings.shown(workspace);
    const leftOut = { filter: 'left_out', from: 0, limit: MAX_NAMED_OUT } as const;
    const { rows } = await broadcasts.rows(workspace, id, leftOut);
    const numbers = [...size.samples, ...rows].flatMap(({ number }) => number ?? []);
    const [words, show] = await Promise.all([
      deps.words.of(workspace, reader, rules),
      naming(workspace, reader, [...numbers, ...numbersIn(request.to)], rules),
    ]);
    const decidedAt = isDecided(estimate.broadcast) ? clock.wall(startedAt ?? endedAt ?? clock.now()) : null;
    const until = clock.wall(decideBy({ approval, at: 0 }));
    const blocks = [
      ...peopleBlocks(words, estimate, namedOut(estimate, rows), show),
      ...(decidedAt === null
        ? planBlocks(words, estimate, { isAuthor: false, notBangla: words.approval.notBangla })
        : []),
    ];
    const samples = sampleBlocks(words, estimate, show);
    const message = approvalMessage(
      words,
      estimate,
      { blocks, samples },
      {
        to: recipientsForAll(words, request, show),
        until,
        decidedAt,
        instead,
      },
    );
    return onePost(message);
  }

  /** Some people who may decide: admins and managers other than the author. */
  async function deciders({ workspace, request }: Broadcast): Promise<string[]> {
    const [{ managers }, admins] = await Promise.all([settings.of(workspace), people.admins(workspace)]);
    const leaders = [...managers, ...admins].filter(userId => userId !== request.by);
    return present(people, workspace, leaders);
  }

  /** Makes or changes the post in the channel or to a person; `isOver`: a deleted post isn't made again. */
  async function show(
    estimate: ApprovalEstimate,
    to: string,
    post: StandingPost,
    isOver: boolean,
  ): Promise<Pinned> {
    const { workspace, approval } = estimate.broadcast;
    const isInChannel = to === approval.channel;
    const message = await messageFor(
      estimate,
      isInChannel ? null : to,
      isInChannel ? null : approval.channel,
    );
    return bringUpToDate(poster, workspace, post, { to: [{ channel: to, message }], isOver });
  }

  /** Asks for the approval in the channel, or else the deciders directly. Null once that is done. */
  async function ask(estimate: ApprovalEstimate): Promise<Delivery | null> {
    const { workspace, id, approval, request } = estimate.broadcast;
    const { channel } = approval;
    const askAt = async (to: string): Promise<Pinned> => {
      const post = { ...(approval.posts.find(posted => posted.to === to)?.post ?? newPost()) };
      const answer = await show(estimate, to, post, false);
      if (post.at) await broadcasts.recordApprovalPost(workspace, id, { to, post, wasDeleted: false });
      return answer;
    };
    const answer = await askAt(channel);
    if (answer.kind === 'away') return deliveryOf(answer);
    if (answer.kind === 'refused') {
      const people: string[] = [];
      for (const person of await deciders(estimate.broadcast)) {
        const directly = await askAt(person);
        if (directly.kind === 'away') return deliveryOf(directly);
        if (directly.kind === 'ok') people.push(person);
      }
      const { told: notices } = (await deps.words.of(workspace, request.by)).approval;
      const text = people.length > 0 ? notices.elsewhere({ channel, people }) : notices.nobody({ channel });
      const notice = await poster.post(workspace, request.by, { text });
      if (notice.kind === 'away') return deliveryOf(notice);
    }
    await broadcasts.recordApprovalPost(workspace, id, 'asked');
    return null;
  }

  /**
   * Restores a deleted approval post, but only once; if it is deleted again, tells the author. Null once that is
   * done.
   */
  async function keepAsking(estimate: ApprovalEstimate): Promise<Delivery | null> {
    const { workspace, id, request, approval, size } = estimate.broadcast;
    for (const { to, post, wasDeleted } of approval.posts) {
      if (!post.at) continue;
      // Slack doesn't report deletions; updating the post shows whether it still exists.
      const current = { ...post, shows: '' };
      const answer = await show(estimate, to, current, wasDeleted);
      if (answer.kind === 'away') return deliveryOf(answer);
      if (current.at?.ts === post.at.ts) continue;
      if (!current.at) {
        const { told: notices } = (await deps.words.of(workspace, request.by)).approval;
        const text = notices.deleted({ channel: approval.channel, people: size.texts });
        const notice = await poster.post(workspace, request.by, { text });
        if (notice.kind === 'away') return deliveryOf(notice);
      }
      await broadcasts.recordApprovalPost(workspace, id, { to, post: current, wasDeleted: true });
    }
    return null;
  }

  /** A run's time has come without a decision: tells the author that it waits. Null once that is done. */
  async function tellDue({ broadcast }: ApprovalEstimate): Promise<Delivery | null> {
    const { workspace, id, request, approval, size } = broadcast;
    const { told: notices } = (await deps.words.of(workspace, request.by)).approval;
    const until = clock.wall(decideBy(broadcast));
    const text = notices.due({ channel: approval.channel, people: size.texts, until });
    const notice = await poster.post(workspace, request.by, { text });
    if (notice.kind === 'away') return deliveryOf(notice);
    await broadcasts.recordApprovalPost(workspace, id, 'due');
    return null;
  }

  /** Shows the decision in every approval post, and tells the author. Null once that is done. */
  async function tellDecision(estimate: ApprovalEstimate): Promise<Delivery | null> {
    const { workspace, id, request, approval } = estimate.broadcast;
    for (const { to, post } of approval.posts) {
      const answer = post.at && (await show(estimate, to, { ...post }, true));
      if (answer?.kind === 'away') return deliveryOf(answer);
    }
    const message = authorMessage(await deps.words.of(workspace, request.by), estimate.broadcast);
    const notice = message && (await poster.post(workspace, request.by, message));
    if (notice?.kind === 'away') return deliveryOf(notice);
    await broadcasts.recordApprovalPost(workspace, id, 'decided');
    return null;
  }

  const over: Delivery = { kind: 'posted', viaResponseUrl: false };

  return async ({ workspace, id, at, approval, dropped, startsAt }) => {
    if (!approval || approval.said === 'decided') return dropped === null ? null : over;
    const now = clock.now();
    const leftMs = decideBy({ approval, at }) - now;
    if (leftMs <= 0) await broadcasts.drop(workspace, id, 'expired', { by: null, now });
    const estimate = await review(workspace, id);
    if (!estimate?.broadcast.approval) return null;
    const current: ApprovalEstimate = {
      ...estimate,
      broadcast: { ...estimate.broadcast, approval: estimate.broadcast.approval },
    };
    if (isDecided(current.broadcast))
      return (await tellDecision(current)) ?? (current.broadcast.dropped === null ? null : over);
    const { said: lastStep } = current.broadcast.approval;
    const failed = lastStep === 'nothing' ? await ask(current) : await keepAsking(current);
    const dueMs =
      startsAt === null || lastStep === 'due' ? Number.POSITIVE_INFINITY : startsAt - clock.wall();
    const untold = !failed && dueMs <= 0 ? await tellDue(current) : failed;
    const againMs = Math.min(leftMs, CHECK_POST_MS, dueMs > 0 ? dueMs : leftMs);
    return untold ?? { kind: 'unfinished', againMs };
  };
}

/** "Approve": starts the broadcast, and the post says who approved it. */
export function approveBroadcastButton(services: Services): SlackListener {
  return onPress(services, ACTION.approveBroadcast, {
    read: asIs,
    permission: decider,
    requiresLiveFacts: true,
    async handle({ broadcasts, log }, { workspace, userId }, id) {
      const done = await broadcasts.approve(workspace, id, userId);
      if ('kind' in done) return { kind: 'refused', problem: done };
      log.info({ workspace, by: userId, broadcast: id }, 'a broadcast was approved');
      return { kind: 'quiet' };
    },
  });
}

/** An admin or a manager other than the author. */
const decider: Permission<string> = async (services, { workspace, userId }, id) => {
  const broadcast = await services.broadcasts.one(workspace, id);
  return deciderProblem(withLiveOrStaleFacts(services), broadcast, userId);
};

/** "Reject…": a form for the reason. */
export const rejectForm: Form<{ subject: string; current: null; draft: { reason: string | null } }> = {
  id: 'reject_broadcast',
  openers: { ask: asIs },
  subject: z.string(),
  permission: decider,
  requiresLiveFacts: false,
  command: null,
  title: ({ approval }) => approval.why.title,
  submit: ({ approval }) => approval.why.submit,
  load: async () => ({ current: null }),
  draft: () => ({ reason: null }),
  fields: ({ approval }) => ({
    reason: {
      blocks: (id, reason) =>
        textField(id, approval.why.field, reason ?? '', { most: MAX_REASON, lines: true }),
      read(state, id) {
        const typed = state.text(id).trim();
        return { value: typed === '' ? null : typed };
      },
    },
  }),
  async save({ broadcasts, log }, { workspace, userId }, { approval }, { subject: broadcast, draft }) {
    const done = await broadcasts.reject(workspace, broadcast, userId, draft.reason);
    if ('kind' in done) return { problem: done };
    log.info({ workspace, by: userId, broadcast }, 'a broadcast was rejected');
    return { message: approval.why.done };
  },
};
