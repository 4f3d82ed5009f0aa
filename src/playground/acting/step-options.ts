import { problemsOfOptions } from '../blocks/validate.ts';
import { asObjects, type JsonObject } from '../json.ts';
import type { Workspace } from '../world/types.ts';
import { runFunction } from './run-function.ts';
import type { Scene } from './scene.ts';

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
  workspace: Workspace,
  asked: { callbackId: string; input: string; typed: string },
): Promise<StepOptions> {
  const step = scene.world.manifest.functions?.find(one => one.callbackId === asked.callbackId);
  const input = step?.inputs?.find(one => one.name === asked.input);
  if (!input?.dynamicOptions) throw new Error(`No options are listed for "${asked.input}"`);
  const { callbackId, inputs } = input.dynamicOptions;
  const filled = Object.entries(inputs).map(([name, value]) => [
    name,
    value.replace('{{client.query}}', asked.typed),
  ]);
  const { run } = await runFunction(scene, workspace, callbackId, Object.fromEntries(filled));
  if (run.state === 'running') return { options: [], wrong: ['the app acked before it had listed any'] };
  if (run.state === 'failed') return { options: [], wrong: [run.error ?? 'the app failed'] };
  const listed = { options: run.outputs?.options };
  const wrong = problemsOfOptions(listed);
  return { options: wrong.length === 0 ? asObjects(listed.options) : [], wrong };
}
