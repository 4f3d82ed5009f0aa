import type { Hook } from '../../alerts/hooks.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Recipient } from '../../domain/recipient.ts';
import { judgeReader, judgeSender } from '../../sending/policy.ts';
import type { FactsAnswer, MembersAnswer } from '../../workspaces/people.ts';
import type { Settings } from '../../workspaces/settings.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';

type RightsParts = Pick<Services, 'people' | 'settings' | 'hooks' | 'userGroups'>;

/**
 * Null if somebody may do something about a hook's alerts: everybody whom the workspace's rules don't keep out, and whoever
 * the hook texts, since they are the ones who are on call.
 */
export async function responderProblem(
  services: RightsParts,
  { workspace, userId }: Who,
  hookId: string,
): Promise<Problem | null> {
  const [asked, rules] = await Promise.all([
    services.people.facts(workspace, userId),
    services.settings.of(workspace),
  ]);
  const problem = judgeReader(asked, rules);
  if (problem?.kind !== 'NOT_SHOWN' || (asked.kind === 'known' && asked.facts.deactivated)) return problem;
  const hook = (await services.hooks.list(workspace)).find(({ id }) => id === hookId);
  return hook && (await isTexted(services, workspace, userId, hook)) ? null : { kind: 'ALERTS_NOT_YOURS' };
}

async function isTexted(
  { userGroups }: RightsParts,
  workspace: string,
  userId: string,
  { recipients, rules, escalation }: Hook,
): Promise<boolean> {
  const all: Recipient[] = [
    ...recipients,
    ...rules.flatMap(({ to }) => to ?? []),
    ...(escalation?.steps.flatMap(({ to }) => to) ?? []),
  ];
  if (all.some(who => who.kind === 'teammate' && who.userId === userId)) return true;
  const groups = new Set(all.flatMap(who => (who.kind === 'usergroup' ? who.id : [])));
  const members = await Promise.all([...groups].map(id => userGroups.members(workspace, id)));
  return members.some(answer => answer.kind === 'known' && answer.userIds.includes(userId));
}

/** Null if somebody may have others texted about alerts: whoever may send. */
export async function texterProblem(
  services: RightsParts,
  { workspace, userId }: Who,
): Promise<Problem | null> {
  const [asked, rules] = await Promise.all([
    services.people.facts(workspace, userId),
    services.settings.of(workspace),
  ]);
  const judged = await judgeTexter(userId, asked, rules, id => services.userGroups.members(workspace, id));
  return judged?.kind === 'silent' ? { kind: 'SLACK_AWAY' } : judged;
}

/** Judged like one of the app's own buttons: the rule about channels is for people who type in one. */
export const judgeTexter = (
  userId: string,
  asked: FactsAnswer,
  rules: Settings,
  membersOf: (id: string) => Promise<MembersAnswer>,
): ReturnType<typeof judgeSender> => {
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  return judgeSender({ actor: userId, source: 'again', replyTo: nowhere }, asked, rules, membersOf);
};

/**
 * Whether we know already that a check passes, without asking Slack: what somebody then does is stored before Slack gets its
 * answer.
 *
 * @param judge the check, with what we remember
 */
export async function passesByMemory(
  { people, settings }: Pick<Services, 'people' | 'settings'>,
  { workspace, userId }: Who,
  judge: (asked: FactsAnswer, rules: Settings) => Promise<unknown> | unknown,
): Promise<boolean> {
  const [facts, rules] = await Promise.all([people.remembered(workspace, userId), settings.of(workspace)]);
  return facts !== null && (await judge({ kind: 'known', facts }, rules)) === null;
}
