import { asIs, onPress } from '../../kit/slack/buttons.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { PressAnswer, StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services } from '../../kit/slack/services.ts';
import { sender } from '../permissions.ts';
import type { Marked } from '../store/by-word.ts';
import type { Text } from '../text.ts';
import { ACTION } from './ids.ts';
import { receiptMessage } from './receipt-messages.ts';
import { isStory, storyAgain } from './story/modal.ts';

/**
 * "It arrived: mark as sent" on an uncertain text, after Slack's confirmation dialog said what that means. Everybody who may
 * send may press it, as "Send again"; only the first press of either counts (`decidedProblem` in store/plan.ts).
 */
export function arrivedButton(services: Services): SlackListener {
  return onPress(services, ACTION.arrived, {
    read: asIs,
    permission: (permissionFacts, press) => sender(permissionFacts, press, null),
    requiresLiveFacts: false,
    async handle(available, press, textId) {
      const marked = await markArrived(available, press, textId);
      if (!marked.ok) return { kind: 'refused', problem: marked.problem };
      if (isStory(press.view)) return storyAgain(available, press, textId, words => words.story.marked);
      return marked.hasOwnPost && press.responseUrl !== null ? replaced(available, press, marked.text) : DONE;
    },
  });
}

const DONE: PressAnswer = { kind: 'quiet' };

/** Marks a text as sent by the word of the user who pressed the button. */
export async function markArrived(
  { arrivals, clock, wake }: Pick<Services, 'arrivals' | 'clock' | 'wake'>,
  { workspace, userId, responseUrl }: StoredPress,
  textId: string,
): Promise<Marked> {
  const how = { by: userId, replacesPost: responseUrl !== null };
  const marked = await arrivals.markArrived(workspace, textId, how, clock.now());
  wake();
  return marked;
}

/** The post of one text says who marked it, instead of its buttons. */
async function replaced(
  services: Services,
  { workspace, userId }: StoredPress,
  text: Text,
): Promise<PressAnswer> {
  const { settings, naming, history } = services;
  const rules = await settings.shown(workspace);
  const reader = rules.receipts === 'channel' ? null : userId;
  const [words, show, sent] = await Promise.all([
    services.words.of(workspace, reader, rules),
    naming(workspace, reader, [text.number], rules),
    history.story(workspace, text.id),
  ]);
  const intent = { actor: sent?.actor ?? userId, to: sent?.intent?.to ?? [] };
  return { kind: 'replaced', message: receiptMessage(words, show, text, intent) };
}
