import type { KnownBlock } from '@slack/types';
import { ofMillionths } from '../../../kit/credits.ts';
import { context, section } from '../../../kit/slack/elements.ts';
import type { UserRef } from '../../../kit/slack/services.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { LastBalance } from '../../draft.ts';
import type { Limit, Usage } from '../../limits.ts';
import type { History } from '../../store/history.ts';
import { type HistoryEntry, isPending } from '../../store/model.ts';
import type { ownTexts } from '../own-log.ts';

/* The viewer's own texts. */

const MAX_SHOWN = 8;
const MAX_UNCERTAIN = 4;
/** Of so many of their newest texts, those that wait are shown first. */
const MAX_LOOKED_AT = 30;

/**
 * The newest texts of a person, those in trouble first: uncertain ones, then those that wait or are on their way. A broadcast's texts
 * stand with the broadcast, except uncertain ones.
 *
 * @returns `waiting`: how many wait or are on their way; `isEmpty`: there are no texts at all
 */
export async function gatherOwnTexts(
  history: History,
  { workspace, userId }: UserRef,
): Promise<{ texts: HistoryEntry[]; waiting: number; isEmpty: boolean }> {
  const [newest, uncertain] = await Promise.all([
    history.history(workspace, userId, MAX_LOOKED_AT),
    history.uncertain(workspace, userId, MAX_UNCERTAIN),
  ]);
  return {
    texts: troubleFirst(newest, uncertain.texts).slice(0, MAX_SHOWN),
    waiting: newest.filter(isPending).length,
    isEmpty: newest.length === 0,
  };
}

export function troubleFirst(
  newest: readonly HistoryEntry[],
  uncertain: readonly HistoryEntry[],
): HistoryEntry[] {
  const single = newest.filter(({ isOfBroadcast }) => !isOfBroadcast);
  const ordered = [...uncertain, ...single.filter(isPending), ...single];
  return [...new Map(ordered.map(text => [text.id, text])).values()];
}

/** The block that says the balance and its age; a change of the age alone is no news. */
export const BALANCE_BLOCK = 'home_balance';

/**
 * @param facts.texts null: there are none
 * @param facts.today the viewer's texts today, and their limit; null if they may not see amounts
 * @param facts.balance undefined: it isn't shown here
 */
export function ownTextsBlocks(
  words: Wording,
  facts: {
    texts: ReturnType<typeof ownTexts> | null;
    today: (Usage & { limit: Limit }) | null;
    balance: LastBalance | null | undefined;
  },
): KnownBlock[] {
  const { texts, today, balance } = facts;
  return [
    ...(today && (texts || isLimited(today.limit)) ? [section(todayLine(words, today))] : []),
    ...(texts?.flatMap(({ blocks }) => blocks) ?? [section(words.commands.noLog)]),
    ...(balance === undefined ? [] : [balanceBlock(words, balance)]),
  ];
}

export const balanceBlock = (words: Wording, balance: LastBalance | null): KnownBlock => ({
  ...context(words.commands.balance(balance)),
  block_id: BALANCE_BLOCK,
});

const isLimited = ({ texts, credits }: Limit): boolean => texts !== null || credits !== null;

function todayLine({ home }: Wording, { limit, ...used }: Usage & { limit: Limit }): string {
  return home.today({
    texts: used.texts,
    credits: ofMillionths(used.millionths),
    mayTexts: limit.texts,
    mayCredits: limit.credits,
    open: used.open > 0,
  });
}
