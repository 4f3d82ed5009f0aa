import type { View } from '../../src/playground/index.ts';
import { opened, openFromHome, said } from './people-modal.ts';
import { ADMIN, type Stage } from './stage.ts';

const UNDER_WAY = /One moment|একটু অপেক্ষা/;

/** Presses "Templates" in the Home tab. */
export const openTemplates = (stage: Stage, user = ADMIN): Promise<View> =>
  openFromHome(stage, 'open_templates', user);

/** Presses "New template", or "Change" on the first that has one (or on the one of that name), and waits for its form. */
export function openTemplateForm(
  stage: Stage,
  list: View,
  what: 'new_template' | 'change_template',
  user = ADMIN,
  name = '',
): Promise<View> {
  const { blocks } = list.content;
  const from = blocks.findIndex(one => JSON.stringify(one).includes(name));
  const block = blocks.slice(from).find(one => JSON.stringify(one).includes(`"${what}"`));
  if (!block) throw new Error(`No ${what} here`);
  return opened(stage, user, () => stage.slack.act(list, what, undefined, String(block.block_id)));
}

/** Submits a template's form; `says`: what it says in the end. */
export async function submitTemplate(
  { slack }: Stage,
  form: View,
  values: Record<string, unknown>,
): Promise<{ errors: Record<string, string>; says: string }> {
  const { errors } = await slack.submit(form, values);
  await slack.waitFor(() => !UNDER_WAY.test(said(form)), 'what came of saving');
  return { errors, says: said(form) };
}

/** Makes a template by the modal; everyone's unless it is said whose. */
export async function makeTemplate(
  stage: Stage,
  template: { name: string; text: string },
  user = ADMIN,
): Promise<void> {
  const list = await openTemplates(stage, user);
  const form = await openTemplateForm(stage, list, 'new_template', user);
  const { errors, says } = await submitTemplate(stage, form, {
    template_name: template.name,
    template_text: template.text,
    ...(said(form).includes('template_whose') ? { template_whose: 'workspace' } : {}),
  });
  if (!says.includes('is saved')) throw new Error(`Not saved: ${JSON.stringify(errors)} ${says}`);
  await stage.slack.closeView(form);
  await stage.slack.closeView(list);
}
