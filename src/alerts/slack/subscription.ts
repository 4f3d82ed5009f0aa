import { z } from 'zod';
import { createKeyedLimiter } from '../../kit/fair-scheduler.ts';
import { onPress } from '../../kit/slack/buttons.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Temporary } from '../../kit/store/temporary.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import { manager, withLiveOrStaleFacts } from '../../workspace/slack/permissions.ts';
import type { Hook } from '../hooks.ts';

/** The value of both buttons: the hook's id, and the topic. */
const CONFIRM_SUBSCRIPTION = 'confirm_subscription';
const IGNORE_SUBSCRIPTION = 'ignore_subscription';

/** A request of Amazon SNS to confirm that a topic may call a hook. Visiting the address confirms it. */
export type SubscriptionRequest = { topic: string; url: string };

/** Amazon's addresses are valid for three days. */
const VALID_MS = 3 * 24 * 3_600_000;
const documentOf = (hookId: string): string => `subscription ${hookId}`;
/** `failed`: Amazon rejected the confirmation, so the next request replaces this one. */
const schema = z.object({ topic: z.string(), url: z.string(), failed: z.boolean().default(false) });

/** Topics that a manager confirms before they can call a hook. */
export type Subscriptions = {
  /**
   * Stores a request, and posts it to the hook's channel. A hook has one request at a time: further ones are dropped until it is
   * answered, fails, or expires, so that a manager confirms what the post shows.
   */
  request(workspace: string, hook: Hook, request: SubscriptionRequest): Promise<void>;
  /** Visits the address. `gone`: there is no such request any more. */
  confirm(workspace: string, hookId: string, topic: string): Promise<'confirmed' | 'failed' | 'gone'>;
  /** Drops the request, so that another topic can ask. */
  ignore(workspace: string, hookId: string, topic: string): Promise<'ignored' | 'gone'>;
};

export function createSubscriptions(deps: {
  temporary: Temporary;
  /** Posts to the hook's channel; false if the post can't be delivered. */
  tell: (workspace: string, hook: Hook, topic: string) => Promise<boolean>;
  /** Visits an address; true if Amazon accepted the confirmation. */
  visit: (url: string) => Promise<boolean>;
}): Subscriptions {
  const { temporary, tell, visit } = deps;
  const read = (workspace: string, hookId: string) =>
    temporary.get(workspace, documentOf(hookId), schema).catch(ifUnreadable(undefined));
  const store = (workspace: string, hookId: string, request: z.input<typeof schema>) =>
    temporary.set(workspace, documentOf(hookId), request, VALID_MS);
  const drop = (workspace: string, hookId: string) => temporary.delete(workspace, documentOf(hookId));
  // The first of simultaneous requests is stored before the second is checked.
  const turns = createKeyedLimiter(1);
  return {
    request: (workspace, hook, { topic, url }) =>
      turns(`${workspace} ${hook.id}`, async () => {
        if (!isConfirmation(topic, url)) return;
        const before = await read(workspace, hook.id);
        if (before && !before.failed) return;
        await store(workspace, hook.id, { topic, url, failed: false });
        if (!(await tell(workspace, hook, topic))) await drop(workspace, hook.id);
      }),
    async confirm(workspace, hookId, topic) {
      const pending = await read(workspace, hookId);
      if (pending?.topic !== topic || !isConfirmation(topic, pending.url)) return 'gone';
      const isAccepted = await visit(pending.url);
      if (isAccepted) await drop(workspace, hookId);
      else await store(workspace, hookId, { ...pending, failed: true });
      return isAccepted ? 'confirmed' : 'failed';
    },
    async ignore(workspace, hookId, topic) {
      const pending = await read(workspace, hookId);
      if (pending?.topic !== topic) return 'gone';
      await drop(workspace, hookId);
      return 'ignored';
    },
  };
}

const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d+:[\w.-]{1,261}$/;

/**
 * True if visiting an address only confirms this topic at Amazon. A caller with the hook's token could send any address, so it must have
 * exactly these parameters, each once.
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

const buttonSchema = z.object({ hook: z.string(), topic: z.string() });
const MAX_TOPIC_CHARACTERS = 300;

/** Posts a request to a hook's channel, or to the hook's maker, with buttons for managers. */
export function createAskSubscription(deps: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
}): (workspace: string, hook: Hook, topic: string) => Promise<boolean> {
  const { poster, words } = deps;
  return async (workspace, { id, name, channel, createdBy }, topic) => {
    const { subscription } = (await words.of(workspace, null)).hooks;
    const text = subscription.asks({
      hook: harmless(name, 60),
      topic: harmless(topic, MAX_TOPIC_CHARACTERS),
    });
    const value = JSON.stringify({ hook: id, topic: topic.slice(0, MAX_TOPIC_CHARACTERS) });
    const confirm = button({ action: CONFIRM_SUBSCRIPTION, label: subscription.confirm, value });
    const ignore = button({ action: IGNORE_SUBSCRIPTION, label: subscription.ignore, value });
    const message = { text, blocks: [section(text), actions(confirm, ignore)] };
    const posted = await poster.post(workspace, channel, message);
    const delivered = posted.kind === 'refused' ? await poster.post(workspace, createdBy, message) : posted;
    return delivered.kind === 'ok';
  };
}

/** "Confirm", for managers: the only way to visit the address that Amazon sent. */
export function confirmSubscriptionButton(services: Services): SlackListener {
  return onPress(services, CONFIRM_SUBSCRIPTION, {
    read: value => parseStoredJson(buttonSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle({ subscriptions, words, log }, { workspace, userId }, { hook, topic }) {
      const result = await subscriptions.confirm(workspace, hook, topic);
      log.info({ workspace, by: userId, hook, result }, 'a subscription was to be confirmed');
      const { subscription } = (await words.of(workspace, userId)).hooks;
      const message = { text: subscription[result](harmless(topic, MAX_TOPIC_CHARACTERS)) };
      return { kind: result === 'confirmed' ? 'replaced' : 'message', message };
    },
  });
}

/** "Ignore": the topic sends nothing, and another topic can ask. */
export function ignoreSubscriptionButton(services: Services): SlackListener {
  return onPress(services, IGNORE_SUBSCRIPTION, {
    read: value => parseStoredJson(buttonSchema, value),
    permission: (permissionFacts, user) => manager(withLiveOrStaleFacts(permissionFacts), user, null),
    requiresLiveFacts: false,
    async handle({ subscriptions, words, log }, { workspace, userId }, { hook, topic }) {
      const result = await subscriptions.ignore(workspace, hook, topic);
      log.info({ workspace, by: userId, hook, result }, 'a subscription was to be ignored');
      const { subscription } = (await words.of(workspace, userId)).hooks;
      return {
        kind: 'replaced',
        message: { text: subscription[result](harmless(topic, MAX_TOPIC_CHARACTERS)) },
      };
    },
  });
}
