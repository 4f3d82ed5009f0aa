import type { WebClient } from '@slack/web-api';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { type Timers, timeLimit } from '../clock.ts';
import { readJson } from '../json.ts';
import { inPosts, type Message, type PinnedMessage } from './message.ts';
import { asPlain, type Pictures, type TakenBlock } from './pictures.ts';
import { retryAfterMs, slackFailure, type WebFor } from './web-api.ts';

/** `refused`: Slack won't accept the post this way; another way may work. */
type Posted = { kind: 'ok' } | { kind: 'refused'; error: string } | { kind: 'away'; afterMs: number | null };

/** Where a post is in Slack. */
export type MessageRef = { channel: string; ts: string };
export type Pinned = { kind: 'ok'; at: MessageRef | null } | Exclude<Posted, { kind: 'ok' }>;

/** The effect of a post through a `response_url`. */
export type Appearance = 'in_channel' | 'ephemeral' | 'replace' | 'delete';

export type Poster = {
  /**
   * Uses one of the five posts of a `response_url`, if it is Slack's. Works even if the bot isn't in the channel. A
   * message that is too long for one post becomes several, the first with this appearance. Charts and tables come as plain blocks, so that no
   * post is lost to a refusal. Never throws.
   */
  respond(responseUrl: string, appearance: Appearance, message: Message): Promise<Posted>;
  /** Posts to a channel, or to a person by user id; several posts if the message is too long. Never throws. */
  post(workspace: string, channel: string, message: Message): Promise<Posted>;
  /** Like `post`, for a message that fits one post (see `inPosts`). Returns the post's place, for `update`. */
  pin(workspace: string, channel: string, message: PinnedMessage): Promise<Pinned>;
  /** Changes a post of ours in place. Never throws. */
  update(workspace: string, at: MessageRef, message: PinnedMessage): Promise<Pinned>;
  close(): Promise<void>;
};

/** The place of a post that Slack made or changed. */
type Answer = Promise<{ channel?: string; ts?: string }>;

const TIMEOUT_MS = 5000;
const MAX_REPLY_BYTES = 64 * 1024;
const NOT_CONFIRMED = 'a 200 without "ok"';

/** The part of `fetch` that is used here. */
type Fetch = (
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
  pictures: Pictures;
  isSlacks: IsSlacks;
  time: Timers;
  /** Default: undici's `request`. */
  ask?: Fetch | undefined;
}): Poster {
  const agent = new Agent({ allowH2: false, maxResponseSize: MAX_REPLY_BYTES });
  const send: Fetch =
    options.ask ??
    (async (url, { method, headers, body, signal }) => {
      // `request` never follows a redirect, and takes a third of the time that `fetch` takes.
      const answer = await request(url, { method, headers, body, signal, dispatcher: agent });
      const header = (name: string): string | null => String(answer.headers[name] ?? '') || null;
      return { status: answer.statusCode, headers: { get: header }, text: () => answer.body.text() };
    });

  async function answerOnce(responseUrl: string, appearance: Appearance, message: Message): Promise<Posted> {
    if (!options.isSlacks(responseUrl)) return { kind: 'refused', error: 'not an address of Slack’s' };
    const { signal, end } = timeLimit(options.time, TIMEOUT_MS);
    try {
      const response = await send(responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ ...asPlain(message), ...APPEARANCES[appearance] }),
        redirect: 'manual',
        signal,
      });
      const { status } = response;
      const body = await response.text();
      if (status < 300) return isConfirmed(body) ? { kind: 'ok' } : { kind: 'refused', error: NOT_CONFIRMED };
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

  /** Calls Slack as a workspace's bot with blocks that it takes, and returns the post's place from Slack's answer. */
  async function callAsBot(
    workspace: string,
    { blocks, ...message }: PinnedMessage,
    call: (web: WebClient, content: Omit<PinnedMessage, 'blocks'> & { blocks?: TakenBlock[] }) => Answer,
  ): Promise<Pinned> {
    try {
      const web = await options.webFor(workspace);
      if (!web) return { kind: 'refused', error: 'not_installed' };
      const { channel, ts } = await (blocks
        ? options.pictures.show(workspace, 'message', blocks, content =>
            call(web, { ...message, blocks: content }),
          )
        : call(web, message));
      return { kind: 'ok', at: channel && ts ? { channel, ts } : null };
    } catch (error) {
      return slackFailure(error);
    }
  }

  const pin = (workspace: string, channel: string, message: PinnedMessage): Promise<Pinned> =>
    callAsBot(workspace, message, (web, { thread_ts, reply_broadcast, ...content }) => {
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
    respond: (responseUrl, appearance, message) =>
      postAll(message, (post, isFirst) =>
        answerOnce(responseUrl, isFirst ? appearance : following(appearance), post),
      ),
    pin,
    post: (workspace, channel, message) => postAll(message, post => pin(workspace, channel, post)),
    update: (workspace, at, message) =>
      callAsBot(workspace, message, (web, { thread_ts: _thread, reply_broadcast: _broadcast, ...content }) =>
        web.chat.update({ ...at, ...content }),
      ),
    close: () => agent.destroy(),
  };
}

/** Slack confirms with `ok`, as plain text or JSON. A 200 with anything else is a refusal, or a page of HTML. */
const isConfirmed = (body: string): boolean =>
  body.trim() === 'ok' || confirmation.safeParse(readJson(body)).success;

const confirmation = z.object({ ok: z.literal(true) });

/** Makes a message's posts in order, up to the first that Slack doesn't accept. */
async function postAll(
  message: Message,
  send: (post: Message, isFirst: boolean) => Promise<Posted>,
): Promise<Posted> {
  for (const [index, post] of inPosts(message).entries()) {
    const posted = await send(post, index === 0);
    if (posted.kind !== 'ok') return posted;
  }
  return { kind: 'ok' };
}

/** The appearance of a message's posts after the first. */
const following = (first: Appearance): Appearance => (first === 'in_channel' ? first : 'ephemeral');

const APPEARANCES = {
  in_channel: { response_type: 'in_channel', replace_original: false },
  ephemeral: { response_type: 'ephemeral', replace_original: false },
  replace: { replace_original: true },
  delete: { delete_original: true },
};

/** The origins of `response_url`s. GovSlack is a separate Slack with its own domain. */
const SLACKS_OWN = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** True for one of Slack's `response_url`s. */
export type IsSlacks = (url: unknown) => boolean;

/**
 * A `response_url` comes from outside and we post to it, so it is checked on arrival and again before use, which may be
 * days later.
 *
 * @param slackApiUrl the base of the Web API if it isn't Slack's; its host may receive responses, too
 */
export function createResponseUrlCheck(slackApiUrl: string | null): IsSlacks {
  const origins = new Set([...SLACKS_OWN, ...(slackApiUrl === null ? [] : [originOf(slackApiUrl)])]);
  return url => typeof url === 'string' && origins.has(originOf(url));
}

/** Scheme, host and port. Not `URL.origin`, which for a `blob:` URL is the origin of the address inside it. */
function originOf(url: string): string {
  const { protocol, host } = URL.parse(url) ?? {};
  return `${protocol}//${host}`;
}

/** The result of one attempt to deliver to Slack. */
export type Delivery =
  /**
   * Slack has the message. `viaResponseUrl`: it used one of the five posts of the intent's `response_url`; `channel`: a channel
   * or a person, if it is known to be only there.
   */
  | { kind: 'posted'; viaResponseUrl: boolean; channel?: string }
  /** Nothing has to be posted. */
  | { kind: 'nothing' }
  /** The message can't be posted, or the app was removed. */
  | { kind: 'dropped'; why: string }
  /** Slack has the current state, and more will follow: look again after `againMs` at the latest. */
  | { kind: 'unfinished'; againMs: number }
  /** Slack is unavailable or asks us to wait; `afterMs` if it named a time. */
  | { kind: 'later'; afterMs: number | null };

/** A delivery that has ended, for metrics. */
export type Delivered = Exclude<Delivery, { kind: 'unfinished' }>;

/** Errors of a place where the app can't post; it can still write to the person. */
export const NOT_THERE: ReadonlySet<string> = new Set([
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'restricted_action',
  'thread_not_found',
  'cannot_reply_to_message',
]);

/** @param channel where it was posted */
export function deliveryOf(posted: Posted, channel?: string): Delivery {
  if (posted.kind === 'ok')
    return { kind: 'posted', viaResponseUrl: false, ...(channel !== undefined && { channel }) };
  if (posted.kind === 'away') return { kind: 'later', afterMs: posted.afterMs };
  return { kind: 'dropped', why: `Slack refused it: ${posted.error}` };
}

/** A message as one post; only its beginning if it is too long. */
export function onePost(whole: Message): PinnedMessage {
  const [message] = inPosts(whole);
  if (!message) throw new RangeError('A message is one post at least');
  return message;
}
