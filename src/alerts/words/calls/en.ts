import { age, n, plural, quoted } from '../../../kit/words/english.ts';
import { SENDER_NAMES } from '../../payloads/senders/names.ts';
import { type HookCall, isHeartbeat, type RefusalReason, type Understood } from '../../recent-calls.ts';

const UNKNOWN_SENDER = 'an unknown sender';

/** Why a call was refused, as clauses. */
const REFUSED: Record<RefusalReason, string> = {
  empty: 'the body is empty',
  wordless: 'there’s no word in it, only numbers or signs',
  binary: 'it isn’t text',
  packed: 'it’s compressed in an unknown way',
  too_large: 'the body is too large',
  key: 'its Idempotency-Key is empty or too long',
  key_reused: 'its key was used before with another body',
  to: '“to” names nobody',
  not_understood: 'nothing in it says what is wrong',
};

/** Advice for the program that sends the calls. */
const CHANGE: Record<RefusalReason, string> = {
  empty: 'Have the program send its alert’s text.',
  wordless: 'Have it say in words what is wrong.',
  binary: 'Send JSON, a form or plain text.',
  packed: 'Switch compression off, or use gzip.',
  too_large: 'Send fewer alerts at once (in Alertmanager: `max_alerts`), or leave out long fields.',
  key: 'The header Idempotency-Key needs 1 to 255 characters.',
  key_reused: 'Give each text an Idempotency-Key of its own.',
  to: 'Use whole numbers, people in Slack, or names of contacts and groups.',
  not_understood: 'Add a field such as “title” or “message”.',
};

/** A call in one line. */
export type CallLine = Omit<HookCall, 'at' | 'understood' | 'excerpt'>;

function why({ as, status, alerts, field, seen, refusal }: CallLine): string {
  switch (as) {
    case 'accepted':
      return plural(alerts, 'alert');
    case 'repeated':
      return `${plural(alerts, 'alert')}, as before`;
    case 'nothing':
      return 'nothing to alert about';
    case 'rate_limited':
      return 'called too often';
    case 'unavailable':
      return status === 503 ? 'nothing was saved, send it again' : 'it may or may not have been saved';
    case 'not_understood':
    case 'conflict':
    case 'too_large':
    case 'invalid':
      if (seen.length > 0) return `not recognised: it has ${seen.map(quoted).join(', ')}`;
      if (refusal !== null) return REFUSED[refusal];
      if (field !== null) return `can’t read “${field}”`;
      return status === 408 ? 'the body didn’t arrive in time' : 'the body can’t be read';
  }
}

const STATE: Record<Understood['state'], string> = {
  firing: 'Fires',
  resolved: 'Is over',
  test: 'Test',
};

const TEXTED: Record<Understood['texted'], string> = {
  people: 'texted as this hook says',
  named: 'texts whom the call names',
  told: 'texts whoever was told that it fires',
  nobody: 'only posted',
};

/** A hook's latest calls. The sender's own words must be made harmless first. */
const calls = {
  title: '*Last calls*',
  none: 'Nobody has called this hook yet.',
  call: ({ agoMs, ...call }: CallLine & { agoMs: number }) =>
    `${age(agoMs)} ago: ${isHeartbeat(call) ? `a heartbeat, ${call.status}` : `${call.sender === null ? UNKNOWN_SENDER : SENDER_NAMES[call.sender]}, ${call.status}, ${why(call)}`}`,
  /** Below a call, one of its alerts. `place`: may be empty. */
  understood: ({ name, place, state, texted }: Omit<Understood, 'labels'>) =>
    `• ${STATE[state]}: ${name}${place === '' ? '' : ` · ${place}`} (${TEXTED[texted]})`,
  more: (count: number) => `• and ${n(count)} more`,
  /** Below a refused call: its beginning, masked. */
  excerpt: (start: string) => `• It begins: ${start}`,
  /** In the list of hooks. */
  lastCall: (call: string) => `Last called ${call}`,
  /** Calls with a wrong token or signature. */
  refused: ({ count, agoMs }: { count: number; agoMs: number }) =>
    `:warning: ${plural(count, 'call')} refused (401) because of a wrong token or signature, the last one ${age(agoMs)} ago`,
  /** Refused calls, in a hook's channel and to the hook's maker. `seen`: harmless names of fields in calls that weren't understood. */
  nothingMade: ({
    hook,
    reasons,
    seen,
  }: {
    hook: string;
    reasons: readonly { why: RefusalReason; count: number }[];
    seen: readonly string[];
  }) => {
    const total = reasons.reduce((sum, { count }) => sum + count, 0);
    const has = seen.length > 0 ? ` (it has ${seen.map(quoted).join(', ')})` : '';
    return [
      `:warning: Nobody was texted about ${total === 1 ? 'a call' : plural(total, 'call')} to the hook *${hook}*, because I can’t use what came:`,
      ...reasons.map(
        ({ why: reason, count }) =>
          `• ${total === 1 ? '' : `${n(count)} × `}${REFUSED[reason]}${reason === 'not_understood' ? has : ''}. ${CHANGE[reason]}`,
      ),
      'Look in the program that calls it. How the calls begin is in `/sms hooks`, under *Change*.',
    ].join('\n');
  },
};

export const en = { calls };

export type Words = typeof en;
