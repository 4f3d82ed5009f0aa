import { LIMITS } from '../blocks/limits.ts';
import { problemsOfView } from '../blocks/validate.ts';
import { asText, isObject, type JsonObject, parseJson } from '../json.ts';
import { exchangeTrigger } from '../world/interactivity.ts';
import type { Trigger, View } from '../world/types.ts';
import { findView, openModal, publishHome, pushModal, updateView, viewObject } from '../world/views.ts';
import { ApiError, type Call, invalidArguments, type Methods, required } from './method.ts';

export const viewMethods: Methods = {
  'views.open': {
    run(call) {
      const content = viewArgument(call, 'modal');
      const { user } = exchange(call);
      refuseDuplicateExternalId(call, content);
      return answer(call, openModal(call.world, call.workspace, user, content));
    },
  },
  'views.push': {
    run(call) {
      const content = viewArgument(call, 'modal');
      const { user, viewId } = exchange(call);
      refuseDuplicateExternalId(call, content);
      if (!viewId || !findView(call.workspace, { id: viewId })) throw new ApiError('not_found');
      const view = pushModal(call.world, call.workspace, user, content);
      if (view === 'push_limit_reached') throw new ApiError(view);
      return answer(call, view);
    },
  },
  'views.update': {
    run(call) {
      const view = findView(call.workspace, {
        id: asText(call.args.view_id),
        externalId: asText(call.args.external_id),
      });
      const content = viewArgument(call, view?.type ?? 'modal');
      if (!view) throw new ApiError('not_found');
      refuseOldHash(call, view);
      refuseDuplicateExternalId(call, content, view);
      updateView(call.world, view, content);
      return answer(call, view);
    },
  },
  'views.publish': {
    run(call) {
      const user = required(call, 'user_id');
      const content = viewArgument(call, 'home');
      if (!call.workspace.people.has(user))
        throw invalidArguments(['invalid `user_id` [json-pointer:/user_id]']);
      const current = call.workspace.homes.get(user);
      if (current) refuseOldHash(call, current);
      return answer(call, publishHome(call.world, call.workspace, user, content));
    },
  },
};

function answer(call: Call, view: View): JsonObject {
  return { view: viewObject(call.workspace, view) };
}

function viewArgument(call: Call, type: 'modal' | 'home'): JsonObject {
  const raw = call.args.view;
  const view = typeof raw === 'string' ? parseJson(raw) : raw;
  if (view === undefined) throw invalidArguments(['missing required field: view']);
  const problems = problemsOfView(view, type, call.world.dataBlocks);
  if (problems.length > 0 || !isObject(view)) throw invalidArguments(problems);
  if (JSON.stringify(view).length > LIMITS.viewBytes.max) throw new ApiError('view_too_large');
  return view;
}

function exchange(call: Call): Trigger {
  const result = exchangeTrigger(call.world, required(call, 'trigger_id'));
  if (result === 'invalid_arguments')
    throw invalidArguments(['invalid `trigger_id` [json-pointer:/trigger_id]']);
  if (typeof result === 'string') throw new ApiError(result);
  if (result.teamId !== call.workspace.id) throw new ApiError('invalid_trigger_id');
  return result;
}

function refuseOldHash(call: Call, view: View): void {
  const hash = asText(call.args.hash);
  if (hash && hash !== view.hash) throw new ApiError('hash_conflict');
}

function refuseDuplicateExternalId(call: Call, content: JsonObject, except?: View): void {
  const externalId = asText(content.external_id);
  if (!externalId) return;
  const existing = findView(call.workspace, { externalId });
  if (existing && existing !== except) throw new ApiError('duplicate_external_id');
}
