import type { PersonFacts } from './people.ts';
import type { Settings } from './settings.ts';

/** What somebody is here: admins link keys and name managers; managers change all other settings. */
export type Role = 'admin' | 'manager' | 'other';

/** Who was named a manager, and became a guest, left for another team, or left altogether since, is none any more. */
export function roleOf(userId: string, facts: PersonFacts, { managers }: Pick<Settings, 'managers'>): Role {
  if (facts.admin) return 'admin';
  const { guest, otherTeam, deactivated } = facts;
  return managers.includes(userId) && !guest && !otherTeam && !deactivated ? 'manager' : 'other';
}
