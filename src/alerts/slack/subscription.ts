import { z } from 'zod';
import { createTurns } from '../../kit/in-turns.ts';
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
import { leniently, manager } from '../../workspace/slack/rights.ts';
import type { Hook } from '../hooks.ts';

/** Value: the hook's id, and the topic's. */
const CONFIRM_SUBSCRIPTION = 'confirm_subscription';
const IGNORE_SUBSCRIPTION = 'ignore_subscription';

/** Amazon SNS asks whether a topic may call a hook: by an address that is good for three days. */
export type SubscriptionAsked = { topic: string; url: string };

const VALID_MS = 3 * 24 * 3_600_000;
const documentOf = (hookId: string): string => `subscription ${hookId}`;
/** `failed`: Amazon didn't take it when it was confirmed, so that whoever asks anew takes its place. */
const schema = z.object({ topic: z.string(), url: z.string(), failed: z.boolean().default(false) });

/** Topics that somebody has to confirm before they call a hook. */
export type Subscriptions = {
  /**
   * Notes what was asked, and asks whoever reads the hook's channel, once: a hook has one request at a time. What comes while it
   * stands is dropped, so that what is shown is what is confirmed, until it is answered, failed, or is too old.
   */
  asked(workspace: string, hook: Hook, asked: SubscriptionAsked): Promise<void>;
  /** Calls the address, only now. `gone`: nobody asks that any more. */
  confirm(workspace: string, hookId: string, topic: string): Promise<'confirmed' | 'failed' | 'gone'>;
  /** Forgets it, and lets others ask. */
  ignore(workspace: string, hookId: string, topic: string): Promise<'ignored' | 'gone'>;
};

export function createSubscriptions(parts: {
  temporary: Temporary;
  /** Tells the hook's channel; false: nobody could be told. */
  tell: (workspace: string, hook: Hook, topic: string) => Promise<boolean>;
  /** Whether Amazon took it. */
  visit: (url: string) => Promise<boolean>;
}): Subscriptions {
  const { temporary, tell, visit } = parts;
  const read = (workspace: string, hookId: string) =>
    temporary.get(workspace, documentOf(hookId), schema).catch(ifUnreadable(undefined));
  const keep = (workspace: string, hookId: string, its: z.input<typeof schema>) =>
    temporary.set(workspace, documentOf(hookId), its, VALID_MS);
  const forget = (workspace: string, hookId: string) => temporary.delete(workspace, documentOf(hookId));
  // What comes at the same moment waits for what came first.
  const turns = createTurns(1);
  return {
    asked: (workspace, hook, { topic, url }) =>
      turns(`${workspace} ${hook.id}`, async () => {
        if (!isConfirmation(topic, url)) return;
        const before = await read(workspace, hook.id);
        if (before && !before.failed) return;
        await keep(workspace, hook.id, { topic, url, failed: false });
        if (!(await tell(workspace, hook, topic))) await forget(workspace, hook.id);
      }),
    async confirm(workspace, hookId, topic) {
      const pending = await read(workspace, hookId);
      if (pending?.topic !== topic || !isConfirmation(topic, pending.url)) return 'gone';
      const isTaken = await visit(pending.url);
      if (isTaken) await forget(workspace, hookId);
      else await keep(workspace, hookId, { ...pending, failed: true });
      return isTaken ? 'confirmed' : 'failed';
    },
    async ignore(workspace, hookId, topic) {
      const pending = await read(workspace, hookId);
      if (pending?.topic !== topic) return 'gone';
      await forget(workspace, hookId);
      return 'ignored';
    },
  };
}

const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d+:[\w.-]{1,261}$/;

/**
 * Whether an address does nothing but confirm this topic, at Amazon: whoever has a hook's token could name any. Each of its
 * parameters is there once, and there are no others.
 */
export function isConfirmation(topic: string, url: string): boolean {
  const { protocol, host, username, password, pathname, hash, searchParams } = URL.parse(url) ?? {};
  return (
    TOPIC.test(topic) &&
    protocol === 'https:' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(host ?? '') &&
    [username, password, hash].every(part => part === '') &&
    pathname === '/' &&
    [...(searchParams?.keys() ?? [])].toSorted().join() === 'Action,Token,TopicArn' &&
    searchParams?.get('Action') === 'ConfirmSubscription' &&
    searchParams.get('TopicArn') === topic &&
    /^[\w-]+$/.test(searchParams.get('Token') ?? '')
  );
}

const askedSchema = z.object({ hook: z.string(), topic: z.string() });
const MAX_TOPIC = 300;

/** Tells a hook's channel, or its maker, that Amazon SNS asks whether a topic may call it, with a button for managers. */
export function createAskSubscription(parts: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
}): (workspace: string, hook: Hook, topic: string) => Promise<boolean> {
  const { poster, words } = parts;
  return async (workspace, { id, name, channel, createdBy }, topic) => {
    const { subscription } = (await words.of(workspace, null)).hooks;
    const text = subscription.asks({ hook: harmless(name, 60), topic: harmless(topic, MAX_TOPIC) });
    const value = JSON.stringify({ hook: id, topic: topic.slice(0, MAX_TOPIC) });
    const confirm = button({ action: CONFIRM_SUBSCRIPTION, label: subscription.confirm, value });
    const ignore = button({ action: IGNORE_SUBSCRIPTION, label: subscription.ignore, value });
    const message = { text, blocks: [section(text), actions(confirm, ignore)] };
    const posted = await poster.post(workspace, channel, message);
    const told = posted.kind === 'refused' ? await poster.post(workspace, createdBy, message) : posted;
    return told.kind === 'ok';
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

/** "Ignore": the topic sends nothing, and another one may ask. */
export function ignoreSubscriptionButton(services: Services): Surface {
  return onPress(services, IGNORE_SUBSCRIPTION, {
    read: value => keptJson(askedSchema, value),
    may: (judging, who) => manager(leniently(judging), who, null),
    requiresLiveFacts: false,
    async carryOut({ subscriptions, words, log }, { workspace, userId }, { hook, topic }) {
      const became = await subscriptions.ignore(workspace, hook, topic);
      log.info({ workspace, by: userId, hook, became }, 'a subscription was to be ignored');
      const { subscription } = (await words.of(workspace, userId)).hooks;
      return { kind: 'replaced', message: { text: subscription[became](harmless(topic, MAX_TOPIC)) } };
    },
  });
}
