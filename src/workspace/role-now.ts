import type { Problem } from '../kit/problem.ts';
import { present } from './deciders.ts';
import type { People } from './people.ts';
import { type Role, roleOf } from './roles.ts';
import type { SettingsOf } from './settings.ts';

type RoleParts = {
  people: Pick<People, 'freshFacts' | 'facts' | 'admins'>;
  settings: Pick<SettingsOf, 'of'>;
};

/** Somebody's role here right now, as Slack says; or why we can't tell. */
export async function roleNow(
  { people, settings }: RoleParts,
  workspace: string,
  userId: string,
): Promise<Role | Problem> {
  const answer = await people.freshFacts(workspace, userId);
  if (answer.kind === 'silent') return { kind: 'SLACK_AWAY' };
  if (answer.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: answer.error };
  if (answer.facts.deactivated) return { kind: 'DEACTIVATED' };
  return roleOf(userId, answer.facts, await settings.of(workspace));
}

/** Null if somebody is an admin or a manager right now; otherwise whom to ask. */
export async function leaderProblem(
  parts: RoleParts,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  const { people, settings } = parts;
  const role = await roleNow(parts, workspace, userId);
  if (typeof role === 'object') return role;
  if (role !== 'other') return null;
  const { managers } = await settings.of(workspace);
  return {
    kind: 'MANAGERS_ONLY',
    managers: await present(people, workspace, managers),
    admins: await people.admins(workspace),
  };
}
