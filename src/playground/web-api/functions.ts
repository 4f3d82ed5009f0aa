import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { FunctionRun } from '../world/types.ts';
import { ApiError, type Call, type Methods, required } from './method.ts';

export const functionMethods: Methods = {
  'functions.completeSuccess': {
    run(call) {
      const run = runningRun(call);
      const raw = call.args.outputs;
      const outputs = typeof raw === 'string' ? parseJson(raw) : raw;
      if (!isObject(outputs)) throw new ApiError('parameter_validation_failed');
      const missing = missingOutputs(call, run, outputs);
      if (missing.length > 0) {
        const messages = missing.map(name => `[ERROR] missing required output: ${name}`);
        throw new ApiError('parameter_validation_failed', { response_metadata: { messages } });
      }
      end(call, run, { state: 'succeeded', outputs });
      return {};
    },
  },
  'functions.completeError': {
    run(call) {
      const run = runningRun(call);
      end(call, run, { state: 'failed', error: required(call, 'error') });
      return {};
    },
  },
};

function runningRun(call: Call): FunctionRun {
  const run = call.world.runs.get(required(call, 'function_execution_id'));
  if (!run || run.teamId !== call.workspace.id) throw new ApiError('function_execution_not_found');
  if (call.token.runId !== undefined && call.token.runId !== run.id) throw new ApiError('access_denied');
  if (run.state !== 'running') throw new ApiError('execution_not_in_running_state');
  return run;
}

/** The run's own token ends with the run. */
function end(call: Call, run: FunctionRun, result: Pick<FunctionRun, 'state' | 'outputs' | 'error'>): void {
  Object.assign(run, result);
  const token = call.world.tokens.get(run.token);
  if (token) token.state = 'token_revoked';
  call.world.changed();
}

function missingOutputs(call: Call, run: FunctionRun, outputs: JsonObject): string[] {
  const declared = call.world.manifest.functions?.find(one => one.callbackId === run.callbackId);
  const required = (declared?.outputs ?? []).filter(one => one.required !== false).map(one => one.name);
  return required.filter(name => outputs[name] === undefined || outputs[name] === null);
}
