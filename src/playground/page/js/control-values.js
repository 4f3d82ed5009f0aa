// @ts-check

/** The plain value of a state as Slack reports it. @param {any} state */
export function plainValue(state) {
  if (!state) return null;
  if (state.selected_option !== undefined) return state.selected_option?.value ?? null;
  if (state.selected_options) return state.selected_options.map((/** @type {any} */ one) => one.value);
  const [, value] = Object.entries(state).find(([key]) => key !== 'type') ?? [];
  return value ?? null;
}

/** What an element starts with, as a state. @param {any} element */
export function initial(element) {
  if (element.initial_option) return { selected_option: element.initial_option };
  if (element.initial_options) return { selected_options: element.initial_options };
  const [, value] = Object.entries(element).find(([key]) => key.startsWith('initial_')) ?? [];
  return { value };
}
