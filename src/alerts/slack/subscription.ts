import { z } from 'zod';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import { keptJson } from '../../kit/slack/state.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Temporary } from '../../kit/store/temporary.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import { manager } from '../../workspace/slack/rights.ts';
import type { Hook } from '../hooks.ts';

/** Value: the hook's id, and the topic's. */
const CONFIRM_SUBSCRIPTION = 'confirm_subscription';

/** Amazon SNS asks whether a topic may call a hook: by an address that is good for three days. */
export type SubscriptionAsked = { topic: string; url: string };

const VALID_MS = 3 * 24 * 3_600_000;
const documentOf = (hookId: string): string => `subscription ${hookId}`;
const schema = z.object({ topic: z.string(), url: z.string() });

/** Topics that somebody has to confirm before they call a hook. */
export type Subscriptions = {
  /** Notes what was asked, and asks whoever reads the hook's channel, once. */
  asked(workspace: string, hook: Hook, asked: SubscriptionAsked): Promise<void>;
  /** Calls the address, only now. `gone`: nobody asks that any more. */
  confirm(workspace: string, hookId: string, topic: string): Promise<'confirmed' | 'failed' | 'gone'>;
};

export function createSubscriptions(parts: {
  temporary: Temporary;
  /** Tells the hook's channel. */
  tell: (workspace: string, hook: Hook, topic: string) => Promise<unknown>;
  /** Whether Amazon took it. */
  visit: (url: string) => Promise<boolean>;
}): Subscriptions {
  const { temporary, tell, visit } = parts;
  const read = (workspace: string, hookId: string) =>
    temporary.get(workspace, documentOf(hookId), schema).catch(ifUnreadable(undefined));
  return {
    async asked(workspace, hook, { topic, url }) {
      if (!isAmazons(url)) return;
      const before = await read(workspace, hook.id);
      await temporary.set(workspace, documentOf(hook.id), { topic, url }, VALID_MS);
      if (before?.topic !== topic) await tell(workspace, hook, topic);
    },
    async confirm(workspace, hookId, topic) {
      const pending = await read(workspace, hookId);
      if (pending?.topic !== topic || !isAmazons(pending.url)) return 'gone';
      if (!(await visit(pending.url))) return 'failed';
      await temporary.delete(workspace, documentOf(hookId));
      return 'confirmed';
    },
  };
}

/** Only an address of Amazon's own may be called: whoever has a hook's token could name any. */
export function isAmazons(url: string): boolean {
  const { protocol, host, username, password } = URL.parse(url) ?? {};
  return (
    protocol === 'https:' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(host ?? '') &&
    username === '' &&
    password === ''
  );
}

const askedSchema = z.object({ hook: z.string(), topic: z.string() });
const MAX_TOPIC = 300;

/** Tells a hook's channel, or its maker, that Amazon SNS asks whether a topic may call it, with a button for managers. */
export function createAskSubscription(parts: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
}): (workspace: string, hook: Hook, topic: string) => Promise<void> {
  const { poster, words } = parts;
  return async (workspace, { id, name, channel, createdBy }, topic) => {
    const { subscription } = (await words.of(workspace, null)).hooks;
    const text = subscription.asks({ hook: harmless(name, 60), topic: harmless(topic, MAX_TOPIC) });
    const value = JSON.stringify({ hook: id, topic: topic.slice(0, MAX_TOPIC) });
    const confirm = button({ action: CONFIRM_SUBSCRIPTION, label: subscription.confirm, value });
    const message = { text, blocks: [section(text), actions(confirm)] };
    const posted = await poster.post(workspace, channel, message);
    if (posted.kind === 'refused') await poster.post(workspace, createdBy, message);
  };
}

/** "Confirm": only then, and only for a manager, is the address called that Amazon sent. */
export function confirmSubscriptionButton(services: Services): Surface {
  return onPress(services, CONFIRM_SUBSCRIPTION, {
    read: value => keptJson(askedSchema, value),
    may: manager,
    requiresLiveFacts: true,
    async carryOut({ subscriptions, words, log }, { workspace, userId }, { hook, topic }) {
      const became = await subscriptions.confirm(workspace, hook, topic);
      log.info({ workspace, by: userId, hook, became }, 'a subscription was to be confirmed');
      const { subscription } = (await words.of(workspace, userId)).hooks;
      const message = { text: subscription[became](harmless(topic, MAX_TOPIC)) };
      return { kind: became === 'confirmed' ? 'replaced' : 'told', message };
    },
  });
}
