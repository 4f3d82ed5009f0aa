import type { KnownBlock } from '@slack/types';
import { expectedCost } from '../../../kit/credits.ts';
import { isLocalNumber } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../../kit/words/wording.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { shownRecipient } from '../../../texts/slack/receipt-messages.ts';
import { toKey } from '../../alert.ts';
import { createNameNext } from '../../recipient-lookup.ts';
import { previewFacts, textBlocks } from '../hooks/preview.ts';
import {
  asTexted,
  overToday,
  type PageDraft,
  reachOfSteps,
  stepsFor,
  stepsNow,
  wordsOfPage,
} from './plan.ts';

/** Further recipients aren't named. */
const MAX_NAMES = 5;
const MAX_OMITTED = 3;

/** Who is called when, how many texts that is at most and their cost, and what stands in the way. */
export async function pagePreview(
  services: Services,
  { workspace, userId }: UserRef,
  words: Wording,
  { channel, to, policy, message }: { channel: string } & Omit<PageDraft, 'doubt'>,
): Promise<KnownBlock[]> {
  const { preview } = words.paging;
  const [facts, { text }, why, storedSteps] = await Promise.all([
    previewFacts(services, workspace),
    wordsOfPage(services, { workspace, userId }, message),
    services.blockOf(workspace).catch(() => null),
    stepsFor(services, workspace, { to, policy }),
  ]);
  const texted = asTexted(services, text);
  const { blocks, parts } = textBlocks(words, preview.text, texted, facts);
  const place = /^[CG]/.test(channel) ? preview.postIn(channel) : preview.postToYou;
  const { post } = words.alerts;
  const ending = [context(place), ...(why === null ? [] : [context(post.blocked(post.blockedBecause[why]))])];
  if (!storedSteps || storedSteps.recipients.length === 0) return [{ type: 'divider' }, ...blocks, ...ending];
  const steps = await stepsNow(services, workspace, storedSteps);
  const nameNext = createNameNext(services.book);
  const namesOf = async (some: readonly Recipient[]): Promise<string> => {
    const shown = some
      .slice(0, MAX_NAMES)
      .map(each =>
        nameNext(workspace, toKey(each), number => (isLocalNumber(number) ? facts.show(number) : '•')),
      );
    const named = (await Promise.all(shown)).join(', ');
    const more = some.length - MAX_NAMES;
    return more > 0 ? post.andMore({ named, more }) : named;
  };
  const { firstMinutes, steps: further, rounds } = steps.escalation;
  const waits = [firstMinutes, ...further.map(({ minutes }) => minutes)];
  const [reach, names] = await Promise.all([
    reachOfSteps(services, workspace, steps).catch(() => null),
    Promise.all([steps.recipients, ...further.map(({ to }) => to)].map(namesOf)),
  ]);
  const [first = '', ...furtherNames] = names;
  const plan = preview.plan({
    first,
    steps: furtherNames.map((name, index) => ({ to: name, after: waits[index] ?? firstMinutes })),
    rounds,
    last: waits.at(-1) ?? firstMinutes,
  });
  const firing = (reach ?? []).reduce((sum, { texts }) => sum + texts, 0) * rounds;
  const over = new Set((reach ?? []).flatMap(({ numbers }) => numbers)).size;
  const cost = facts.lastPrice && expectedCost(facts.lastPrice, (firing + over) * parts);
  const problem = await overToday(
    services,
    { workspace, userId },
    { texts: reach?.[0]?.texts ?? 0, text: texted },
  );
  const omitted = (reach ?? []).flatMap(step => step.omitted).slice(0, MAX_OMITTED);
  const tooMany = (reach ?? []).flatMap(step => step.tooMany ?? [])[0];
  return [
    { type: 'divider' },
    ...blocks,
    context(plan),
    ...(firing > 0 ? [context(preview.atMost({ texts: firing + over, cost }))] : []),
    ...omitted.map(({ recipient, problem: because }) =>
      context(
        words.compose.leftOut({
          recipient: shownRecipient(recipient, facts.show),
          because: wordLeftOut(words, because),
        }),
      ),
    ),
    ...[tooMany, problem].flatMap(each => (each ? context(`:warning: ${wordProblem(words, each)}`) : [])),
    ...ending,
  ];
}
