import type { Post } from './types.ts';
import type { World } from './world.ts';

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

export interface ReplyUrls {
  /** The path of a new reply URL, below the playground's own address. */
  issue(kind: 'commands' | 'actions' | 'app', target: ReplyUrl): string;
  /** Uses up one of the five posts, or says why not in Slack's word. */
  use(path: string): ReplyUrl | 'used_url' | 'expired_url' | 'no_service';
}

export function createReplyUrls(world: World): ReplyUrls {
  const issued = new Map<string, { target: ReplyUrl; at: number; left: number }>();
  return {
    issue(kind, target) {
      const path = `/${kind}/${target.teamId}/${world.clock.now()}/${world.ids.secret()}`;
      issued.set(path, { target, at: world.clock.now(), left: REPLY_URL_POSTS });
      return path;
    },
    use(path) {
      const entry = issued.get(path);
      if (!entry) return 'no_service';
      if (world.clock.now() - entry.at > REPLY_URL_LIFE_MS) return 'expired_url';
      if (entry.left === 0) return 'used_url';
      entry.left -= 1;
      return entry.target;
    },
  };
}
