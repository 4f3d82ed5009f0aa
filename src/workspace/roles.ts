import type { PersonFacts } from './people.ts';
import type { Settings } from './settings.ts';

/** A person's role: admins link keys and name managers; managers change all other settings. */
export type Role = 'admin' | 'manager' | 'other';

/** A manager who has since become a guest, moved to another team, or left altogether is no longer one. */
export function roleOf(userId: string, facts: PersonFacts, { managers }: Pick<Settings, 'managers'>): Role {
  if (facts.admin) return 'admin';
  const { guest, otherTeam, deactivated } = facts;
  return managers.includes(userId) && !guest && !otherTeam && !deactivated ? 'manager' : 'other';
}
