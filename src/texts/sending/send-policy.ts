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

/* Who may send, and to which numbers. */

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

/** A text to more people than this is bulk, unless it is an alert. */
export const MANY = 10;

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
  const problem = checkSenderLocally(intent, sender, rules);
  if (problem !== 'ask groups') return problem;
  return notChosenProblem(intent.actor, await Promise.all(senderGroupsOf(rules).map(membersOf)));
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

/** The user groups that may send. */
export const senderGroupsOf = ({ senders }: Settings): readonly string[] => senders?.groups ?? [];

/**
 * Why somebody who wasn't chosen by name may not send; null: one of the groups has them. If only some may send, guests and others who
 * are let in must be among them too.
 *
 * @param groups who is in those that may send
 */
export function notChosenProblem(
  userId: string,
  groups: readonly MembersAnswer[],
): Problem | SlackUnavailable | null {
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
