import type { PolicyRef } from '../../../escalations/policy.ts';
import type { Problem } from '../../../kit/problem.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { abridged } from '../../../kit/slack-text.ts';
import { overLimit } from '../../../texts/limits.ts';
import { countParts } from '../../../texts/parts.ts';
import type { Omitted, Recipient } from '../../../texts/recipient.ts';
import { limitsIn } from '../../../texts/sending/send-policy.ts';
import { type PageSteps, stepsBy, stepsTo } from '../../paging/steps.ts';
import { rotasInSteps, withSeconds } from '../../second-steps.ts';

/* What a page would do: whom it calls, in which words, how many texts that is, and whether today's limits allow it. */

/** `doubt`: why what was typed names nobody, until the form is filled in. */
export type PageDraft = {
  doubt: { why: 'unknown' | 'shared'; typed: string } | null;
  to: Recipient[];
  /** In the place of `to`. */
  policy: PolicyRef | null;
  message: string;
};

export const NEW_PAGE: PageDraft = { doubt: null, to: [], policy: null, message: '' };

const NAME_CHARACTERS = 40;

/** The steps of a page; null if its policy is gone, or nobody is left in it. */
export async function stepsFor(
  { policies }: Services,
  workspace: string,
  { to, policy }: Pick<PageDraft, 'to' | 'policy'>,
): Promise<PageSteps | null> {
  if (!policy) return stepsTo(to);
  const current = await policies.one(workspace, policy.id);
  return current && stepsBy(current);
}

/** The name of a page in the workspace's language, and its text. The text is in English where only its own words would make it Unicode. */
export async function wordsOfPage(
  { people, words }: Services,
  { workspace, userId }: UserRef,
  message: string,
): Promise<{ title: string; text: string }> {
  const [answer, knownName, { paging }] = await Promise.all([
    people.facts(workspace, userId),
    people.knownName(workspace, userId),
    words.of(workspace, null),
  ]);
  const name = abridged(
    (answer.kind === 'known' ? answer.facts.name : knownName) ?? paging.someone,
    NAME_CHARACTERS,
  );
  const english = words.in('en').paging.says({ name, message });
  const isCheaper = countParts(english).encoding === 'GSM-7';
  return { title: paging.from(name), text: isCheaper ? english : paging.says({ name, message }) };
}

/** A text with a sample of the link that it ends in. */
export const asTexted = ({ alertLinks }: Services, text: string): string =>
  alertLinks.isPossible() ? `${text} ${alertLinks.sample()}` : text;

/** `numbers`: those known now; `texts`: with those that aren't known now, but may be. */
export type StepReach = {
  to: readonly Recipient[];
  numbers: readonly string[];
  texts: number;
  omitted: readonly Omitted[];
  tooMany: Problem | null;
};

/** The steps with those of the rotas' seconds in line, which each decision looks up again. */
export const stepsNow = async (
  { onCallRotas }: Services,
  workspace: string,
  steps: PageSteps,
): Promise<PageSteps> => withSeconds(steps, await rotasInSteps(onCallRotas, workspace, [steps]));

/** Whom each step of one round reaches right now. */
export function reachOfSteps(
  { reach }: Services,
  workspace: string,
  { recipients, escalation: { steps } }: PageSteps,
): Promise<StepReach[]> {
  return Promise.all(
    [recipients, ...steps.map(({ to }) => to)].map(async to => {
      const { numbers, unavailable, omitted, tooMany } = await reach(workspace, to);
      return { to, numbers, texts: tooMany ? 0 : numbers.length + unavailable.length, omitted, tooMany };
    }),
  );
}

/** Why today's limits don't allow the first step's texts; null if they do. Later steps only count: a page that has begun goes on. */
export async function overToday(
  { history, settings, clock }: Services,
  { workspace, userId }: UserRef,
  { texts, text }: { texts: number; text: string },
): Promise<Problem | null> {
  const at = clock.wall();
  const [rules, person, all, price] = await Promise.all([
    settings.of(workspace),
    history.usage(workspace, userId, at),
    history.usage(workspace, null, at),
    history.costPerPart(workspace),
  ]);
  const limits = limitsIn(rules, rules.personCap);
  const sum = { texts, parts: texts * countParts(text).parts };
  return limits && overLimit(limits, sum, { person, workspace: all }, price, at);
}
