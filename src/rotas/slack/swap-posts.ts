import type { KnownBlock } from '@slack/types';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import type { Permission, SlackListener } from '../../kit/slack/listener.ts';
import type { PinnedMessage } from '../../kit/slack/message.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { PressResult, StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services } from '../../kit/slack/services.ts';
import { bringUpToDate } from '../../kit/slack/standing-post.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { type Swap, waitsFor } from '../swap.ts';
import type { SwapPosts } from '../swaps.ts';

/* The direct messages about a request for a swap: to whoever asked and to the candidates, and the buttons in them. */

/** The buttons' values are the request's id. */
const TAKE_TURN = 'take_turn';
const DECLINE_TURN = 'decline_turn';
const WITHDRAW_SWAP = 'withdraw_swap';

/** The message to a candidate: the question with its buttons, or what became of it. */
function candidateMessage({ swaps }: Wording, id: string, swap: Swap, userId: string): PinnedMessage {
  const { by, turn, inReturn, candidates } = swap;
  const rota = harmless(swap.rota.name, 60);
  const lines = [
    swaps.asks.question({ by, rota, turn }),
    ...(inReturn ? [swaps.asks.inReturn(inReturn)] : []),
    ...(candidates.length > 1 ? [swaps.asks.several(candidates.length)] : []),
  ];
  if (waitsFor(swap, userId))
    return message(lines, [
      context(swaps.asks.until),
      actions(
        button({ action: TAKE_TURN, label: swaps.asks.yes, value: id, style: 'primary' }),
        button({ action: DECLINE_TURN, label: swaps.asks.no, value: id }),
      ),
    ]);
  return message([...lines, candidateEnd(swaps, swap, userId)]);
}

function candidateEnd(swaps: Wording['swaps'], swap: Swap, userId: string): string {
  const { end, refusals } = swap;
  const refusal = refusals.find(({ by }) => by === userId);
  if (end?.kind === 'taken') return end.by === userId ? swaps.over.yours : swaps.over.taken(end.by);
  if (refusal) return swaps.over[refusal.why === 'left' ? 'notInRota' : 'refused'];
  if (end?.kind === 'impossible') return swaps.impossible[end.why](swap.by);
  return end?.kind === 'withdrawn' ? swaps.over.withdrawn(swap.by) : swaps.over.begun;
}

/** The message to whoever asked: whom, what they said, and a button while it is open. */
function askerMessage({ swaps }: Wording, id: string, swap: Swap): PinnedMessage {
  const { candidates, turn, inReturn, refusals } = swap;
  const rota = harmless(swap.rota.name, 60);
  const lines = [
    swaps.asker.question({ candidates, rota, turn }),
    ...(inReturn ? [swaps.asker.inReturn(inReturn)] : []),
    ...refusals.map(({ by, why }) => swaps.refusal[why](by)),
  ];
  if (swap.end === null) {
    const withdraw = button({ action: WITHDRAW_SWAP, label: swaps.asker.withdraw, value: id });
    return message(lines, [context(swaps.asker.until), actions(withdraw)]);
  }
  return message([...lines, askerEnd(swaps, swap)]);
}

function askerEnd(swaps: Wording['swaps'], { by, end }: Swap): string {
  switch (end?.kind) {
    case 'taken':
      return swaps.asker.taken(end.by);
    case 'impossible':
      return swaps.impossible[end.why](by);
    case 'withdrawn':
      return swaps.asker.withdrawn;
    case 'refused':
      return swaps.asker.refused;
    default:
      return swaps.asker.begun;
  }
}

const message = (lines: readonly string[], below: readonly KnownBlock[] = []): PinnedMessage => {
  const text = lines.join('\n');
  return { text, blocks: [section(text), ...below] };
};

export function createSwapPosts(deps: {
  poster: Pick<Poster, 'pin' | 'post' | 'update'>;
  words: Pick<WordsFor, 'of'>;
}): SwapPosts {
  const { poster, words } = deps;
  return {
    async show(workspace, id, swap, userId, post) {
      const wording = await words.of(workspace, userId);
      const shown =
        userId === swap.by ? askerMessage(wording, id, swap) : candidateMessage(wording, id, swap, userId);
      const to = [{ channel: userId, message: shown }] as const;
      return bringUpToDate(poster, workspace, post, { to, isOver: swap.end !== null });
    },
    async tell(workspace, swap, { to, about }) {
      const { swaps } = await words.of(workspace, to === swap.by ? to : null);
      return poster.post(workspace, to, { text: newsText(swaps, swap, about) });
    },
  };
}

function newsText(
  swaps: Wording['swaps'],
  swap: Swap,
  about: Parameters<SwapPosts['tell']>[2]['about'],
): string {
  const { by, turn, inReturn, refusals, end } = swap;
  const rota = harmless(swap.rota.name, 60);
  if (about === 'swapped')
    return swaps.swapped({ rota, turn, inReturn, by, taker: end?.kind === 'taken' ? end.by : by });
  const refusal = about === 'end' ? undefined : refusals.find(candidate => candidate.by === about.refusal);
  const news = [
    ...(refusal ? [swaps.refusal[refusal.why](refusal.by)] : []),
    ...(about === 'end' || (end?.kind === 'refused' && refusal === refusals.at(-1))
      ? [askerEnd(swaps, swap)]
      : []),
    ...(about === 'end' && end?.kind === 'taken' && inReturn ? [swaps.asker.inReturn(inReturn)] : []),
  ];
  return [swaps.about({ rota, turn }), ...news].join('\n');
}

/** Whoever the request is about, and nobody else, while they may see who is on call. */
const involved =
  (isTheirs: (swap: Swap, userId: string) => boolean): Permission<string, StoredPress> =>
  async (services, press, id) => {
    const problem = await reader(services, press, null);
    if (problem) return problem;
    const swap = await services.swaps.look(press.workspace, id);
    return swap === null || isTheirs(swap, press.userId) ? null : { kind: 'NOT_YOURS' };
  };

/** "Yes, I take it", "No" and "Withdraw". The direct messages say what comes of a press. */
export function swapButtons(services: Services): SlackListener[] {
  const isCandidate = ({ candidates }: Swap, userId: string): boolean => candidates.includes(userId);
  const handle =
    (answer: (press: StoredPress, id: string) => Promise<void>) =>
    async ({ swaps, words }: Services, press: StoredPress, id: string): Promise<PressResult> => {
      const swap = await swaps.look(press.workspace, id);
      const wording = await words.of(press.workspace, press.userId);
      if (swap?.end !== null) return { kind: 'message', message: { text: wording.swaps.over.gone } };
      await answer(press, id);
      return { kind: 'quiet' };
    };
  const answering = (action: string, answer: 'yes' | 'no') =>
    onPress(services, action, {
      read: asIs,
      permission: involved(isCandidate),
      requiresLiveFacts: answer === 'yes',
      handle: handle(({ workspace, userId }, id) => services.swaps.answer(workspace, id, userId, answer)),
    });
  return [
    answering(TAKE_TURN, 'yes'),
    answering(DECLINE_TURN, 'no'),
    onPress(services, WITHDRAW_SWAP, {
      read: asIs,
      permission: involved(({ by }, userId) => by === userId),
      requiresLiveFacts: false,
      handle: handle(({ workspace }, id) => services.swaps.withdraw(workspace, id)),
    }),
  ];
}
