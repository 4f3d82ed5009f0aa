import type { Hook } from '../hooks.ts';
import type { Intake } from '../intake.ts';
import type { HookCalls } from '../recent-calls.ts';

/** Calls a hook with a test as a program does, but not over the network. The hook's latest calls include it. */
export function createCallAsTest(deps: { intake: Intake; calls: Pick<HookCalls, 'noteTest'> }) {
  const { intake, calls } = deps;
  return async (
    workspace: string,
    hook: Hook,
    { message, key }: { message: string; key: string },
  ): Promise<void> => {
    const result = await intake(workspace, hook, { values: [{ message, test: true }], idempotencyKey: key });
    if (result.kind !== 'accepted' || !result.isNew) return;
    const { sender, ids, understood } = result;
    calls.noteTest(
      { workspace, hookId: hook.id },
      {
        sender,
        status: 202,
        as: 'accepted',
        alerts: ids.length,
        understood,
        field: null,
        seen: [],
        refusal: null,
        excerpt: null,
      },
    );
  };
}
