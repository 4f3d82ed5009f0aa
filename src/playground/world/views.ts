import { LIMITS } from '../blocks/limits.ts';
import { asObjects, type JsonObject } from '../json.ts';
import { withIds } from './posts.ts';
import type { View, Workspace } from './types.ts';
import { carryValues } from './values.ts';
import type { World } from './world.ts';

export function modalsOf(workspace: Workspace, user: string): View[] {
  return workspace.modals.get(user) ?? [];
}

export function findView(
  workspace: Workspace,
  ref: { id?: string | undefined; externalId?: string | undefined },
): View | undefined {
  const all = [...[...workspace.modals.values()].flat(), ...workspace.homes.values()];
  return all.find(view =>
    ref.id ? view.id === ref.id : view.externalId !== '' && view.externalId === ref.externalId,
  );
}

/** Opens a modal in place of any that were open. */
export function openModal(world: World, workspace: Workspace, user: string, content: JsonObject): View {
  workspace.modals.delete(user);
  return addModal(world, workspace, user, content);
}

/** Adds a modal to the stack, which holds at most three. */
export function pushModal(
  world: World,
  workspace: Workspace,
  user: string,
  content: JsonObject,
): View | 'push_limit_reached' {
  const isFull = modalsOf(workspace, user).length >= LIMITS.viewStack.max;
  return isFull ? 'push_limit_reached' : addModal(world, workspace, user, content);
}

function addModal(world: World, workspace: Workspace, user: string, content: JsonObject): View {
  const stack = modalsOf(workspace, user);
  const view = newView(world, workspace, user, 'modal', content);
  const below = stack.at(-1);
  if (below) Object.assign(view, { rootId: below.rootId, previousId: below.id });
  workspace.modals.set(user, [...stack, view]);
  world.changed();
  return view;
}

/** Replaces a view's content and hash. As in Slack, input stays where block and action ids stay. */
export function updateView(world: World, view: View, content: JsonObject): void {
  view.content = withBlockIds(world, content);
  view.externalId = String(content.external_id ?? view.externalId);
  view.values = carryValues(view.content.blocks, view.values);
  view.hash = world.ids.hash();
  view.errors = {};
  delete view.problem;
  world.changed();
}

export function publishHome(world: World, workspace: Workspace, user: string, content: JsonObject): View {
  const before = workspace.homes.get(user);
  if (before) {
    updateView(world, before, content);
    return before;
  }
  const view = newView(world, workspace, user, 'home', content);
  workspace.homes.set(user, view);
  world.changed();
  return view;
}

/** Closes the topmost modal, or all. */
export function closeModals(world: World, workspace: Workspace, user: string, which: 'top' | 'all'): void {
  const stack = which === 'top' ? modalsOf(workspace, user).slice(0, -1) : [];
  if (stack.length > 0) workspace.modals.set(user, stack);
  else workspace.modals.delete(user);
  world.changed();
}

/** The view in Slack's format for payloads and answers. */
export function viewObject(workspace: Workspace, view: View): JsonObject {
  const { content } = view;
  const modal = view.type === 'modal';
  return {
    id: view.id,
    team_id: workspace.id,
    type: view.type,
    blocks: content.blocks,
    private_metadata: content.private_metadata ?? '',
    callback_id: content.callback_id ?? '',
    state: { values: view.values },
    hash: view.hash,
    ...(modal ? { title: content.title } : {}),
    clear_on_close: content.clear_on_close ?? false,
    notify_on_close: content.notify_on_close ?? false,
    close: content.close ?? null,
    submit: content.submit ?? null,
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: workspace.appId,
    external_id: view.externalId,
    app_installed_team_id: workspace.id,
    bot_id: workspace.botId,
  };
}

function newView(
  world: World,
  workspace: Workspace,
  user: string,
  type: View['type'],
  content: JsonObject,
): View {
  const id = world.ids.of('V');
  const complete = withBlockIds(world, content);
  return {
    id,
    teamId: workspace.id,
    user,
    type,
    hash: world.ids.hash(),
    rootId: id,
    externalId: String(content.external_id ?? ''),
    content: complete,
    values: carryValues(complete.blocks),
    offered: new Map(),
    errors: {},
  };
}

function withBlockIds(world: World, content: JsonObject): View['content'] {
  return { ...content, blocks: withIds(world, asObjects(content.blocks)) };
}
