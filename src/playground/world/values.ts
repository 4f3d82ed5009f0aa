import { elementsOf, withInner } from '../blocks/across.ts';
import { asObjects, asText, isObject, type JsonObject } from '../json.ts';
import type { StateValues, View } from './types.ts';

/**
 * The state Slack keeps for one input element, from what a person chose or typed.
 *
 * @param offered of a select whose options the app gives: those it gave, and what is chosen now
 */
export function stateOf(element: JsonObject, given: unknown, offered?: JsonObject[]): JsonObject {
  const type = String(element.type);
  const list = Array.isArray(given)
    ? given.map(String)
    : given === null || given === undefined
      ? []
      : [String(given)];
  const one = list[0] ?? null;
  switch (type) {
    case 'static_select':
    case 'radio_buttons':
    case 'external_select':
    case 'overflow':
      return { type, selected_option: one === null ? null : optionFor(element, one, offered) };
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return { type, selected_options: list.map(value => optionFor(element, value, offered)) };
    case 'users_select':
      return { type, selected_user: one };
    case 'multi_users_select':
      return { type, selected_users: list };
    case 'conversations_select':
      return { type, selected_conversation: one };
    case 'multi_conversations_select':
      return { type, selected_conversations: list };
    case 'channels_select':
      return { type, selected_channel: one };
    case 'multi_channels_select':
      return { type, selected_channels: list };
    case 'datepicker':
      return { type, selected_date: one };
    case 'timepicker':
      return { type, selected_time: one };
    case 'datetimepicker':
      return { type, selected_date_time: one === null ? null : Number(one) };
    default:
      return { type, value: one === null || one === '' ? null : one };
  }
}

/** What can be chosen in a select whose options the app gives: what it offered there, and what is chosen. */
export function offeredIn(view: View, blockId: string, actionId: string): JsonObject[] {
  const state = view.values[blockId]?.[actionId];
  const chosen = asObjects([state?.selected_option, ...asObjects(state?.selected_options)]);
  return [...(view.offered.get(`${blockId}/${actionId}`) ?? []), ...chosen];
}

/** An element's content before anybody touches it. */
function initialState(element: JsonObject): JsonObject {
  const initial =
    element.initial_value ??
    element.initial_user ??
    element.initial_users ??
    element.initial_conversation ??
    element.initial_conversations ??
    element.initial_channel ??
    element.initial_channels ??
    element.initial_date ??
    element.initial_time ??
    element.initial_date_time;
  if (initial !== undefined) return stateOf(element, initial);
  if (isObject(element.initial_option))
    return { type: element.type, selected_option: element.initial_option };
  const options = asObjects(element.initial_options);
  if (options.length > 0) return { type: element.type, selected_options: options };
  return stateOf(element, undefined);
}

/** Whether a state holds nothing, for inputs that must be filled. */
export function isEmpty(state: JsonObject | undefined): boolean {
  if (!state) return true;
  return Object.entries(state).every(
    ([key, value]) =>
      key === 'type' || value === null || value === '' || (Array.isArray(value) && value.length === 0),
  );
}

/** The elements of a view or message that keep a state, with the ids they report it under. */
export function statefulElements(
  blocks: JsonObject[],
): { block: JsonObject; element: JsonObject; blockId: string; actionId: string }[] {
  return withInner(blocks).flatMap(block => {
    if (block.type === 'rich_text' || block.type === 'context') return [];
    const elements = elementsOf(block, '').map(([element]) => element);
    return elements
      .filter(({ type }) => !/^(button|overflow|image)$/.test(String(type)))
      .map(element => ({
        block,
        element,
        blockId: String(block.block_id),
        actionId: asText(element.action_id) ?? '',
      }));
  });
}

/** The values for new content: what was typed stays where block and action ids stay, as in Slack. */
export function carryValues(blocks: JsonObject[], before: StateValues = {}): StateValues {
  const values: StateValues = {};
  for (const { element, blockId, actionId } of statefulElements(blocks)) {
    const kept = before[blockId]?.[actionId];
    const state = kept && kept.type === element.type ? kept : initialState(element);
    values[blockId] = { ...values[blockId], [actionId]: state };
  }
  return values;
}

function optionFor(element: JsonObject, value: string, offered?: JsonObject[]): JsonObject {
  const own = [
    ...asObjects(element.options),
    ...asObjects(element.option_groups).flatMap(group => asObjects(group.options)),
  ];
  const isExternal = String(element.type).endsWith('external_select');
  const initial = isExternal
    ? asObjects([element.initial_option, ...asObjects(element.initial_options)])
    : [];
  const all = [...(offered ?? []), ...own, ...initial];
  const found = all.find(option => option.value === value);
  if (found) return found;
  if (all.length > 0 || offered)
    throw new Error(`No option "${value}"; there are: ${all.map(option => option.value).join(', ')}`);
  return { text: { type: 'plain_text', text: value, emoji: true }, value };
}
