import { offeredOptions, problemsOfOptions } from '../blocks/validate.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from '../wire/connection.ts';
import { offeredIn, stateIn } from '../world/values.ts';
import { viewObject } from '../world/views.ts';
import { fill } from './form.ts';
import { act, type Element, findElement } from './press.ts';
import { interact, resolveView, type Scene, type ViewRef, viewPayloadBase } from './scene.ts';

/** A user's typing in an external select. */
type Typed = Element & { view: ViewRef; team?: string | undefined; value: string };

/** Slack's default for `min_query_length`. */
const MIN_QUERY = 3;

export interface Suggested extends Reply {
  /** The app's options, in groups or not; empty if Slack shows "No results". */
  offered: JsonObject;
  /** Why Slack shows none of the app's options; empty if it shows them. */
  wrong: string[];
}

/** Types into an external select; null if the input is too short for Slack to ask the app. */
export async function suggest(scene: Scene, input: Typed): Promise<Suggested | null> {
  const { view, workspace, person } = resolveView(scene, input);
  const { block, element } = findElement(view.content.blocks, input);
  if (input.value.length < Number(element.min_query_length ?? MIN_QUERY)) return null;
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  const reply = await interact(scene, 'block_suggestion', viewPayloadBase(scene, workspace, person), {
    action_id: actionId,
    block_id: blockId,
    value: input.value,
    container: { type: 'view', view_id: view.id },
    view: viewObject(workspace, view),
  });
  const wrong = reply.problem ? [reply.problem] : problemsOfOptions(reply.json);
  const offered = wrong.length === 0 && isObject(reply.json) ? reply.json : { options: [] };
  const byValue = new Map(offeredIn(view, blockId, actionId).map(option => [option.value, option]));
  for (const option of offeredOptions(offered)) byValue.set(option.value, option);
  view.offered.set(`${blockId}/${actionId}`, [...byValue.values()]);
  return { ...reply, offered, wrong };
}

/**
 * Types into an external select and chooses an offered option: the first whose name contains `label`, or the first. A
 * multi-select keeps the options that are already chosen.
 *
 * @throws Error that lists the offered options if none matches
 */
export async function choose(
  scene: Scene,
  input: Typed & { label?: string | undefined },
): Promise<JsonObject> {
  const { view } = resolveView(scene, input);
  const { block, element } = findElement(view.content.blocks, input);
  const suggested = await suggest(scene, input);
  if (!suggested) throw new Error(`Slack asks for no options for "${input.value}": it is too short`);
  const { offered, wrong } = suggested;
  if (wrong.length > 0) throw new Error(`Slack shows no results: ${wrong.join('; ')}`);
  const all = offeredOptions(offered);
  const option = all.find(candidate => textOf(candidate).includes(input.label ?? ''));
  if (!option) throw new Error(`Nothing fits; there are: ${all.map(textOf).join(', ') || 'no results'}`);
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  const chosen = stateIn(view.values, blockId, actionId)?.selected_options;
  const values = Array.isArray(chosen) ? chosen.map(entry => entry.value) : [];
  const value = element.type === 'external_select' ? option.value : [...values, option.value];
  if (block.type === 'input' && block.dispatch_action !== true)
    fill(view, { [`${blockId}/${actionId}`]: value });
  else await act(scene, { ...input, value });
  return option;
}

function textOf(option: JsonObject): string {
  return isObject(option.text) ? String(option.text.text) : '';
}
