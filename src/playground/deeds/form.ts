import { offeredOptions, problemsOfOptions, problemsOfView } from '../blocks/validate.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from '../wire/connection.ts';
import type { Person, View, Workspace } from '../world/types.ts';
import { isEmpty, offeredIn, statefulElements, stateOf } from '../world/values.ts';
import { closeModals, modalsOf, pushModal, updateView, viewObject } from '../world/views.ts';
import { type Acted, actInView, findElement } from './press.ts';
import { type Scene, viewPayloadBase } from './scene.ts';

const TROUBLE = 'We had some trouble connecting. Try again?';

export interface Submitted {
  /** Field errors by block id: Slack's own, when nothing was sent, or the app's. */
  errors: Record<string, string>;
  /** False when Slack itself held the form back. */
  sent: boolean;
  /** Missing when nothing was sent. */
  reply?: Reply;
}

/** Puts values into a view's inputs, by block id, action id, or `block id/action id`. */
export function fill(view: View, given: Record<string, unknown>): void {
  const stateful = statefulElements(view.content.blocks);
  for (const [key, value] of Object.entries(given)) {
    const found =
      stateful.find(one => `${one.blockId}/${one.actionId}` === key) ??
      stateful.find(one => one.blockId === key) ??
      stateful.find(one => one.actionId === key);
    if (!found) {
      const there = stateful.map(one => `${one.blockId}/${one.actionId}`).join(', ');
      throw new Error(`No input "${key}" in this view; there are: ${there || 'none'}`);
    }
    view.values[found.blockId] = {
      ...view.values[found.blockId],
      [found.actionId]: stateOf(found.element, value, offeredIn(view, found.blockId, found.actionId)),
    };
  }
}

/** A person presses the submit button of a modal as it stands. */
export async function submitView(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  view: View,
): Promise<Submitted> {
  delete view.problem;
  view.errors = ownErrors(view);
  if (Object.keys(view.errors).length > 0) {
    scene.world.changed();
    return { errors: view.errors, sent: false };
  }
  const reply = await scene.app.deliver({
    kind: 'interactive',
    payload: {
      type: 'view_submission',
      ...viewPayloadBase(scene, workspace, person),
      trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id, viewId: view.id }),
      view: viewObject(workspace, view),
      response_urls: [],
    },
  });
  follow(scene, workspace, person, view, reply);
  scene.world.changed();
  return { errors: view.errors, sent: true, reply };
}

/** A person closes a modal; the app hears of it when it asked to. */
export async function closeView(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  view: View,
): Promise<Reply | undefined> {
  const cleared = view.content.clear_on_close === true;
  closeModals(scene.world, workspace, person.id, cleared ? 'all' : 'top');
  if (view.content.notify_on_close !== true) return undefined;
  return scene.app.deliver({
    kind: 'interactive',
    payload: {
      type: 'view_closed',
      ...viewPayloadBase(scene, workspace, person),
      view: viewObject(workspace, view),
      is_cleared: cleared,
    },
  });
}

/** Does what the app's answer says: `response_action` errors, update, push or clear; an empty one closes. */
function follow(scene: Scene, workspace: Workspace, person: Person, view: View, reply: Reply): void {
  const answer = isObject(reply.json) ? reply.json : {};
  const action = answer.response_action;
  const isEmptyAnswer = reply.body.trim() === '' || (isObject(reply.json) && action === undefined);
  if (reply.problem) {
    view.problem = TROUBLE;
  } else if (isEmptyAnswer) {
    // The app may have opened or closed views meanwhile: only this one goes.
    if (modalsOf(workspace, person.id).at(-1) === view) closeModals(scene.world, workspace, person.id, 'top');
  } else if (action === 'clear') {
    closeModals(scene.world, workspace, person.id, 'all');
  } else if (action === 'errors' && isObject(answer.errors)) {
    showErrors(view, answer.errors);
  } else if ((action === 'update' || action === 'push') && isObject(answer.view)) {
    const problems = problemsOfView(answer.view, 'modal');
    if (problems.length > 0) view.problem = `${TROUBLE} (${problems.join('; ')})`;
    else if (action === 'update') updateView(scene.world, view, answer.view);
    else if (typeof pushModal(scene.world, workspace, person.id, answer.view) === 'string')
      view.problem = TROUBLE;
  } else {
    view.problem = TROUBLE;
  }
}

function showErrors(view: View, errors: JsonObject): void {
  const inputs = new Set(
    view.content.blocks.filter(block => block.type === 'input').map(block => block.block_id),
  );
  const strangers = Object.keys(errors).filter(blockId => !inputs.has(blockId));
  if (strangers.length > 0) {
    view.problem = `${TROUBLE} (no input block "${strangers.join('", "')}")`;
    return;
  }
  view.errors = Object.fromEntries(Object.entries(errors).map(([blockId, text]) => [blockId, String(text)]));
}

/** What Slack's client checks by itself before anything is sent. */
function ownErrors(view: View): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { block, element, blockId, actionId } of statefulElements(view.content.blocks)) {
    if (block.type !== 'input') continue;
    const state = view.values[blockId]?.[actionId];
    if (isEmpty(state)) {
      if (block.optional !== true) errors[blockId] = 'Please complete this required field.';
      continue;
    }
    const wrong =
      lengthError(element, String(state?.value ?? '')) ?? numberError(element, String(state?.value ?? ''));
    if (wrong) errors[blockId] = wrong;
  }
  return errors;
}

function lengthError(element: JsonObject, value: string): string | undefined {
  if (element.type !== 'plain_text_input') return undefined;
  const max = Number(element.max_length ?? 3000);
  const min = Number(element.min_length ?? 0);
  if (value.length > max) return `Please use ${max} characters or fewer.`;
  return value.length < min ? `Please use at least ${min} characters.` : undefined;
}

function numberError(element: JsonObject, value: string): string | undefined {
  if (element.type !== 'number_input') return undefined;
  const pattern = element.is_decimal_allowed === true ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/;
  if (!pattern.test(value)) return 'Please enter a number.';
  if (element.min_value !== undefined && Number(value) < Number(element.min_value))
    return `Must be ${element.min_value} or more.`;
  if (element.max_value !== undefined && Number(value) > Number(element.max_value))
    return `Must be ${element.max_value} or less.`;
  return undefined;
}

/** Slack's default, unless an element says otherwise. */
const MIN_QUERY = 3;

export interface Suggested extends Reply {
  /** As the app gave them, in groups or not; none if Slack shows "No results". */
  offered: JsonObject;
  /** Why Slack shows none although the app gave some. */
  wrong: string[];
}

/** Somebody types into a select whose options the app gives. Null: too little for Slack to ask. */
export async function suggest(
  scene: Scene,
  view: View,
  acted: Acted & { value: string },
): Promise<Suggested | null> {
  const { block, element } = findElement(view.content.blocks, acted);
  if (acted.value.length < Number(element.min_query_length ?? MIN_QUERY)) return null;
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  const reply = await scene.app.deliver({
    kind: 'interactive',
    payload: {
      type: 'block_suggestion',
      ...viewPayloadBase(scene, acted.workspace, acted.person),
      action_id: actionId,
      block_id: blockId,
      value: acted.value,
      container: { type: 'view', view_id: view.id },
      view: viewObject(acted.workspace, view),
    },
  });
  const wrong = reply.problem ? [reply.problem] : problemsOfOptions(reply.json);
  const offered = wrong.length === 0 && isObject(reply.json) ? reply.json : { options: [] };
  const known = new Map(offeredIn(view, blockId, actionId).map(option => [option.value, option]));
  for (const option of offeredOptions(offered)) known.set(option.value, option);
  view.offered.set(`${blockId}/${actionId}`, [...known.values()]);
  return { ...reply, offered, wrong };
}

/**
 * Somebody types into such a select and chooses what is offered: the first whose name contains `label`, or the first of
 * all. In a multi-select it is added to those chosen before.
 *
 * @throws Error if nothing offered matches, naming what was
 */
export async function chooseOffered(
  scene: Scene,
  view: View,
  acted: Acted & { value: string; label?: string | undefined },
): Promise<JsonObject> {
  const { block, element } = findElement(view.content.blocks, acted);
  const suggested = await suggest(scene, view, acted);
  if (!suggested) throw new Error(`Slack asks for no options for "${acted.value}": it is too short`);
  const { offered, wrong } = suggested;
  if (wrong.length > 0) throw new Error(`Slack shows no results: ${wrong.join('; ')}`);
  const all = offeredOptions(offered);
  const option = all.find(one => textOf(one).includes(acted.label ?? ''));
  if (!option) throw new Error(`Nothing fits; there are: ${all.map(textOf).join(', ') || 'no results'}`);
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  const before = view.values[blockId]?.[actionId]?.selected_options;
  const values = Array.isArray(before) ? before.map(one => one.value) : [];
  const value = element.type === 'external_select' ? option.value : [...values, option.value];
  if (block.type === 'input' && block.dispatch_action !== true)
    fill(view, { [`${blockId}/${actionId}`]: value });
  else await actInView(scene, view, { ...acted, value });
  return option;
}

function textOf(option: JsonObject): string {
  return isObject(option.text) ? String(option.text.text) : '';
}
