import type { Problem } from '../kit/problem.ts';
import type { Permission } from '../kit/slack/listener.ts';
import type { People, UserGroups } from '../workspace/people.ts';
import { leaderProblem } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { withLiveOrStaleFacts } from '../workspace/slack/permissions.ts';
import { checkSender, readerProblem } from './sending/send-policy.ts';

/** What people are judged by. */
export type PermissionFacts = { people: People; userGroups: UserGroups; settings: SettingsOf };

/** What becomes a text that is judged like any other when it is planned: that waits for Slack, and says so. */
export const checkedByPlanner: Permission = async () => null;

/** Everybody whom the workspace's rules let see what it has. */
export const reader: Permission = async ({ people, settings }, { workspace, userId }) => {
  const [asked, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  return readerProblem(asked, rules);
};

/** Whoever may send from this channel; null: by a button of the app's, wherever that is. */
export const sender: Permission<string | null> = (services, { workspace, userId }, channel) =>
  senderProblem(withLiveOrStaleFacts(services), workspace, userId, channel);

/** The same, by what they are judged by. */
export async function senderProblem(
  { people, userGroups, settings }: PermissionFacts,
  workspace: string,
  userId: string,
  channel: string | null,
): Promise<Problem | null> {
  const [facts, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  const replyTo = { responseUrl: null, channel: channel ?? '', userId, threadTs: null, threadLink: null };
  const asking = { actor: userId, source: channel === null ? 'resend' : 'form', replyTo } as const;
  const judged = await checkSender(asking, facts, rules, id => userGroups.members(workspace, id));
  return judged?.kind === 'unavailable' ? { kind: 'SLACK_AWAY' } : judged;
}

/** Whoever may change what somebody made: its author, if they may still send; managers and admins. Null: they may. */
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

/** Whoever may stop what somebody made: the same, and its author also while Slack doesn't say whether they may still send. */
export async function stopperProblem(
  permissionFacts: PermissionFacts,
  workspace: string,
  userId: string,
  author: string,
): Promise<Problem | null> {
  const why = await authorProblem(permissionFacts, workspace, userId, author);
  return why?.kind === 'SLACK_AWAY' && userId === author ? null : why;
}
