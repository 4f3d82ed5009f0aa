import type { Clock } from '../clock.ts';
import { slackFailure } from './web-api.ts';

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
