import type { Problem } from '../../../kit/problem.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import { asIs, onPress } from '../../../kit/slack/press.ts';
import type { StoredPress } from '../../../kit/slack/presses.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { judgedWhenPlanned } from '../rights.ts';

/**
 * "Send again" on an uncertain text, after Slack's confirmation dialog warned about a second charge. Anybody who may
 * send may press it (`judgeSender` in src/texts/sending/policy.ts); only the first press that passes sends (`whyNotAgain` in
 * src/texts/store/plan.ts).
 */
export function sendAgainButton(services: Services): Surface {
  return onPress(services, ACTION.sendAgain, {
    read: asIs,
    may: judgedWhenPlanned,
    async carryOut(its, press, textId) {
      const problem = await sendAgain(its, press, textId);
      return problem ? { kind: 'refused', problem } : { kind: 'quiet' };
    },
  });
}

/** What becomes of it is told where it was pressed. */
export async function sendAgain(
  { history, submit }: Pick<Services, 'history' | 'submit'>,
  { workspace, userId, channel, threadTs, triggerId, responseUrl }: StoredPress,
  textId: string,
): Promise<Problem | null> {
  const text = await history.text(workspace, textId);
  if (!text) return { kind: 'GONE' };
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
  return null;
}
