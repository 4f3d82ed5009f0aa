import type { ShowNumber } from '../../domain/number.ts';
import type { Omitted, Recipient } from '../../domain/recipient.ts';
import type { Reach } from '../../sending/reach.ts';
import { type Wording, wordLeftOut } from '../../wording/index.ts';
import { shownRecipient } from '../blocks/results.ts';

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
    words.hooks.preview.leftOut({ who: shownRecipient(who, show), because: wordLeftOut(words, problem) }),
  );
