import { ERASED_NUMBER, type LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { KnownKey } from '../../workspace/linked-keys.ts';
import type { FactsAnswer, MembersAnswer } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import { expiryOf, type Intent, sharesReport } from '../intent.ts';
import type { Limit } from '../limits.ts';
import { mayBeMany, type Omitted, type Recipient } from '../recipient.ts';
import { signOffFor } from '../sign-off.ts';
import type { Plan } from '../store/model.ts';
import { DUPLICATE_WINDOW_MS } from '../store/recent-texts.ts';
import { type Priority, UNDO_MS } from '../text.ts';
import type { Messages } from './messages.ts';
import {
  checkSenderLocally,
  type FoundNumbers,
  hasFurtherNumber,
  limitsIn,
  MAX_UNLESS_BULK,
  notChosenProblem,
} from './send-policy.ts';

/*
 * All of the policy: decides from facts whether an intent becomes texts, a question or a refusal. Pure: planner.ts loads the
 * facts over the network, local-planner.ts those that the store has.
 */

/** The sender, and the workspace's rules and key. */
export type Account = {
  /** Null if a feature sends by itself. */
  sender: FactsAnswer | null;
  rules: Settings;
  key: KnownKey;
  /** The sender's daily limit. */
  cap: Limit;
};

/** The texts of an earlier plan of the same intent. */
export type EarlierTexts = { numbers: ReadonlySet<LocalNumber>; fingerprint: string };

/** Null facts aren't loaded yet. */
export type Facts = {
  /** Epoch milliseconds on the app's time line. */
  now: number;
  /** True if this app has the feature that the intent comes from. */
  isFromHere: boolean;
  account: Account | null;
  /** Members of the user groups that may send. */
  senderGroups: readonly MembersAnswer[] | null;
  /** `exempt`: numbers that are texted although they are on the do-not-text list. */
  recipients: (FoundNumbers & { exempt: ReadonlySet<LocalNumber> }) | null;
  messages: Messages | null;
  earlier: EarlierTexts | 'none' | null;
};

/** A fact that is loaded only if the decision depends on it. */
export type Loadable = Exclude<keyof Facts, 'now' | 'isFromHere'>;

export type Missing = { kind: 'missing'; fact: Loadable };

const missing = (fact: Loadable): Missing => ({ kind: 'missing', fact });

/**
 * Decides about an intent. The checks come in the order in which a sender wants to hear of problems, and need Slack only if
 * its answer decides.
 *
 * @returns a plan; `missing`: load this fact and decide again; `unavailable`: the decision needs an answer that Slack
 *   doesn't give now, so try again later
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

/** True for a resend to a person who has been erased. */
function isErased(recipient: Recipient): boolean {
  return recipient.kind === 'number' && recipient.number === ERASED_NUMBER;
}

export function refusalPlan(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}

/**
 * Ends an intent that is too late, or reaches too many people: recipients who have no text yet get none, because of
 * `problem`.
 */
function end(intent: Intent, { earlier, recipients }: Facts, problem: Problem): Plan | Missing {
  if (!earlier) return missing('earlier');
  if (earlier === 'none') return refusalPlan(problem);
  if (!recipients) return missing('recipients');
  const late: Recipient[] = recipients.numbers
    .filter(number => !earlier.numbers.has(number))
    .map(number => ({ kind: 'number', number }));
  // Only groups can have grown since the earlier plan.
  const grown = recipients.tooMany ? intent.to.filter(mayBeMany) : [];
  const unreached = [...recipients.unavailable, ...late, ...grown].map(recipient => ({
    recipient,
    problem,
  }));
  return {
    kind: 'texts',
    fingerprint: earlier.fingerprint,
    texts: [],
    askIfSentSince: null,
    limits: null,
    omitted: [...recipients.omitted, ...unreached],
    retryAt: null,
  };
}

/** The first reason not to send at all, before looking at recipients; null if there is none. */
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

/** Problems of a typed name: several have it, or only similar names exist. */
const NAME_PROBLEMS: readonly Problem['kind'][] = ['NAME_SHARED', 'NAME_UNKNOWN'];

/**
 * A text to one person goes or is refused. A text to several goes to all whose numbers are known now; unknown ones are
 * looked up again, so that one missing answer doesn't delay the others.
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
  const isShared = sharesReport(intent);
  const isUnclear = isShared || hasFurtherNumber(intent);
  const asksFirst = isUnclear && intent.source === 'command' && !intent.confirmed;
  const asksName = asksFirst && first !== undefined && NAME_PROBLEMS.includes(first.problem.kind);
  if (first && !asksName && (!isShared || reached === 0)) return refusalPlan(first.problem, omitted);
  // A group whose members are unknown may exceed the limit of recipients.
  const isUncounted = unavailable.some(({ kind }) => kind === 'usergroup');
  // A template with a missing value for one recipient is refused before any text goes out.
  const mustWait = !isShared || isUncounted || !messages.suitsAll;
  if (retryAt !== null && (mustWait || numbers.length === 0)) return { kind: 'unavailable', retryAt };
  const signOff = signOffFor(intent, rules);
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
    // Counts from when the sender asked for the text, however long it has waited since.
    askIfSentSince: intent.confirmed ? null : intent.acceptedAt - DUPLICATE_WINDOW_MS,
    limits: limitsIn(rules, cap),
    hours: rules.promotionalHours,
    omitted,
    retryAt: retryAt === null ? null : Math.min(retryAt, expiryOf(intent)),
    signOff,
    ...(intent.undoable && rules.undo && { undoMs: UNDO_MS }),
    ...(asksFirst && { asksFirst }),
  };
}

/** A person's text to more than `MAX_UNLESS_BULK` people goes as bulk. */
function priorityOf({ priority }: Intent, recipients: number): Priority {
  return priority === 'people' && recipients > MAX_UNLESS_BULK ? 'bulk' : priority;
}
