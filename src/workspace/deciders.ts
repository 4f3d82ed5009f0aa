import type { People } from './people.ts';

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
