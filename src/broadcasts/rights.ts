import type { Problem } from '../domain/problem.ts';
import { judgeSender } from '../sending/policy.ts';
import type { People, UserGroups } from '../workspaces/people.ts';
import { leaderProblem } from '../workspaces/role-now.ts';
import type { SettingsOf } from '../workspaces/settings.ts';

/** Who may do what with broadcasts; null: they may. */
export type Rights = {
  /** Whoever may send from this channel may make one there. */
  toMake(workspace: string, userId: string, channel: string): Promise<Problem | null>;
  /** Its author, managers and admins may pause it, cancel it, and so on. */
  toLead(workspace: string, userId: string, author: string): Promise<Problem | null>;
};

export function createRights(parts: {
  people: People;
  userGroups: UserGroups;
  settings: SettingsOf;
}): Rights {
  const { people, userGroups, settings } = parts;
  return {
    async toMake(workspace, userId, channel) {
      const [facts, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
      const replyTo = { responseUrl: null, channel, userId, threadTs: null, threadLink: null };
      const asking = { actor: userId, source: 'form', replyTo } as const;
      const judged = await judgeSender(asking, facts, rules, id => userGroups.members(workspace, id));
      return judged?.kind === 'silent' ? { kind: 'SLACK_AWAY' } : judged;
    },
    async toLead(workspace, userId, author) {
      if (userId === author) return null;
      const problem = await leaderProblem(parts, workspace, userId);
      return problem?.kind === 'MANAGERS_ONLY' && author !== ''
        ? { ...problem, kind: 'BROADCAST_NOT_YOURS', author }
        : problem;
    },
  };
}
