import type { Credits, PastCost } from '../../domain/credits.ts';
import type { Usage } from '../../domain/limits.ts';
import type { HoldingCode } from '../../domain/problem.ts';
import type { Text, TextState } from '../../domain/text.ts';
import type { HistoryEntry, IntentOutcome } from './texts.ts';

/** A month, plus some days in which people may still ask about the last one. */
export const USAGE_KEPT_DAYS = 40;

/** Questions about texts, and figures that follow from them. */
export type History = {
  text(workspace: string, textId: string): Promise<Text | null>;
  /** Null: there is no such intent in this workspace, or it was deleted after the retention time. */
  outcome(workspace: string, intentId: string): Promise<IntentOutcome | null>;
  /** The newest texts of a workspace, or of one of its people. */
  history(workspace: string, actor: string | null, limit: number): Promise<HistoryEntry[]>;
  /** Ids of those among them that can't be read; an operator finds them by these. */
  unreadable(workspace: string, actor: string | null, limit: number): Promise<string[]>;
  /** The balance after the last send with a key, and when that was: the service has no balance call. */
  balance(fingerprint: string): Promise<{ balance: Credits; at: number } | null>;
  /**
   * What a part costs this workspace, from the last text whose cost the service gave: `cost` for `parts` parts. Null while
   * none is known. For estimates (`expectedCost`): the service names no price beforehand. It is one look-up, however long the
   * history is, and outlives the texts themselves.
   */
  costPerPart(workspace: string): Promise<PastCost | null>;
  /**
   * What was texted on the day of `at` (a time of day), in a workspace or by one of its people. Counted as it happens, so it
   * costs the same however long the history is. Kept for USAGE_KEPT_DAYS.
   */
  usage(workspace: string, actor: string | null, at: number): Promise<Usage>;
  /** The same for each sender, over all days from that of `from` to that of `to`; in no particular order. */
  usageByActor(workspace: string, from: number, to: number): Promise<(Usage & { actor: string })[]>;
  /** Why a key is held, if it is, and how many of the workspace's texts are waiting. */
  waiting(workspace: string, fingerprint: string): Promise<{ held: HoldingCode | null; texts: number }>;
  /** Texts by state, for metrics. */
  counts(): Promise<Partial<Record<TextState, number>>>;
};
