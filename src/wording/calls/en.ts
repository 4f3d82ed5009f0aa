import type { HookCall } from '../../domain/hook-call.ts';
import { SENDER_NAMES } from '../../domain/sender.ts';
import { age, plural } from '../english.ts';
import type { CallsWording } from './types.ts';

const NOBODY_KNOWN = 'an unknown sender';

function why({ as, status, alerts, field, seen }: Omit<HookCall, 'at'>): string {
  switch (as) {
    case 'accepted':
      return plural(alerts, 'alert');
    case 'repeated':
      return `${plural(alerts, 'alert')}, as before`;
    case 'nothing':
      return 'about nothing that fires or is over';
    case 'conflict':
      return 'its key was used before with another body';
    case 'too_large':
      return 'the body is too large';
    case 'rate_limited':
      return 'called too often';
    case 'unavailable':
      return status === 503
        ? 'nothing was stored, it should be sent again'
        : 'it isn’t certain whether it was stored';
    case 'invalid':
      if (field !== null) return `can’t read “${field}”`;
      if (seen.length > 0) return `not recognised: it has ${seen.map(name => `“${name}”`).join(', ')}`;
      return status === 408 ? 'the body didn’t arrive in time' : 'the body can’t be read';
  }
}

/** English. */
export const calls: CallsWording = {
  title: '*Last calls*',
  none: 'Nobody has called this hook yet.',
  call: ({ agoMs, ...call }) =>
    `${age(agoMs)} ago: ${call.sender === null ? NOBODY_KNOWN : SENDER_NAMES[call.sender]}, ${call.status}, ${why(call)}`,
  lastCall: call => `Last called ${call}`,
  refused: ({ count, agoMs }) =>
    `:warning: ${plural(count, 'call')} refused (401) because of a wrong token or signature, the last one ${age(agoMs)} ago`,
};
