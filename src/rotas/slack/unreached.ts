import type { ShowNumber } from '../../kit/number.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import type { Omitted, Recipient } from '../../texts/recipient.ts';
import type { Reach } from '../../texts/sending/reach.ts';
import { shownRecipient } from '../../texts/slack/results.ts';

/** Who of these can't be texted, and why; nobody, while it isn't known. */
export async function unreachedAmong(
  { reach }: { reach: Reach },
  workspace: string,
  people: readonly Recipient[],
): Promise<Omitted[]> {
  if (people.length === 0) return [];
  const found = await reach(workspace, people).catch(() => null);
  return found?.omitted ?? [];
}

/** A warning for each. */
export const unreachedLines = (words: Wording, all: readonly Omitted[], show: ShowNumber): string[] =>
  all.map(({ who, problem }) =>
    words.compose.leftOut({ who: shownRecipient(who, show), because: wordLeftOut(words, problem) }),
  );
