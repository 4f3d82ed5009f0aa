import type { Problem } from '../kit/problem.ts';
import type { People, UserGroups } from '../workspace/people.ts';
import { leaderProblem } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { judgeSender } from './sending/decide.ts';

/** Who may do what with broadcasts; null: they may. */
export type Rights = {
  /** Whoever may send from this channel may make one there; null: by a button of the app's, wherever that is. */
  toMake(workspace: string, userId: string, channel: string | null): Promise<Problem | null>;
  /** Its author, if they may still send, managers and admins may pause it, cancel it, see its rows, and so on. */
  toLead(workspace: string, userId: string, author: string): Promise<Problem | null>;
};

export function createRights(parts: {
  people: People;
  userGroups: UserGroups;
  settings: SettingsOf;
}): Rights {
  const { people, userGroups, settings } = parts;

  async function toSend(workspace: string, userId: string, channel: string | null): Promise<Problem | null> {
    const [facts, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
    const replyTo = { responseUrl: null, channel: channel ?? '', userId, threadTs: null, threadLink: null };
    const asking = { actor: userId, source: channel === null ? 'again' : 'form', replyTo } as const;
    const judged = await judgeSender(asking, facts, rules, id => userGroups.members(workspace, id));
    return judged?.kind === 'silent' ? { kind: 'SLACK_AWAY' } : judged;
  }

  return {
    toMake: toSend,
    async toLead(workspace, userId, author) {
      if (userId === author) {
        const why = await toSend(workspace, userId, null);
        return why && why.kind !== 'SLACK_AWAY' && !(await leaderProblem(parts, workspace, userId))
          ? null
          : why;
      }
      return leaderProblem(parts, workspace, userId);
    },
  };
}
