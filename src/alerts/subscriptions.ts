import { z } from 'zod';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Temporary } from '../kit/store/temporary.ts';
import type { Hook } from './hooks.ts';

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
