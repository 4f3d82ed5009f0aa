import { jsonReply, type Reply, replyTo, successBody } from '../accept/operation.ts';
import type { Accepted, Refused, SendOutcome } from '../accept/send.ts';
import { SPEC_ERRORS, type SpecErrorCode } from '../decisions.ts';
import { formatCredits } from '../money.ts';
import { type ErrorShape, type Fault, findFault, type Moment } from './faults.ts';

/** The body of a failure in one of the shapes that services use. */
function errorBody(shape: ErrorShape, code: SpecErrorCode): Record<string, unknown> {
  const { message } = SPEC_ERRORS[code];
  switch (shape) {
    case 'default':
      return { success: false, error: code, message };
    case 'code':
      return { success: false, code, message };
    case 'error':
      return { error: code };
    case 'error.code':
      return { success: false, error: { code, message } };
    case 'error_code':
      return { success: false, error_code: code, message };
    case 'status':
      return { status: code, message };
    case 'message':
      return { success: false, message: code };
    case 'none':
      return { success: false, message };
  }
}

const HTML_TYPE = 'text/html; charset=UTF-8';

function htmlPage(title: string): string {
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

/** What PHP prints if `display_errors` is on. By then the headers have been sent, so the type is HTML too. */
const PHP_WARNING =
  '<br />\n<b>Warning</b>:  Undefined array key "sender" in <b>/var/www/html/api/send-sms.php</b> on line <b>42</b><br />\n';

/** Larger than the 64 KiB that a careful client reads. */
const PADDING = 'x'.repeat(128 * 1024);

/** What finally happens to a request: a reply (perhaps cut off halfway), or none. */
export type Answer =
  | { kind: 'reply'; reply: Reply; truncated?: boolean }
  | { kind: 'hang' }
  | { kind: 'reset' };

/** What happens instead of accepting the send, if anything. */
export function insteadOfAccepting(faults: readonly Fault[]): Answer | Refused | null {
  const silent = noReply(faults, 'before');
  if (silent !== null) return silent;
  if (findFault(faults, 'html-403')) return html(403, '403 Forbidden');
  const redirect = findFault(faults, 'redirect');
  if (redirect !== undefined) {
    const headers = { Location: redirect.location ?? '/elsewhere', 'Content-Type': HTML_TYPE };
    return { kind: 'reply', reply: withBody({ status: redirect.status, headers, body: htmlPage('Moved') }) };
  }
  const code = findFault(faults, 'refuse')?.code ?? findFault(faults, 'success-false')?.code;
  return code === undefined ? null : { accepted: false, code, apiKeyId: null, accountId: null };
}

/** The answer to an accepted or refused send, as the faults change it. */
export function answerTo(outcome: SendOutcome, faults: readonly Fault[], retryAfter: boolean): Answer {
  const answer = outcome.accepted ? acceptedAnswer(outcome, faults) : refusal(outcome, faults, retryAfter);
  if (answer.kind === 'reply' && findFault(faults, 'php-warning')) {
    const { status, headers, body } = answer.reply;
    return {
      ...answer,
      reply: withBody({
        status,
        headers: { ...headers, 'Content-Type': HTML_TYPE },
        body: PHP_WARNING + body,
      }),
    };
  }
  return answer;
}

function acceptedAnswer({ entry }: Accepted, faults: readonly Fault[]): Answer {
  const silent = noReply(faults, 'after');
  if (silent !== null) return silent;
  const { logId, cost, balance } = entry;
  const strings = { log_id: String(logId), cost: formatCredits(cost), balance: formatCredits(balance) };
  const body = { ...successBody(entry), ...(findFault(faults, 'numbers-as-strings') && strings) };
  const success = jsonReply(200, body);
  if (findFault(faults, 'unreadable-200')) {
    return { kind: 'reply', reply: withBody({ ...success, body: `OK|${entry.logId}|sent` }) };
  }
  if (findFault(faults, 'empty-200')) return { kind: 'reply', reply: withBody({ ...success, body: '' }) };
  if (findFault(faults, 'oversized-200')) {
    return { kind: 'reply', reply: jsonReply(200, { padding: PADDING, ...body }) };
  }
  if (findFault(faults, 'truncated-200')) return { kind: 'reply', reply: success, truncated: true };
  return { kind: 'reply', reply: success };
}

function refusal(outcome: Refused, faults: readonly Fault[], retryAfter: boolean): Answer {
  const { code } = outcome;
  const plain = replyTo(outcome);
  const forcedHeader = findFault(faults, 'refuse')?.retryAfter;
  if (forcedHeader !== undefined) plain.headers['Retry-After'] = forcedHeader;
  else if (!retryAfter) delete plain.headers['Retry-After'];
  const shape = findFault(faults, 'error-shape')?.shape;
  if (shape === undefined && !findFault(faults, 'success-false')) return { kind: 'reply', reply: plain };
  const status = findFault(faults, 'success-false') ? 200 : SPEC_ERRORS[code].status;
  const { 'Content-Length': _, ...headers } = plain.headers;
  return { kind: 'reply', reply: jsonReply(status, errorBody(shape ?? 'default', code), headers) };
}

function noReply(faults: readonly Fault[], when: Moment): Answer | null {
  const at = (kind: 'hang' | 'reset' | 'html-500') => faults.some(it => it.kind === kind && it.when === when);
  if (at('hang')) return { kind: 'hang' };
  if (at('reset')) return { kind: 'reset' };
  if (at('html-500')) return html(500, '500 Internal Server Error');
  return null;
}

function html(status: number, title: string): Answer {
  const headers = { 'Content-Type': HTML_TYPE };
  return { kind: 'reply', reply: withBody({ status, headers, body: htmlPage(title) }) };
}

function withBody({ status, headers, body }: Reply): Reply {
  return { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}
