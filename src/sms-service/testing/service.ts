import type { IncomingMessage } from 'node:http';
import type { Posted } from '../accept/form.ts';
import { type Decide, failure, type Reply } from '../accept/operation.ts';
import { type AccountView, type Text, textOf } from '../management.ts';
import { rawReply } from '../server/server.ts';
import { type Replacements, type Service, type ServiceOptions, startService } from '../service.ts';
import type { LogEntry } from '../store/texts.ts';
import { type Clock, systemClock } from '../time.ts';
import {
  answerTo,
  createSwitchboard,
  type Fault,
  type Faults,
  insteadOfAccepting,
  type Moment,
} from './faults.ts';
import { createJournal, type Requests, type SeenRequest } from './journal.ts';
import { type WindowKind, windows } from './windows.ts';

export type { ErrorCode, SpecErrorCode } from '../decisions.ts';
export { InputError } from '../input-error.ts';
export { splitParts } from '../parts.ts';
export type { Clock } from '../time.ts';
export type { ErrorShape, Fault } from './faults.ts';
export type { SeenRequest } from './journal.ts';
export type { WindowKind } from './windows.ts';

/** Options for tests, besides the operator's. */
export interface SmsServiceOptions extends ServiceOptions {
  /** The way of counting 60 requests a minute; `sliding` by default. */
  window?: WindowKind;
  /** True (the default) if a 429 carries `Retry-After`. */
  retryAfter?: boolean;
}

/** The real service for tests and the demo, with deliberate faults and a record of every request. */
export interface SmsService extends Omit<Service, 'accounts'> {
  accounts: Service['accounts'] & {
    /** Removes all credits. */
    useUp(accountId: number): AccountView;
  };
  faults: Faults;
  requests: Requests;
  /** Calls `listener` with each text accepted from now on. The returned function stops that. */
  onText(listener: (text: Text) => void): () => void;
  /** Calls `listener` with each valid key used from now on. */
  onKey(listener: (key: { id: number; key: string }) => void): void;
}

/** Starts the service. Throws an `InputError` if an option is wrong or the port is in use. */
export async function createSmsService(options: SmsServiceOptions = {}): Promise<SmsService> {
  const { window = 'sliding', retryAfter = true, clock = systemClock, onInternalError = () => {} } = options;
  const faults = createSwitchboard();
  const requests = createJournal();
  const holds = createHolds(clock);
  const listeners = new Set<(text: Text) => void>();
  const keyListeners = new Set<(key: { id: number; key: string }) => void>();
  const notifyText = (entry: LogEntry) => {
    for (const listener of listeners) {
      try {
        listener(textOf(entry));
      } catch (error) {
        onInternalError(error);
      }
    }
  };

  const createAnswer: NonNullable<Replacements['createAnswer']> = decide => async (posted, request) => {
    const seen = recordOf(posted, request, clock.now());
    requests.add(seen);
    const reply = await respond(posted, request, seen, decide);
    seen.status = reply?.status ?? null;
    return reply;
  };

  async function respond(
    posted: Posted,
    request: IncomingMessage,
    seen: SeenRequest,
    decide: Decide,
  ): Promise<Reply | null> {
    if (posted === null || typeof posted === 'string') {
      requests.decide();
      seen.code = posted;
      return posted === null ? null : failure(posted);
    }
    const active = faults.take(posted.apiKey);
    await delay(active, 'before', request);
    const outcome = insteadOfAccepting(active) ?? decide(posted, request);
    if (typeof outcome === 'string') seen.code = outcome;
    else if ('accepted' in outcome) noteOutcome(seen, outcome);
    requests.decide();
    notifyKey(seen, posted.apiKey);
    if (typeof outcome === 'string') return failure(outcome);
    if (!('accepted' in outcome)) return replyUnlessFaulty(outcome, request);
    if (outcome.accepted) notifyText(outcome.entry);
    await delay(active, 'after', request);
    return replyUnlessFaulty(answerTo(outcome, active, retryAfter), request);
  }

  function notifyKey({ apiKeyId, code }: SeenRequest, key: string | null): void {
    if (apiKeyId === null || key === null || code === 'INVALID_API_KEY') return;
    for (const listener of keyListeners) listener({ id: apiKeyId, key });
  }

  async function delay(active: readonly Fault[], when: Moment, request: IncomingMessage): Promise<void> {
    for (const it of active) if (it.kind === 'slow' && it.when === when) await holds.wait(it.ms, request);
  }

  /** The reply; null after a fault that sends none, or half of one. */
  async function replyUnlessFaulty(
    answer: ReturnType<typeof answerTo>,
    request: IncomingMessage,
  ): Promise<Reply | null> {
    const { socket } = request;
    if (answer.kind === 'hang') await holds.hang(request);
    else if (answer.kind === 'reset') socket.resetAndDestroy();
    else if (answer.truncated) {
      const { reply } = answer;
      socket.write(rawReply(reply).slice(0, -reply.body.length / 2), () => socket.destroy());
    } else return answer.reply;
    return null;
  }

  const service = await startService(options, { window: windows[window], createAnswer });
  return {
    ...service,
    accounts: {
      ...service.accounts,
      useUp(accountId) {
        const { balance } = service.accounts.get(accountId);
        if (balance === '0') return service.accounts.get(accountId);
        return service.accounts.correct(accountId, `-${balance}`, 'Used up');
      },
    },
    faults,
    requests,
    onText(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onKey: listener => void keyListeners.add(listener),
    close() {
      holds.end();
      return service.close();
    },
  };
}

function recordOf(posted: Posted, { url = '', method = '' }: IncomingMessage, at: number): SeenRequest {
  const [path = ''] = url.split('?');
  const { apiKey, number, message } =
    posted !== null && typeof posted === 'object' ? posted : { apiKey: null, number: null, message: null };
  const outcome = { apiKeyId: null, status: null, code: null, logId: null };
  return { at, method, path, number, message, apiKeyPresent: Boolean(apiKey), ...outcome };
}

function noteOutcome(seen: SeenRequest, outcome: Parameters<typeof answerTo>[0]): void {
  if (outcome.accepted) {
    seen.apiKeyId = outcome.entry.apiKeyId;
    seen.logId = outcome.entry.logId;
  } else {
    seen.apiKeyId = outcome.apiKeyId;
    seen.code = outcome.code;
  }
}

/** Requests that a fault keeps waiting. Closing drops them, and any later one at once. */
function createHolds(clock: Clock) {
  const held = new Set<() => void>();
  let ended = false;
  function hold({ socket }: IncomingMessage, cancelTimer = () => {}): () => void {
    const drop = () => {
      cancelTimer();
      socket.destroy();
    };
    if (ended) drop();
    else held.add(drop);
    return () => held.delete(drop);
  }
  return {
    /** Waits on the service's clock. Never resolves if the service closes meanwhile. */
    wait: (ms: number, request: IncomingMessage) =>
      new Promise<void>(resolve => {
        const cancelTimer = clock.after(ms, () => {
          release();
          resolve();
        });
        const release = hold(request, cancelTimer);
      }),
    /** Resolves when the caller has disconnected. */
    hang: (request: IncomingMessage) =>
      new Promise<void>(resolve => {
        request.socket.once('close', hold(request)).once('close', () => resolve());
      }),
    end(): void {
      ended = true;
      for (const drop of held) drop();
      held.clear();
    },
  };
}
