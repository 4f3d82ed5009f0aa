import { ERASED_NUMBER, type LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { KnownKey } from '../../workspace/linked-keys.ts';
import type { FactsAnswer, MembersAnswer } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import { expiryOf, type Intent, sharesReport } from '../intent.ts';
import type { Limit } from '../limits.ts';
import { mayBeMany, type Omitted, type Recipient } from '../recipient.ts';
import type { Plan } from '../store/model.ts';
import type { Priority } from '../text.ts';
import type { Messages } from './messages.ts';
import {
  checkSenderLocally,
  type FoundNumbers,
  limitsIn,
  MANY,
  namesFurther,
  notChosenProblem,
} from './send-policy.ts';

/* What becomes of an intent: texts, a question or a refusal. Pure: `planner.ts` loads the facts, `local-planner.ts` those that the store has. */

/** Who sends, and by which rules and key. */
export type Account = {
  /** Null: no person does. */
  sender: FactsAnswer | null;
  rules: Settings;
  key: KnownKey;
  /** The daily limit of whoever it comes from. */
  cap: Limit;
};

/** What an earlier plan of the same intent made. */
export type EarlierTexts = { numbers: ReadonlySet<LocalNumber>; fingerprint: string };

/** What an intent is decided by. Null: not known yet. */
export type Facts = {
  /** Epoch milliseconds on the app's time line. */
  now: number;
  /** Whether this app has the feature that it comes from. */
  isFromHere: boolean;
  account: Account | null;
  /** Who is in the user groups that may send. */
  senderGroups: readonly MembersAnswer[] | null;
  /** `exempt`: numbers that are texted although they are marked "never text". */
  recipients: (FoundNumbers & { exempt: ReadonlySet<LocalNumber> }) | null;
  messages: Messages | null;
  earlier: EarlierTexts | 'none' | null;
};

/** A fact that is loaded when it decides. */
export type Loadable = Exclude<keyof Facts, 'now' | 'isFromHere'>;

/** It can't be decided without this fact. */
export type Missing = { kind: 'missing'; fact: Loadable };

const missing = (fact: Loadable): Missing => ({ kind: 'missing', fact });

/**
 * Decides what becomes of an intent, as far as the facts go: in the order in which somebody would want to hear of what is wrong,
 * and so that nothing is asked of Slack in vain.
 *
 * @returns a plan; `missing`: load this fact and decide again; `unavailable`: Slack doesn't say what decides, ask again later
 */
export function decide(intent: Intent, facts: Facts): Plan | Missing | SlackUnavailable {
  const { account, recipients, messages } = facts;
  if (intent.to.some(isErased)) return refusalPlan({ kind: 'ERASED' });
  if (facts.now >= expiryOf(intent)) return end(intent, facts, { kind: 'EXPIRED' });
  if (!facts.isFromHere) return refusalPlan({ kind: 'PART_REMOVED' });
  if (!account) return missing('account');
  const problem = sendProblem(intent, account, facts.senderGroups);
  if (problem?.kind === 'missing' || problem?.kind === 'unavailable') return problem;
  if (problem) return refusalPlan(problem);
  if (!recipients) return missing('recipients');
  if (recipients.tooMany) return end(intent, facts, recipients.tooMany);
  if (!messages) return missing('messages');
  return planOf(intent, account, recipients, messages);
}

/** Whether it repeats a text to somebody about whom nothing is stored any more. */
function isErased(who: Recipient): boolean {
  return who.kind === 'number' && who.number === ERASED_NUMBER;
}

export function refusalPlan(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}

/** Ends an intent that is too late, or reaches too many people: whoever has no text by now gets none, because of `problem`. */
function end(intent: Intent, { earlier, recipients }: Facts, problem: Problem): Plan | Missing {
  if (!earlier) return missing('earlier');
  if (earlier === 'none') return refusalPlan(problem);
  if (!recipients) return missing('recipients');
  const late: Recipient[] = recipients.numbers
    .filter(number => !earlier.numbers.has(number))
    .map(number => ({ kind: 'number', number }));
  // Since then only groups can have become too many.
  const grown = recipients.tooMany ? intent.to.filter(mayBeMany) : [];
  const left = [...recipients.unavailable, ...late, ...grown].map(who => ({ who, problem }));
  return {
    kind: 'texts',
    fingerprint: earlier.fingerprint,
    texts: [],
    askIfSince: null,
    limits: null,
    omitted: [...recipients.omitted, ...left],
    retryAt: null,
  };
}

/** Why somebody may not send, whoever it is for. Null: they may. */
function sendProblem(
  intent: Intent,
  { sender, rules, key }: Account,
  groups: readonly MembersAnswer[] | null,
): Problem | Missing | SlackUnavailable | null {
  let problem = sender && checkSenderLocally(intent, sender, rules);
  if (problem === 'ask groups') {
    if (!groups) return missing('senderGroups');
    problem = notChosenProblem(intent.actor, groups);
  }
  if (problem && problem.kind !== 'unavailable') return problem;
  if (key === 'unreadable') return { kind: 'KEY_UNREADABLE' };
  if (key === 'none') return { kind: 'NO_KEY', admin: sender?.kind === 'known' && sender.facts.admin };
  return problem;
}

/** If the same text went to the same number within this time, we ask first. */
const SAME_TEXT_MS = 2 * 60_000;
/** A name that was typed, and several have it, or something like it. */
const ASKED_WHO: readonly Problem['kind'][] = ['NAME_SHARED', 'NAME_UNKNOWN'];

/**
 * A text to one person goes or is refused. One to several people goes to everyone whose number is known now: one missing answer must
 * not delay the others, so we ask for it again.
 */
function planOf(
  intent: Intent,
  { rules, key, cap }: Account,
  { numbers, teammates, omitted, unavailable, retryAt, exempt }: NonNullable<Facts['recipients']>,
  messages: Messages,
): Plan | SlackUnavailable {
  if (typeof key === 'string') throw new Error('Without a key there is a problem');
  if (!messages.ok) return refusalPlan(messages.problem, messages.omitted);
  const reached = numbers.length + unavailable.length;
  const [first] = omitted;
  const isTogether = sharesReport(intent);
  const isUnclear = isTogether || namesFurther(intent);
  const asksFirst = isUnclear && intent.source === 'command' && !intent.confirmed;
  const asksWho = asksFirst && first !== undefined && ASKED_WHO.includes(first.problem.kind);
  if (first && !asksWho && (!isTogether || reached === 0)) return refusalPlan(first.problem, omitted);
  // If Slack doesn't say who is in a group, there may be more people in it than one intent may reach.
  const isUncounted = unavailable.some(({ kind }) => kind === 'usergroup');
  // A template that says something unknown of one of them is refused before anything goes to the others.
  const mustWait = !isTogether || isUncounted || !messages.suitsAll;
  if (retryAt !== null && (mustWait || numbers.length === 0)) return { kind: 'unavailable', retryAt };
  const priority = priorityOf(intent, reached);
  const expiresAt = expiryOf({ ...intent, priority });
  return {
    kind: 'texts',
    fingerprint: key.fingerprint,
    texts: messages.texts.map(text => {
      const teammate = teammates?.get(text.number);
      return {
        ...text,
        priority,
        expiresAt,
        ...(exempt.has(text.number) && { ignoreDoNotText: true }),
        ...(teammate !== undefined && { teammate }),
      };
    }),
    // However long it waited: what counts is what had been asked for when it was.
    askIfSince: intent.confirmed ? null : intent.acceptedAt - SAME_TEXT_MS,
    limits: limitsIn(rules, cap),
    hours: rules.promotionalHours,
    omitted,
    retryAt: retryAt === null ? null : Math.min(retryAt, expiryOf(intent)),
    ...(asksFirst && { asksFirst }),
  };
}

/** A text to many that isn't urgent lets those to one person go first. */
function priorityOf({ priority }: Intent, recipients: number): Priority {
  return priority === 'people' && recipients > MANY ? 'bulk' : priority;
}
