import type { Problem } from '../../../kit/problem.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import { asIs, onPress, type PressDeed } from '../../../kit/slack/press.ts';
import type { PressAnswer, StoredPress } from '../../../kit/slack/presses.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { wordProblem } from '../../../kit/words/wording.ts';
import type { Plan } from '../../store/model.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

/** "Cancel" on the notice that a text is waiting: the person who asked for it takes it back. */
export function cancelButton(services: Services): Surface {
  return onPress(services, ACTION.cancel, {
    read: textId => textId,
    async may({ history }, press, textId) {
      const text = await history.text(press.workspace, textId);
      return whoseProblem(services, press, text?.intentId ?? null);
    },
    async carryOut({ queue, history, clock }, press, textId) {
      const ended = await queue.cancel(press.workspace, textId, clock.now());
      const isDone = ended === 'cancelled' || isCancelled(await history.text(press.workspace, textId));
      return takenBack(services, press, isDone);
    },
  });
}

/** "Cancel" while Slack doesn't say who the sender is: there is no text yet, so the intent ends. */
export function cancelIntentButton(services: Services): Surface {
  return onPress(services, ACTION.cancelIntent, {
    ...theirs,
    async carryOut({ intents, history, clock }, press, intentId) {
      const ended = await intents.plan(intentId, CANCELLED, clock.now());
      const outcome = ended === 'refused' ? null : await history.outcome(press.workspace, intentId);
      return takenBack(services, press, ended === 'refused' || outcome?.problem?.kind === 'CANCELLED');
    },
  });
}

/** "Cancel what's waiting" on the post about texts to several people, which then says what went. */
export function cancelTextsButton(services: Services): Surface {
  return onPress(services, ACTION.cancelTexts, {
    ...theirs,
    async carryOut({ intents, queue, history, clock, wake }, { workspace }, intentId) {
      // First what isn't a text yet.
      const ended = await intents.plan(intentId, CANCELLED, clock.now());
      const cancelled = await queue.cancelAll(workspace, intentId, clock.now());
      wake();
      if (ended !== 'stale' || cancelled > 0) return { kind: 'quiet' };
      const texts = (await history.outcome(workspace, intentId))?.texts ?? [];
      return texts.some(isCancelled) ? { kind: 'quiet' } : { kind: 'refused', problem: { kind: 'TOO_LATE' } };
    },
  });
}

/** Perhaps by this press, before the process that did it died. */
const isCancelled = (text: { state: string } | null): boolean => text?.state === 'cancelled';

/** The button carries an intent, and only whoever asked for it may press. */
const theirs: Pick<PressDeed<string>, 'read' | 'may'> = { read: asIs, may: whoseProblem };

async function whoseProblem(
  { intents }: Pick<Services, 'intents'>,
  press: StoredPress,
  intentId: string | null,
): Promise<Problem | null> {
  const intent = intentId === null ? null : await intents.intent(press.workspace, intentId);
  if (!intent) return { kind: 'GONE' };
  if (intent.actor !== press.userId) return { kind: 'NOT_YOURS' };
  return null;
}

/** The notice goes away, or says that it is too late. */
async function takenBack(
  { wake, words }: Services,
  { workspace, userId }: StoredPress,
  ended: boolean,
): Promise<PressAnswer> {
  wake();
  if (ended) return { kind: 'removed' };
  const text = wordProblem(await words.of(workspace, userId), { kind: 'TOO_LATE' });
  return { kind: 'replaced', message: { text } };
}
