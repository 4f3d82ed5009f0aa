import { z } from 'zod';
import type { Bench } from '../bench/bench.ts';
import { openApp, uninstall } from '../deeds/app.ts';
import { say, sendCommand } from '../deeds/command.ts';
import { closeView, fill, submitView, suggest } from '../deeds/form.ts';
import { actInPost, actInView, deletePost, globalShortcut, messageShortcut } from '../deeds/press.ts';
import type { Scene } from '../deeds/scene.ts';
import { runFunction, stepOptions } from '../deeds/steps.ts';
import type { JsonObject } from '../json.ts';
import type { Knob } from '../options.ts';
import { escapeTyped } from '../world/escape.ts';
import { installation } from '../world/install.ts';
import { findPost } from '../world/posts.ts';
import type { Person, Workspace } from '../world/types.ts';
import { closeModals, findView } from '../world/views.ts';
import { findChannel, findPerson, findWorkspace } from '../world/world.ts';
import { runBenchAction } from './bench-actions.ts';

const who = { team: z.string(), user: z.string() };
const values = z.record(z.string(), z.unknown()).default({});
const element = { actionId: z.string(), blockId: z.string(), value: z.unknown().optional() };

/** What the page may ask for. */
export const PageAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('write'), ...who, channel: z.string(), text: z.string() }),
  z.object({ do: z.literal('press'), ...who, channel: z.string(), ts: z.string(), ...element }),
  z.object({ do: z.literal('delete-post'), ...who, channel: z.string(), ts: z.string() }),
  z.object({ do: z.literal('act'), ...who, viewId: z.string(), values, ...element }),
  z.object({ do: z.literal('suggest'), ...who, viewId: z.string(), ...element, value: z.string() }),
  z.object({ do: z.literal('submit'), ...who, viewId: z.string(), values }),
  z.object({ do: z.literal('close'), ...who, viewId: z.string() }),
  z.object({
    do: z.literal('message-shortcut'),
    ...who,
    channel: z.string(),
    ts: z.string(),
    callbackId: z.string(),
  }),
  z.object({ do: z.literal('global-shortcut'), ...who, callbackId: z.string() }),
  z.object({ do: z.literal('open-app'), ...who, tab: z.enum(['home', 'messages']) }),
  z.object({ do: z.literal('uninstall'), ...who }),
  z.object({ do: z.literal('run-step'), ...who, callbackId: z.string(), inputs: values }),
  z.object({
    do: z.literal('step-options'),
    ...who,
    callbackId: z.string(),
    input: z.string(),
    typed: z.string(),
  }),
  z.object({ do: z.literal('run-again'), ...who, runId: z.string() }),
  z.object({ do: z.literal('reloaded'), ...who }),
  z.object({ do: z.literal('knob'), id: z.string(), value: z.unknown().optional() }),
  z.looseObject({ do: z.literal('bench') }),
]);
export type PageAction = z.infer<typeof PageAction>;

/** Does what someone did on the page; returns what the page needs to know of it. */
export async function runPageAction(
  scene: Scene,
  { knobs, bench }: { knobs: Knob[]; bench: Bench | null },
  action: PageAction,
): Promise<unknown> {
  if (action.do === 'bench') return bench ? runBenchAction(bench, action) : {};
  if (action.do === 'knob') {
    const knob = knobs.find(one => one.id === action.id);
    if (!knob) throw new Error(`No knob "${action.id}"`);
    try {
      return { result: await knob.run(action.value) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    } finally {
      scene.world.changed();
    }
  }
  const workspace = findWorkspace(scene.world, action.team);
  const person = findPerson(workspace, action.user);
  switch (action.do) {
    case 'write':
      return write(scene, workspace, person, action);
    case 'press': {
      const post = findPost(workspace, action.channel, action.ts);
      // An update since the page drew it may have given its blocks other ids.
      const isThere = post?.blocks.some(({ block_id }) => block_id === action.blockId);
      const pressed = { ...action, blockId: isThere ? action.blockId : undefined };
      if (post) await actInPost(scene, post, { workspace, person, ...pressed });
      return {};
    }
    case 'delete-post': {
      const post = findPost(workspace, action.channel, action.ts);
      if (post) deletePost(scene, workspace, person, post);
      return {};
    }
    case 'message-shortcut': {
      const post = findPost(workspace, action.channel, action.ts);
      if (post) await messageShortcut(scene, workspace, person, post, action.callbackId);
      return {};
    }
    case 'global-shortcut':
      await globalShortcut(scene, workspace, person, action.callbackId);
      return {};
    case 'open-app':
      await openApp(scene, workspace, person, action.tab);
      return {};
    case 'uninstall':
      await uninstall(scene, workspace);
      return {};
    case 'run-step':
      await runFunction(scene, workspace, action.callbackId, asTyped(workspace, action.inputs));
      return {};
    case 'step-options':
      return stepOptions(scene, workspace, action);
    case 'run-again': {
      const delivery = scene.world.runs.get(action.runId)?.delivery;
      if (delivery) await scene.events.again(delivery);
      return {};
    }
    case 'reloaded':
      // Slack forgets open modals on a reload, and tells no app.
      closeModals(scene.world, workspace, person.id, 'all');
      return {};
    default:
      return inView(scene, workspace, person, action);
  }
}

/** What was typed into a workflow's fields, with people and groups as Slack marks them. */
function asTyped(workspace: Workspace, inputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      typeof value === 'string' ? escapeTyped(workspace, value) : value,
    ]),
  );
}

type ViewAction = Extract<PageAction, { viewId: string }>;

async function inView(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  action: ViewAction,
): Promise<unknown> {
  const view = findView(workspace, { id: action.viewId });
  if (!view) return { gone: true };
  switch (action.do) {
    case 'act':
      fill(view, action.values);
      await actInView(scene, view, { workspace, person, ...action });
      return {};
    case 'suggest': {
      const suggested = await suggest(scene, view, { workspace, person, ...action });
      return suggested?.offered ?? {};
    }
    case 'submit': {
      fill(view, action.values);
      const { errors } = await submitView(scene, workspace, person, view);
      return { errors };
    }
    case 'close':
      await closeView(scene, workspace, person, view);
      return {};
  }
}

async function write(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  action: Extract<PageAction, { do: 'write' }>,
): Promise<unknown> {
  const channel = findChannel(workspace, action.channel);
  const command = /^(\/\S+)(?:\s([\s\S]*))?$/.exec(action.text);
  if (!command) {
    say(scene, { workspace, person, channel, text: action.text });
    return {};
  }
  const [, name = '', text = ''] = command;
  const declared = scene.world.manifest.commands?.some(one => one.command === name);
  if (!declared || !installation(scene.world, workspace.id)) {
    return { problem: `${name} is not a valid command.` };
  }
  await sendCommand(scene, { workspace, person, channel, command: name, text });
  return {};
}
