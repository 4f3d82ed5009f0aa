import { ErrorCode } from '@slack/oauth';
import { slackFailure } from '../../../kit/slack/web-api.ts';
import { StorageError } from '../../../kit/store/errors.ts';

/** How a failed installation is explained to the person. */
export type Failure = 'denied' | 'expired' | 'rotating' | 'away' | 'failed';

export const STATUS: Record<Failure, number> = {
  denied: 403,
  expired: 400,
  rotating: 400,
  away: 503,
  failed: 500,
};

/** An installation that we refuse although Slack agreed: its tokens would expire. */
export class RotatingTokens extends Error {
  override name = 'RotatingTokens';
}

/** What Slack says about a code that was used, or is older than ten minutes. */
const STALE_CODE = new Set([
  'invalid_code',
  'code_already_used',
  'code_expired',
  'oauth_authorization_url_mismatch',
]);

/** Finds out what went wrong between Slack's consent page and our store. */
export function failureOf(error: Error & { code?: string }): Failure {
  if (error instanceof RotatingTokens) return 'rotating';
  if (error instanceof StorageError) return 'away';
  switch (error.code) {
    case ErrorCode.AuthorizationError:
      return 'denied';
    case ErrorCode.MissingStateError:
    case ErrorCode.InvalidStateError:
      return 'expired';
    case ErrorCode.MissingCodeError:
    case ErrorCode.UnknownError:
      return 'failed';
  }
  const failure = slackFailure(error);
  if (failure.kind === 'away') return 'away';
  return STALE_CODE.has(failure.error) ? 'expired' : 'failed';
}
