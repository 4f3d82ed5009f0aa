import { type LocalNumber, maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Silent } from '../../kit/slack/web-api.ts';
import type { FactsAnswer, MembersAnswer, PersonFacts } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import type { Intent, Source } from '../intent.ts';
import type { Limit, Limits } from '../limits.ts';

/** Somebody used `/sms` or its form in a channel; the app's own buttons work wherever they are. */
const IN_A_CHANNEL = new Set<Source>(['command', 'form']);

/**
 * Whether the workspace's rules let somebody send, or press "Send again", from where they are. `silent`: we must ask Slack
 * first, and Slack doesn't answer.
 *
 * @param sender what we know about them
 * @param membersOf who is in a user group; only called if it decides
 */
export async function judgeSender(
  intent: Pick<Intent, 'actor' | 'source' | 'replyTo'>,
  sender: FactsAnswer,
  rules: Settings,
  membersOf: (groupId: string) => Promise<MembersAnswer>,
): Promise<Problem | Silent | null> {
  const judged = judgeAlone(intent, sender, rules);
  return judged === 'ask groups' ? notChosenProblem(rules, intent.actor, membersOf) : judged;
}

/** The same without asking anybody. `ask groups`: it depends on who is in the user groups that may send. */
export function judgeAlone(
  intent: Pick<Intent, 'actor' | 'source' | 'replyTo'>,
  sender: FactsAnswer,
  rules: Settings,
): Problem | Silent | 'ask groups' | null {
  if (sender.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: sender.error };
  const stranger = sender.kind === 'known' ? judgeStranger(sender.facts, rules) : null;
  const problem = stranger ?? channelProblem(intent, rules);
  if (problem) return problem;
  if (sender.kind === 'silent') return sender;
  const { senders } = rules;
  return senders === null || senders.people.includes(intent.actor) ? null : 'ask groups';
}

/** Whether somebody may see the workspace's balance and spending: everyone except strangers whom its rules don't let send. */
export function judgeReader(reader: FactsAnswer, rules: Settings): Problem | null {
  if (reader.kind === 'silent') return { kind: 'SLACK_AWAY' };
  if (reader.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: reader.error };
  return judgeStranger(reader.facts, rules) && { kind: 'NOT_SHOWN' };
}

/**
 * Why a number can't be texted, whoever sends; null if it can.
 *
 * @param never whether it is marked as never to be texted
 */
export function judgeNumber(number: LocalNumber, never: boolean, rules: Settings): Problem | null {
  if (rules.blocklist.includes(number)) return { kind: 'NUMBER_BLOCKED', number: maskNumber(number) };
  return never ? { kind: 'NEVER_TEXT', number: maskNumber(number) } : null;
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
function judgeStranger({ deactivated, otherTeam, guest }: PersonFacts, rules: Settings): Problem | null {
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
): Promise<Problem | Silent | null> {
  const groups = await Promise.all((senders?.groups ?? []).map(membersOf));
  if (groups.some(group => group.kind === 'known' && group.userIds.includes(userId))) return null;
  const silent = groups.find(group => group.kind === 'silent');
  if (silent) return silent;
  // A deleted group has nobody in it; any other refusal is about the app, not about the person.
  const unreadable = groups.find(group => group.kind === 'refused' && group.error !== 'no_such_subteam');
  if (unreadable?.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: unreadable.error };
  return { kind: 'NOT_A_SENDER' };
}
