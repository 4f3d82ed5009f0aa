import { machineTime } from '../clock.ts';
import type { ReplyUrl, Trigger } from './types.ts';
import type { World } from './world.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction: a trigger expires three seconds after
// it is sent, and can be used once.
const TRIGGER_LIFETIME_MS = 3000;

export type TriggerProblem =
  | 'invalid_arguments'
  | 'expired_trigger_id'
  | 'exchanged_trigger_id'
  | 'invalid_trigger_id';

/** Issues a trigger id for a user's action. `id` lets a test choose it. */
export function issueTrigger(world: World, trigger: Trigger, id = world.ids.triggerId()): string {
  world.triggers.set(id, { ...trigger, at: machineTime(world.clock), used: false });
  return id;
}

/** Uses up a trigger id, or returns Slack's error. */
export function exchangeTrigger(world: World, id: string): Trigger | TriggerProblem {
  if (!/^\d+\.\d+\.[0-9a-f]+$/.test(id)) return 'invalid_arguments';
  const issued = world.triggers.get(id);
  if (!issued) return 'invalid_trigger_id';
  if (issued.used) return 'exchanged_trigger_id';
  if (machineTime(world.clock) - issued.at > TRIGGER_LIFETIME_MS) return 'expired_trigger_id';
  issued.used = true;
  return issued;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: five times within 30 minutes.
const MAX_REPLY_URL_POSTS = 5;
const REPLY_URL_LIFETIME_MS = 30 * 60_000;

export function issueReplyUrl(world: World, kind: 'commands' | 'actions' | 'app', target: ReplyUrl): string {
  const path = `/${kind}/${target.teamId}/${world.clock.now()}/${world.ids.secret()}`;
  world.replyUrls.set(path, { ...target, at: world.clock.now(), postsLeft: MAX_REPLY_URL_POSTS });
  return world.address + path;
}

/** Uses up one of the five posts, or returns Slack's error. */
export function useReplyUrl(
  world: World,
  path: string,
): ReplyUrl | 'used_url' | 'expired_url' | 'no_service' {
  const issued = world.replyUrls.get(path);
  if (!issued) return 'no_service';
  if (world.clock.now() - issued.at > REPLY_URL_LIFETIME_MS) return 'expired_url';
  if (issued.postsLeft === 0) return 'used_url';
  issued.postsLeft -= 1;
  return issued;
}
