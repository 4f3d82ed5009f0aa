import type { App } from '@slack/bolt';
import { wordingIn, wordProblem } from '../../wording/index.ts';
import { ACTION } from '../ids.ts';
import type { Services } from '../services.ts';
import { onPress } from './press.ts';

/** "Cancel" on the notice that a text waits: the person who asked for it takes it back. */
export function registerCancel(app: App, services: Services): void {
  const { outbox, clock, poster, wake, language } = services;
  onPress(app, services, ACTION.cancel, async ({ workspace, userId, value: textId, responseUrl, refuse }) => {
    const text = await outbox.text(workspace, textId);
    const intent = text && (await outbox.intent(workspace, text.intentId));
    if (!intent) return () => refuse({ kind: 'GONE' });
    if (intent.actor !== userId) return () => refuse({ kind: 'NOT_YOURS' });
    const outcome = await outbox.cancel(workspace, textId, clock.now());
    wake();
    if (outcome === 'cancelled') return () => poster.answer(responseUrl, 'delete', { text: '' });
    const late = wordProblem(wordingIn(language), { kind: 'TOO_LATE' });
    return () => poster.answer(responseUrl, 'replace', { text: late });
  });
}

/** "Cancel" while Slack does not say who sends: there is no text yet, so the intent ends. */
export function registerCancelIntent(app: App, services: Services): void {
  const { outbox, clock, poster, wake, language } = services;
  onPress(app, services, ACTION.cancelIntent, async ({ workspace, userId, value, responseUrl, refuse }) => {
    const intent = await outbox.intent(workspace, value);
    if (!intent) return () => refuse({ kind: 'GONE' });
    if (intent.actor !== userId) return () => refuse({ kind: 'NOT_YOURS' });
    const ended = await outbox.plan(value, { kind: 'refused', problem: { kind: 'CANCELLED' } }, clock.now());
    wake();
    if (ended === 'refused') return () => poster.answer(responseUrl, 'delete', { text: '' });
    const late = wordProblem(wordingIn(language), { kind: 'TOO_LATE' });
    return () => poster.answer(responseUrl, 'replace', { text: late });
  });
}
