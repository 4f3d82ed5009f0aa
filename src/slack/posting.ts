import type { KnownBlock } from '@slack/types';
import { Agent, request } from 'undici';
import type { WebFor } from './services.ts';
import { slackFailure } from './web-api.ts';

/** A message in words, with blocks where it has more than words. */
export type Message = {
  text: string;
  blocks?: KnownBlock[];
  /** Posted in this thread; not for ephemeral ones, which Slack shows there only to who has it open. */
  thread_ts?: string;
};

/** What became of a post. `refused`: Slack won't take it this way; another way may work. */
export type Posted =
  | { kind: 'ok' }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** How a post through a `response_url` appears. */
export type Appearance = 'in_channel' | 'ephemeral' | 'replace' | 'delete';

export type Poster = {
  /** One of the five posts of a `response_url`; works where the bot is no member. Never throws. */
  answer(responseUrl: string, appearance: Appearance, message: Message): Promise<Posted>;
  /** `chat.postMessage` to a channel, or to a person by their user id. Never throws. */
  post(workspace: string, channel: string, message: Message): Promise<Posted>;
  close(): Promise<void>;
};

const TIMEOUT_MS = 5000;

export function createPoster(options: { webFor: WebFor }): Poster {
  const agent = new Agent({ allowH2: false });

  async function answer(responseUrl: string, appearance: Appearance, message: Message): Promise<Posted> {
    try {
      const { statusCode, headers, body } = await request(responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ ...message, ...APPEARANCES[appearance] }),
        dispatcher: agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await body.dump();
      if (statusCode < 300) return { kind: 'ok' };
      if (statusCode === 429 || statusCode >= 500) {
        const seconds = Number(headers['retry-after']);
        return { kind: 'away', afterMs: seconds > 0 ? seconds * 1000 : null };
      }
      return { kind: 'refused', error: `HTTP ${statusCode}` };
    } catch {
      return { kind: 'away', afterMs: null };
    }
  }

  return {
    answer,
    async post(workspace, channel, message) {
      try {
        const web = await options.webFor(workspace);
        if (!web) return { kind: 'refused', error: 'not_installed' };
        await web.chat.postMessage({ channel, ...message, unfurl_links: false, unfurl_media: false });
        return { kind: 'ok' };
      } catch (error) {
        return slackFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

const APPEARANCES = {
  in_channel: { response_type: 'in_channel', replace_original: false },
  ephemeral: { response_type: 'ephemeral', replace_original: false },
  replace: { replace_original: true },
  delete: { delete_original: true },
};
