import type { App } from '@slack/bolt';
import type { Intent } from '../../domain/intent.ts';
import type { Plan } from '../../storage/ports.ts';
import { wordProblem } from '../../wording/index.ts';
import { ACTION } from '../ids.ts';
import { onPress, type Press } from '../press.ts';
import type { Services } from '../services.ts';

/** "Cancel" on the notice that a text is waiting: the person who asked for it takes it back. */
export function registerCancel(app: App, services: Services): void {
  const { intents, queue, history, clock } = services;
  onPress(app, services, ACTION.cancel, async press => {
    const { workspace, value: textId } = press;
    const text = await history.text(workspace, textId);
    const intent = text && (await intents.intent(workspace, text.intentId));
    return takeBack(services, press, intent, async () => {
      return (await queue.cancel(workspace, textId, clock.now())) === 'cancelled';
    });
  });
}

/** "Cancel" while Slack doesn't say who the sender is: there is no text yet, so the intent ends. */
export function registerCancelIntent(app: App, services: Services): void {
  const { intents, clock } = services;
  onPress(app, services, ACTION.cancelIntent, async press => {
    const intent = await intents.intent(press.workspace, press.value);
    return takeBack(services, press, intent, async () => {
      const plan: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };
      return (await intents.plan(press.value, plan, clock.now())) === 'refused';
    });
  });
}

/** "Cancel what's waiting" on the post about texts to several people, which then says what went. */
export function registerCancelTexts(app: App, services: Services): void {
  const { intents, queue, clock, wake } = services;
  onPress(app, services, ACTION.cancelTexts, async press => {
    const { workspace, userId, value: intentId, refuse } = press;
    const intent = await intents.intent(workspace, intentId);
    if (!intent) return () => refuse({ kind: 'GONE' });
    if (intent.actor !== userId) return () => refuse({ kind: 'NOT_YOURS' });
    const plan: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };
    // First what isn't a text yet.
    const ended = await intents.plan(intentId, plan, clock.now());
    const cancelled = await queue.cancelAll(workspace, intentId, clock.now());
    wake();
    if (ended === 'stale' && cancelled === 0) return () => refuse({ kind: 'TOO_LATE' });
    return undefined;
  });
}

/**
 * Ends an intent if the person who pressed asked for it; the notice goes away, or says that it is too late.
 *
 * @param end returns whether there was still something to end
 */
async function takeBack(
  services: Services,
  press: Press,
  intent: Intent | null,
  end: () => Promise<boolean>,
): Promise<() => Promise<unknown>> {
  const { wake, words } = services;
  if (!intent) return () => press.refuse({ kind: 'GONE' });
  if (intent.actor !== press.userId) return () => press.refuse({ kind: 'NOT_YOURS' });
  const ended = await end();
  wake();
  if (ended) return () => press.change('delete', { text: '' });
  const late = wordProblem(await words.of(press.workspace, press.userId), { kind: 'TOO_LATE' });
  return () => press.change('replace', { text: late });
}
