import type { Problem } from '../../../kit/problem.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import { onPress } from '../../../kit/slack/press.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import type { Who } from '../../../kit/slack/who.ts';
import { type Intent, reportsTogether } from '../../intent.ts';
import { expiredAmong } from '../../store/settle.ts';

/**
 * "Send it now" on a text that had to wait too long: whoever asked for it still wants it. Pressed twice, it is the same
 * intent, so that it goes once.
 */
export function sendNowButton(services: Services): Surface {
  return onPress(services, ACTION.sendNow, {
    read: intentId => intentId,
    async may(judging, press, intentId) {
      const found = await expired(judging, press, intentId);
      return 'problem' in found ? found.problem : null;
    },
    async carryOut({ submit, words }, press, intentId) {
      const { workspace, userId, responseUrl } = press;
      const found = await expired(services, press, intentId);
      if ('problem' in found) return { kind: 'refused', problem: found.problem };
      const { asked, replyTo, to } = found;
      const { id: _id, acceptedAt: _acceptedAt, ...same } = asked;
      const again = { ...same, source: 'anyway', of: null, to, confirmed: true } as const;
      await submit({ ...again, identity: `now:${intentId}`, replyTo: { ...replyTo, responseUrl } });
      const text = (await words.of(workspace, userId)).receipt.sendingNow;
      // A post about several people stays: it says who got the text.
      return { kind: reportsTogether(asked) ? 'told' : 'replaced', message: { text } };
    },
  });
}

type Expired = { asked: Intent; replyTo: NonNullable<Intent['replyTo']>; to: Intent['to'] };

async function expired(
  { intents, history }: Pick<Services, 'intents' | 'history'>,
  { workspace, userId }: Who,
  intentId: string,
): Promise<Expired | { problem: Problem }> {
  const asked = await intents.intent(workspace, intentId);
  const outcome = asked && (await history.outcome(workspace, intentId));
  const to = outcome && expiredAmong(asked, outcome);
  if (!to || !asked.replyTo) return { problem: { kind: 'GONE' } };
  if (asked.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  return { asked, replyTo: asked.replyTo, to };
}
