import { type LocalNumber, maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { Log } from '../../log.ts';
import type { FactsAnswer, MembersAnswer, PersonFacts } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import { featureOf, type Intent, type Source } from '../intent.ts';
import type { Limit, Limits } from '../limits.ts';
import { furtherNumbers } from '../parse/leading-number.ts';
import type { Omitted, Recipient } from '../recipient.ts';
import type { Plan } from '../store/model.ts';

/* Pure rules: who may send, and to which numbers. */

/** The numbers of recipients, each once, in the order they were named. */
export type FoundNumbers = {
  numbers: LocalNumber[];
  /** The user ids of teammates whose Slack profiles gave the numbers. Absent if no teammate was looked up. */
  teammates?: ReadonlyMap<LocalNumber, string>;
  /** Recipients who can't be texted, and why. */
  omitted: Omitted[];
  /** Recipients about whom Slack doesn't answer now. */
  unavailable: Recipient[];
  /** When to look up `unavailable` again, in epoch milliseconds; null if it is empty. */
  retryAt: number | null;
  /** The problem of more people than `MAX_RECIPIENTS`, who were not looked up; null otherwise. */
  tooMany: Problem | null;
};

/** A text to more people is bulk, unless it is an alert. */
export const MAX_UNLESS_BULK = 10;

/** `/sms` and its form are limited to the channels that may send; the app's own buttons work in any channel. */
const IN_A_CHANNEL = new Set<Source>(['command', 'form', 'schedule']);

/**
 * Why a sender may not send, or press "Send again", from this channel; null if they may. `unavailable`: Slack must be
 * asked, and doesn't answer.
 *
 * @param membersOf members of a user group; called only if its answer decides
 */
export async function checkSender(
  intent: Pick<Intent, 'actor' | 'source' | 'replyTo'>,
  sender: FactsAnswer,
  rules: Settings,
  membersOf: (groupId: string) => Promise<MembersAnswer>,
): Promise<Problem | SlackUnavailable | null> {
  const problem = checkSenderLocally(intent, sender, rules);
  if (problem !== 'ask groups') return problem;
  return notChosenProblem(intent.actor, await Promise.all(senderGroupsOf(rules).map(membersOf)));
}

/**
 * Like `checkSender`, without asking Slack. `ask groups`: the answer depends on the members of the user groups that may
 * send.
 */
export function checkSenderLocally(
  intent: Pick<Intent, 'actor' | 'source' | 'replyTo'>,
  sender: FactsAnswer,
  rules: Settings,
): Problem | SlackUnavailable | 'ask groups' | null {
  if (sender.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: sender.error };
  const membership = sender.kind === 'known' ? membershipProblem(sender.facts, rules) : null;
  const problem = membership ?? channelProblem(intent, rules);
  if (problem) return problem;
  if (sender.kind === 'unavailable') return sender;
  const { senders } = rules;
  return senders === null || senders.people.includes(intent.actor) ? null : 'ask groups';
}

/**
 * Why a person may not see the workspace's balance and spending; null if they may. Guests and others may if the workspace's
 * rules let them send.
 */
export function readerProblem(reader: FactsAnswer, rules: Settings): Problem | null {
  if (reader.kind === 'unavailable') return { kind: 'SLACK_AWAY' };
  if (reader.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: reader.error };
  return membershipProblem(reader.facts, rules) && { kind: 'NOT_SHOWN' };
}

/**
 * The workspace's reason not to text a number, whoever the sender; null if there is none.
 *
 * @param doNotText true if the number is marked "never text"
 */
export function numberProblem(number: LocalNumber, doNotText: boolean, rules: Settings): Problem | null {
  if (rules.blocklist.includes(number)) return { kind: 'NUMBER_BLOCKED', number: maskNumber(number) };
  return doNotText ? { kind: 'NEVER_TEXT', number: maskNumber(number) } : null;
}

/**
 * The limits for a day's texts; null if there are none.
 *
 * @param person the sender's limit
 */
export function limitsIn({ workspaceCap: workspace }: Settings, person: Limit): Limits | null {
  const isSet = ({ texts, credits }: Limit): boolean => texts !== null || credits !== null;
  return isSet(person) || isSet(workspace) ? { person, workspace } : null;
}

/** Why a deactivated user, a guest or a person of another workspace may not send; null if they may. */
function membershipProblem({ deactivated, otherTeam, guest }: PersonFacts, rules: Settings): Problem | null {
  if (deactivated) return { kind: 'DEACTIVATED' };
  if (otherTeam && !rules.otherTeams) return { kind: 'OTHER_TEAM_REFUSED' };
  return guest && !rules.guests ? { kind: 'GUEST_REFUSED' } : null;
}

/**
 * Why this channel may not send; null if it may. If only chosen channels may, direct messages and forms opened elsewhere
 * may not.
 */
function channelProblem(
  { source, replyTo }: Pick<Intent, 'source' | 'replyTo'>,
  { channels }: Settings,
): Problem | null {
  if (channels === null || !replyTo || !IN_A_CHANNEL.has(source) || channels.includes(replyTo.channel))
    return null;
  return { kind: 'CHANNEL_REFUSED', channels };
}

export const senderGroupsOf = ({ senders }: Settings): readonly string[] => senders?.groups ?? [];

/**
 * Why a sender who wasn't chosen by name may not send; null if one of the groups has them. Guests and people of other
 * workspaces must be in one, too.
 *
 * @param groups members of the groups that may send
 */
export function notChosenProblem(
  userId: string,
  groups: readonly MembersAnswer[],
): Problem | SlackUnavailable | null {
  if (groups.some(group => group.kind === 'known' && group.userIds.includes(userId))) return null;
  const unavailable = groups.find(group => group.kind === 'unavailable');
  if (unavailable) return unavailable;
  // A deleted group has no members; any other refusal is about the app, not about the person.
  const unreadable = groups.find(group => group.kind === 'refused' && group.error !== 'no_such_subteam');
  if (unreadable?.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: unreadable.error };
  return { kind: 'NOT_A_SENDER' };
}

/** True if the message of a text to one number begins with a further number. */
export function hasFurtherNumber({ to, message }: Pick<Intent, 'to' | 'message'>): boolean {
  const [only] = to;
  return to.length === 1 && only?.kind === 'number' && furtherNumbers(message).numbers.length > 0;
}

export function areNumbers(
  to: readonly Recipient[],
): to is readonly Extract<Recipient, { kind: 'number' }>[] {
  return to.every(({ kind }) => kind === 'number');
}

/** Logs a refused intent by its id, without numbers and words. */
export function logRefusal(log: Log, intent: Intent, plan: Plan): void {
  if (plan.kind !== 'refused') return;
  const { workspace, id } = intent;
  const source = featureOf(intent) ?? intent.source;
  log.info({ workspace, intent: id, source, code: plan.problem.kind }, 'nothing was sent of an intent');
}
