import { z } from 'zod';
import { isObject, type JsonObject } from '../json.ts';
import type { Did, Knob, Panel } from '../options.ts';
import { USER_ACTIONS } from '../user-actions/registry.ts';
import type { Scene } from '../user-actions/scene.ts';
import { findView } from '../world/views.ts';
import { findWorkspace } from '../world/world.ts';

const Named = z.looseObject({ do: z.string() });
const Knobbed = z.object({ do: z.literal('knob'), id: z.string(), value: z.unknown().optional() });
const Asked = z.object({ do: z.literal('panel'), id: z.string(), asked: z.unknown() });

type UserActions = typeof USER_ACTIONS;
type PageOf<Name extends keyof UserActions> = NonNullable<UserActions[Name]['page']>;
/** The names of user actions that can be done on the page. */
type OnPage = {
  [Name in keyof UserActions]: [PageOf<Name>] extends [never] ? never : Name;
}[keyof UserActions];
/** A page adds who does it by itself. */
type Sent<Name extends OnPage> = Omit<z.input<PageOf<Name>>, 'team' | 'user'>;

/** What the page may ask for: any user action that has a `page` in the registry, a knob turned, or something of a panel. */
export type PageAction =
  | { [Name in OnPage]: { do: Name } & Sent<Name> }[OnPage]
  | z.input<typeof Knobbed>
  | z.input<typeof Asked>;

/** What the page's own parts are, and what has been done on it. */
export interface PageParts {
  knobs: readonly Knob[];
  panels: readonly Panel[];
  did: Did[];
}

/** So many of the latest user actions are remembered. */
const REMEMBERED = 500;

/** Does what someone did on the page; returns what the page needs to know of it. Throws what was wrong with it. */
export async function runPageAction(scene: Scene, parts: PageParts, action: unknown): Promise<unknown> {
  const { do: name, ...rest } = Named.parse(action);
  if (name === 'knob') {
    const { id, value } = Knobbed.parse(action);
    return onChange(scene, () => parts.knobs.find(one => one.id === id)?.run(value));
  }
  if (name === 'panel') {
    const { id, asked } = Asked.parse(action);
    return onChange(scene, () => parts.panels.find(one => one.id === id)?.act?.(asked));
  }
  const userAction = Object.hasOwn(USER_ACTIONS, name) ? USER_ACTIONS[name as keyof UserActions] : undefined;
  if (!userAction?.page) throw new Error(`Nothing is called "${name}"`);
  const asked = userAction.page.parse(action);
  parts.did.push({ name, text: String(rest.text ?? ''), callbackId: viewOf(scene, rest) });
  if (parts.did.length > REMEMBERED) parts.did.shift();
  const result = await userAction.run(scene, asked as never);
  return userAction.answer?.(result as never) ?? {};
}

/** What somebody plugged in may change anything. */
async function onChange(scene: Scene, work: () => unknown): Promise<JsonObject> {
  try {
    return { result: await work() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    scene.world.changed();
  }
}

/** The callback id of the view that an action is about. */
function viewOf({ world }: Scene, { team, view, callbackId }: JsonObject): string {
  if (!isObject(view)) return String(callbackId ?? '');
  const found = findView(findWorkspace(world, String(team)), { id: String(view.id) });
  return String(found?.content.callback_id ?? '');
}
