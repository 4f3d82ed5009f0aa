import type { Hook } from '../hooks.ts';
import type { Intake } from '../intake.ts';
import type { HookCalls } from '../recent-calls.ts';

/** Calls a hook with a test, as a program does but for the way over the network; it is among the hook's last calls, too. */
export function createCallAsTest(deps: { intake: Intake; calls: Pick<HookCalls, 'note'> }) {
  const { intake, calls } = deps;
  return async (
    workspace: string,
    hook: Hook,
    { message, key }: { message: string; key: string },
  ): Promise<void> => {
    const taken = await intake(workspace, hook, { values: [{ message, test: true }], idempotencyKey: key });
    if (taken.kind !== 'accepted' || !taken.isNew) return;
    const { sender, ids, understood } = taken;
    const nothingWrong = { field: null, seen: [], refusal: null, excerpt: null };
    const call = { sender, status: 202, as: taken.kind, alerts: ids.length, understood, ...nothingWrong };
    calls.note({ workspace, hookId: hook.id }, call);
  };
}
