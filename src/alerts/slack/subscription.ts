import { z } from 'zod';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import { keptJson } from '../../kit/slack/state.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import { manager } from '../../workspace/slack/rights.ts';
import type { Subscriptions } from '../subscriptions.ts';

const askedSchema = z.object({ hook: z.string(), topic: z.string() });
const MAX_TOPIC = 300;

/** Tells a hook's channel, or its maker, that Amazon SNS asks whether a topic may call it, with a button for managers. */
export function createAskSubscription(parts: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
}): (workspace: string, hook: Parameters<Subscriptions['asked']>[1], topic: string) => Promise<void> {
  const { poster, words } = parts;
  return async (workspace, { id, name, channel, createdBy }, topic) => {
    const { subscription } = (await words.of(workspace, null)).hooks;
    const text = subscription.asks({ hook: harmless(name, 60), topic: harmless(topic, MAX_TOPIC) });
    const value = JSON.stringify({ hook: id, topic: topic.slice(0, MAX_TOPIC) });
    const confirm = button({ action: ACTION.confirmSubscription, label: subscription.confirm, value });
    const message = { text, blocks: [section(text), actions(confirm)] };
    const posted = await poster.post(workspace, channel, message);
    if (posted.kind === 'refused') await poster.post(workspace, createdBy, message);
  };
}

/** "Confirm": only then, and only for a manager, is the address called that Amazon sent. */
export function confirmSubscriptionButton(services: Services): Surface {
  return onPress(services, ACTION.confirmSubscription, {
    read: value => keptJson(askedSchema, value),
    may: manager,
    async carryOut({ subscriptions, words, log }, { workspace, userId }, { hook, topic }) {
      const became = await subscriptions.confirm(workspace, hook, topic);
      log.info({ workspace, by: userId, hook, became }, 'a subscription was to be confirmed');
      const { subscription } = (await words.of(workspace, userId)).hooks;
      const message = { text: subscription[became](harmless(topic, MAX_TOPIC)) };
      return { kind: became === 'confirmed' ? 'replaced' : 'told', message };
    },
  });
}
