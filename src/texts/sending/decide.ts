import { FORGOTTEN_NUMBER, type LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Silent } from '../../kit/slack/web-api.ts';
import type { KnownKey } from '../../workspace/linked-keys.ts';
import type { FactsAnswer } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import { expiryOf, type Intent, reportsTogether } from '../intent.ts';
import type { Limit } from '../limits.ts';
import type { Omitted, Recipient } from '../recipient.ts';
import type { Plan } from '../store/model.ts';
import type { Priority } from '../text.ts';
import { namesFurther } from './further.ts';
import type { Messages } from './messages.ts';
import { limitsIn } from './policy.ts';
import type { FoundNumbers } from './recipients.ts';

/* What becomes of an intent, by what is known: texts, a question or a refusal. Pure. */

/** If the same text went to the same number within this time, we ask first. */
const SAME_TEXT_MS = 2 * 60_000;
/** A text to more people than this is bulk, unless it is an alert. */
export const MANY = 10;
/** A name that was typed, and several have it, or something like it. */
const ASKED_WHO: readonly Problem['kind'][] = ['NAME_SHARED', 'NAME_UNKNOWN'];

/** Why somebody may not send, whoever it is for. Null: they may. */
export function whyNotAtAll(
  sender: FactsAnswer | null,
  judged: Problem | Silent | null,
  key: KnownKey,
): Problem | Silent | null {
  if (judged && judged.kind !== 'silent') return judged;
  if (key === 'unreadable') return { kind: 'KEY_UNREADABLE' };
  if (key === 'none') return { kind: 'NO_KEY', admin: sender?.kind === 'known' && sender.facts.admin };
  return judged;
}

/**
 * A text to one person goes or is refused. One to several people goes to everyone whose number is known now: one missing answer must
 * not delay the others, so we ask for it again.
 *
 * @param by.cap the daily limit of whoever it came from
 * @param by.spared numbers that are texted although they are marked as never to be
 */
export function planOf(
  intent: Intent,
  { numbers, omitted, silent, again }: Omit<FoundNumbers, 'tooMany'>,
  messages: Messages,
  by: { rules: Settings; cap: Limit; fingerprint: string; spared: ReadonlySet<LocalNumber> },
): Plan | Silent {
  const { rules, cap, fingerprint } = by;
  const priority = priorityOf(intent, numbers.length + silent.length);
  if (!messages.ok) return refused(messages.problem, messages.omitted);
  const [first] = omitted;
  const isTogether = reportsTogether(intent);
  const isUnclear = isTogether || namesFurther(intent);
  const asksFirst = isUnclear && intent.source === 'command' && !intent.confirmed;
  const asksWho = asksFirst && first !== undefined && ASKED_WHO.includes(first.problem.kind);
  if (first && !asksWho && (!isTogether || numbers.length + silent.length === 0)) {
    return refused(first.problem, omitted);
  }
  // If Slack doesn't say who is in a group, there may be more people in it than one intent may reach.
  const isUncounted = silent.some(({ kind }) => kind === 'usergroup');
  // A template that says something unknown of one of them is refused before anything goes to the others.
  const mustWait = !isTogether || isUncounted || !messages.suitsAll;
  if (again !== null && (mustWait || numbers.length === 0)) return { kind: 'silent', again };
  const expiresAt = expiryOf({ ...intent, priority });
  return {
    kind: 'texts',
    fingerprint,
    texts: messages.texts.map(text => ({
      ...{ ...text, priority, expiresAt },
      ...(by.spared.has(text.number) ? { despiteNever: true } : {}),
    })),
    // However long it waited: what counts is what had been asked for when it was.
    askIfSince: intent.confirmed ? null : intent.acceptedAt - SAME_TEXT_MS,
    limits: limitsIn(rules, cap),
    hours: rules.promotionalHours,
    omitted,
    again: again === null ? null : Math.min(again, expiryOf(intent)),
    ...(asksFirst ? { asksFirst } : {}),
  };
}

/** Whether it repeats a text to somebody about whom nothing is stored any more. */
export function isForgotten(who: Recipient): boolean {
  return who.kind === 'number' && who.number === FORGOTTEN_NUMBER;
}

/** A text to many that isn't urgent lets those to one person go first. */
function priorityOf({ priority }: Intent, recipients: number): Priority {
  return priority === 'people' && recipients > MANY ? 'bulk' : priority;
}

export function refused(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}
