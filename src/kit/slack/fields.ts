import type {
  InputBlock,
  InputBlockElement,
  MultiStaticSelect,
  PlainTextInput,
  PlainTextOption,
} from '@slack/types';
import { abridged, cut } from '../slack-text.ts';
import type { Labelled } from '../words/languages.ts';
import type { FormField } from './form.ts';
import { MAX_INPUT, MAX_OPTION_TEXT, MAX_OPTIONS } from './limits.ts';

/** One action id for the fields of all forms: their block ids tell them apart. */
export const INPUT_ACTION = 'setting';

/** The value of a single check box that is ticked. */
const YES = 'yes';

type Choice = { value: string; label: string };

/** A field of a list is filled up to these limits, so that it has room for more. */
const MAX_INITIAL_LINES = 200;
const MAX_INITIAL_CHARACTERS = 2500;

export function input(
  block: string,
  { label, hint }: { label: string; hint?: string },
  element: InputBlockElement,
  optional: boolean,
): InputBlock {
  return {
    type: 'input',
    block_id: block,
    optional,
    label: { type: 'plain_text', text: label },
    ...(hint === undefined ? {} : { hint: { type: 'plain_text', text: hint } }),
    element,
  };
}

/** A single check box. */
export const tick = (field: Labelled, label: string, isLive = false): FormField<boolean> => ({
  blocks(id, ticked) {
    const block = checkboxes(id, field, [{ value: YES, label }], ticked ? [YES] : []);
    return isLive ? live(block) : block;
  },
  read: (state, id) => ({ value: state.choices(id)?.includes(YES) ?? false }),
});

/** One of a few choices; one is always selected. */
export const radio = oneOf('radio_buttons');
/** Like `radio`, but a menu. */
export const select = oneOf('static_select');

function oneOf(type: 'radio_buttons' | 'static_select') {
  return (block: string, field: Labelled, choices: Choice[], chosen: string): InputBlock => {
    const options = choices.map(option);
    const initial = options.find(({ value }) => value === chosen);
    const element = { type, action_id: INPUT_ACTION, options };
    return input(block, field, { ...element, ...(initial ? { initial_option: initial } : {}) }, false);
  };
}

export function checkboxes(block: string, field: Labelled, choices: Choice[], chosen: string[]): InputBlock {
  const options = choices.map(option);
  const initial = options.filter(({ value = '' }) => chosen.includes(value));
  return input(
    block,
    field,
    {
      type: 'checkboxes',
      action_id: INPUT_ACTION,
      options,
      ...(initial.length > 0 ? { initial_options: initial } : {}),
    },
    true,
  );
}

/**
 * A number or an amount, as text, because Slack's number field accepts no Bangla digits, and reports errors in the
 * language of the Slack client, which is never Bangla.
 */
export const shortText = (block: string, field: Labelled, value: string | number | null): InputBlock =>
  textField(block, field, String(value ?? ''), { most: 40 });

/** @param chosen `YYYY-MM-DD`; null if there is none */
export function date(block: string, field: Labelled, chosen: string | null): InputBlock {
  return input(
    block,
    field,
    {
      type: 'datepicker',
      action_id: INPUT_ACTION,
      ...(chosen === null ? {} : { initial_date: chosen }),
    },
    true,
  );
}

type TextSize = { most: number; lines?: true; needed?: true };

/** Text, in one line or several. */
export const textField = (block: string, field: Labelled, value: string, is: TextSize): InputBlock =>
  input(block, field, textInput(value, is), !is.needed);

const textInput = (value: string, is: TextSize): PlainTextInput => ({
  type: 'plain_text_input',
  action_id: INPUT_ACTION,
  multiline: is.lines ?? false,
  max_length: is.most,
  ...(value === '' ? {} : { initial_value: value }),
});

/** The lines of each field. The last field has room; if necessary, it is empty. */
function* inFields(lines: readonly string[]): Generator<string[]> {
  let field: string[] = [];
  for (const line of lines) {
    const characters = field.join('\n').length + line.length;
    if (field.length === MAX_INITIAL_LINES || characters > MAX_INITIAL_CHARACTERS) {
      yield field;
      field = [];
    }
    field.push(line);
  }
  if (field.length === MAX_INITIAL_LINES) {
    yield field;
    field = [];
  }
  yield field;
}

/** A list, one entry a line, in as many fields as it needs. The last field has room. */
export function longList(block: string, field: Labelled, more: Labelled, lines: string[]): InputBlock[] {
  return textParts(block, field, more, inParts(lines));
}

/** The texts of a long list's fields. */
export const inParts = (lines: readonly string[]): string[] =>
  [...inFields(lines)].map(part => part.join('\n'));

/** The fields of a long list, with these texts. */
export const textParts = (block: string, field: Labelled, more: Labelled, parts: readonly string[]) =>
  parts.map((part, index) =>
    textField(`${block}${index + 1}`, index === 0 ? field : more, part, { most: MAX_INPUT, lines: true }),
  );

export function people(block: string, field: Labelled, chosen: string[], most: number): InputBlock {
  return input(
    block,
    field,
    {
      type: 'multi_users_select',
      action_id: INPUT_ACTION,
      max_selected_items: most,
      ...(chosen.length > 0 ? { initial_users: chosen } : {}),
    },
    true,
  );
}

export function channels(block: string, field: Labelled, chosen: string[], most: number): InputBlock {
  return input(
    block,
    field,
    {
      type: 'multi_conversations_select',
      action_id: INPUT_ACTION,
      max_selected_items: most,
      filter: { include: ['public', 'private'] },
      ...(chosen.length > 0 ? { initial_conversations: chosen } : {}),
    },
    true,
  );
}

/** @param chosen empty if there is none */
export function channel(block: string, field: Labelled, chosen: string, optional = false): InputBlock {
  return input(
    block,
    field,
    {
      type: 'conversations_select',
      action_id: INPUT_ACTION,
      filter: { include: ['public', 'private'] },
      ...(chosen === '' ? {} : { initial_conversation: chosen }),
    },
    optional,
  );
}

/** @param chosen `HH:MM`; null if there is none */
export function timeOfDay(block: string, field: Labelled, chosen: string | null): InputBlock {
  return input(
    block,
    field,
    {
      type: 'timepicker',
      action_id: INPUT_ACTION,
      ...(chosen === null ? {} : { initial_time: chosen }),
    },
    true,
  );
}

/** Several choices from our own list. A list that is too long for a select is split into groups. */
export function several(block: string, field: Labelled, choices: Choice[], chosen: string[]): InputBlock {
  const options = choices.map(option);
  const initial = options.filter(({ value = '' }) => chosen.includes(value));
  const element: MultiStaticSelect = {
    type: 'multi_static_select',
    action_id: INPUT_ACTION,
    ...(options.length <= MAX_OPTIONS ? { options } : { option_groups: inGroups(options) }),
    ...(initial.length > 0 ? { initial_options: initial } : {}),
  };
  return input(block, field, element, true);
}

function inGroups(options: PlainTextOption[]): NonNullable<MultiStaticSelect['option_groups']> {
  const groups = [];
  for (let start = 0; start < options.length; start += MAX_OPTIONS) {
    const part = options.slice(start, start + MAX_OPTIONS);
    const label = `${cut(part[0]?.text.text ?? '', 30)} … ${cut(part.at(-1)?.text.text ?? '', 30)}`;
    groups.push({ label: { type: 'plain_text', text: label } as const, options: part });
  }
  return groups;
}

function option({ value, label }: Choice): PlainTextOption {
  return { value, text: { type: 'plain_text', text: abridged(label, MAX_OPTION_TEXT) } };
}

/** A field that reports each change to us, for the preview. */
export function live<T extends { type: string }>(block: T): T {
  return block.type === 'input' ? { ...block, dispatch_action: true } : block;
}

/** A text field that reports each character. */
export const typed = (block: string, field: Labelled, value: string, is: TextSize): InputBlock =>
  reporting(textField(block, field, value, is));

/** The same text field, which reports each character. */
export function reporting(block: InputBlock): InputBlock {
  const reports = { dispatch_action_config: { trigger_actions_on: ['on_character_entered' as const] } };
  return live({ ...block, element: { ...block.element, ...reports } as PlainTextInput });
}
