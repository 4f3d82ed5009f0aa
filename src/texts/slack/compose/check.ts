import type { Problem } from '../../../kit/problem.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { recipientOf } from '../../draft.ts';
import { overLimit } from '../../limits.ts';
import { type CheckedMessage, messageProblem, sumOfTexts } from '../../message.ts';
import { mayBeMany, type Recipient } from '../../recipient.ts';
import type { Reach } from '../../sending/find-recipients.ts';
import { type FoundNumbers, limitsIn } from '../../sending/send-policy.ts';
import { fieldSentence } from '../field-sentence.ts';
import { INPUT } from '../ids.ts';
import { plainName } from '../recipient-options.ts';
import { ADDED, type ComposeForm, messageBlockOf, writtenIn } from './form.ts';

/*
 * Why a form can't be sent, before it is: so that it stays open, with all that was typed. What nobody can know before (Slack is
 * silent, somebody else was faster) is said once it is planned.
 */

/** What the form itself says. @param wall the time of day */
export function wrongInForm(
  { extensions }: Pick<Services, 'extensions'>,
  words: Wording,
  form: ComposeForm,
  wall: number,
): Record<string, string> {
  const said = words.compose;
  const errors: Record<string, string> = {};
  const to = recipientOf(form.draft);
  if (!to.ok) {
    errors[INPUT.recipient.block] =
      to.fault === 'missing'
        ? said.recipientMissing
        : said.numberWrong({ typed: harmless(to.typed, 40), why: to.fault });
  }
  const { chosen, putIn } = form.template;
  if ((chosen?.id ?? null) !== putIn) errors[ADDED.template] = said.templateComing;
  // What is filled in makes it longer or shorter.
  const problem = messageProblem(writtenIn(form), { isField: () => true, linksWork: true });
  if (problem) errors[messageBlockOf(form)] = fieldSentence(words, problem);
  return { ...errors, ...extensions.laterPart?.errors(words, form, wall) };
}

/** What is known of a form that somebody wants to send. `found`: null if its recipient is none. */
export type KnownText = { found: FoundNumbers | null; checked: CheckedMessage };

/** Whom it is for and what it says to them. @param reach by our store alone, or by Slack too */
export async function knownOf(
  { checkMessage }: Pick<Services, 'checkMessage'>,
  workspace: string,
  form: ComposeForm,
  reach: Reach,
): Promise<KnownText> {
  const read = recipientOf(form.draft);
  const found = read.ok ? await reach(workspace, [read.to]) : null;
  return { found, checked: await checkMessage(workspace, writtenIn(form), found?.numbers ?? [], 'sample') };
}

/** Why nobody gets a text of those whom it is for; null: somebody does, or may. */
function recipientProblem({ tooMany, numbers, unavailable, omitted }: FoundNumbers): Problem | null {
  if (tooMany) return tooMany;
  return numbers.length + unavailable.length === 0 ? (omitted[0]?.problem ?? null) : null;
}

/**
 * What is wrong with whom it is for, and with what it says. Of a text that goes out later, only what won't have changed by then: a
 * group is asked for its people at that time.
 */
export function wrongInText(
  words: Wording,
  form: ComposeForm,
  { found, checked }: KnownText,
): Record<string, string> {
  const { to } = form.draft;
  const errors: Record<string, string> = {};
  const recipient = found && !form.later ? recipientProblem(found) : null;
  if (recipient && to) errors[INPUT.recipient.block] = fieldSentence(words, recipient, plainLabel(to));
  const { problem, lacking } = checked;
  const isLaters = form.later && lacking.length > 0 && to && mayBeMany(to);
  if (problem && !isLaters) errors[messageBlockOf(form)] = fieldSentence(words, problem);
  return errors;
}

const plainLabel = (to: Recipient): string => plainName(to, number => number);

/** Why this workspace, or this person, can't send it now, as far as our store says; null: nothing is known to be in the way. */
export async function sendingProblem(
  {
    settings,
    keys,
    history,
    clock,
    people,
  }: Pick<Services, 'settings' | 'keys' | 'history' | 'clock' | 'people'>,
  { workspace, userId }: UserRef,
  { checked }: KnownText,
): Promise<Problem | null> {
  const [rules, key] = await Promise.all([settings.of(workspace), keys.known(workspace)]);
  // Somebody who sends right after linking means the new key.
  if (key === 'none' && !keys.isLinking(workspace)) {
    const facts = await people.remembered(workspace, userId);
    return { kind: 'NO_KEY', admin: facts?.admin ?? false };
  }
  const limits = limitsIn(rules, rules.personCap);
  if (!limits || checked.texts.size === 0) return null;
  const wall = clock.wall();
  const [person, all, past] = await Promise.all([
    history.usage(workspace, userId, wall),
    history.usage(workspace, null, wall),
    history.costPerPart(workspace),
  ]);
  const wanted = { texts: checked.texts.size, parts: sumOfTexts(checked.texts.values())?.parts ?? 0 };
  return overLimit(limits, wanted, { person, workspace: all }, past, wall);
}
