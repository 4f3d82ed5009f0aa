import type { WebClient } from '@slack/web-api';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { type Timers, timeLimit } from '../deadline.ts';
import { inPosts } from './fit.ts';
import type { Message, PinnedMessage } from './message.ts';
import type { IsSlacks } from './response-urls.ts';
import { retryAfterMs, slackFailure, type WebFor } from './web-api.ts';

/** The result of a post. `refused`: Slack won't accept it this way; another way may work. */
export type Posted =
  | { kind: 'ok' }
  | { kind: 'refused'; error: string }
  | { kind: 'away'; afterMs: number | null };

/** Where a post is in Slack. */
export type MessageRef = { channel: string; ts: string };
export type Pinned = { kind: 'ok'; at: MessageRef | null } | Exclude<Posted, { kind: 'ok' }>;

/** How a post through a `response_url` appears. */
export type Appearance = 'in_channel' | 'ephemeral' | 'replace' | 'delete';

export type Poster = {
  /**
   * Uses one of the five posts of a `response_url`, if it is Slack's; works even if the bot isn't in the channel. A
   * message that is too long for one post becomes several, the first with this appearance. Never throws.
   */
  answer(responseUrl: string, appearance: Appearance, message: Message): Promise<Posted>;
  /**
   * `chat.postMessage` to a channel, or to a person by their user id; several posts if the message is too long. Never
   * throws.
   */
  post(workspace: string, channel: string, message: Message): Promise<Posted>;
  /**
   * Like `post`, for a message that fits one post (see `inPosts`); returns where the post is, so that it can be
   * changed.
   */
  pin(workspace: string, channel: string, message: PinnedMessage): Promise<Pinned>;
  /** Changes a post of ours in place. Never throws. */
  update(workspace: string, at: MessageRef, message: PinnedMessage): Promise<Pinned>;
  close(): Promise<void>;
};

const TIMEOUT_MS = 5000;
const MAX_REPLY_BYTES = 64 * 1024;
const NOT_CONFIRMED = 'a 200 without "ok"';

/** The part of `fetch` that is used here. */
type Ask = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export function createPoster(options: {
  webFor: WebFor;
  isSlacks: IsSlacks;
  time: Timers;
  /** Instead of the machine's `fetch`. */
  ask?: Ask | undefined;
}): Poster {
  const agent = new Agent({ allowH2: false, maxResponseSize: MAX_REPLY_BYTES });
  const ask: Ask =
    options.ask ??
    (async (url, { method, headers, body, signal }) => {
      // Unlike `fetch`, which takes three times as long, it never follows a redirect.
      const answer = await request(url, { method, headers, body, signal, dispatcher: agent });
      const header = (name: string): string | null => String(answer.headers[name] ?? '') || null;
      return { status: answer.statusCode, headers: { get: header }, text: () => answer.body.text() };
    });

  async function answerOnce(responseUrl: string, appearance: Appearance, message: Message): Promise<Posted> {
    if (!options.isSlacks(responseUrl)) return { kind: 'refused', error: 'not an address of Slack’s' };
    const { signal, end } = timeLimit(options.time, TIMEOUT_MS);
    try {
      const response = await ask(responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ ...message, ...APPEARANCES[appearance] }),
        redirect: 'manual',
        signal,
      });
      const { status } = response;
      const said = await response.text();
      if (status < 300) return isTaken(said) ? { kind: 'ok' } : { kind: 'refused', error: NOT_CONFIRMED };
      if (status === 429 || status >= 500) {
        return { kind: 'away', afterMs: retryAfterMs(response.headers.get('retry-after')) };
      }
      return { kind: 'refused', error: `HTTP ${status}` };
    } catch {
      return { kind: 'away', afterMs: null };
    } finally {
      end();
    }
  }

  /** Calls Slack as a workspace's bot; the post is where Slack's answer says. */
  async function pinned(
    workspace: string,
    call: (web: WebClient) => Promise<{ channel?: string; ts?: string }>,
  ): Promise<Pinned> {
    try {
      const web = await options.webFor(workspace);
      if (!web) return { kind: 'refused', error: 'not_installed' };
      const { channel, ts } = await call(web);
      return { kind: 'ok', at: channel && ts ? { channel, ts } : null };
    } catch (error) {
      return slackFailure(error);
    }
  }

  const pin = (workspace: string, channel: string, message: PinnedMessage): Promise<Pinned> =>
    pinned(workspace, web => {
      const { thread_ts, reply_broadcast, ...content } = message;
      const thread =
        thread_ts === undefined ? {} : { thread_ts, ...(reply_broadcast && { reply_broadcast }) };
      return web.chat.postMessage({
        channel,
        ...content,
        ...thread,
        unfurl_links: false,
        unfurl_media: false,
      });
    });

  return {
    answer: (responseUrl, appearance, message) =>
      inTurn(message, (one, isFirst) =>
        answerOnce(responseUrl, isFirst ? appearance : FOLLOWING[appearance], one),
      ),
    pin,
    post: (workspace, channel, message) => inTurn(message, one => pin(workspace, channel, one)),
    update: (workspace, at, message) =>
      pinned(workspace, web => {
        const { thread_ts: _thread, reply_broadcast: _broadcast, ...content } = message;
        return web.chat.update({ ...at, ...content });
      }),
    close: () => agent.destroy(),
  };
}

/**
 * Slack says `ok`, as plain text or in JSON; a 200 with anything else (its own refusal, a page of HTML) doesn't count.
 */
function isTaken(said: string): boolean {
  if (said.trim() === 'ok') return true;
  try {
    return taken.safeParse(JSON.parse(said)).success;
  } catch {
    return false;
  }
}

const taken = z.object({ ok: z.literal(true) });

/** Makes the posts of a message one after the other, up to the first that Slack doesn't accept. */
async function inTurn(
  message: Message,
  post: (one: Message, isFirst: boolean) => Promise<Posted>,
): Promise<Posted> {
  for (const [index, one] of inPosts(message).entries()) {
    const posted = await post(one, index === 0);
    if (posted.kind !== 'ok') return posted;
  }
  return { kind: 'ok' };
}

/** How the posts after the first appear. */
const FOLLOWING: Record<Appearance, Appearance> = {
  in_channel: 'in_channel',
  ephemeral: 'ephemeral',
  replace: 'ephemeral',
  delete: 'ephemeral',
};

const APPEARANCES = {
  in_channel: { response_type: 'in_channel', replace_original: false },
  ephemeral: { response_type: 'ephemeral', replace_original: false },
  replace: { replace_original: true },
  delete: { delete_original: true },
};
