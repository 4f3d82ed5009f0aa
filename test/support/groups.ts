import type { View } from '../../src/playground/index.ts';
import { openGroups } from './people-modal.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened } from './views.ts';

/** Waits until a modal shows something. */
export const shows = ({ slack }: Stage, view: View, text: string): Promise<unknown> =>
  slack.waitFor(() => contentOf(view).includes(text), text);

/** Creates a group in the list of groups; returns the modal, which then lists the group's people. */
export async function makeGroup(stage: Stage, name: string): Promise<View> {
  const list = await openGroups(stage);
  await stage.slack.act(list, 'new_group');
  await shows(stage, list, 'group_name');
  await stage.slack.submit(list, { group_name: name });
  await shows(stage, list, 'Add people…');
  return list;
}

/** Opens the list of a group's people. */
export async function openGroup(stage: Stage, name: string, user = ADMIN): Promise<View> {
  const list = await openGroups(stage, user);
  const isOfGroup = (block: unknown) => JSON.stringify(block).includes(`: ${name}"`);
  const block = list.content.blocks.find(isOfGroup);
  if (!block) throw new Error(`No group ${name} here`);
  await stage.slack.act(list, 'show_group', undefined, String(block.block_id));
  await shows(stage, list, 'back_to_groups');
  return list;
}

/** Presses "Add people…", chooses each name, and returns the form's final content. */
export async function addToGroup(stage: Stage, group: View, ...typed: string[]): Promise<string> {
  const { slack } = stage;
  const user = group.user;
  const form = await opened(stage, user, () => slack.act(group, 'add_members'));
  for (const name of typed) await slack.choose(form, 'setting', name, { blockId: 'members_people' });
  await slack.submit(form, {});
  await slack.waitFor(
    () => /Added|Nobody was|no longer|Won’t get/.test(contentOf(form)),
    'what came of adding',
  );
  const says = contentOf(form);
  await slack.closeView(form);
  return says;
}
