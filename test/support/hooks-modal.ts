import type { View } from '../../src/playground/index.ts';
import { ON_CALL } from './hooks.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

export { contentOf as content, submitForm as submitHook } from './views.ts';

/** A form waits this long for more input before it updates. */
const PAUSE_MS = 300;
/** Fields shown without "More". */
const AT_FIRST = ['hook_name', 'hook_recipients', 'hook_channel', 'hook_caller'];

/** The values of a valid form, except its recipients. */
export const FILLED = { hook_name: 'Prometheus', hook_channel: ON_CALL };
const RECIPIENTS = { action: 'setting', block: 'hook_recipients' };

/** Types each recipient into a hook's form, and chooses what is offered. */
export async function chooseForHook({ slack }: Pick<Stage, 'slack'>, form: View, ...typed: string[]) {
  for (const name of typed) await slack.choose(form, RECIPIENTS.action, name, { blockId: RECIPIENTS.block });
}

/** The labels of the recipients chosen in a hook's form. */
export function chosenForHook(form: View): string[] {
  const options = form.values[RECIPIENTS.block]?.[RECIPIENTS.action]?.selected_options as {
    text: { text: string };
  }[];
  return options.map(({ text }) => text.text);
}

/** Types `/sms hooks` and waits for the list of hooks, or the refusal. */
export const openHooks = (stage: Stage, user = ADMIN): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: 'hooks' }));

/** Presses "New hook", or "Change" on the first hook, and waits for the modal. */
export const openHookForm = (
  stage: Stage,
  list: View,
  action: 'new_hook' | 'change_hook',
  user = ADMIN,
): Promise<View> => opened(stage, user, () => stage.slack.act(list, action));

/** Ticks "More" in the form of a new hook, and waits for the further fields. */
export async function showMore(stage: Stage, form: View): Promise<void> {
  await stage.slack.act(form, 'setting', ['open'], 'hook_more');
  await stage.pass(PAUSE_MS);
  await stage.slack.waitFor(() => contentOf(form).includes('hook_severities'), 'the other fields');
}

/** Creates a hook with the modal. */
export async function makeHookByModal(stage: Stage, values: Record<string, unknown> = {}, user = ADMIN) {
  const form = await openHookForm(stage, await openHooks(stage, user), 'new_hook', user);
  await chooseForHook(stage, form, '01712345678');
  if (Object.keys(values).some(block => !AT_FIRST.includes(block))) await showMore(stage, form);
  const { says, reply } = await submitForm(stage, form, { ...FILLED, ...values });
  return { form, says, reply, ...shownSecrets(says) };
}

/** The address and token that a view shows. */
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
