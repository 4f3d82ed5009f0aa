import type { Problem } from '../kit/problem.ts';
import type { People, PersonFacts } from './people.ts';
import type { Settings, SettingsOf } from './settings.ts';

/** A person's role: admins link keys and name managers; managers change all other settings. */
export type Role = 'admin' | 'manager' | 'other';

/** A manager who has since become a guest, moved to another team, or left altogether is no longer one. */
export function roleOf(userId: string, facts: PersonFacts, { managers }: Pick<Settings, 'managers'>): Role {
  if (facts.admin) return 'admin';
  const { guest, otherTeam, deactivated } = facts;
  return managers.includes(userId) && !guest && !otherTeam && !deactivated ? 'manager' : 'other';
}

/** How many we name, so that people don't go and ask everybody. */
const NAMED = 3;

type Directory = Pick<People, 'facts' | 'admins'>;
type Key = { linkedBy: string } | null;

/** The first few of these people, without those who left: it makes no sense to ask them or tell them anything. */
export async function present(
  people: Pick<People, 'facts'>,
  workspace: string,
  userIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const userId of new Set(userIds)) {
    if (found.length === NAMED) break;
    const asked = await people.facts(workspace, userId);
    if (asked.kind !== 'known' || !asked.facts.deactivated) found.push(userId);
  }
  return found;
}

/** Who looks after a workspace's key: whoever linked it, or an admin if they left. Null: nobody is known. */
export async function keeperOf(people: Directory, workspace: string, key: Key): Promise<string | null> {
  if (!key) return null;
  const [linkedBy] = await present(people, workspace, [key.linkedBy]);
  return linkedBy ?? (await people.admins(workspace))[0] ?? null;
}

/** Who decides about a workspace's rules, as far as we know: its managers, and whoever linked its key. */
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

/** Somebody's role here right now, as Slack says; or why we can't tell. */
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
