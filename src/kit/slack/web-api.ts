import { type Logger, LogLevel } from '@slack/bolt';
import { ErrorCode, type WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { type Clock, doubled, pause, type Timers, timeLimit } from '../clock.ts';
import { DAY_MS } from '../day.ts';
import { createSingleFlight } from '../fair-scheduler.ts';
import { wellFormedJson } from '../json.ts';
import { StorageError } from '../store/errors.ts';

const TIMEOUT_MS = 5000;

/** The Web API client of a workspace; null if the app isn't installed there. */
export type WebFor = (workspace: string) => Promise<WebClient | null>;

/**
 * Options for all Web API clients. The client's own retries are off: they would hold a call for half an hour, stop its
 * whole queue on a 429, and might post twice. Callers retry within their own bounds.
 */
export function webClientOptions(options: {
  slackApiUrl: string | null;
  time: Timers;
  /** Default: the machine's `fetch`. */
  ask?: typeof fetch | undefined;
  log: Log;
}): WebClientOptions {
  const { ask = fetch, time } = options;
  return {
    fetch: (url, init) => askSlack(ask, time, url, init),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // Callers decide whether a failure is an error.
    logger: slackLogger(options.log, 'warn'),
    ...(options.slackApiUrl === null ? {} : { slackApiUrl: options.slackApiUrl }),
  };
}

/** One request to Slack. Makes all text in the answer well-formed, because people's and groups' names are in it. */
async function askSlack(
  ask: typeof fetch,
  time: Timers,
  ...[url, init]: Parameters<typeof fetch>
): Promise<Response> {
  // Not the client's own `timeout`, which fires even if the answer has already arrived.
  const { signal, end } = timeLimit(time, TIMEOUT_MS);
  try {
    const response = await ask(url, { ...init, signal });
    const body = await response.text();
    const { status, headers } = response;
    return new Response(status === 200 ? wellFormedJson(body) : body, { status, headers });
  } finally {
    end();
  }
}

export type SlackFailure =
  /** Slack answered with an error that a retry won't change. */
  | { kind: 'refused'; error: string }
  /** Slack is unavailable or busy; `afterMs` if it named a wait. */
  | { kind: 'away'; afterMs: number | null };

/** Slack's errors that pass by themselves. */
const TRANSIENT = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

/** The cap for any `Retry-After`, which may come from a proxy. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** `Retry-After` in milliseconds; null if it isn't a positive number of seconds. */
export function retryAfterMs(seconds: unknown): number | null {
  const ms = Math.ceil(Number(seconds) * 1000);
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

/** Classifies an error of the Web API client. */
export function slackFailure(error: unknown): SlackFailure {
  const { code, data, retryAfter } = error as {
    code?: string;
    data?: { error?: string };
    retryAfter?: number;
  };
  if (code === ErrorCode.RateLimitedError) return { kind: 'away', afterMs: retryAfterMs(retryAfter) ?? 1000 };
  if (code === ErrorCode.PlatformError) {
    const name = data?.error ?? 'unknown_error';
    // During an outage, Slack may answer 200 with a page of HTML, which the client takes for the error's name.
    return TRANSIENT.has(name) || !/^[a-z][a-z0-9_]*$/.test(name)
      ? { kind: 'away', afterMs: null }
      : { kind: 'refused', error: name };
  }
  return { kind: 'away', afterMs: null };
}

/** True if the view has changed since the version to replace (https://docs.slack.dev/reference/methods/views.update). */
export function isOvertaken(error: unknown): boolean {
  const failure = slackFailure(error);
  return failure.kind === 'refused' && failure.error === 'hash_conflict';
}

/**
 * Our log for Slack's libraries. Drops their debug lines at any level, because these contain whole payloads, with API keys
 * and messages that people typed.
 *
 * @param problemLevel the level of the library's warnings and errors, if they are reported elsewhere, too
 */
export function slackLogger(log: Log, problemLevel?: 'debug' | 'warn'): Logger {
  const words = (parts: unknown[]): string =>
    parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ');
  const errorOf = (parts: unknown[]): { err?: Error } => {
    const err = parts.find(part => part instanceof Error);
    return err ? { err } : {};
  };
  return {
    debug: () => undefined,
    info: (...parts) => log.debug({ from: 'slack' }, words(parts)),
    warn: (...parts) => log[problemLevel ?? 'warn']({ from: 'slack' }, words(parts)),
    error: (...parts) => log[problemLevel ?? 'error']({ from: 'slack', ...errorOf(parts) }, words(parts)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}

/**
 * Calls Slack, and retries after each of `waitsMs` while it is unavailable. For calls whose result a person waits for.
 *
 * @throws the last call's error
 */
export async function withRetries<T>(
  clock: Clock,
  waitsMs: readonly number[],
  call: () => Promise<T>,
): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await call();
    } catch (error) {
      if (slackFailure(error).kind === 'refused') throw error;
      await pause(clock, waitMs);
    }
  }
  return call();
}

const FRESH_MS = 10_000;
/** Errors that mean the token is invalid, so nothing can be posted. */
const TOKEN_ERRORS = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
]);

/**
 * Checks that Slack answers, and accepts the token if there is one, at most every ten seconds. Rejects with the problem.
 *
 * @param ask calls the Web API
 */
export function createSlackCheck(ask: () => Promise<unknown>, clock: Clock): () => Promise<void> {
  let last: { at: number; problem: Promise<string | null> } | null = null;
  return async () => {
    if (!last || clock.now() - last.at > FRESH_MS) last = { at: clock.now(), problem: problemOf(ask) };
    const problem = await last.problem;
    if (problem) throw new Error(problem);
  };
}

async function problemOf(ask: () => Promise<unknown>): Promise<string | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind === 'away') return 'Slack does not answer';
    return TOKEN_ERRORS.has(failure.error) ? `Slack refuses the bot token: ${failure.error}` : null;
  }
}

/** The wait after a failure for which Slack named none, doubled with each further one. */
const WAIT_MS = { first: 5000, last: 30_000 };
/** The bounds for Slack's `Retry-After`: a day from a proxy would outlast every waiting text. */
const RETRY_AFTER_MS = { least: 1000, most: 10 * 60_000 };
/** An outage without a call for this long is forgotten. */
const STALE_MS = 10 * 60_000;

/** `retryAt`: when to call again (epoch ms). */
export type SlackUnavailable = { kind: 'unavailable'; retryAt: number };

type SlackAnswer<T> =
  | { kind: 'answered'; answer: T }
  | SlackUnavailable
  /** Slack answered with an error that a retry won't change. */
  | { kind: 'refused'; error: string };

/**
 * Runs `call`, unless Slack is known to be unavailable for this workspace: then returns `unavailable` without a call.
 * Errors become `refused` or `unavailable`; a `ZodError` means that Slack's answer is unreadable. A `StorageError` is
 * rethrown, because it says nothing about Slack.
 */
type CallSlack = <T>(workspace: string, call: () => Promise<T>) => Promise<SlackAnswer<T>>;

/** Slack failed for a workspace `failures` times in a row. */
type Outage = { failures: number; retryAt: number };

/** Holds calls back while Slack is unavailable. Create one for each method, because Slack's rate limits are by method. */
export function createSlackBackoff(clock: Clock): CallSlack {
  const outages = new Map<string, Outage>();
  /** A workspace's single call that finds out whether Slack is available again. */
  const probe = createSingleFlight<void>();

  /**
   * Records a failed call that began during `before`.
   *
   * @returns when to call again
   */
  function failed(workspace: string, before: Outage | undefined, afterMs: number | null): number {
    const now = clock.now();
    const outage = outages.get(workspace);
    const namedBySlack = afterMs === null ? 0 : now + clamp(afterMs);
    if (outage && outage !== before) {
      // The call began before this outage, so only a wait that Slack named prolongs it.
      outage.retryAt = Math.max(outage.retryAt, namedBySlack);
      return outage.retryAt;
    }
    const failures = (outage?.failures ?? 0) + 1;
    const retryAt = namedBySlack || now + doubled(WAIT_MS, failures - 1);
    outages.set(workspace, { failures, retryAt });
    for (const [name, { retryAt }] of outages) if (now - retryAt > STALE_MS) outages.delete(name);
    return retryAt;
  }

  /** Ends the outage in which a call began; an outage that began later needs an answer to a later call. */
  function answered(workspace: string, before: Outage | undefined): void {
    if (outages.get(workspace) === before) outages.delete(workspace);
  }

  async function ask<T>(
    workspace: string,
    before: Outage | undefined,
    call: () => Promise<T>,
  ): Promise<SlackAnswer<T>> {
    try {
      const answer = await call();
      answered(workspace, before);
      return { kind: 'answered', answer };
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const failure =
        error instanceof z.ZodError
          ? ({ kind: 'refused', error: 'unreadable_answer' } as const)
          : slackFailure(error);
      if (failure.kind === 'away')
        return { kind: 'unavailable', retryAt: failed(workspace, before, failure.afterMs) };
      answered(workspace, before);
      return failure;
    }
  }

  return async <T>(workspace: string, call: () => Promise<T>) => {
    for (let outage = outages.get(workspace); outage; outage = outages.get(workspace)) {
      if (clock.now() < outage.retryAt) return { kind: 'unavailable', retryAt: outage.retryAt };
      const before = outage;
      let mine = null as Promise<SlackAnswer<T>> | null;
      await probe(workspace, async () => {
        mine = ask(workspace, before, call);
        await Promise.allSettled([mine]);
      });
      if (mine) return mine;
      // Another caller's probe may have failed before it reached Slack. Then the next caller probes.
    }
    return ask(workspace, undefined, call);
  };
}

const clamp = (afterMs: number): number =>
  Math.min(RETRY_AFTER_MS.most, Math.max(RETRY_AFTER_MS.least, afterMs));

/** A workspace's name, for people outside of it; null if Slack is unavailable. */
type WorkspaceName = (workspace: string) => Promise<string | null>;

/** Asks Slack at most once a day for each workspace, and not during an outage. */
export function createWorkspaceNames({ webFor, clock }: { webFor: WebFor; clock: Clock }): WorkspaceName {
  const callSlack = createSlackBackoff(clock);
  const names = new Map<string, { name: string | null; at: number }>();

  return async workspace => {
    const before = names.get(workspace);
    if (before && clock.now() - before.at < DAY_MS) return before.name;
    const result = await callSlack(workspace, async () => (await webFor(workspace))?.auth.test());
    // Without an installation there is no answer. That isn't remembered, because the app may be installed again within the day.
    if (result.kind !== 'answered' || !result.answer) return before?.name ?? null;
    const { team, team_id: id } = result.answer;
    // With an organisation's token, the answer may be about another workspace.
    const name = id === workspace ? (team ?? null) : null;
    names.set(workspace, { name, at: clock.now() });
    return name;
  };
}
