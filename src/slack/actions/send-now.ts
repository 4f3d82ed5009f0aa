import type { App } from '@slack/bolt';
import { reportsTogether } from '../../domain/intent.ts';
import { expiredAmong } from '../../sending/expired.ts';
import { ACTION } from '../ids.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';

/**
 * "Send it now" on a text that had to wait too long: whoever asked for it still wants it. Pressed twice, it is the same
 * intent, so that it goes once.
 */
export function registerSendNow(app: App, services: Services): void {
  const { intents, history, submit, words } = services;
  onPress(app, services, ACTION.sendNow, async press => {
    const { workspace, userId, responseUrl, value: intentId, refuse, change, tell } = press;
    const asked = await intents.intent(workspace, intentId);
    const outcome = asked && (await history.outcome(workspace, intentId));
    const to = outcome && expiredAmong(asked, outcome);
    if (!to || !asked.replyTo) return () => refuse({ kind: 'GONE' });
    if (asked.actor !== userId) return () => refuse({ kind: 'NOT_YOURS' });
    const { id: _id, acceptedAt: _acceptedAt, ...same } = asked;
    const replyTo = { ...asked.replyTo, responseUrl };
    const identity = `now:${intentId}`;
    await submit({ ...same, identity, source: 'anyway', of: null, to, confirmed: true, replyTo });
    const text = (await words.of(workspace, userId)).receipt.sendingNow;
    // A post about several people stays: it says who got the text.
    return () => (reportsTogether(asked) ? tell({ text }) : change('replace', { text }));
  });
}
