import type { Clock } from '../../kit/clock.ts';
import type { Problem } from '../../kit/problem.ts';
import type { ProblemContext } from '../../kit/words/wording.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { People } from '../../workspace/people.ts';
import { decidersOf, keeperOf, present } from '../../workspace/roles.ts';
import type { Settings } from '../../workspace/settings.ts';
import type { History } from '../store/history.ts';

/** Refusals by a workspace rule that somebody there can change. */
const RULES = new Set<Problem['kind']>([
  'GUEST_REFUSED',
  'OTHER_TEAM_REFUSED',
  'NOT_A_SENDER',
  'CHANNEL_REFUSED',
  'NUMBER_BLOCKED',
  'NEVER_TEXT',
  'CAP_REACHED',
  'CAP_UNJUDGED',
  'BROADCAST_TOO_LARGE',
  'BROADCAST_TOO_EXPENSIVE',
  'BROADCAST_UNJUDGED',
]);

/** Adds to a problem what else to say, and decides who is told what; nobody who left is named or told. */
export function createAround(parts: {
  history: Pick<History, 'balance'>;
  keys: Pick<LinkedKeys, 'linked'>;
  people: Pick<People, 'facts' | 'admins'>;
  clock: Clock;
}): {
  /** @param reader who reads it */
  around(
    workspace: string,
    rules: Settings,
    problem: Problem | null,
    reader: string,
  ): Promise<ProblemContext>;
  /** Who is told instead of `reader`: they themselves, or an admin if whoever linked the key has left; null: nobody. */
  standInFor(workspace: string, reader: string): Promise<string | null>;
} {
  const { history, keys, people, clock } = parts;
  return {
    async around(workspace, rules, problem, reader) {
      const key = await keys.linked(workspace);
      const isOfRules = problem !== null && RULES.has(problem.kind);
      const known = isOfRules ? await decidersOf(people, workspace, rules, key) : [];
      const last = key && (await history.balance(key.fingerprint));
      return {
        ask: await keeperOf(people, workspace, key),
        deciders: isOfRules && known.length === 0 ? await people.admins(workspace) : known,
        reader,
        balance: last ? { amount: last.balance, ageMs: clock.now() - last.at } : null,
      };
    },

    async standInFor(workspace: string, reader: string): Promise<string | null> {
      const [there] = await present(people, workspace, [reader]);
      if (there) return there;
      const key = await keys.linked(workspace);
      return key?.linkedBy === reader ? keeperOf(people, workspace, key) : null;
    },
  };
}
