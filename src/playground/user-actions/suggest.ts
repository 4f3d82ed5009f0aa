import { offeredOptions, problemsOfOptions } from '../blocks/validate.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from '../wire/connection.ts';
import { offeredIn, stateIn } from '../world/values.ts';
import { viewObject } from '../world/views.ts';
import { fill } from './form.ts';
import { act, type Element, findElement } from './press.ts';
import { interact, type Scene, theView, type ViewRef, viewPayloadBase } from './scene.ts';

/** What somebody types into a select whose options the app gives. */
type Typed = Element & { view: ViewRef; team?: string | undefined; value: string };

/** Slack's default, unless an element says otherwise. */
const MIN_QUERY = 3;

export interface Suggested extends Reply {
  /** As the app gave them, in groups or not; none if Slack shows "No results". */
  offered: JsonObject;
  /** Why Slack shows none although the app gave some. */
  wrong: string[];
}

/** Somebody types into a select whose options the app gives. Null: too little for Slack to ask. */
export async function suggest(scene: Scene, asked: Typed): Promise<Suggested | null> {
  const { view, workspace, person } = theView(scene, asked);
  const { block, element } = findElement(view.content.blocks, asked);
  if (asked.value.length < Number(element.min_query_length ?? MIN_QUERY)) return null;
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  const reply = await interact(scene, 'block_suggestion', viewPayloadBase(scene, workspace, person), {
    action_id: actionId,
    block_id: blockId,
    value: asked.value,
    container: { type: 'view', view_id: view.id },
    view: viewObject(workspace, view),
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
export async function choose(
  scene: Scene,
  asked: Typed & { label?: string | undefined },
): Promise<JsonObject> {
  const { view } = theView(scene, asked);
  const { block, element } = findElement(view.content.blocks, asked);
  const suggested = await suggest(scene, asked);
  if (!suggested) throw new Error(`Slack asks for no options for "${asked.value}": it is too short`);
  const { offered, wrong } = suggested;
  if (wrong.length > 0) throw new Error(`Slack shows no results: ${wrong.join('; ')}`);
  const all = offeredOptions(offered);
  const option = all.find(one => textOf(one).includes(asked.label ?? ''));
  if (!option) throw new Error(`Nothing fits; there are: ${all.map(textOf).join(', ') || 'no results'}`);
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  const before = stateIn(view.values, blockId, actionId)?.selected_options;
  const values = Array.isArray(before) ? before.map(one => one.value) : [];
  const value = element.type === 'external_select' ? option.value : [...values, option.value];
  if (block.type === 'input' && block.dispatch_action !== true)
    fill(view, { [`${blockId}/${actionId}`]: value });
  else await act(scene, { ...asked, value });
  return option;
}

function textOf(option: JsonObject): string {
  return isObject(option.text) ? String(option.text.text) : '';
}
