import { ErrorCode, type WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Timers, timeLimit } from '../deadline.ts';
import { wellFormedJson } from '../json.ts';
import { slackLogger } from './logger.ts';

/** How long Slack has to answer. */
const ANSWER_MS = 5000;

/** The Web API client of a workspace; null: the app isn't installed there. */
export type WebFor = (workspace: string) => Promise<WebClient | null>;

/**
 * How the Web API is called. The client's own retries would hold a call for half an hour, stop its whole queue on a 429
 * and might post twice: every caller here has its own bounded way to retry.
 */
export function webClientOptions(options: {
  slackApiUrl: string | null;
  time: Timers;
  /** Instead of the machine's. */
  ask?: typeof fetch | undefined;
  log: Log;
}): WebClientOptions {
  const { ask = fetch, time } = options;
  return {
    fetch: (url, init) => askSlack(ask, time, url, init),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // The caller knows whether a failure is an error.
    logger: slackLogger(options.log, 'warn'),
    ...(options.slackApiUrl === null ? {} : { slackApiUrl: options.slackApiUrl }),
  };
}

/** One request to Slack; all text in its answer is made well-formed, since people's and groups' names come this way. */
async function askSlack(
  ask: typeof fetch,
  time: Timers,
  ...[url, init]: Parameters<typeof fetch>
): Promise<Response> {
  // Instead of the client's own `timeout`, which ignores whether the answer has come.
  const { signal, end } = timeLimit(time, ANSWER_MS);
  try {
    const response = await ask(url, { ...init, signal });
    const said = await response.text();
    const { status, headers } = response;
    return new Response(status === 200 ? wellFormedJson(said) : said, { status, headers });
  } finally {
    end();
  }
}

/** Why a Web API call failed. */
export type SlackFailure =
  /** Slack answered with an error name; asking the same again gives the same answer. */
  | { kind: 'refused'; error: string }
  /** Slack is away, broken or busy; `afterMs` if it said when to come back. */
  | { kind: 'away'; afterMs: number | null };

/** Errors of the platform that pass by themselves. */
const PASSING = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

/** We never wait longer, whatever Slack (or a proxy) says. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** `Retry-After`, given in seconds, as milliseconds; null: it says nothing. */
export function retryAfterMs(seconds: unknown): number | null {
  const ms = Math.ceil(Number(seconds) * 1000);
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

/** Reads an error thrown by the Web API client. */
export function slackFailure(error: unknown): SlackFailure {
  const { code, data, retryAfter } = error as {
    code?: string;
    data?: { error?: string };
    retryAfter?: number;
  };
  if (code === ErrorCode.RateLimitedError) return { kind: 'away', afterMs: retryAfterMs(retryAfter) ?? 1000 };
  if (code === ErrorCode.PlatformError) {
    const name = data?.error ?? 'unknown_error';
    // During an outage Slack may answer 200 with a page of HTML, which the client takes for an error's name.
    return PASSING.has(name) || !/^[a-z][a-z0-9_]*$/.test(name)
      ? { kind: 'away', afterMs: null }
      : { kind: 'refused', error: name };
  }
  return { kind: 'away', afterMs: null };
}
