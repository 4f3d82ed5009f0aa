import type { ContactGroups, NewMember } from '../../src/contacts/groups.ts';
import { isSameName } from '../../src/texts/parse/name.ts';

/** Makes a group of these people, or adds them to it. */
export async function keepIn(
  groups: ContactGroups,
  { workspace, by }: { workspace: string; by: string },
  name: string,
  people: readonly NewMember[],
): Promise<void> {
  const known = (await groups.of(workspace)).find(one => isSameName(one.name, name));
  const made = known ? { kind: 'made' as const, id: known.id } : await groups.make(workspace, by, name);
  if (made.kind !== 'made') throw new Error(`No group ${name} can be made`);
  await groups.add(workspace, by, made.id, people);
}
