import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Heartbeats } from '../alerts/heartbeats.ts';
import type { Intake, Taken } from '../alerts/intake.ts';
import type { InTurns, PausableWork } from '../domain/in-turns.ts';
import { readJson } from '../domain/json.ts';
import { StorageError } from '../storage/errors.ts';
import { NO_BODY, type NoBody, type ReadBody } from './body.ts';
import { createHolding } from './held.ts';
import type { HookCaller } from './hook-callers.ts';
import type { SparingLog } from './sparing-log.ts';

/** What Alertmanager and Grafana send when an alert is resolved. */
const over = z.looseObject({ status: z.literal('resolved') });

export const HOOKS_PATH = '/hooks/';

/** How much a call may say, and how long it may take to. */
export const HOOK_BODY = { limit: 256 * 1024, ms: 10_000 };
/** How much a workspace's calls may hold together while they wait to be stored or are being stored. */
const WAITING_BYTES = 4 * 1024 * 1024;

/** How a call was answered, for metrics. */
export type HookAnswer =
  | 'accepted'
  | 'repeated'
  | 'conflict'
  | 'nothing'
  | 'invalid'
  | 'unauthorized'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable';

type HookReply = { as: HookAnswer; status: number; body: object; headers?: Record<string, string> };

const UNAUTHORIZED: HookReply = {
  as: 'unauthorized',
  status: 401,
  body: {
    error:
      'There is no such hook, or the token in "Authorization: Bearer …" (or the signature in X-Hub-Signature-256) is not its own.',
  },
  headers: { 'www-authenticate': 'Bearer' },
};
const TOKEN_IN_ADDRESS: HookReply = {
  ...UNAUTHORIZED,
  body: {
    error:
      'The address must have no "?…": a token there ends up in logs. Send it in the header "Authorization: Bearer …".',
  },
};

const UNREAD: Record<NoBody, Pick<HookReply, 'as' | 'body'>> = {
  too_large: { as: 'too_large', body: { error: `The body should have ${HOOK_BODY.limit} bytes at most.` } },
  too_slow: { as: 'invalid', body: { error: 'The body did not come in time.' } },
  too_busy: { as: 'unavailable', body: { error: 'Too much is coming in at once. Send it again.' } },
};

/** `POST /hooks/<id>`: calls from alerting programs. */
export function hooksRoute(parts: {
  callerOf: (request: IncomingMessage, hookId: string) => Promise<HookCaller>;
  intake: Intake;
  beat: Heartbeats['beat'];
  readBody: ReadBody;
  inTurns: InTurns;
  /** Milliseconds until a hook may be called again; 0: now. */
  waitFor: (hookId: string) => number;
  logSparingly: SparingLog;
  answered: (as: HookAnswer) => void;
}): RequestListener {
  const { callerOf, intake, beat, readBody, inTurns, waitFor, logSparingly, answered } = parts;
  const holding = createHolding(WAITING_BYTES);

  async function answerTo(request: IncomingMessage): Promise<HookReply> {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    if (query !== undefined) return TOKEN_IN_ADDRESS;
    const caller = await callerOf(request, path.slice(HOOKS_PATH.length));
    if (caller.kind === 'refused') return UNAUTHORIZED;
    if (caller.kind === 'unread') return unread(caller.why);
    const { workspace, hook } = caller;
    const waitMs = waitFor(hook.id);
    if (waitMs > 0) return rateLimited(waitMs);
    const isBeat = hook.heartbeat !== null;
    if (!isBeat && !/^application\/([\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
      return invalid(415, 'Content-Type', 'The body should be JSON: send "Content-Type: application/json".');
    }
    const body = caller.body ?? (await readBody(request, HOOK_BODY));
    if (typeof body === 'string') return unread(body);
    const idempotencyKey = keyFrom(request.headers['idempotency-key']);
    if (idempotencyKey === 'invalid') {
      return invalid(400, 'Idempotency-Key', 'Idempotency-Key should have 1 to 255 characters.');
    }
    const answer = await holding(workspace, body.length, async () => {
      if (isBeat) return beatOf(workspace, hook.id, body);
      const sent = await inTurns(workspace, parsed(body));
      if (sent === undefined) return invalid(400, null, 'The body is not JSON in UTF-8.');
      return answerFor(await intake(workspace, hook, { body: sent, idempotencyKey }));
    });
    return answer === 'too_busy' ? unread(answer) : answer;
  }

  /** A heartbeat is called by anything that can call at all: what it says doesn't matter, except that it is over. */
  async function beatOf(workspace: string, hookId: string, body: Buffer): Promise<HookReply> {
    const said = body.length > 0 ? await inTurns(workspace, parsed(body)) : undefined;
    if (over.safeParse(said).success) {
      const why = 'It says that something is over, which is no heartbeat.';
      return { as: 'nothing', status: 202, body: { status: 'nothing', ids: [], why } };
    }
    await beat(workspace, hookId);
    return { as: 'accepted', status: 202, body: { status: 'beat', ids: [] } };
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
    const answer = await answerTo(request).catch((error: unknown) => {
      logSparingly('error', { err: error }, 'can’t store a call to a hook');
      return failed(error);
    });
    answered(answer.as);
    respond(response, answer);
  };
}

function answerFor(taken: Taken): HookReply {
  switch (taken.kind) {
    case 'accepted':
      return {
        as: taken.isNew ? 'accepted' : 'repeated',
        status: 202,
        body: { status: 'accepted', ids: taken.ids },
      };
    case 'conflict':
      return {
        as: 'conflict',
        status: 409,
        body: { error: 'This key was used before with another body. Nothing was sent for this one.' },
      };
    case 'nothing':
      return { as: 'nothing', status: 202, body: { status: 'nothing', ids: [], why: taken.why } };
    case 'invalid':
      return invalid(400, taken.problem.field, taken.problem.error);
  }
}

/** 503 only if definitely nothing was stored. A call with a key can safely be repeated either way. */
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

const invalid = (status: number, field: string | null, error: string): HookReply => ({
  as: 'invalid',
  status,
  body: field === null ? { error } : { error, field },
});

function keyFrom(header: string | string[] | undefined): string | null | 'invalid' {
  if (header === undefined) return null;
  const key = String(header).trim();
  return key.length >= 1 && key.length <= 255 ? key : 'invalid';
}

/** Undefined if it isn't JSON. */
function* parsed(body: Buffer): PausableWork<unknown> {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(body);
    yield;
    return readJson(json);
  } catch {
    return undefined;
  }
}

function respond(response: ServerResponse, { status, body, headers }: HookReply): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(`${JSON.stringify(body)}\n`);
}
