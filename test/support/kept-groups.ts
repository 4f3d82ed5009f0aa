import type { ContactGroups, NewMember } from '../../src/contacts/groups.ts';
import { isSameName } from '../../src/texts/parse/name.ts';

/** Adds these people to the group with this name, which is created if needed. */
export async function keepIn(
  groups: ContactGroups,
  { workspace, by }: { workspace: string; by: string },
  name: string,
  people: readonly NewMember[],
): Promise<void> {
  const existing = (await groups.of(workspace)).find(group => isSameName(group.name, name));
  const result = existing
    ? { kind: 'made' as const, id: existing.id }
    : await groups.make(workspace, by, name);
  if (result.kind !== 'made') throw new Error(`No group ${name} can be made`);
  await groups.add(workspace, by, result.id, people);
}
