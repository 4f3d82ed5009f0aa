import type { View } from '../../src/playground/index.ts';
import { openFromHome } from './people-modal.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

export { submitForm as submitTemplate } from './views.ts';

/** Presses "Templates" in the Home tab. */
export const openTemplates = (stage: Stage, user = ADMIN): Promise<View> =>
  openFromHome(stage, 'open_templates', user);

/** Presses "New template", or "Change" on the first template with this name that has one, and waits for the form. */
export function openTemplateForm(
  stage: Stage,
  list: View,
  action: 'new_template' | 'change_template',
  user = ADMIN,
  name = '',
): Promise<View> {
  const { blocks } = list.content;
  const from = blocks.findIndex(candidate => JSON.stringify(candidate).includes(name));
  const block = blocks.slice(from).find(candidate => JSON.stringify(candidate).includes(`"${action}"`));
  if (!block) throw new Error(`No ${action} here`);
  return opened(stage, user, () => stage.slack.act(list, action, undefined, String(block.block_id)));
}

/** Creates a template with the modal, for the whole workspace if the form asks whose it is. */
export async function makeTemplate(
  stage: Stage,
  template: { name: string; text: string },
  user = ADMIN,
): Promise<void> {
  const list = await openTemplates(stage, user);
  const form = await openTemplateForm(stage, list, 'new_template', user);
  const { errors, says } = await submitForm(stage, form, {
    template_name: template.name,
    template_text: template.text,
    ...(contentOf(form).includes('template_whose') ? { template_whose: 'workspace' } : {}),
  });
  if (!says.includes('is saved')) throw new Error(`Not saved: ${JSON.stringify(errors)} ${says}`);
  await stage.slack.closeView(form);
  await stage.slack.closeView(list);
}
