import { elementsOf, withInner } from '../blocks/across.ts';
import { asObjects, asText, type JsonObject, ownOf } from '../json.ts';
import type { StateValues, View } from './types.ts';

/** The property that holds the state of an element, by type; `value` for all other types. */
const KEYS: Record<string, string> = {
  static_select: 'selected_option',
  radio_buttons: 'selected_option',
  external_select: 'selected_option',
  overflow: 'selected_option',
  multi_static_select: 'selected_options',
  multi_external_select: 'selected_options',
  checkboxes: 'selected_options',
  users_select: 'selected_user',
  multi_users_select: 'selected_users',
  conversations_select: 'selected_conversation',
  multi_conversations_select: 'selected_conversations',
  channels_select: 'selected_channel',
  multi_channels_select: 'selected_channels',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  datetimepicker: 'selected_date_time',
};

/**
 * The state that Slack keeps for an input element, from the user's input.
 *
 * @param offered for an external select: the offered options, and the chosen ones
 */
export function stateOf(element: JsonObject, input: unknown, offered?: JsonObject[]): JsonObject {
  const type = String(element.type);
  const key = ownOf(KEYS, type) ?? 'value';
  const isOption = key.startsWith('selected_option');
  const list = [input ?? []]
    .flat()
    .map(item => (isOption ? optionFor(element, String(item), offered) : String(item)));
  const [single = null] = list;
  if (key.endsWith('s')) return { type, [key]: list };
  if (type === 'datetimepicker') return { type, [key]: single === null ? null : Number(single) };
  return { type, [key]: single === '' ? null : single };
}

/**
 * The state of one element; undefined if it has none. Ids may be names that every object has, such as `constructor`.
 */
export function stateIn(values: StateValues, blockId: string, actionId: string): JsonObject | undefined {
  return ownOf(ownOf(values, blockId) ?? {}, actionId);
}

/** Returns a copy of the values with a new state for one element. */
export function withState(
  values: StateValues,
  blockId: string,
  actionId: string,
  state: JsonObject,
): StateValues {
  return { ...values, [blockId]: { ...ownOf(values, blockId), [actionId]: state } };
}

/** The options that can be chosen in an external select: the offered and the chosen ones. */
export function offeredIn(view: View, blockId: string, actionId: string): JsonObject[] {
  const state = stateIn(view.values, blockId, actionId);
  const chosen = asObjects([state?.selected_option, ...asObjects(state?.selected_options)]);
  return [...(view.offered.get(`${blockId}/${actionId}`) ?? []), ...chosen];
}

/** An element's state before the user's input. */
function initialState(element: JsonObject): JsonObject {
  const [key = '', initial] = Object.entries(element).find(([name]) => name.startsWith('initial_')) ?? [];
  if (key.startsWith('initial_option'))
    return { type: element.type, [key.replace('initial', 'selected')]: initial };
  return stateOf(element, initial);
}

/** True if a required input with this state counts as empty. */
export function isEmpty(state: JsonObject | undefined): boolean {
  if (!state) return true;
  return Object.entries(state).every(
    ([key, value]) =>
      key === 'type' || value === null || value === '' || (Array.isArray(value) && value.length === 0),
  );
}

/** The elements of a view or message that have a state, with their ids. */
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

/** The values for new content. As in Slack, input stays where block and action ids stay. */
export function carryValues(blocks: JsonObject[], previous: StateValues = {}): StateValues {
  let values: StateValues = {};
  for (const { element, blockId, actionId } of statefulElements(blocks)) {
    const existing = stateIn(previous, blockId, actionId);
    const state = existing && existing.type === element.type ? existing : initialState(element);
    values = withState(values, blockId, actionId, state);
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
  const match = all.find(option => option.value === value);
  if (match) return match;
  if (all.length > 0 || offered)
    throw new Error(`No option "${value}"; there are: ${all.map(option => option.value).join(', ')}`);
  return { text: { type: 'plain_text', text: value, emoji: true }, value };
}
