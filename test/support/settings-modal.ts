import type { View } from '../../src/playground/index.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

/** Types `/sms settings` and waits for the list of settings, or the refusal. */
export const openSettings = (stage: Stage, user = ADMIN): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: 'settings' }));

/** Presses "Change" on a group, and waits for its form. */
export async function openGroup(stage: Stage, overview: View, group: string, user = ADMIN): Promise<View> {
  const { content } = overview;
  const block = content.blocks.find(candidate =>
    JSON.stringify(candidate.accessory ?? '').includes(`"value":"${group}"`),
  );
  if (!block) throw new Error(`No group ${group} here`);
  const change = () => stage.slack.act(overview, 'change_setting', undefined, String(block.block_id));
  return opened(stage, user, change, view => contentOf(view).includes('"callback_id":"setting"'));
}

/** Fills in and submits a group's form; resolves with its final content. */
export async function saveGroup(
  stage: Stage,
  group: string,
  values: Record<string, unknown>,
  user = ADMIN,
): Promise<{ form: View; errors: Record<string, string>; says: string }> {
  const form = await openGroup(stage, await openSettings(stage, user), group, user);
  const { errors, says } = await submitForm(stage, form, values);
  return { form, errors, says };
}
