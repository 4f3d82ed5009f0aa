import type { App } from '@slack/bolt';
import { z } from 'zod';
import { expiryOf, type Intent, type ReplyTo, reportsTogether } from '../../domain/intent.ts';
import { maskNumber } from '../../domain/number.ts';
import type { Problem } from '../../domain/problem.ts';
import { recipientsOf } from '../blocks/results.ts';
import { ACTION } from '../ids.ts';
import { keptJson } from '../kept.ts';
import { onPress, type Press } from '../press.ts';
import type { Services } from '../services.ts';

/* Answers to what the app asks before it sends. Only the person who was asked can answer, in time, and once. */

type Asked = Omit<Intent, 'id' | 'acceptedAt'> & { replyTo: ReplyTo };

/** What was asked about, so that it can be asked for again; or why it can't be answered (any more). */
async function askedAbout(
  { intents, clock }: Services,
  { workspace, userId, responseUrl }: Press,
  intentId: string,
): Promise<{ asked: Asked } | { problem: Problem }> {
  const known = await intents.intent(workspace, intentId);
  if (!known?.replyTo) return { problem: { kind: 'GONE' } };
  if (known.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  if (clock.now() >= expiryOf({ ...known, priority: 'people' })) return { problem: { kind: 'QUESTION_OLD' } };
  const { id: _id, acceptedAt: _acceptedAt, ...asked } = known;
  return { asked: { ...asked, replyTo: { ...known.replyTo, responseUrl } } };
}

/** "Send": the same text again, or several texts at once. */
export function registerSendAnyway(app: App, services: Services): void {
  const { submit, words } = services;
  onPress(app, services, ACTION.sendAnyway, async press => {
    const { workspace, userId, value: intentId, refuse, change } = press;
    const found = await askedAbout(services, press, intentId);
    if ('problem' in found) return () => refuse(found.problem);
    const { asked } = found;
    await submit({ ...asked, identity: `anyway:${intentId}`, source: 'anyway', confirmed: true });
    const { receipt, several } = await words.of(workspace, userId);
    const text = reportsTogether(asked)
      ? several.sending(recipientsOf(asked, maskNumber))
      : receipt.sendingAnyway;
    return () => change('replace', { text });
  });
}

/** "Don't send". */
export function registerDontSend(app: App, services: Services): void {
  onPress(app, services, ACTION.dontSend, async press => {
    const { workspace, userId, refuse, change } = press;
    const found = await askedAbout(services, press, press.value);
    if ('problem' in found && found.problem.kind !== 'QUESTION_OLD') return () => refuse(found.problem);
    const { several } = await services.words.of(workspace, userId);
    return () => change('replace', { text: several.notSent });
  });
}

const chosenSchema = z.object({
  intent: z.string(),
  kind: z.enum(['contact', 'group', 'rota']),
  id: z.string(),
});

/** One of several with the same name: they get the text; for a group, the next question is what that comes to. */
export function registerChooseRecipient(app: App, services: Services): void {
  const { submit, words } = services;
  onPress(app, services, ACTION.chooseRecipient, async press => {
    const { workspace, userId, refuse, change } = press;
    const { intent: intentId, kind, id } = keptJson(chosenSchema, press.value);
    const found = await askedAbout(services, press, intentId);
    if ('problem' in found) return () => refuse(found.problem);
    const to = [{ kind, id, label: recipientsOf(found.asked, maskNumber) }];
    await submit({ ...found.asked, identity: `chosen:${intentId}`, to });
    const { several } = await words.of(workspace, userId);
    return () => change('replace', { text: several.sending(recipientsOf({ to }, maskNumber)) });
  });
}
