import type { Severity } from '../alert.ts';
import { type Fields, list } from './fields.ts';
import type { SentState } from './states.ts';

/* Recognises calls of a sender's test button. */

const MARKED_FIELDS = list(
  'event eventtype type alerttype action actiontype kind trigger notificationtype messagetype state status',
);
const MARK = /^(?:web_?hook[_. -]?)?test(?:[_. -]?(?:notification|alert|event|message|webhook))?$/i;
const BARE = /^\W*test(?:ing)?\W*$/i;

/**
 * True if a field or a whole sentence as the headline says that a call is a test. A mark such as `type: test`, or “test” as the whole
 * headline, counts only if the severity is missing or `info`.
 */
export function isTestCall(
  fields: Fields,
  { headline, state, severity }: { headline: string; state: SentState | null; severity: Severity },
): boolean {
  if (fields.is(list('test istest testing'), true)) return true;
  const isBare = BARE.test(headline);
  if (isTestHeadline(headline) && !isBare) return true;
  const isMarked = fields.all(MARKED_FIELDS).some(mark => MARK.test(mark));
  return (isMarked || (isBare && state !== 'resolved')) && (severity === 'none' || severity === 'info');
}

const TEST =
  /^\W*(?:\[[^\]]{1,30}\]\W*)?(?:this is (?:just )?(?:a |an )?)?(?:(?:sample|webhook|integration|example|demo|connection) )?test(?:ing)?(?:[\s_-]*(?:notification|alert|message|event|incident|webhook|call|payload|problem|integration|connection|monitor|sms|text)s?)*(?:\s(?:from|by|of|sent by|sent from|for) [^.!:]{1,60})?\W*$/i;
const NAMED_TEST = /^(?:[\p{L}\d]{1,20} ){1,3}notification test(?: run| message)?\W*$/iu;

/** Matches the whole headline, because a monitor's name may begin with “Test”. */
export const isTestHeadline = (headline: string): boolean => TEST.test(headline) || NAMED_TEST.test(headline);
