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
  type Scene,
  theView,
  type UserRef,
  type ViewRef,
  viewPayloadBase,
} from './scene.ts';

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
    const { blockId, actionId, element } = found;
    const state = stateOf(element, value, offeredIn(view, blockId, actionId));
    view.values = withState(view.values, blockId, actionId, state);
  }
}

/** Fills inputs by block id or action id, and presses the submit button of a modal. */
export async function submit(
  scene: Scene,
  asked: { view: ViewRef; team?: string | undefined; values: Record<string, unknown> },
): Promise<Submitted> {
  const { view, workspace, person } = theView(scene, asked);
  fill(view, asked.values);
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

/** A person closes a modal; the app hears of it when it asked to. */
export async function closeView(
  scene: Scene,
  asked: { view: ViewRef; team?: string | undefined },
): Promise<Reply | undefined> {
  const { view, workspace, person } = theView(scene, asked);
  const cleared = view.content.clear_on_close === true;
  closeModals(scene.world, workspace, person.id, cleared ? 'all' : 'top');
  if (view.content.notify_on_close !== true) return undefined;
  return interact(scene, 'view_closed', viewPayloadBase(scene, workspace, person), {
    view: viewObject(workspace, view),
    is_cleared: cleared,
  });
}

/** Slack forgets a person's open modals when their page reloads, and tells no app. */
export function reloaded(scene: Scene, asked: UserRef): void {
  const { workspace, person } = findUser(scene, asked);
  closeModals(scene.world, workspace, person.id, 'all');
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
  const errors = new Map<string, string>();
  for (const { block, element, blockId, actionId } of statefulElements(view.content.blocks)) {
    if (block.type !== 'input') continue;
    const state = stateIn(view.values, blockId, actionId);
    if (isEmpty(state)) {
      if (block.optional !== true) errors.set(blockId, 'Please complete this required field.');
      continue;
    }
    const wrong =
      lengthError(element, String(state?.value ?? '')) ?? numberError(element, String(state?.value ?? ''));
    if (wrong) errors.set(blockId, wrong);
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
