import type { View } from '../../src/playground/index.ts';
import { ADMIN, type Stage } from './stage.ts';

const UNDER_WAY = /One moment|একটু অপেক্ষা/;
const said = (view: View): string => JSON.stringify(view.content);

/** Types `/sms settings` and waits until the modal says something; for people who may, that is all settings. */
export async function openSettings({ slack }: Stage, user = ADMIN): Promise<View> {
  const before = slack.openViews(user);
  await slack.command({ user, text: 'settings' });
  return slack.waitForView(user, view => !before.includes(view) && !UNDER_WAY.test(said(view)));
}

/** Presses "Change" on a group, and waits for its form. */
export async function openGroup(stage: Stage, overview: View, group: string, user = ADMIN): Promise<View> {
  const { content } = overview;
  const block = content.blocks.find(one =>
    JSON.stringify(one.accessory ?? '').includes(`"value":"${group}"`),
  );
  if (!block) throw new Error(`No group ${group} here`);
  const before = stage.slack.openViews(user);
  await stage.slack.act(overview, 'change_setting', undefined, String(block.block_id));
  return stage.slack.waitForView(
    user,
    view => !before.includes(view) && said(view).includes('"callback_id":"setting"'),
  );
}

/** Fills a group's form, submits it, and resolves with what it says in the end. */
export async function saveGroup(
  stage: Stage,
  group: string,
  values: Record<string, unknown>,
  user = ADMIN,
): Promise<{ form: View; errors: Record<string, string>; says: string }> {
  const form = await openGroup(stage, await openSettings(stage, user), group, user);
  const { errors } = await stage.slack.submit(form, values);
  await stage.slack.waitFor(() => !UNDER_WAY.test(said(form)), 'what came of saving');
  return { form, errors, says: said(form) };
}
