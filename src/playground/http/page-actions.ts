import { z } from 'zod';
import { isObject, type JsonObject } from '../json.ts';
import type { Did, Knob, Panel } from '../options.ts';
import { USER_ACTIONS } from '../user-actions/registry.ts';
import type { Scene } from '../user-actions/scene.ts';
import { findView } from '../world/views.ts';
import { findWorkspace } from '../world/world.ts';

const NamedAction = z.looseObject({ do: z.string() });
const KnobAction = z.object({ do: z.literal('knob'), id: z.string(), value: z.unknown().optional() });
const PanelAction = z.object({ do: z.literal('panel'), id: z.string(), request: z.unknown() });

type UserActions = typeof USER_ACTIONS;
type PageOf<Name extends keyof UserActions> = NonNullable<UserActions[Name]['page']>;
/** The names of user actions that the page offers. */
type OnPage = {
  [Name in keyof UserActions]: [PageOf<Name>] extends [never] ? never : Name;
}[keyof UserActions];
/** An action's input without the user and the workspace, which the page adds to every action. */
type Sent<Name extends OnPage> = Omit<z.input<PageOf<Name>>, 'team' | 'user'>;

/** Any user action that has a `page` in the registry, a knob, or a panel's request. */
export type PageAction =
  | { [Name in OnPage]: { do: Name } & Sent<Name> }[OnPage]
  | z.input<typeof KnobAction>
  | z.input<typeof PanelAction>;

/** The page's own parts, and the record of actions on it. */
export interface PageParts {
  knobs: readonly Knob[];
  panels: readonly Panel[];
  did: Did[];
}

/** The number of latest actions that are remembered, for the hints. */
const MAX_REMEMBERED = 500;

/**
 * Runs an action from the page and returns the part of the result that the page needs. Throws if the action is
 * invalid.
 */
export async function runPageAction(scene: Scene, parts: PageParts, action: unknown): Promise<unknown> {
  const { do: name, ...fields } = NamedAction.parse(action);
  if (name === 'knob') {
    const { id, value } = KnobAction.parse(action);
    return onChange(scene, () => parts.knobs.find(knob => knob.id === id)?.run(value));
  }
  if (name === 'panel') {
    const { id, request } = PanelAction.parse(action);
    return onChange(scene, () => parts.panels.find(panel => panel.id === id)?.act?.(request));
  }
  const userAction = Object.hasOwn(USER_ACTIONS, name) ? USER_ACTIONS[name as keyof UserActions] : undefined;
  if (!userAction?.page) throw new Error(`Nothing is called "${name}"`);
  const input = userAction.page.parse(action);
  parts.did.push({ name, text: String(fields.text ?? ''), callbackId: viewOf(scene, fields) });
  if (parts.did.length > MAX_REMEMBERED) parts.did.shift();
  const result = await userAction.run(scene, input as never);
  return userAction.answer?.(result as never) ?? {};
}

/** Runs the work of a knob or a panel. It may change anything, so pages always read the state again. */
async function onChange(scene: Scene, work: () => unknown): Promise<JsonObject> {
  try {
    return { result: await work() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    scene.world.changed();
  }
}

/** The callback id of the action's view, or of the action itself; empty if there is none. */
function viewOf({ world }: Scene, { team, view, callbackId }: JsonObject): string {
  if (!isObject(view)) return String(callbackId ?? '');
  const current = findView(findWorkspace(world, String(team)), { id: String(view.id) });
  return String(current?.content.callback_id ?? '');
}
