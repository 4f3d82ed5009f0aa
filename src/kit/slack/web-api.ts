import { type Logger, LogLevel } from '@slack/bolt';
import { ErrorCode, type WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { type Clock, doubled, pause, type Timers, timeLimit } from '../clock.ts';
import { DAY_MS } from '../day.ts';
import { createSingleFlight } from '../fair-scheduler.ts';
import { wellFormedJson } from '../json.ts';
import { StorageError } from '../store/errors.ts';

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

/** The view isn't the version any more that was to be replaced (https://docs.slack.dev/reference/methods/views.update). */
export function isOvertaken(error: unknown): boolean {
  const failure = slackFailure(error);
  return failure.kind === 'refused' && failure.error === 'hash_conflict';
}

/**
 * Slack's libraries log through ours. Their debug lines carry whole payloads, with what people typed into modals (the
 * API key!) and their messages: we drop those, whatever the level.
 *
 * @param trouble the level for what the library calls warnings and errors, if they are reported elsewhere too
 */
export function slackLogger(log: Log, trouble?: 'debug' | 'warn'): Logger {
  const words = (parts: unknown[]): string =>
    parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ');
  const errorOf = (parts: unknown[]): { err?: Error } => {
    const err = parts.find(part => part instanceof Error);
    return err ? { err } : {};
  };
  return {
    debug: () => undefined,
    info: (...parts) => log.debug({ from: 'slack' }, words(parts)),
    warn: (...parts) => log[trouble ?? 'warn']({ from: 'slack' }, words(parts)),
    error: (...parts) => log[trouble ?? 'error']({ from: 'slack', ...errorOf(parts) }, words(parts)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}

/**
 * Calls Slack, and again after each of these waits while it is away. For what somebody is looking at.
 *
 * @throws why Slack didn't take it
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
 * Checks that Slack answers, and knows the token if there is one, at most every ten seconds. Rejects with what is
 * wrong.
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

/** If Slack doesn't answer, or say for how long to wait, we ask again after this long, doubled with each failure. */
const WAIT_MS = { first: 5000, last: 30_000 };
/** We respect Slack's `Retry-After`, within reason: a day from a proxy would outlast every waiting text. */
const RETRY_AFTER_MS = { least: 1000, most: 10 * 60_000 };
/** After this long without a question, how Slack behaved then no longer means anything. */
const STALE_MS = 10 * 60_000;

/** Slack doesn't answer now; `retryAt`: when it makes sense to ask again (epoch ms). */
export type SlackUnavailable = { kind: 'unavailable'; retryAt: number };

type SlackAnswer<T> =
  | { kind: 'answered'; answer: T }
  | SlackUnavailable
  /** Slack answered, and would answer the same again. */
  | { kind: 'refused'; error: string };

/**
 * Asks Slack with `call`, unless Slack just didn't answer for this workspace: then the result is `unavailable` without a
 * call. Whatever `call` throws becomes `refused` or `unavailable`; a `ZodError` means that Slack's answer can't be read. A
 * `StorageError` is thrown on: it says nothing about Slack.
 */
type CallSlack = <T>(workspace: string, call: () => Promise<T>) => Promise<SlackAnswer<T>>;

/** Slack didn't answer for a workspace `failures` times in a row. */
type Silence = { failures: number; again: number };

/** Spares a Slack that doesn't answer from calls. One for each method: Slack counts a workspace's calls by method. */
export function createSlackBackoff(clock: Clock): CallSlack {
  const silences = new Map<string, Silence>();
  /** The one call of a workspace that finds out whether Slack answers again. */
  const tryOnce = createSingleFlight<void>();

  /** @returns when to ask again */
  function silent(workspace: string, before: Silence | undefined, afterMs: number | null): number {
    const now = clock.now();
    const silence = silences.get(workspace);
    const told = afterMs === null ? 0 : now + clamp(afterMs);
    if (silence && silence !== before) {
      // It began before others failed: only Slack's own word makes the wait longer.
      silence.again = Math.max(silence.again, told);
      return silence.again;
    }
    const failures = (silence?.failures ?? 0) + 1;
    const again = told || now + doubled(WAIT_MS, failures - 1);
    silences.set(workspace, { failures, again });
    for (const [other, { again }] of silences) if (now - again > STALE_MS) silences.delete(other);
    return again;
  }

  /**
   * Ends the silence during which `before` was asked; one that began since isn't ended by an answer to an older call.
   */
  function answered(workspace: string, before: Silence | undefined): void {
    if (silences.get(workspace) === before) silences.delete(workspace);
  }

  async function ask<T>(
    workspace: string,
    before: Silence | undefined,
    call: () => Promise<T>,
  ): Promise<SlackAnswer<T>> {
    try {
      const answer = await call();
      answered(workspace, before);
      return { kind: 'answered', answer };
    } catch (error) {
      if (error instanceof StorageError) throw error; // Slack wasn't asked.
      const failure =
        error instanceof z.ZodError
          ? ({ kind: 'refused', error: 'unreadable_answer' } as const)
          : slackFailure(error);
      if (failure.kind === 'away')
        return { kind: 'unavailable', retryAt: silent(workspace, before, failure.afterMs) };
      answered(workspace, before);
      return failure;
    }
  }

  return async <T>(workspace: string, call: () => Promise<T>) => {
    for (let silence = silences.get(workspace); silence; silence = silences.get(workspace)) {
      if (clock.now() < silence.again) return { kind: 'unavailable', retryAt: silence.again };
      const before = silence;
      let mine = null as Promise<SlackAnswer<T>> | null;
      await tryOnce(workspace, async () => {
        mine = ask(workspace, before, call);
        await Promise.allSettled([mine]);
      });
      if (mine) return mine;
      // Another one's try may have ended without an answer, because Slack wasn't asked: then the next one tries.
    }
    return ask(workspace, undefined, call);
  };
}

const clamp = (afterMs: number): number =>
  Math.min(RETRY_AFTER_MS.most, Math.max(RETRY_AFTER_MS.least, afterMs));

/** What a workspace is called, for people outside of it; null: Slack doesn't say now. */
type WorkspaceName = (workspace: string) => Promise<string | null>;

/** Asks Slack once a day for each workspace, and never while it doesn't answer. */
export function createWorkspaceNames({ webFor, clock }: { webFor: WebFor; clock: Clock }): WorkspaceName {
  const callSlack = createSlackBackoff(clock);
  const known = new Map<string, { name: string | null; at: number }>();

  return async workspace => {
    const before = known.get(workspace);
    if (before && clock.now() - before.at < DAY_MS) return before.name;
    const asked = await callSlack(workspace, async () => (await webFor(workspace))?.auth.test());
    // It may be installed again within the day.
    if (asked.kind !== 'answered' || !asked.answer) return before?.name ?? null;
    const { team, team_id: id } = asked.answer;
    // With an organisation's token, it may be another workspace that answers.
    const name = id === workspace ? (team ?? null) : null;
    known.set(workspace, { name, at: clock.now() });
    return name;
  };
}
