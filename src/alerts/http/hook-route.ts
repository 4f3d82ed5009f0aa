import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { FairScheduler } from '../../kit/fair-scheduler.ts';
import { NO_BODY, type NoBody, type ReadBody } from '../../kit/http/body.ts';
import { createHolding, type SparingLog } from '../../kit/http/rate-limit.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import type { Heartbeats, Intake, IntakeResult } from '../intake.ts';
import { readForm } from '../payloads/form.ts';
import { maskedExcerpt } from '../payloads/masking.ts';
import type { PayloadProblem } from '../payloads/payload.ts';
import { nameSeen } from '../payloads/schema.ts';
import type { CalledHook, HookCall, HookCalls, RefusalReason } from '../recent-calls.ts';
import type { RefusedCalls } from '../refused-calls.ts';
import type { Subscriptions } from '../slack/subscription.ts';
import type { HookCaller } from './hook-callers.ts';
import type { createStalledCalls } from './stalled-calls.ts';

/** Limits of a call's body: its size in bytes, and how long it may take to arrive. */
export const HOOK_BODY = { limit: 256 * 1024, ms: 10_000 };

export type HookAnswer = HookCall['as'] | 'unauthorized';

type HookReply = {
  as: HookAnswer;
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** Set if the sender won't send the call again, so the refusal is reported in Slack. */
  refusal?: RefusalReason;
  /** Further facts for the list of latest calls. */
  call?: Partial<Pick<HookCall, 'sender' | 'field' | 'seen' | 'understood'>> & { ids?: string[] };
};

const UNAUTHORIZED: HookReply = {
  as: 'unauthorized',
  status: 401,
  body: {
    error:
      'There is no such hook, or the token is not its own: in "Authorization: Bearer …", as the password of Basic, in X-Gitlab-Token, or in the address after the hook’s id (or the signature in X-Hub-Signature-256).',
  },
  headers: { 'www-authenticate': 'Bearer' },
};
const TOKEN_IN_ADDRESS: HookReply = {
  ...UNAUTHORIZED,
  body: {
    error:
      'The address must have no "?…". Send the token in the header "Authorization: Bearer …", or take the hook’s secret address.',
  },
};

const UNREAD: Record<NoBody, Pick<HookReply, 'as' | 'body' | 'refusal'>> = {
  too_large: {
    as: 'too_large',
    body: { error: `The body should have ${HOOK_BODY.limit} bytes at most.` },
    refusal: 'too_large',
  },
  too_slow: { as: 'invalid', body: { error: 'The body did not come in time.' } },
  too_busy: { as: 'unavailable', body: { error: 'Too much is coming in at once. Send it again.' } },
};

function replyFor(result: IntakeResult): HookReply {
  const { sender } = result;
  switch (result.kind) {
    case 'accepted':
      return {
        as: result.isNew ? 'accepted' : 'repeated',
        status: 202,
        body: { status: 'accepted', ids: result.ids },
        call: { sender, ids: result.ids, understood: result.understood },
      };
    case 'conflict':
      return {
        as: 'conflict',
        status: 409,
        body: { error: 'This key was used before with another body. Nothing was sent for this one.' },
        refusal: 'key_reused',
        call: { sender },
      };
    case 'nothing':
      return {
        as: 'nothing',
        status: 202,
        body: { status: 'nothing', ids: [], why: result.why },
        call: { sender },
      };
    case 'not_understood':
      return {
        as: 'not_understood',
        status: 202,
        body: { status: 'not_understood', ids: [], why: result.problem.error },
        refusal: 'not_understood',
        call: { sender, ...seenIn(result.problem) },
      };
    case 'nobody': {
      const { field, error } = result.problem;
      return { ...refused(400, 'to', error, field), call: { sender, ...seenIn(result.problem) } };
    }
  }
}

const seenIn = ({ field, seen = [] }: PayloadProblem) => ({ field, seen });

/** Answers 503 only if certainly nothing was stored, otherwise 500. A call with a key can safely be repeated after either. */
function failed(error: unknown): HookReply {
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

function rateLimited(waitMs: number): HookReply {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return {
    as: 'rate_limited',
    status: 429,
    body: { error: `This hook is called too often. Try again in ${seconds} s.` },
    headers: { 'retry-after': String(seconds) },
  };
}

const unread = (why: NoBody): HookReply => ({ ...UNREAD[why], ...NO_BODY[why] });

const refused = (
  status: number,
  refusal: RefusalReason,
  error: string,
  field: string | null = null,
): HookReply => ({
  as: refusal === 'too_large' ? 'too_large' : 'invalid',
  status,
  body: field === null ? { error } : { error, field },
  refusal,
  call: { field },
});

/** No `refusal`: stalled-calls.ts reports each such call itself. */
const STALLED: HookReply = {
  as: 'invalid',
  status: 400,
  body: {
    error:
      'The app got stuck reading this same call before and had to be started again, so it does not read it now. Nothing was sent for it. Ask whoever runs the app to look into it.',
  },
};

const JSON_HEADERS = { type: 'application/json', encoding: '' };

/** The end of an alert, as Alertmanager and Grafana send it. */
const resolvedSchema = z.looseObject({ status: z.literal('resolved') });

export const HOOKS_PATH = '/hooks/';

/** Admins see this much of the path of a bad field. */
const FIELD_CHARACTERS = 80;

/** Limit for all bodies of a workspace that are being read or stored. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;

/** Filled in while a call is answered. `start`: the first characters of its text. */
type CallNotes = { hook?: CalledHook; start?: string };

/** `POST /hooks/<id>` and `/hooks/<id>/<token>`: calls from alerting programs. */
export function hooksRoute(deps: {
  callerOf: (request: IncomingMessage, address: string) => Promise<HookCaller>;
  intake: Intake;
  beat: Heartbeats['beat'];
  readBody: ReadBody;
  runFairly: FairScheduler;
  /** Milliseconds until a hook may be called again; 0 if it may be called now. */
  waitFor: (hookId: string) => number;
  logSparingly: SparingLog;
  answered: (as: HookAnswer) => void;
  calls: Pick<HookCalls, 'note' | 'noteRefused'>;
  refusedCalls: Pick<RefusedCalls, 'note'>;
  /** Handles a sender's request to confirm its subscription. */
  subscribe: Subscriptions['request'];
  unlessStalled: ReturnType<typeof createStalledCalls>;
  log: Log;
}): RequestListener {
  const { callerOf, intake, beat, readBody, runFairly, waitFor, logSparingly, answered, calls, log } = deps;
  const { subscribe, unlessStalled, refusedCalls } = deps;
  const holding = createHolding(MAX_HELD_BYTES);

  async function replyTo(request: IncomingMessage, notes: CallNotes): Promise<HookReply> {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    if (query !== undefined) return TOKEN_IN_ADDRESS;
    const caller = await callerOf(request, path.slice(HOOKS_PATH.length));
    if (caller.kind === 'refused') {
      if (caller.existing) notes.hook = caller.existing;
      return UNAUTHORIZED;
    }
    if (caller.kind === 'unread') return unread(caller.why);
    const { workspace, hook } = caller;
    notes.hook = { workspace, hookId: hook.id };
    const waitMs = waitFor(hook.id);
    if (waitMs > 0) return rateLimited(waitMs);
    const isBeat = hook.heartbeat !== null;
    const headers = {
      type: request.headers['content-type'] ?? '',
      encoding: request.headers['content-encoding'] ?? '',
    };
    const reading = unlessStalled(workspace, hook);
    const body = caller.body ?? (await readBody(request, HOOK_BODY));
    if (typeof body === 'string') return unread(body);
    const idempotencyKey = keyFrom(request.headers['idempotency-key']);
    if (idempotencyKey === 'invalid') {
      return refused(400, 'key', 'Idempotency-Key should have 1 to 255 characters.', 'Idempotency-Key');
    }
    const take = async (): Promise<HookReply> => {
      if (isBeat) return beatOf(workspace, hook.id, body);
      const sent = await runFairly(workspace, readForm(body, headers, HOOK_BODY.limit));
      notes.start = sent.start;
      if (sent.kind === 'unreadable') return refused(sent.status, sent.refusal, sent.error);
      const result = await intake(workspace, hook, { values: sent.values, idempotencyKey });
      if (result.kind === 'nothing' && result.subscription)
        await subscribe(workspace, hook, result.subscription);
      return replyFor(result);
    };
    const reply = await holding(workspace, body.length, () => reading(body, take));
    if (reply === 'stalled') return STALLED;
    return reply === 'too_busy' ? unread(reply) : reply;
  }

  /** Any body counts as a heartbeat, except one that says that an alert is over. */
  async function beatOf(workspace: string, hookId: string, body: Buffer): Promise<HookReply> {
    const sent =
      body.length > 0 ? await runFairly(workspace, readForm(body, JSON_HEADERS, HOOK_BODY.limit)) : null;
    if (sent?.kind === 'values' && resolvedSchema.safeParse(sent.values[0]).success) {
      const why = 'It says that something is over, which is no heartbeat.';
      return { as: 'nothing', status: 202, body: { status: 'nothing', ids: [], why } };
    }
    await beat(workspace, hookId);
    return { as: 'accepted', status: 202, body: { status: 'beat', ids: [] } };
  }

  /**
   * Stores the report of a refused call for Slack.
   *
   * @returns another reply if the report couldn't be stored and the sender should try again; otherwise null
   */
  async function reportRefusal(
    hook: CalledHook,
    { status, refusal, call }: HookReply,
  ): Promise<HookReply | null> {
    if (!refusal) return null;
    try {
      await refusedCalls.note(hook, refusal, call?.seen ?? []);
      return null;
    } catch (error) {
      logSparingly('error', { err: error }, 'can’t store that a call to a hook was refused');
      // With 202, the sender would drop a call that isn't reported either.
      return status === 202 ? failed(error) : null;
    }
  }

  function note(hook: CalledHook, start: string, reply: HookReply): void {
    const { as, status, refusal = null, call = {} } = reply;
    const { sender = null, ids = [], field = null, seen = [], understood = [] } = call;
    const shown = field && nameSeen(field, FIELD_CHARACTERS);
    const line = { workspace: hook.workspace, hook: hook.hookId, status, as };
    if (as === 'unauthorized') {
      calls.noteRefused(hook);
      logSparingly('warn', line, 'a call to a hook was refused');
      return;
    }
    const excerpt = refusal === null || start === '' ? null : maskedExcerpt(start);
    calls.note(hook, {
      sender,
      status,
      as,
      alerts: ids.length,
      field: shown,
      seen,
      refusal,
      understood,
      excerpt,
    });
    log.info({ ...line, sender, ids }, 'a hook was called');
  }

  return async (request, response) => {
    if (request.method !== 'POST') {
      respond(response, {
        as: 'invalid',
        status: 405,
        body: { error: 'Only POST.' },
        headers: { allow: 'POST' },
      });
      return;
    }
    const notes: CallNotes = {};
    const first = await replyTo(request, notes).catch((error: unknown) => {
      logSparingly('error', { err: error }, 'can’t store a call to a hook');
      return failed(error);
    });
    const { hook, start = '' } = notes;
    const reply = (hook && (await reportRefusal(hook, first))) ?? first;
    answered(reply.as);
    if (hook) note(hook, start, reply);
    respond(response, reply);
  };
}

function keyFrom(header: string | string[] | undefined): string | null | 'invalid' {
  if (header === undefined) return null;
  const key = String(header).trim();
  return key.length >= 1 && key.length <= 255 ? key : 'invalid';
}

function respond(response: ServerResponse, { status, body, headers }: HookReply): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(`${JSON.stringify(body)}\n`);
}
