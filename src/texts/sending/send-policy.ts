import { ERASED_NUMBER, type LocalNumber, maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { Log } from '../../log.ts';
import type { KnownKey } from '../../workspace/linked-keys.ts';
import type { FactsAnswer, MembersAnswer, PersonFacts } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import { expiryOf, featureOf, type Intent, type Source, sharesReport } from '../intent.ts';
import type { Limit, Limits } from '../limits.ts';
import { furtherNumbers } from '../parse/leading-number.ts';
import type { Omitted, Recipient } from '../recipient.ts';
import type { Plan } from '../store/model.ts';
import type { Priority } from '../text.ts';
import type { Messages } from './messages.ts';

/* What becomes of an intent, by what is known: texts, a question or a refusal. Pure. */

/** The numbers of some recipients: each once, in the order they were named. */
export type FoundNumbers = {
  numbers: LocalNumber[];
  /** Whose numbers they are, where a Slack profile says so: user ids. Absent: nobody was looked up. */
  teammates?: ReadonlyMap<LocalNumber, string>;
  /** Who can't be texted, and why. */
  omitted: Omitted[];
  /** Slack doesn't say now; it may later. */
  unavailable: Recipient[];
  /** When it makes sense to ask about some of the silent ones again (epoch ms); null: nobody is silent. */
  retryAt: number | null;
  /** Together they are more people than `MAX_RECIPIENTS`, so nobody was looked up; otherwise null. */
  tooMany: Problem | null;
};

/** If the same text went to the same number within this time, we ask first. */
const SAME_TEXT_MS = 2 * 60_000;
/** A text to more people than this is bulk, unless it is an alert. */
export const MANY = 10;
/** A name that was typed, and several have it, or something like it. */
const ASKED_WHO: readonly Problem['kind'][] = ['NAME_SHARED', 'NAME_UNKNOWN'];

/** Why somebody may not send, whoever it is for. Null: they may. */
export function sendProblem(
  sender: FactsAnswer | null,
  judged: Problem | SlackUnavailable | null,
  key: KnownKey,
): Problem | SlackUnavailable | null {
  if (judged && judged.kind !== 'unavailable') return judged;
  if (key === 'unreadable') return { kind: 'KEY_UNREADABLE' };
  if (key === 'none') return { kind: 'NO_KEY', admin: sender?.kind === 'known' && sender.facts.admin };
  return judged;
}

/**
 * A text to one person goes or is refused. One to several people goes to everyone whose number is known now: one missing answer must
 * not delay the others, so we ask for it again.
 *
 * @param by.cap the daily limit of whoever it came from
 * @param by.exempt numbers that are texted although they are marked "never text"
 */
export function planOf(
  intent: Intent,
  { numbers, teammates, omitted, unavailable, retryAt }: Omit<FoundNumbers, 'tooMany'>,
  messages: Messages,
  by: { rules: Settings; cap: Limit; fingerprint: string; exempt: ReadonlySet<LocalNumber> },
): Plan | SlackUnavailable {
  const { rules, cap, fingerprint } = by;
  const priority = priorityOf(intent, numbers.length + unavailable.length);
  if (!messages.ok) return refusalPlan(messages.problem, messages.omitted);
  const [first] = omitted;
  const isTogether = sharesReport(intent);
  const isUnclear = isTogether || namesFurther(intent);
  const asksFirst = isUnclear && intent.source === 'command' && !intent.confirmed;
  const asksWho = asksFirst && first !== undefined && ASKED_WHO.includes(first.problem.kind);
  if (first && !asksWho && (!isTogether || numbers.length + unavailable.length === 0)) {
    return refusalPlan(first.problem, omitted);
  }
  // If Slack doesn't say who is in a group, there may be more people in it than one intent may reach.
  const isUncounted = unavailable.some(({ kind }) => kind === 'usergroup');
  // A template that says something unknown of one of them is refused before anything goes to the others.
  const mustWait = !isTogether || isUncounted || !messages.suitsAll;
  if (retryAt !== null && (mustWait || numbers.length === 0)) return { kind: 'unavailable', retryAt };
  const expiresAt = expiryOf({ ...intent, priority });
  return {
    kind: 'texts',
    fingerprint,
    texts: messages.texts.map(text => {
      const teammate = teammates?.get(text.number);
      return {
        ...text,
        priority,
        expiresAt,
        ...(by.exempt.has(text.number) && { ignoreDoNotText: true }),
        ...(teammate !== undefined && { teammate }),
      };
    }),
    // However long it waited: what counts is what had been asked for when it was.
    askIfSince: intent.confirmed ? null : intent.acceptedAt - SAME_TEXT_MS,
    limits: limitsIn(rules, cap),
    hours: rules.promotionalHours,
    omitted,
    retryAt: retryAt === null ? null : Math.min(retryAt, expiryOf(intent)),
    ...(asksFirst ? { asksFirst } : {}),
  };
}

/** Whether it repeats a text to somebody about whom nothing is stored any more. */
export function isErased(who: Recipient): boolean {
  return who.kind === 'number' && who.number === ERASED_NUMBER;
}

/** A text to many that isn't urgent lets those to one person go first. */
function priorityOf({ priority }: Intent, recipients: number): Priority {
  return priority === 'people' && recipients > MANY ? 'bulk' : priority;
}

export function refusalPlan(problem: Problem, omitted: Omitted[] = []): Plan {
  return { kind: 'refused', problem, omitted };
}

/** Somebody used `/sms` or its form in a channel; the app's own buttons work wherever they are. */
const IN_A_CHANNEL = new Set<Source>(['command', 'form']);

/**
 * Whether the workspace's rules let somebody send, or press "Send again", from where they are. `unavailable`: we must ask Slack
 * first, and Slack doesn't answer.
 *
 * @param sender what we know about them
 * @param membersOf who is in a user group; only called if it decides
 */
export async function checkSender(
  intent: Pick<Intent, 'actor' | 'source' | 'replyTo'>,
  sender: FactsAnswer,
  rules: Settings,
  membersOf: (groupId: string) => Promise<MembersAnswer>,
): Promise<Problem | SlackUnavailable | null> {
  const judged = checkSenderLocally(intent, sender, rules);
  return judged === 'ask groups' ? notChosenProblem(rules, intent.actor, membersOf) : judged;
}

/** The same without asking anybody. `ask groups`: it depends on who is in the user groups that may send. */
export function checkSenderLocally(
  intent: Pick<Intent, 'actor' | 'source' | 'replyTo'>,
  sender: FactsAnswer,
  rules: Settings,
): Problem | SlackUnavailable | 'ask groups' | null {
  if (sender.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: sender.error };
  const stranger = sender.kind === 'known' ? membershipProblem(sender.facts, rules) : null;
  const problem = stranger ?? channelProblem(intent, rules);
  if (problem) return problem;
  if (sender.kind === 'unavailable') return sender;
  const { senders } = rules;
  return senders === null || senders.people.includes(intent.actor) ? null : 'ask groups';
}

/** Whether somebody may see the workspace's balance and spending: everyone except strangers whom its rules don't let send. */
export function readerProblem(reader: FactsAnswer, rules: Settings): Problem | null {
  if (reader.kind === 'unavailable') return { kind: 'SLACK_AWAY' };
  if (reader.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: reader.error };
  return membershipProblem(reader.facts, rules) && { kind: 'NOT_SHOWN' };
}

/**
 * Why a number can't be texted, whoever sends; null if it can.
 *
 * @param doNotText whether it is marked "never text"
 */
export function numberProblem(number: LocalNumber, doNotText: boolean, rules: Settings): Problem | null {
  if (rules.blocklist.includes(number)) return { kind: 'NUMBER_BLOCKED', number: maskNumber(number) };
  return doNotText ? { kind: 'NEVER_TEXT', number: maskNumber(number) } : null;
}

/**
 * The limits for a day's texts; null: none.
 *
 * @param person that of whoever sends them
 */
export function limitsIn({ workspaceCap: workspace }: Settings, person: Limit): Limits | null {
  const isSet = ({ texts, credits }: Limit): boolean => texts !== null || credits !== null;
  return isSet(person) || isSet(workspace) ? { person, workspace } : null;
}

/** People who don't belong here, or no longer do. */
function membershipProblem({ deactivated, otherTeam, guest }: PersonFacts, rules: Settings): Problem | null {
  if (deactivated) return { kind: 'DEACTIVATED' };
  if (otherTeam && !rules.otherTeams) return { kind: 'OTHER_TEAM_REFUSED' };
  return guest && !rules.guests ? { kind: 'GUEST_REFUSED' } : null;
}

/** A direct message isn't one of the chosen channels, and neither is a form opened outside them. */
function channelProblem(
  { source, replyTo }: Pick<Intent, 'source' | 'replyTo'>,
  { channels }: Settings,
): Problem | null {
  if (channels === null || !replyTo || !IN_A_CHANNEL.has(source) || channels.includes(replyTo.channel))
    return null;
  return { kind: 'CHANNEL_REFUSED', channels };
}

/** If only some may send, guests and others who are let in must be among them too. */
async function notChosenProblem(
  { senders }: Settings,
  userId: string,
  membersOf: (groupId: string) => Promise<MembersAnswer>,
): Promise<Problem | SlackUnavailable | null> {
  const groups = await Promise.all((senders?.groups ?? []).map(membersOf));
  if (groups.some(group => group.kind === 'known' && group.userIds.includes(userId))) return null;
  const silent = groups.find(group => group.kind === 'unavailable');
  if (silent) return silent;
  // A deleted group has nobody in it; any other refusal is about the app, not about the person.
  const unreadable = groups.find(group => group.kind === 'refused' && group.error !== 'no_such_subteam');
  if (unreadable?.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: unreadable.error };
  return { kind: 'NOT_A_SENDER' };
}

/** Whether another number follows the one number that a text is for. */
export function namesFurther({ to, message }: Pick<Intent, 'to' | 'message'>): boolean {
  const [only] = to;
  return to.length === 1 && only?.kind === 'number' && furtherNumbers(message).numbers.length > 0;
}

/** Whether it names only numbers: then whom it is for needs no look-up. */
export function areNumbers(
  to: readonly Recipient[],
): to is readonly Extract<Recipient, { kind: 'number' }>[] {
  return to.every(({ kind }) => kind === 'number');
}

/** Writes down that nothing was sent: by ids, without numbers and words. */
export function logRefusal(log: Log, intent: Intent, plan: Plan): void {
  if (plan.kind !== 'refused') return;
  const { workspace, id } = intent;
  const source = featureOf(intent) ?? intent.source;
  log.info({ workspace, intent: id, source, code: plan.problem.kind }, 'nothing was sent of an intent');
}
