import { NO_BODY, type NoBody } from '../../kit/http/body.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { HookCall } from '../hook-call.ts';
import type { Taken } from '../intake.ts';

/** How much a call may say, and how long it may take to. */
export const HOOK_BODY = { limit: 256 * 1024, ms: 10_000 };

/** How a call was answered, for metrics. */
export type HookAnswer = HookCall['as'] | 'unauthorized';

/** What a call is answered. */
export type HookReply = {
  as: HookAnswer;
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** What admins can read about the call later, as far as there is more to it. */
  call?: Partial<Pick<HookCall, 'sender' | 'field' | 'seen'>> & { ids?: string[] };
};

export const UNAUTHORIZED: HookReply = {
  as: 'unauthorized',
  status: 401,
  body: {
    error:
      'There is no such hook, or the token is not its own: in "Authorization: Bearer …", as the password of Basic, in X-Gitlab-Token, or in the address after the hook’s id (or the signature in X-Hub-Signature-256).',
  },
  headers: { 'www-authenticate': 'Bearer' },
};
export const TOKEN_IN_ADDRESS: HookReply = {
  ...UNAUTHORIZED,
  body: {
    error:
      'The address must have no "?…". Send the token in the header "Authorization: Bearer …", or take the hook’s secret address.',
  },
};

const UNREAD: Record<NoBody, Pick<HookReply, 'as' | 'body'>> = {
  too_large: { as: 'too_large', body: { error: `The body should have ${HOOK_BODY.limit} bytes at most.` } },
  too_slow: { as: 'invalid', body: { error: 'The body did not come in time.' } },
  too_busy: { as: 'unavailable', body: { error: 'Too much is coming in at once. Send it again.' } },
};

/** What became of a call that could be read. */
export function answerFor(taken: Taken): HookReply {
  const { sender } = taken;
  switch (taken.kind) {
    case 'accepted':
      return {
        as: taken.isNew ? 'accepted' : 'repeated',
        status: 202,
        body: { status: 'accepted', ids: taken.ids },
        call: { sender, ids: taken.ids },
      };
    case 'conflict':
      return {
        as: 'conflict',
        status: 409,
        body: { error: 'This key was used before with another body. Nothing was sent for this one.' },
        call: { sender },
      };
    case 'nothing':
      return {
        as: 'nothing',
        status: 202,
        body: { status: 'nothing', ids: [], why: taken.why },
        call: { sender },
      };
    case 'invalid': {
      const { field, error, seen = [] } = taken.problem;
      return { ...invalid(400, field, error), call: { sender, field, seen } };
    }
  }
}

/** 503 only if definitely nothing was stored. A call with a key can safely be repeated either way. */
export function failed(error: unknown): HookReply {
  const isUnsure = !(error instanceof StorageError) || error.unsure;
  return {
    as: 'unavailable',
    status: isUnsure ? 500 : 503,
    body: {
      error: isUnsure
        ? 'It is not certain that this was stored. Send it again with the same Idempotency-Key or dedup_key.'
        : 'The store can’t be reached, and nothing was stored. Send it again.',
    },
    headers: { 'retry-after': '5' },
  };
}

export function rateLimited(waitMs: number): HookReply {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return {
    as: 'rate_limited',
    status: 429,
    body: { error: `This hook is called too often. Try again in ${seconds} s.` },
    headers: { 'retry-after': String(seconds) },
  };
}

export const unread = (why: NoBody): HookReply => ({ ...UNREAD[why], ...NO_BODY[why] });

export const invalid = (status: number, field: string | null, error: string): HookReply => ({
  as: 'invalid',
  status,
  body: field === null ? { error } : { error, field },
  call: { field },
});
