import type { Problem } from '../kit/problem.ts';
import type { Permission } from '../kit/slack/listener.ts';
import type { People, UserGroups } from '../workspace/people.ts';
import { leaderProblem } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { withLiveOrStaleFacts } from '../workspace/slack/permissions.ts';
import { checkSender, readerProblem } from './sending/send-policy.ts';

export type PermissionFacts = { people: People; userGroups: UserGroups; settings: SettingsOf };

/**
 * For listeners that only submit an intent: the planner checks the sender, and if Slack doesn't answer, the text waits and
 * its sender gets a report.
 */
export const checkedByPlanner: Permission = async () => null;

/** People who may see the workspace's balance and spending. */
export const reader: Permission = async ({ people, settings }, { workspace, userId }) => {
  const [facts, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  return readerProblem(facts, rules);
};

/** People who may send from this channel. `channel`: null for the app's own buttons, which work in any channel. */
export const sender: Permission<string | null> = (services, { workspace, userId }, channel) =>
  senderProblem(withLiveOrStaleFacts(services), workspace, userId, channel);

/** Why a user may not send; null if they may. */
export async function senderProblem(
  { people, userGroups, settings }: PermissionFacts,
  workspace: string,
  userId: string,
  channel: string | null,
): Promise<Problem | null> {
  const [facts, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  const replyTo = { responseUrl: null, channel: channel ?? '', userId, threadTs: null, threadLink: null };
  const attempt = { actor: userId, source: channel === null ? 'resend' : 'form', replyTo } as const;
  const problem = await checkSender(attempt, facts, rules, id => userGroups.members(workspace, id));
  return problem?.kind === 'unavailable' ? { kind: 'SLACK_AWAY' } : problem;
}

/**
 * Why a user may not change an author's thing; null if they may. The author may while they may send; managers and admins
 * always may.
 */
export async function authorProblem(
  permissionFacts: PermissionFacts,
  workspace: string,
  userId: string,
  author: string,
): Promise<Problem | null> {
  if (userId !== author) return leaderProblem(permissionFacts, workspace, userId);
  const why = await senderProblem(permissionFacts, workspace, userId, null);
  const mayLead =
    why !== null && why.kind !== 'SLACK_AWAY' && !(await leaderProblem(permissionFacts, workspace, userId));
  return mayLead ? null : why;
}

/**
 * Why a user may not stop an author's thing. Like `authorProblem`, but the author may also while Slack doesn't say whether
 * they may send.
 */
export async function stopperProblem(
  permissionFacts: PermissionFacts,
  workspace: string,
  userId: string,
  author: string,
): Promise<Problem | null> {
  const why = await authorProblem(permissionFacts, workspace, userId, author);
  return why?.kind === 'SLACK_AWAY' && userId === author ? null : why;
}
