import type { View } from '../../src/playground/index.ts';
import type { Stage } from './stage.ts';

const COMPOSE = 'compose_recipient_input';

/** Types a recipient into a text's form and chooses an option: the one with this label, if given. */
export async function chooseRecipient(
  stage: Pick<Stage, 'slack' | 'quiet'>,
  form: View,
  typed: string,
  label?: string,
): Promise<void> {
  await stage.slack.choose(form, COMPOSE, typed, label === undefined ? {} : { label });
  await stage.quiet();
}

/** Chooses a recipient, and submits the form with the message. */
export async function submitText(
  stage: Pick<Stage, 'slack' | 'quiet'>,
  form: View,
  to: string,
  message?: string,
) {
  await chooseRecipient(stage, form, to);
  return stage.slack.submit(form, message === undefined ? {} : { compose_message_input: message });
}

/** The chosen option in a text's form: its value and its label. */
export function chosenIn(form: View): { value: string; text: string } | null {
  const option = form.values.compose_recipient?.[COMPOSE]?.selected_option as {
    value: string;
    text: { text: string };
  } | null;
  return option && { value: option.value, text: option.text.text };
}

/** The options for the typed text, one line each, by heading. */
export async function offeredFor(
  stage: Pick<Stage, 'slack'>,
  form: View,
  typed: string,
  field: { action: string; block?: string } = { action: COMPOSE },
): Promise<Record<string, string[]>> {
  const suggested = await stage.slack.suggest(form, field.action, typed, field.block);
  if (!suggested || suggested.wrong.length > 0)
    throw new Error(`No results: ${suggested?.wrong.join() ?? 'nothing was asked'}`);
  const groups = (suggested.offered.option_groups ?? []) as {
    label: { text: string };
    options: { text: { text: string }; description?: { text: string } }[];
  }[];
  const line = ({ text, description }: (typeof groups)[number]['options'][number]): string =>
    description ? `${text.text} (${description.text})` : text.text;
  return Object.fromEntries(groups.map(({ label, options }) => [label.text, options.map(line)]));
}
