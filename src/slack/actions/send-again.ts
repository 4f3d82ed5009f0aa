import type { App } from '@slack/bolt';
import type { Intent } from '../../domain/intent.ts';
import { ACTION } from '../ids.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';

/**
 * "Send again" on an uncertain text, after Slack's confirmation dialog warned of a second charge. Whoever may send may
 * press it (`judgeSender` in src/sending/policy.ts); the first press that passes is the only one that sends
 * (`whyNotAgain` in src/storage/rules/plan.ts).
 */
export function registerSendAgain(app: App, services: Services): void {
  const { history, submit } = services;
  onPress(app, services, ACTION.sendAgain, async press => {
    const { workspace, userId, channel, threadTs, triggerId, responseUrl, value: textId, refuse } = press;
    const text = await history.text(workspace, textId);
    if (!text) return () => refuse({ kind: 'GONE' });
    await submit({
      workspace,
      identity: `again:${textId}:${triggerId}`,
      source: 'again',
      of: textId,
      actor: userId,
      to: [{ kind: 'number', number: text.number }],
      message: text.message,
      priority: 'people',
      confirmed: true,
      replyTo: { responseUrl, channel, userId, threadTs, threadLink: null },
      language: null,
    });
    return undefined;
  });
}

/** "Send again" on the same-text question: only who was asked can answer, and once. */
export function registerSendAnyway(app: App, services: Services): void {
  const { intents, submit, words } = services;
  onPress(
    app,
    services,
    ACTION.sendAnyway,
    async ({ workspace, userId, responseUrl, value: intentId, refuse, change }) => {
      const asked: Intent | null = await intents.intent(workspace, intentId);
      if (!asked?.replyTo) return () => refuse({ kind: 'GONE' });
      if (asked.actor !== userId) return () => refuse({ kind: 'NOT_YOURS' });
      const { id: _id, acceptedAt: _acceptedAt, ...ask } = asked;
      await submit({
        ...ask,
        identity: `anyway:${intentId}`,
        source: 'anyway',
        confirmed: true,
        replyTo: { ...asked.replyTo, responseUrl },
      });
      const { receipt } = await words.of(workspace, userId);
      return () => change('replace', { text: receipt.sendingAnyway });
    },
  );
}
