import { SPEC_ERRORS } from '../decisions.ts';
import { errorReply, jsonReply, type Reply, successBody } from '../http/replies.ts';
import type { Accepted, Refused, SendOutcome } from '../sending.ts';
import { errorBody, HTML_TYPE, htmlPage, PADDING, PHP_WARNING } from './bodies.ts';
import { type Fault, findFault, type Moment } from './fault.ts';

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
    return { kind: 'reply', reply: { status: redirect.status, headers, body: htmlPage('Moved') } };
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
      reply: { status, headers: { ...headers, 'Content-Type': HTML_TYPE }, body: PHP_WARNING + body },
    };
  }
  return answer;
}

function acceptedAnswer({ entry }: Accepted, faults: readonly Fault[]): Answer {
  const silent = noReply(faults, 'after');
  if (silent !== null) return silent;
  const body = successBody(entry, findFault(faults, 'numbers-as-strings') ? 'strings' : 'numbers');
  const success = jsonReply(200, body);
  if (findFault(faults, 'unreadable-200')) {
    return { kind: 'reply', reply: { ...success, body: `OK|${entry.logId}|sent` } };
  }
  if (findFault(faults, 'empty-200')) return { kind: 'reply', reply: { ...success, body: '' } };
  if (findFault(faults, 'oversized-200')) {
    return { kind: 'reply', reply: jsonReply(200, { padding: PADDING, ...body }) };
  }
  if (findFault(faults, 'truncated-200')) return { kind: 'reply', reply: success, truncated: true };
  return { kind: 'reply', reply: success };
}

function refusal(outcome: Refused, faults: readonly Fault[], retryAfter: boolean): Answer {
  const { code } = outcome;
  const headers: Record<string, string> = {};
  const forcedHeader = findFault(faults, 'refuse')?.retryAfter;
  if (forcedHeader !== undefined) headers['Retry-After'] = forcedHeader;
  else if (retryAfter && outcome.retryAfterMs !== undefined) {
    headers['Retry-After'] = String(Math.ceil(outcome.retryAfterMs / 1000));
  }
  const shape = findFault(faults, 'error-shape')?.shape;
  if (shape === undefined && !findFault(faults, 'success-false')) {
    return { kind: 'reply', reply: errorReply(code, headers) };
  }
  const status = findFault(faults, 'success-false') ? 200 : SPEC_ERRORS[code].status;
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
  return { kind: 'reply', reply: { status, headers: { 'Content-Type': HTML_TYPE }, body: htmlPage(title) } };
}
