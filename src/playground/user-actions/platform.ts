import { randomBytes } from 'node:crypto';
import { problemsOfOptions } from '../blocks/validate.ts';
import { asObjects, type JsonObject } from '../json.ts';
import { type CustomFunction, callbackIdOf, type Parameters } from '../manifest.ts';
import type { EventDelivery } from '../wire/connection.ts';
import { escapeTyped } from '../world/escape.ts';
import {
  allowConsent,
  consentRequest,
  installation,
  installer,
  isOrgWide,
  problemOfConsent,
  refuseConsent,
  uninstallApp,
} from '../world/install.ts';
import type { FunctionRun, Workspace } from '../world/types.ts';
import { viewObject } from '../world/views.ts';
import { directChannel, findPerson, findWorkspace } from '../world/world.ts';
import { findUser, type Scene, subscribed, type UserRef } from './scene.ts';

interface Step {
  team?: string | undefined;
  callbackId: string;
}

export interface StartedRun {
  run: FunctionRun;
  delivery: EventDelivery;
}

/** A workflow reaches the app's step. The app gets the inputs, and a token for this run only. */
export async function runFunction(
  scene: Scene,
  { team, callbackId, inputs }: Step & { inputs: JsonObject },
): Promise<StartedRun> {
  const { world } = scene;
  const workspace = findWorkspace(world, team);
  const { functions } = world.manifest;
  const declared = Object.hasOwn(functions, callbackId) ? functions[callbackId] : undefined;
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
    function: functionObject(workspace, callbackId, declared),
    inputs,
    function_execution_id: run.id,
    workflow_execution_id: world.ids.of('Wx'),
    bot_access_token: run.token,
  });
  run.delivery = delivery;
  world.changed();
  return { run, delivery };
}

function functionObject(workspace: Workspace, callbackId: string, declared: CustomFunction): JsonObject {
  return {
    id: `Fn${workspace.appId.slice(1)}`,
    callback_id: callbackId,
    title: declared.title,
    description: declared.description,
    type: 'app',
    input_parameters: parameterObjects(declared.input_parameters),
    output_parameters: parameterObjects(declared.output_parameters),
    app_id: workspace.appId,
    date_created: 1_700_000_000,
    date_released: 0,
    date_updated: 1_700_000_000,
    date_deleted: 0,
    form_enabled: false,
  };
}

const parameterObjects = ({ properties, required }: Parameters): JsonObject[] =>
  Object.entries(properties).map(([name, { type, title = name, description = '' }]) => ({
    type,
    name,
    title,
    description,
    is_required: required.includes(name),
  }));

export interface StepOptions {
  options: JsonObject[];
  /** Why Slack accepts none of the options; empty if it accepts them. */
  wrong: string[];
}

/**
 * The options of a step's input with `dynamic_options`. Workflow Builder runs the function that lists them, which
 * must complete before the app acks the event.
 */
export async function stepOptions(
  scene: Scene,
  input: Step & { input: string; typed: string },
): Promise<StepOptions> {
  const { functions } = scene.world.manifest;
  const step = Object.hasOwn(functions, input.callbackId) ? functions[input.callbackId] : undefined;
  const inputs = step?.input_parameters.properties ?? {};
  const source = Object.hasOwn(inputs, input.input) ? inputs[input.input]?.dynamic_options : undefined;
  if (!source) throw new Error(`No options are listed for "${input.input}"`);
  const filled = Object.entries(source.inputs).map(([name, { value }]) => [
    name,
    value.replace('{{client.query}}', input.typed),
  ]);
  const callbackId = callbackIdOf(source.function);
  const { run } = await runFunction(scene, { ...input, callbackId, inputs: Object.fromEntries(filled) });
  if (run.state === 'running') return { options: [], wrong: ['the app acked before it had listed any'] };
  if (run.state === 'failed') return { options: [], wrong: [run.error ?? 'the app failed'] };
  const options = run.outputs?.options;
  const wrong = problemsOfOptions({ options });
  return { options: wrong.length === 0 ? asObjects(options) : [], wrong };
}

/** Runs a step with a user's input. Mentions of people and groups are escaped as in Slack. */
export function runStep(scene: Scene, step: Step & { inputs: JsonObject }): Promise<StartedRun> {
  const workspace = findWorkspace(scene.world, step.team);
  const marked = Object.entries(step.inputs).map(([name, value]) => [
    name,
    typeof value === 'string' ? escapeTyped(workspace, value) : value,
  ]);
  return runFunction(scene, { ...step, inputs: Object.fromEntries(marked) });
}

/** Delivers a run's event again, as Slack may. */
export async function runAgain(scene: Scene, { runId }: { runId: string }): Promise<void> {
  const delivery = scene.world.runs.get(runId)?.delivery;
  if (delivery) await scene.events.again(delivery);
}

/** Opens the app's Home or Messages tab; undefined if the app isn't subscribed to `app_home_opened`. */
export async function openApp(
  scene: Scene,
  ref: UserRef & { tab?: 'home' | 'messages' | undefined },
): Promise<EventDelivery | undefined> {
  if (!subscribed(scene, 'app_home_opened')) return undefined;
  const { workspace, person } = findUser(scene, ref);
  const tab = ref.tab ?? 'home';
  const view = workspace.homes.get(person.id);
  return scene.events.send(workspace, {
    type: 'app_home_opened',
    user: person.id,
    channel: directChannel(workspace, person.id).id,
    tab,
    ...(view && tab === 'home' ? { view: viewObject(workspace, view) } : {}),
  });
}

export interface Consented {
  authorizeUrl: string;
  team?: string | undefined;
  user?: string | undefined;
  /** True by default. */
  allow?: boolean | undefined;
  /** Installs for the workspace's organisation. */
  orgWide?: boolean | undefined;
}

/** Answers the consent page. Returns the address to which Slack sends the user next. */
export function consent({ world }: Scene, answer: Consented): string {
  const request = consentRequest(new URL(answer.authorizeUrl).searchParams);
  const problem = problemOfConsent(world, request);
  if (problem) throw new Error(`Slack shows an error page: ${problem}`);
  if (answer.allow === false) return refuseConsent(world, request);
  const workspace = findWorkspace(world, answer.team);
  const person = answer.user ? findPerson(workspace, answer.user) : installer(workspace);
  return allowConsent(world, request, workspace, person.id, answer.orgWide);
}

/** Removes the app from a workspace. Neither event carries a token, and Slack promises no order. */
export async function uninstall(scene: Scene, ref: { team?: string | undefined }): Promise<EventDelivery[]> {
  const workspace = findWorkspace(scene.world, ref.team);
  const orgWide = isOrgWide(scene.world, workspace);
  uninstallApp(scene.world, workspace);
  const events = [
    { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } },
    { type: 'app_uninstalled' },
  ].filter(event => subscribed(scene, event.type));
  return Promise.all(events.map(event => scene.events.send(workspace, event, orgWide)));
}
