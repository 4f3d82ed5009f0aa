import { problemsOfView } from '../blocks/validate.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from '../wire/connection.ts';
import { issueTrigger } from '../world/interactivity.ts';
import type { Person, View, Workspace } from '../world/types.ts';
import { isEmpty, offeredIn, statefulElements, stateIn, stateOf, withState } from '../world/values.ts';
import { closeModals, modalsOf, pushModal, updateView, viewObject } from '../world/views.ts';
import {
  findUser,
  interact,
  resolveView,
  type Scene,
  type UserRef,
  type ViewRef,
  viewPayloadBase,
} from './scene.ts';

const TROUBLE = 'We had some trouble connecting. Try again?';

export interface Submitted {
  /** Field errors by block id: Slack's own if nothing was sent, otherwise the app's. */
  errors: Record<string, string>;
  /** False if Slack itself rejected the form. */
  sent: boolean;
  /** Missing if nothing was sent. */
  reply?: Reply;
}

/** Fills a view's inputs by block id, action id, or `block id/action id`. */
export function fill(view: View, values: Record<string, unknown>): void {
  const stateful = statefulElements(view.content.blocks);
  for (const [key, value] of Object.entries(values)) {
    const input =
      stateful.find(candidate => `${candidate.blockId}/${candidate.actionId}` === key) ??
      stateful.find(candidate => candidate.blockId === key) ??
      stateful.find(candidate => candidate.actionId === key);
    if (!input) {
      const names = stateful.map(candidate => `${candidate.blockId}/${candidate.actionId}`).join(', ');
      throw new Error(`No input "${key}" in this view; there are: ${names || 'none'}`);
    }
    const { blockId, actionId, element } = input;
    const state = stateOf(element, value, offeredIn(view, blockId, actionId));
    view.values = withState(view.values, blockId, actionId, state);
  }
}

/** Fills inputs by block id or action id, and submits the modal. */
export async function submit(
  scene: Scene,
  input: { view: ViewRef; team?: string | undefined; values: Record<string, unknown> },
): Promise<Submitted> {
  const { view, workspace, person } = resolveView(scene, input);
  fill(view, input.values);
  delete view.problem;
  view.errors = ownErrors(view);
  if (Object.keys(view.errors).length > 0) {
    scene.world.changed();
    return { errors: view.errors, sent: false };
  }
  const reply = await interact(scene, 'view_submission', viewPayloadBase(scene, workspace, person), {
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id, viewId: view.id }),
    view: viewObject(workspace, view),
    response_urls: [],
  });
  follow(scene, workspace, person, view, reply);
  scene.world.changed();
  return { errors: view.errors, sent: true, reply };
}

/** Closes a modal. The app is notified if the view says so. */
export async function closeView(
  scene: Scene,
  input: { view: ViewRef; team?: string | undefined },
): Promise<Reply | undefined> {
  const { view, workspace, person } = resolveView(scene, input);
  const cleared = view.content.clear_on_close === true;
  closeModals(scene.world, workspace, person.id, cleared ? 'all' : 'top');
  if (view.content.notify_on_close !== true) return undefined;
  return interact(scene, 'view_closed', viewPayloadBase(scene, workspace, person), {
    view: viewObject(workspace, view),
    is_cleared: cleared,
  });
}

/** Reloads the page: Slack closes the user's modals, and notifies no app. */
export function reloaded(scene: Scene, ref: UserRef): void {
  const { workspace, person } = findUser(scene, ref);
  closeModals(scene.world, workspace, person.id, 'all');
}

/** Follows the app's answer: `response_action` errors, update, push or clear; an empty answer closes the view. */
function follow(scene: Scene, workspace: Workspace, person: Person, view: View, reply: Reply): void {
  const answer = isObject(reply.json) ? reply.json : {};
  const action = answer.response_action;
  const isEmptyAnswer = reply.body.trim() === '' || (isObject(reply.json) && action === undefined);
  if (reply.problem) {
    view.problem = TROUBLE;
  } else if (isEmptyAnswer) {
    // The app may have opened or closed views meanwhile, so close only this one.
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
  const unknownIds = Object.keys(errors).filter(blockId => !inputs.has(blockId));
  if (unknownIds.length > 0) {
    view.problem = `${TROUBLE} (no input block "${unknownIds.join('", "')}")`;
    return;
  }
  view.errors = Object.fromEntries(Object.entries(errors).map(([blockId, text]) => [blockId, String(text)]));
}

/** The checks that Slack's client makes before anything is sent. */
function ownErrors(view: View): Record<string, string> {
  const errors = new Map<string, string>();
  for (const { block, element, blockId, actionId } of statefulElements(view.content.blocks)) {
    if (block.type !== 'input') continue;
    const state = stateIn(view.values, blockId, actionId);
    if (isEmpty(state)) {
      if (block.optional !== true) errors.set(blockId, 'Please complete this required field.');
      continue;
    }
    const error =
      lengthError(element, String(state?.value ?? '')) ?? numberError(element, String(state?.value ?? ''));
    if (error) errors.set(blockId, error);
  }
  return Object.fromEntries(errors);
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
