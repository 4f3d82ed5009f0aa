import type { Facts } from './people.ts';
import type { Settings } from './settings.ts';

/** What somebody is here: admins link keys and name managers; managers change all other settings. */
export type Role = 'admin' | 'manager' | 'other';

/** Who was named a manager, and became a guest or left for another team since, is none any more. */
export function roleOf(userId: string, facts: Facts, { managers }: Pick<Settings, 'managers'>): Role {
  if (facts.admin) return 'admin';
  return managers.includes(userId) && !facts.guest && !facts.otherTeam ? 'manager' : 'other';
}
