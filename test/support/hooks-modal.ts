import type { View } from '../../src/playground/index.ts';
import { ON_CALL } from './hooks.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

export { contentOf as content, submitForm as submitHook } from './views.ts';

/** How long a form waits for more before it follows. */
const PAUSE_MS = 300;
/** The fields that are there without "More". */
const AT_FIRST = ['hook_name', 'hook_recipients', 'hook_channel', 'hook_caller'];

/** What a valid form contains, apart from its recipients. */
export const FILLED = { hook_name: 'Prometheus', hook_channel: ON_CALL };
const RECIPIENTS = { action: 'setting', block: 'hook_recipients' };

/** Types each recipient into a hook's form, and chooses what is offered. */
export async function chooseForHook({ slack }: Pick<Stage, 'slack'>, form: View, ...typed: string[]) {
  for (const name of typed) await slack.choose(form, RECIPIENTS.action, name, { blockId: RECIPIENTS.block });
}

/** The recipients chosen in a hook's form, by their names there. */
export function chosenForHook(form: View): string[] {
  const options = form.values[RECIPIENTS.block]?.[RECIPIENTS.action]?.selected_options as {
    text: { text: string };
  }[];
  return options.map(({ text }) => text.text);
}

/** Types `/sms hooks` and waits until the modal says something; for people who may, that is all hooks. */
export const openHooks = (stage: Stage, user = ADMIN): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: 'hooks' }));

/** Presses "New hook", or "Change" on the first hook of the list, and waits for what opens. */
export const openHookForm = (
  stage: Stage,
  list: View,
  action: 'new_hook' | 'change_hook',
  user = ADMIN,
): Promise<View> => opened(stage, user, () => stage.slack.act(list, action));

/** Ticks "More" in the form of a new hook, and waits for the other fields. */
export async function showMore(stage: Stage, form: View): Promise<void> {
  await stage.slack.act(form, 'setting', ['open'], 'hook_more');
  await stage.pass(PAUSE_MS);
  await stage.slack.waitFor(() => contentOf(form).includes('hook_severities'), 'the other fields');
}

/** Makes a hook with the modal. */
export async function makeHookByModal(stage: Stage, values: Record<string, unknown> = {}, user = ADMIN) {
  const form = await openHookForm(stage, await openHooks(stage, user), 'new_hook', user);
  await chooseForHook(stage, form, '01712345678');
  if (Object.keys(values).some(block => !AT_FIRST.includes(block))) await showMore(stage, form);
  const { says, reply } = await submitForm(stage, form, { ...FILLED, ...values });
  return { form, says, reply, ...shownSecrets(says) };
}

/** The address and the token that a view shows, as somebody would copy them. */
function shownSecrets(says: string): { path: string; token: string } {
  const [, path = ''] = /```(?:https?:\/\/[^/]+)?(\/hooks\/[\w-]+)```/.exec(says) ?? [];
  const [token = ''] = /smsh_[\w-]+/.exec(says) ?? [];
  return { path, token };
}

/** Calls a hook as a program does. */
export function callHook(
  stage: Stage,
  { path, token }: { path: string; token: string },
  body: unknown,
): Promise<Response> {
  return fetch(stage.appUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}
