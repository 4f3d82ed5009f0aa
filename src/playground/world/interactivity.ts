import { machineTime } from '../clock.ts';
import type { Post } from './types.ts';
import type { World } from './world.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction: a trigger expires three seconds after
// it is sent, and can be used once.
const TRIGGER_LIFE_MS = 3000;

export type TriggerProblem =
  | 'invalid_arguments'
  | 'expired_trigger_id'
  | 'exchanged_trigger_id'
  | 'invalid_trigger_id';

export interface Trigger {
  teamId: string;
  user: string;
  /** The view the person acted in, for `views.push`. */
  viewId?: string;
}

/** The trigger ids that were given out. */
export function createTriggers(world: World) {
  const issued = new Map<string, { trigger: Trigger; at: number; used: boolean }>();
  return {
    /** A new trigger id for what a person just did; `id` lets a test choose it. */
    issue(trigger: Trigger, id = world.ids.triggerId()): string {
      issued.set(id, { trigger, at: machineTime(world.clock), used: false });
      return id;
    },
    /** Exchanges a trigger id, or says why not in Slack's word. */
    exchange(id: string): Trigger | TriggerProblem {
      if (!/^\d+\.\d+\.[0-9a-f]+$/.test(id)) return 'invalid_arguments';
      const entry = issued.get(id);
      if (!entry) return 'invalid_trigger_id';
      if (entry.used) return 'exchanged_trigger_id';
      if (machineTime(world.clock) - entry.at > TRIGGER_LIFE_MS) return 'expired_trigger_id';
      entry.used = true;
      return entry.trigger;
    },
  };
}

// https://docs.slack.dev/interactivity/handling-user-interaction: five times within 30 minutes.
const REPLY_URL_POSTS = 5;
const REPLY_URL_LIFE_MS = 30 * 60_000;

export interface ReplyUrl {
  teamId: string;
  channel: string;
  user: string;
  /** The post whose button was pressed; a slash command has none, so it can't replace anything. */
  source?: Post;
}

/** The `response_url`s that were given out. */
export function createReplyUrls(world: World) {
  const issued = new Map<string, { target: ReplyUrl; at: number; left: number }>();
  return {
    /** The path of a new reply URL, below the playground's own address. */
    issue(kind: 'commands' | 'actions' | 'app', target: ReplyUrl): string {
      const path = `/${kind}/${target.teamId}/${world.clock.now()}/${world.ids.secret()}`;
      issued.set(path, { target, at: world.clock.now(), left: REPLY_URL_POSTS });
      return path;
    },
    /** Uses up one of the five posts, or says why not in Slack's word. */
    use(path: string): ReplyUrl | 'used_url' | 'expired_url' | 'no_service' {
      const entry = issued.get(path);
      if (!entry) return 'no_service';
      if (world.clock.now() - entry.at > REPLY_URL_LIFE_MS) return 'expired_url';
      if (entry.left === 0) return 'used_url';
      entry.left -= 1;
      return entry.target;
    },
  };
}

export type Triggers = ReturnType<typeof createTriggers>;
export type ReplyUrls = ReturnType<typeof createReplyUrls>;
