import type { Problem } from '../domain/problem.ts';
import type { Facts } from '../workspaces/people.ts';

/**
 * Who may send: everyone but guests and people of other teams.
 *
 * @param ask whom a refused person may ask, as a Slack user id; null when nobody is known
 */
export function refusalFor(facts: Facts, ask: string | null): Problem | null {
  if (facts.otherTeam) return { kind: 'OTHER_TEAM_REFUSED', ask };
  if (facts.guest) return { kind: 'GUEST_REFUSED', ask };
  return null;
}
