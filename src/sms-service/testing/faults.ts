import { jsonReply, type Reply, replyTo, successBody } from '../accept/operation.ts';
import type { Accepted, Refused, SendOutcome } from '../accept/send.ts';
import { SPEC_ERRORS, type SpecErrorCode } from '../decisions.ts';
import { formatCredits } from '../money.ts';

/** Error bodies in each shape that services use, by where the code is. */
export const errorBodies = {
  default: (code: SpecErrorCode, message: string) => ({ success: false, error: code, message }),
  code: (code: SpecErrorCode, message: string) => ({ success: false, code, message }),
  error: (code: SpecErrorCode) => ({ error: code }),
  'error.code': (code: SpecErrorCode, message: string) => ({ success: false, error: { code, message } }),
  error_code: (code: SpecErrorCode, message: string) => ({ success: false, error_code: code, message }),
  status: (code: SpecErrorCode, message: string) => ({ status: code, message }),
  message: (code: SpecErrorCode) => ({ success: false, message: code }),
  none: (_: SpecErrorCode, message: string) => ({ success: false, message }),
};
export type ErrorShape = keyof typeof errorBodies;

/** Before a send is accepted (nothing charged), or after (charged and logged; refused sends are unaffected). */
export type Moment = 'before' | 'after';

/**
 * A deliberate fault. The union lists first the faults that replace an answer, then those that change its format.
 * Different kinds may be on at the same time.
 */
export type Fault =
  /** Handled and answered `ms` later (`before`), or handled at once and answered later (`after`). */
  | { kind: 'slow'; ms: number; when: Moment }
  /** Never answers; the connection stays open. */
  | { kind: 'hang'; when: Moment }
  /** The connection is reset without an answer. */
  | { kind: 'reset'; when: Moment }
  /** 500 with an HTML page. */
  | { kind: 'html-500'; when: Moment }
  /** 403 with an HTML page and no code, as from a proxy; nothing charged. */
  | { kind: 'html-403' }
  /** A redirect, to `location` or otherwise to another path here; nothing charged. */
  | { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location?: string }
  /**
   * Every request is refused with this code; nothing charged or counted. `retryAfter` is sent as the header, unchanged.
   */
  | { kind: 'refuse'; code: SpecErrorCode; retryAfter?: string }
  /** 200 with a body that says `success: false` and this code; nothing charged. */
  | { kind: 'success-false'; code: SpecErrorCode }
  /** Accepted, then 200 with a body that is not JSON. */
  | { kind: 'unreadable-200' }
  /** Accepted, then 200 with no body. */
  | { kind: 'empty-200' }
  /** Accepted, then 200 with valid JSON of more than 64 KiB. */
  | { kind: 'oversized-200' }
  /** Accepted, then 200 that breaks off inside its body. */
  | { kind: 'truncated-200' }
  /** A PHP warning precedes the JSON, of success or failure. */
  | { kind: 'php-warning' }
  /** `log_id`, `cost` and `balance` are JSON strings. */
  | { kind: 'numbers-as-strings' }
  /** Error replies have this shape. */
  | { kind: 'error-shape'; shape: ErrorShape };

/** The active fault of a kind; the last one added if there are several. */
function findFault<Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { kind: Kind }> | undefined {
  return faults.findLast((it): it is Extract<Fault, { kind: Kind }> => it.kind === kind);
}

/** Switches faults on and off while the service runs. */
export type Faults = Omit<ReturnType<typeof createSwitchboard>, 'take'>;

export function createSwitchboard() {
  let switches: { fault: Fault; remaining: number; apiKey: string | null }[] = [];

  return {
    /** All faults that are on, in the order added. */
    active: () => switches.map(it => it.fault),
    /**
     * Adds a fault for the next `requests` requests to the operation, or until it is removed; with `apiKey`, only for
     * requests with that key. The returned function removes it.
     */
    add(
      fault: Fault,
      {
        requests = Number.POSITIVE_INFINITY,
        apiKey = null,
      }: { requests?: number; apiKey?: string | null } = {},
    ): () => void {
      const added = { fault, remaining: requests, apiKey };
      if (requests > 0) switches.push(added);
      return () => {
        switches = switches.filter(it => it !== added);
      };
    },
    /** Removes all. Requests that already hang keep hanging until their caller disconnects. */
    clear(): void {
      switches = [];
    },
    /** The faults for one request with this key. Counts them down. */
    take(apiKey: string | null): Fault[] {
      const matching = switches.filter(it => it.apiKey === null || it.apiKey === apiKey);
      for (const it of matching) it.remaining--;
      switches = switches.filter(it => it.remaining > 0);
      return matching.map(it => it.fault);
    },
  };
}

const HTML_TYPE = 'text/html; charset=UTF-8';

/** PHP's output with `display_errors` on. The headers have been sent by then, so the type is HTML. */
const PHP_WARNING =
  '<br />\n<b>Warning</b>:  Undefined array key "sender" in <b>/var/www/html/api/send-sms.php</b> on line <b>42</b><br />\n';

/** Larger than the 64 KiB that a careful client reads. */
const PADDING = 'x'.repeat(128 * 1024);

/** A reply, perhaps truncated, or none. */
export type Answer =
  | { kind: 'reply'; reply: Reply; truncated?: boolean }
  | { kind: 'hang' }
  | { kind: 'reset' };

const answer = (reply: Reply): Answer => ({ kind: 'reply', reply });

/** The answer that replaces the real send; null if the send goes ahead. */
export function insteadOfAccepting(faults: readonly Fault[]): Answer | Refused | null {
  const silent = noReply(faults, 'before');
  if (silent !== null) return silent;
  if (findFault(faults, 'html-403')) return answer(page(403, '403 Forbidden'));
  const redirect = findFault(faults, 'redirect');
  if (redirect !== undefined)
    return answer(page(redirect.status, 'Moved', { Location: redirect.location ?? '/elsewhere' }));
  const code = findFault(faults, 'refuse')?.code ?? findFault(faults, 'success-false')?.code;
  return code === undefined ? null : { accepted: false, code, apiKeyId: null, accountId: null };
}

/** The answer to a send, changed by the faults. */
export function answerTo(outcome: SendOutcome, faults: readonly Fault[], retryAfter: boolean): Answer {
  const plain = outcome.accepted ? success(outcome, faults) : answer(refusal(outcome, faults, retryAfter));
  if (plain.kind !== 'reply' || !findFault(faults, 'php-warning')) return plain;
  const { headers, ...reply } = plain.reply;
  const warned = { ...reply, headers: { ...headers, 'Content-Type': HTML_TYPE } };
  return { ...plain, reply: withBody(warned, PHP_WARNING + reply.body) };
}

function success({ entry }: Accepted, faults: readonly Fault[]): Answer {
  const silent = noReply(faults, 'after');
  if (silent !== null) return silent;
  const { logId, cost, balance } = entry;
  const strings = { log_id: String(logId), cost: formatCredits(cost), balance: formatCredits(balance) };
  const body = { ...successBody(entry), ...(findFault(faults, 'numbers-as-strings') && strings) };
  const reply = jsonReply(200, body);
  if (findFault(faults, 'unreadable-200')) return answer(withBody(reply, `OK|${logId}|sent`));
  if (findFault(faults, 'empty-200')) return answer(withBody(reply, ''));
  if (findFault(faults, 'oversized-200')) return answer(jsonReply(200, { padding: PADDING, ...body }));
  return { kind: 'reply', reply, truncated: findFault(faults, 'truncated-200') !== undefined };
}

function refusal(outcome: Refused, faults: readonly Fault[], retryAfter: boolean): Reply {
  const { code } = outcome;
  const plain = replyTo(outcome);
  const forcedHeader = findFault(faults, 'refuse')?.retryAfter;
  if (forcedHeader !== undefined) plain.headers['Retry-After'] = forcedHeader;
  else if (!retryAfter) delete plain.headers['Retry-After'];
  const shape = findFault(faults, 'error-shape')?.shape ?? 'default';
  const { status, message } = SPEC_ERRORS[code];
  const body = JSON.stringify(errorBodies[shape](code, message));
  return withBody({ ...plain, status: findFault(faults, 'success-false') ? 200 : status }, body);
}

function noReply(faults: readonly Fault[], when: Moment): Answer | null {
  const at = (kind: 'hang' | 'reset' | 'html-500') => faults.some(it => it.kind === kind && it.when === when);
  if (at('hang')) return { kind: 'hang' };
  if (at('reset')) return { kind: 'reset' };
  return at('html-500') ? answer(page(500, '500 Internal Server Error')) : null;
}

function page(status: number, title: string, headers: Record<string, string> = {}): Reply {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return withBody({ status, headers: { ...headers, 'Content-Type': HTML_TYPE } }, body);
}

function withBody({ status, headers }: Omit<Reply, 'body'>, body: string): Reply {
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}
