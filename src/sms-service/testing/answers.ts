import { jsonReply, type Reply, replyTo, successBody } from '../accept/operation.ts';
import type { Accepted, Refused, SendOutcome } from '../accept/send.ts';
import { SPEC_ERRORS } from '../decisions.ts';
import { formatCredits } from '../money.ts';
import { errorBodies, type Fault, findFault, type Moment } from './faults.ts';

const HTML_TYPE = 'text/html; charset=UTF-8';

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

const answer = (reply: Reply): Answer => ({ kind: 'reply', reply });

/** What happens instead of accepting the send, if anything. */
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

/** The answer to an accepted or refused send, as the faults change it. */
export function answerTo(outcome: SendOutcome, faults: readonly Fault[], retryAfter: boolean): Answer {
  const given = outcome.accepted ? success(outcome, faults) : answer(refusal(outcome, faults, retryAfter));
  if (given.kind !== 'reply' || !findFault(faults, 'php-warning')) return given;
  const { headers, ...reply } = given.reply;
  const warned = { ...reply, headers: { ...headers, 'Content-Type': HTML_TYPE } };
  return { ...given, reply: withBody(warned, PHP_WARNING + reply.body) };
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
