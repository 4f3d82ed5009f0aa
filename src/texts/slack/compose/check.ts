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
 * Checks the compose form before it is submitted, so that it stays open with its input. Problems that only planning can find
 * (Slack unavailable, another sender was faster) are reported later.
 */

/** Errors of the form's input, by block. `wall`: the time of day. */
export function formErrors(
  { extensions }: Pick<Services, 'extensions'>,
  words: Wording,
  form: ComposeForm,
  wall: number,
): Record<string, string> {
  const sentences = words.compose;
  const errors: Record<string, string> = {};
  const to = recipientOf(form.draft);
  if (!to.ok) {
    errors[INPUT.recipient.block] =
      to.fault === 'missing'
        ? sentences.recipientMissing
        : sentences.numberWrong({ typed: harmless(to.typed, 40), why: to.fault });
  }
  const { chosen, putIn } = form.template;
  if ((chosen?.id ?? null) !== putIn) errors[ADDED.template] = sentences.templateComing;
  // Values of placeholders change the length, so that isn't checked here.
  const problem = messageProblem(writtenIn(form), { isField: () => true, linksWork: true });
  if (problem) errors[messageBlockOf(form)] = fieldSentence(words, problem);
  return { ...errors, ...extensions.laterPart?.errors(words, form, wall) };
}

/** A draft's recipients (null without a valid one) and checked message. */
export type CheckedDraft = { recipients: FoundNumbers | null; checked: CheckedMessage };

/** Looks up the recipients and renders the message. `reach`: from our store alone, or from Slack, too. */
export async function checkDraft(
  { checkMessage }: Pick<Services, 'checkMessage'>,
  workspace: string,
  form: ComposeForm,
  reach: Reach,
): Promise<CheckedDraft> {
  const read = recipientOf(form.draft);
  const recipients = read.ok ? await reach(workspace, [read.to]) : null;
  return {
    recipients,
    checked: await checkMessage(workspace, writtenIn(form), recipients?.numbers ?? [], 'sample'),
  };
}

/** Why none of the recipients can be texted; null if one can, or if Slack has yet to be asked. */
function recipientProblem({ tooMany, numbers, unavailable, omitted }: FoundNumbers): Problem | null {
  if (tooMany) return tooMany;
  return numbers.length + unavailable.length === 0 ? (omitted[0]?.problem ?? null) : null;
}

/**
 * Errors of the recipients and the message, by block. For a later text, only errors that will still hold then: a group is
 * expanded at that time.
 */
export function textErrors(
  words: Wording,
  form: ComposeForm,
  { recipients, checked }: CheckedDraft,
): Record<string, string> {
  const { to } = form.draft;
  const errors: Record<string, string> = {};
  const problemOfRecipient = recipients && !form.later ? recipientProblem(recipients) : null;
  if (problemOfRecipient && to)
    errors[INPUT.recipient.block] = fieldSentence(words, problemOfRecipient, plainLabel(to));
  const { problem, lacking } = checked;
  const isDecidedLater = form.later && lacking.length > 0 && to && mayBeMany(to);
  if (problem && !isDecidedLater) errors[messageBlockOf(form)] = fieldSentence(words, problem);
  return errors;
}

const plainLabel = (to: Recipient): string => plainName(to, number => number);

/** Why the workspace or the sender can't send the text now, as far as our store says; null if no reason is known. */
export async function sendingProblem(
  {
    settings,
    keys,
    history,
    clock,
    people,
  }: Pick<Services, 'settings' | 'keys' | 'history' | 'clock' | 'people'>,
  { workspace, userId }: UserRef,
  { checked }: CheckedDraft,
): Promise<Problem | null> {
  const [rules, key] = await Promise.all([settings.of(workspace), keys.known(workspace)]);
  // A sender who submits right after linking means the new key.
  if (key === 'none' && !keys.isLinking(workspace)) {
    const facts = await people.remembered(workspace, userId);
    return { kind: 'NO_KEY', admin: facts?.admin ?? false };
  }
  const limits = limitsIn(rules, rules.personCap);
  if (!limits || checked.texts.size === 0) return null;
  const wall = clock.wall();
  const [person, all, lastPrice] = await Promise.all([
    history.usage(workspace, userId, wall),
    history.usage(workspace, null, wall),
    history.costPerPart(workspace),
  ]);
  const sum = { texts: checked.texts.size, parts: sumOfTexts(checked.texts.values())?.parts ?? 0 };
  return overLimit(limits, sum, { person, workspace: all }, lastPrice, wall);
}
