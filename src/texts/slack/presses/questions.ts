import { z } from 'zod';
import { maskNumber } from '../../../kit/number.ts';
import type { Problem } from '../../../kit/problem.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import { keptJson } from '../../../kit/slack/kept.ts';
import { onPress } from '../../../kit/slack/press.ts';
import type { StoredPress } from '../../../kit/slack/presses.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { expiryOf, type Intent, type ReplyTo, reportsTogether } from '../../intent.ts';
import { furtherNumbers } from '../../leading-number.ts';
import { namesFurther } from '../../sending/decide.ts';
import { recipientsOf } from '../results.ts';

/* Answers to what the app asks before it sends. Only the person who was asked can answer, in time, and once. */

type Asked = Omit<Intent, 'id' | 'acceptedAt'> & { replyTo: ReplyTo };

/** What was asked about, so that it can be asked for again; or why it can't be answered (any more). */
async function askedAbout(
  { intents }: Pick<Services, 'intents'>,
  { workspace, userId, responseUrl, at }: StoredPress,
  intentId: string,
): Promise<{ asked: Asked } | { problem: Problem }> {
  const known = await intents.intent(workspace, intentId);
  if (!known?.replyTo) return { problem: { kind: 'GONE' } };
  if (known.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  if (at >= expiryOf({ ...known, priority: 'people' })) return { problem: { kind: 'QUESTION_OLD' } };
  const { id: _id, acceptedAt: _acceptedAt, ...asked } = known;
  return { asked: { ...asked, replyTo: { ...known.replyTo, responseUrl } } };
}

async function whyNot(services: Services, press: StoredPress, intentId: string): Promise<Problem | null> {
  const found = await askedAbout(services, press, intentId);
  return 'problem' in found ? found.problem : null;
}

/** "Send": the same text again, or several texts at once. */
export function sendAnywayButton(services: Services): Surface {
  return onPress(services, ACTION.sendAnyway, {
    read: intentId => intentId,
    may: whyNot,
    async carryOut({ submit, words }, press, intentId) {
      const found = await askedAbout(services, press, intentId);
      if ('problem' in found) return { kind: 'refused', problem: found.problem };
      const { asked } = found;
      await submit({ ...asked, identity: `anyway:${intentId}`, source: 'anyway', confirmed: true });
      const its = await words.of(press.workspace, press.userId);
      const text =
        reportsTogether(asked) || namesFurther(asked)
          ? its.several.sending(recipientsOf(its, asked, maskNumber))
          : its.receipt.sendingAnyway;
      return { kind: 'replaced', message: { text } };
    },
  });
}

/** "Text all", where further numbers followed the first: the next question is what that comes to. */
export function sendToAllButton(services: Services): Surface {
  return onPress(services, ACTION.sendToAll, {
    read: intentId => intentId,
    may: whyNot,
    async carryOut({ submit, words }, press, intentId) {
      const found = await askedAbout(services, press, intentId);
      if ('problem' in found) return { kind: 'refused', problem: found.problem };
      const { asked } = found;
      const { numbers, rest } = furtherNumbers(asked.message);
      const others = numbers.map(number => ({ kind: 'number' as const, number }));
      const to = [...asked.to, ...others];
      await submit({ ...asked, identity: `all:${intentId}`, to, message: rest });
      const { link } = await words.of(press.workspace, press.userId);
      return { kind: 'replaced', message: { text: link.oneMoment } };
    },
  });
}

/** "Don't send". */
export function dontSendButton(services: Services): Surface {
  return onPress(services, ACTION.dontSend, {
    read: intentId => intentId,
    async may(judging, press, intentId) {
      const problem = await whyNot(judging, press, intentId);
      return problem?.kind === 'QUESTION_OLD' ? null : problem;
    },
    async carryOut({ words }, { workspace, userId }) {
      const { several } = await words.of(workspace, userId);
      return { kind: 'replaced', message: { text: several.notSent } };
    },
  });
}

const chosenSchema = z.object({
  intent: z.string(),
  kind: z.enum(['contact', 'group', 'rota']),
  id: z.string(),
});

/** One of several with the same name: they get the text; for a group, the next question is what that comes to. */
export function chooseRecipientButton(services: Services): Surface {
  return onPress(services, ACTION.chooseRecipient, {
    read: value => keptJson(chosenSchema, value),
    may: (judging, press, { intent }) => whyNot(judging, press, intent),
    async carryOut({ submit, words }, press, { intent: intentId, kind, id }) {
      const found = await askedAbout(services, press, intentId);
      if ('problem' in found) return { kind: 'refused', problem: found.problem };
      const its = await words.of(press.workspace, press.userId);
      const to = [{ kind, id, label: recipientsOf(its, found.asked, maskNumber) }];
      await submit({ ...found.asked, identity: `chosen:${intentId}`, to });
      const text = its.several.sending(recipientsOf(its, { to }, maskNumber));
      return { kind: 'replaced', message: { text } };
    },
  });
}
