import type { View } from '../../src/playground/index.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

export { contentOf as said, opened } from './views.ts';

/** The block right below a field, which shows its problem. */
export function saidBelow(view: View, field: string): string {
  const { blocks } = view.content;
  return JSON.stringify(blocks[blocks.findIndex(block => block.block_id === field) + 1] ?? null);
}

/** Opens the Home tab, presses a button there, and waits for its modal. */
export async function openFromHome(stage: Stage, action: string, user: string): Promise<View> {
  const { slack } = stage;
  const hash = slack.home(user)?.hash;
  await slack.openApp(user);
  await slack.waitFor(() => slack.home(user)?.hash !== hash, `another Home tab of ${user}`);
  return opened(stage, user, () => slack.act(slack.home(user) as never, action));
}

/** Presses "People" in the Home tab. */
export const openPeople = (stage: Stage, user = ADMIN): Promise<View> =>
  openFromHome(stage, 'open_people', user);

/** Types `/sms groups`. */
export const openGroups = (stage: Stage, user = ADMIN): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: 'groups' }));

/** Types into the search field, and returns the modal's content with the results. */
export async function searchPeople(stage: Stage, list: View, typed: string): Promise<string> {
  const { hash } = list;
  await stage.slack.act(list, 'people_search_input', typed);
  await stage.pass(300);
  await stage.slack.waitFor(() => list.hash !== hash, 'what was found');
  return contentOf(list);
}

/** Presses "Add a person", or "Change" beside a person, and waits for the form. */
export function openContact(stage: Stage, list: View, name: string | null, user = ADMIN): Promise<View> {
  const { blocks } = list.content;
  const block = blocks.find(
    candidate =>
      name !== null && JSON.stringify(candidate).includes(`*${name}*`) && candidate.accessory !== undefined,
  );
  if (name !== null && !block) throw new Error(`No ${name} to change here`);
  return opened(stage, user, () =>
    name === null
      ? stage.slack.act(list, 'new_contact')
      : stage.slack.act(list, 'change_contact', undefined, String(block?.block_id)),
  );
}

/** Submits a contact's form; resolves with its final content. */
export async function saveContact(
  { slack }: Stage,
  form: View,
  values: Record<string, unknown>,
): Promise<{ errors: Record<string, string>; says: string }> {
  const { errors, says } = await submitForm({ slack }, form, values);
  // Slack stacks three modals at most.
  if (form.content.submit === undefined) await slack.closeView(form);
  return { errors, says };
}
