import type { Problem } from '../kit/problem.ts';
import type { People, PersonFacts } from './people.ts';
import type { Settings, SettingsOf } from './settings.ts';

/** A person's role: admins link keys and name managers; managers change all other settings. */
export type Role = 'admin' | 'manager' | 'other';

/** A manager who became a guest, moved to another team or was deactivated is a manager no longer. */
export function roleOf(userId: string, facts: PersonFacts, { managers }: Pick<Settings, 'managers'>): Role {
  if (facts.admin) return 'admin';
  const { guest, otherTeam, deactivated } = facts;
  return managers.includes(userId) && !guest && !otherTeam && !deactivated ? 'manager' : 'other';
}

/** A refusal names this many people, so that a person doesn't ask all of them. */
const MAX_NAMED = 3;

type Directory = Pick<People, 'facts' | 'admins'>;
type Key = { linkedBy: string } | null;

/** The first few of these people, without those whose accounts are deactivated. */
export async function present(
  people: Pick<People, 'facts'>,
  workspace: string,
  userIds: readonly string[],
): Promise<string[]> {
  const active: string[] = [];
  for (const userId of new Set(userIds)) {
    if (active.length === MAX_NAMED) break;
    const answer = await people.facts(workspace, userId);
    if (answer.kind !== 'known' || !answer.facts.deactivated) active.push(userId);
  }
  return active;
}

/** The person to tell about a key: the admin who linked it, or another one if they left; null if none is known. */
export async function keeperOf(people: Directory, workspace: string, key: Key): Promise<string | null> {
  if (!key) return null;
  const [linkedBy] = await present(people, workspace, [key.linkedBy]);
  return linkedBy ?? (await people.admins(workspace))[0] ?? null;
}

/** The people to ask about a workspace's rules: its managers, and the admin who linked its key. */
export function decidersOf(
  people: Directory,
  workspace: string,
  { managers }: { managers: readonly string[] },
  key: Key,
): Promise<string[]> {
  return present(people, workspace, [...managers, ...(key ? [key.linkedBy] : [])]);
}

type RoleParts = {
  people: Pick<People, 'freshFacts' | 'facts' | 'admins'>;
  settings: Pick<SettingsOf, 'of'>;
};

/** A user's role as Slack says now, or the problem of finding out. */
export async function roleNow(
  { people, settings }: RoleParts,
  workspace: string,
  userId: string,
): Promise<Role | Problem> {
  const answer = await people.freshFacts(workspace, userId);
  if (answer.kind === 'unavailable') return { kind: 'SLACK_AWAY' };
  if (answer.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: answer.error };
  if (answer.facts.deactivated) return { kind: 'DEACTIVATED' };
  return roleOf(userId, answer.facts, await settings.of(workspace));
}

/** Null for an admin or a manager, as Slack says now; otherwise a problem that names people to ask. */
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
