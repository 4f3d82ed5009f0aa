import type { WindowState } from '../../src/sms-service/accept/rate-limit.ts';
import type { SendOutcome } from '../../src/sms-service/accept/send.ts';
import type { SpecErrorCode } from '../../src/sms-service/decisions.ts';
import { countParts } from '../../src/sms-service/parts.ts';
import {
  type Answer,
  answerTo,
  type ErrorShape,
  type Fault,
  insteadOfAccepting,
} from '../../src/sms-service/testing/faults.ts';
import { type WindowKind, windows } from '../../src/sms-service/testing/windows.ts';
import type { Gateway } from '../../src/texts/gateway/client.ts';
import { classifyReply, type RequestOutcome } from '../../src/texts/gateway/reply.ts';
import type { Process, SimClock } from './clock.ts';
import type { Dice } from './dice.ts';

/** The price of a part, in ten-thousandths of a credit. */
const PRICE = 3500n;
/** The app's limit for an answer, as its docs promise. */
const ANSWER_MS = 20_000;
const MAX_BYTES = 64 * 1024;

/** A request to send a text, as it came to the service. */
export type SeenRequest = {
  /** When its bytes left the app, and when they arrived at the service. */
  leftAt: number;
  at: number;
  account: string;
  apiKey: string;
  number: string;
  message: string;
  /**
   * `accepted`: charged. A code, or a bare 403: certainly not sent, and the reply says so. Otherwise the outcome can't be
   * told from outside.
   */
  came: 'accepted' | 'silent' | 'bare' | SpecErrorCode;
  /** The app got a reply that says explicitly that nothing was sent. */
  refused: boolean;
  logId: number | null;
  /** In ten-thousandths of a credit. */
  cost: bigint;
  /** When the app got the reply; null for never. */
  heardAt: number | null;
  /** The answer comes soon, and states the outcome. */
  isClear: boolean;
  /** The key's minute was full. */
  isOverfull: boolean;
};

export type Account = {
  name: string;
  apiKey: string;
  balance: bigint;
  isSuspended: boolean;
  isRevoked: boolean;
};

/** The faults of the service, in percent of its requests. */
export type Trouble = { unreachable: number; silent: number; refused: number; odd: number; slow: number };
export const NO_TROUBLE: Trouble = { unreachable: 0, silent: 0, refused: 0, odd: 0, slow: 0 };

export type Service = {
  /** Oldest first. */
  requests: SeenRequest[];
  accounts: Map<string, Account>;
  trouble: Trouble;
  /** Numbers that don't exist, numbers whose answers can't be read, and numbers of a network that costs double. */
  dead: Set<string>;
  mute: Set<string>;
  dear: Set<string>;
  /** By number: how long connecting takes, in milliseconds. A claim is valid for five seconds. */
  connects: Map<string, number>;
  /** The number of probes (requests that send no text) that found the key's minute full. */
  overfullProbes: number;
  /** By number: how long an answer takes at least, in milliseconds. */
  slow: Map<string, number>;
  /** Numbers whose requests a proxy refuses by a bare status, and numbers whose requests get no answer. */
  barred: Set<string>;
  deaf: Set<string>;
  /** Numbers whose first request is answered with `RATE_LIMITED`. */
  often: Set<string>;
  open(name: string, apiKey: string, credits: number): Account;
  gatewayOf(host: Process): Gateway;
  /** By number: called when a process starts a request. */
  onAsked: Map<string, (host: Process) => void>;
  /** Called when the bytes of a request have left the app. */
  onLeft: (request: SeenRequest) => void;
  /** The most requests of one key that were open at once. */
  maxOpen: number;
};

const isUnclear = ({ kind }: Fault): boolean =>
  !['error-shape', 'php-warning', 'numbers-as-strings', 'refuse', 'success-false', 'html-403'].includes(kind);

const SHAPES: readonly ErrorShape[] = [
  'default',
  'code',
  'error',
  'error.code',
  'error_code',
  'status',
  'message',
];

/** The SMS service without a socket, with its own windows, faults, parts and balances. */
export function createService(clock: SimClock, dice: Dice, window: WindowKind): Service {
  const states = new Map<string, WindowState>();
  const open = new Map<string, number>();
  let logged = 0;

  function takeSlot(apiKey: string): { allowed: boolean; retryAfterMs: number } {
    const slot = windows[window].take(states.get(apiKey) ?? [], clock.now());
    states.set(apiKey, slot.state);
    return slot;
  }

  /** The faults of the next request. */
  function faultsNow(): Fault[] {
    const { silent, refused, odd } = service.trouble;
    const when = dice.percent(50) ? 'before' : 'after';
    if (dice.percent(silent)) {
      const kinds: Fault[] = [
        { kind: 'hang', when },
        { kind: 'reset', when },
        { kind: 'html-500', when },
        { kind: 'redirect', status: 302 },
        { kind: 'unreadable-200' },
        { kind: 'empty-200' },
        { kind: 'truncated-200' },
        { kind: 'oversized-200' },
      ];
      return [dice.one(kinds)];
    }
    const shape: Fault = { kind: 'error-shape', shape: dice.one(SHAPES) };
    if (dice.percent(refused)) {
      const code = dice.weighted<SpecErrorCode>([
        [6, 'INVALID_NUMBER'],
        [3, 'RATE_LIMITED'],
        [1, 'INSUFFICIENT_CREDITS'],
      ]);
      if (dice.percent(30)) return [{ kind: 'html-403' }];
      if (dice.percent(15)) return [{ kind: 'success-false', code }];
      return [{ kind: 'refuse', code, ...(code === 'RATE_LIMITED' && { retryAfter: '30' }) }, shape];
    }
    if (!dice.percent(odd)) return [shape];
    return [shape, dice.one<Fault>([{ kind: 'php-warning' }, { kind: 'numbers-as-strings' }])];
  }

  function faultsFor(number: string): Fault[] {
    if (service.mute.has(number)) return [{ kind: 'html-500', when: 'before' }];
    if (service.barred.has(number)) return [{ kind: 'error-shape', shape: 'none' }];
    if (service.deaf.has(number)) return [{ kind: 'hang', when: 'before' }];
    if (service.often.delete(number)) return [{ kind: 'refuse', code: 'RATE_LIMITED', retryAfter: '30' }];
    return service.dead.has(number) ? [] : faultsNow();
  }

  /** The service's answer to a request that has arrived. */
  function answerFor(seen: SeenRequest, faults: readonly Fault[]): Answer {
    const account = [...service.accounts.values()].find(({ apiKey }) => apiKey === seen.apiKey);
    const refuse = (code: SpecErrorCode, retryAfterMs?: number): Answer => {
      seen.came = code;
      seen.refused = true;
      const outcome = {
        accepted: false,
        code,
        accountId: 1,
        apiKeyId: 1,
        ...(retryAfterMs && { retryAfterMs }),
      } as const;
      return answerTo(outcome, faults, true);
    };
    if (service.barred.has(seen.number)) {
      const answer = refuse(dice.one(['ACCOUNT_SUSPENDED', 'INSUFFICIENT_CREDITS']));
      seen.came = 'bare';
      return answer;
    }
    if (!account || account.isRevoked) return refuse('INVALID_API_KEY');
    seen.account = account.name;
    const { allowed, retryAfterMs } = takeSlot(seen.apiKey);
    if (account.isSuspended) return refuse('ACCOUNT_SUSPENDED');
    if (!allowed) {
      seen.isOverfull = true;
      return refuse('RATE_LIMITED', retryAfterMs);
    }
    if (service.dead.has(seen.number)) return refuse('INVALID_NUMBER');
    if (faults.some(({ kind }) => kind === 'html-403')) Object.assign(seen, { came: 'bare', refused: true });
    const instead = insteadOfAccepting(faults);
    if (instead && 'accepted' in instead) return refuse(instead.code, 30_000);
    if (instead) return instead;
    const parts = countParts(seen.message);
    const cost = BigInt(parts) * PRICE * (service.dear.has(seen.number) ? 2n : 1n);
    if (account.balance < cost) return refuse('INSUFFICIENT_CREDITS');
    account.balance -= cost;
    logged += 1;
    const logId = logged;
    Object.assign(seen, { came: 'accepted', logId, cost });
    const { number, message } = seen;
    const entry = {
      logId,
      accountId: 1,
      apiKeyId: 1,
      number,
      message,
      parts,
      cost,
      balance: account.balance,
    };
    const outcome: SendOutcome = { accepted: true, entry: { ...entry, sentAt: clock.now() } };
    return answerTo(outcome, faults, true);
  }

  function post(
    host: Process,
    text: { apiKey: string; number: string; message: string },
    mayLeave: () => boolean,
  ) {
    const { trouble } = service;
    const isSlow = dice.percent(trouble.slow);
    const connectMs = service.connects.get(text.number) ?? dice.below(isSlow ? 9000 : 60);
    service.onAsked.get(text.number)?.(host);
    const faults = faultsFor(text.number);
    return new Promise<RequestOutcome>(resolve => {
      let isHeard = false;
      const hear = (outcome: () => RequestOutcome): void => {
        if (!isHeard) resolve(outcome());
        isHeard = true;
      };
      const answer = (ms: number, outcome: () => RequestOutcome) =>
        clock.after(ms, () => hear(outcome), host);
      if (dice.percent(trouble.unreachable)) {
        answer(connectMs, () => ({ kind: 'not_sent', why: 'unreachable', cause: 'refused' }));
        return;
      }
      clock.after(
        connectMs,
        () => {
          if (mayLeave()) leave(text, faults, isSlow, answer);
          else hear(() => ({ kind: 'not_sent', why: 'late', cause: 'the claim is too old' }));
        },
        host,
      );
      answer(ANSWER_MS, () => ({ kind: 'uncertain', why: 'timeout', cause: 'no answer' }));
    });
  }

  function leave(
    text: { apiKey: string; number: string; message: string },
    faults: readonly Fault[],
    isSlow: boolean,
    answer: (ms: number, outcome: () => RequestOutcome) => void,
  ): void {
    const leftAt = clock.now();
    const seen: SeenRequest = {
      leftAt,
      at: leftAt,
      account: '',
      ...text,
      came: 'silent',
      refused: false,
      logId: null,
      cost: 0n,
      heardAt: null,
      isClear: false,
      isOverfull: false,
    };
    open.set(text.apiKey, (open.get(text.apiKey) ?? 0) + 1);
    service.maxOpen = Math.max(service.maxOpen, open.get(text.apiKey) ?? 0);
    service.onLeft(seen);
    service.requests.push(seen);
    // The request is on the wire, so it arrives even if the process dies.
    clock.after(dice.below(isSlow ? 6000 : 200), () => {
      seen.at = clock.now();
      const reply = answerFor(seen, faults);
      const ms = (service.slow.get(text.number) ?? 0) + dice.below(isSlow ? 20_000 : 900);
      seen.isClear =
        (seen.refused || seen.came === 'accepted') &&
        !faults.some(isUnclear) &&
        seen.at - leftAt + ms < 12_000;
      clock.after(ms, () => open.set(text.apiKey, (open.get(text.apiKey) ?? 1) - 1));
      if (reply.kind === 'hang') return;
      answer(ms, () => {
        seen.heardAt = clock.now();
        return outcomeOf(reply);
      });
    });
  }

  function outcomeOf(answer: Answer): RequestOutcome {
    if (answer.kind !== 'reply' || answer.truncated)
      return { kind: 'uncertain', why: 'connection', cause: 'cut' };
    const { status, body, headers } = answer.reply;
    if (body.length > MAX_BYTES && status < 400)
      return { kind: 'uncertain', why: 'unreadable', cause: 'large' };
    return classifyReply(status, body, headers['Retry-After'], clock.machine.wall());
  }

  const service: Service = {
    requests: [],
    accounts: new Map(),
    trouble: NO_TROUBLE,
    dead: new Set(),
    mute: new Set(),
    dear: new Set(),
    connects: new Map(),
    overfullProbes: 0,
    slow: new Map(),
    barred: new Set(),
    deaf: new Set(),
    often: new Set(),
    onAsked: new Map(),
    onLeft: () => undefined,
    maxOpen: 0,
    open(name, apiKey, credits) {
      const account = {
        name,
        apiKey,
        balance: BigInt(Math.round(credits * 10_000)),
        isSuspended: false,
        isRevoked: false,
      };
      service.accounts.set(name, account);
      return account;
    },
    gatewayOf: host => ({
      send: (text, mayLeave) => post(host, text, mayLeave),
      probe: apiKey =>
        new Promise(resolve => {
          clock.after(
            dice.below(300),
            () => {
              const account = [...service.accounts.values()].find(candidate => candidate.apiKey === apiKey);
              if (!takeSlot(apiKey).allowed) service.overfullProbes += 1;
              const code =
                !account || account.isRevoked
                  ? 'INVALID_API_KEY'
                  : account.isSuspended
                    ? 'ACCOUNT_SUSPENDED'
                    : 'MISSING_PARAMETERS';
              resolve({ kind: 'refused', code, status: 400, proven: true, retryAfterMs: null });
            },
            host,
          );
        }),
      close: async () => undefined,
    }),
  };
  return service;
}
