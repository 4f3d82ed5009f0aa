import { randomBytes } from 'node:crypto';
import { problemsOfOptions } from '../blocks/validate.ts';
import { asObjects, type JsonObject } from '../json.ts';
import type { CustomFunction, FunctionParameter } from '../options.ts';
import type { EventDelivery } from '../wire/connection.ts';
import { escapeTyped } from '../world/escape.ts';
import { installation } from '../world/install.ts';
import type { FunctionRun, Workspace } from '../world/types.ts';
import { findWorkspace } from '../world/world.ts';
import type { Scene } from './scene.ts';

interface Step {
  team?: string | undefined;
  callbackId: string;
}

export interface StartedRun {
  run: FunctionRun;
  delivery: EventDelivery;
}

/** A workflow reaches the app's step: the app gets the inputs, and a token for this run alone. */
export async function runFunction(
  scene: Scene,
  { team, callbackId, inputs }: Step & { inputs: JsonObject },
): Promise<StartedRun> {
  const { world } = scene;
  const workspace = findWorkspace(world, team);
  const declared = world.manifest.functions?.find(one => one.callbackId === callbackId);
  if (!declared) throw new Error(`The manifest declares no function "${callbackId}"`);
  const bot = installation(world, workspace.id);
  if (!bot) throw new Error(`The app is not installed in ${workspace.name}`);
  const run: FunctionRun = {
    id: world.ids.of('Fx'),
    teamId: workspace.id,
    callbackId,
    token: `xwfp-${randomBytes(12).toString('hex')}`,
    inputs,
    state: 'running',
    startedAt: world.clock.now(),
  };
  world.runs.set(run.id, run);
  world.changed();
  const { teamId, scopes } = bot;
  world.tokens.set(run.token, { value: run.token, teamId, scopes, state: 'active', runId: run.id });
  const delivery = await scene.events.send(workspace, {
    type: 'function_executed',
    function: functionObject(workspace, declared),
    inputs,
    function_execution_id: run.id,
    workflow_execution_id: world.ids.of('Wx'),
    bot_access_token: run.token,
  });
  run.delivery = delivery;
  world.changed();
  return { run, delivery };
}

function functionObject(workspace: Workspace, declared: CustomFunction): JsonObject {
  return {
    id: `Fn${workspace.appId.slice(1)}`,
    callback_id: declared.callbackId,
    title: declared.title,
    description: declared.description ?? '',
    type: 'app',
    input_parameters: (declared.inputs ?? []).map(parameterObject),
    output_parameters: (declared.outputs ?? []).map(parameterObject),
    app_id: workspace.appId,
    date_created: 1_700_000_000,
    date_released: 0,
    date_updated: 1_700_000_000,
    date_deleted: 0,
    form_enabled: false,
  };
}

function parameterObject(parameter: FunctionParameter): JsonObject {
  return {
    type: parameter.type ?? 'string',
    name: parameter.name,
    description: parameter.description ?? '',
    title: parameter.title ?? parameter.name,
    is_required: parameter.required !== false,
  };
}

export interface StepOptions {
  options: JsonObject[];
  /** Why there are none, if the app listed none that Slack accepts. */
  wrong: string[];
}

/**
 * The choices for a step's input with `dynamic_options`: Workflow Builder runs the function that lists them, which must
 * end before the app acks the event.
 */
export async function stepOptions(
  scene: Scene,
  asked: Step & { input: string; typed: string },
): Promise<StepOptions> {
  const step = scene.world.manifest.functions?.find(one => one.callbackId === asked.callbackId);
  const input = step?.inputs?.find(one => one.name === asked.input);
  if (!input?.dynamicOptions) throw new Error(`No options are listed for "${asked.input}"`);
  const { callbackId, inputs } = input.dynamicOptions;
  const filled = Object.entries(inputs).map(([name, value]) => [
    name,
    value.replace('{{client.query}}', asked.typed),
  ]);
  const listing = { team: asked.team, callbackId, inputs: Object.fromEntries(filled) };
  const { run } = await runFunction(scene, listing);
  if (run.state === 'running') return { options: [], wrong: ['the app acked before it had listed any'] };
  if (run.state === 'failed') return { options: [], wrong: [run.error ?? 'the app failed'] };
  const listed = { options: run.outputs?.options };
  const wrong = problemsOfOptions(listed);
  return { options: wrong.length === 0 ? asObjects(listed.options) : [], wrong };
}

/** Runs a step with what somebody typed into its fields: people and groups come as Slack marks them. */
export function runStep(scene: Scene, asked: Step & { inputs: JsonObject }): Promise<StartedRun> {
  const workspace = findWorkspace(scene.world, asked.team);
  const marked = Object.entries(asked.inputs).map(([name, value]) => [
    name,
    typeof value === 'string' ? escapeTyped(workspace, value) : value,
  ]);
  return runFunction(scene, { ...asked, inputs: Object.fromEntries(marked) });
}

/** Delivers a run's event once more, as Slack may. */
export async function runAgain(scene: Scene, { runId }: { runId: string }): Promise<void> {
  const delivery = scene.world.runs.get(runId)?.delivery;
  if (delivery) await scene.events.again(delivery);
}
