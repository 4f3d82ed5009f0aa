import type { z } from 'zod';
import { createHooks, type Hook, type hookDraftSchema } from '../../src/alerts/hooks.ts';
import { inStore } from './settings.ts';
import type { Stage } from './stage.ts';

export const ON_CALL = 'C0ONCALL001';
export const NUSRAT = 'U0NUSRAT001';
const PADMA = 'T0PADMA0001';

/** An alerting program with the address and token of its hook. */
export type Caller = {
  hook: Hook;
  token: string;
  path: string;
  /** Calls the hook; `changes` replaces parts of a valid call. */
  call(
    body: unknown,
    changes?: { headers?: Record<string, string>; path?: string; appUrl?: string },
  ): Promise<Response>;
  /** Changes the hook as an admin does. */
  change(changes: Partial<z.input<typeof hookDraftSchema>>): Promise<void>;
  revoke(): Promise<void>;
};

/** Creates a hook as an admin does, in the stage's store; the app is stopped meanwhile. */
export async function makeHook(
  stage: Stage,
  draft: Partial<z.input<typeof hookDraftSchema>> = {},
  workspace = PADMA,
): Promise<Caller> {
  const { hook, token } = await withHooks(stage, async hooks => {
    const created = await hooks.create(workspace, NUSRAT, {
      name: 'Prometheus',
      recipients: [{ kind: 'number', number: '01712345678' as never }],
      channel: ON_CALL,
      ...draft,
    });
    if (typeof created === 'string') throw new Error(`No hook was made: ${created}`);
    return created;
  });
  const path = `/hooks/${hook.id}`;
  return {
    hook,
    token,
    path,
    call: (body, changes = {}) =>
      fetch(`${changes.appUrl ?? stage.appUrl}${changes.path ?? path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...changes.headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    change: changes =>
      withHooks(stage, async hooks => void (await hooks.change(workspace, NUSRAT, hook.id, changes))),
    revoke: () => withHooks(stage, async hooks => void (await hooks.revoke(workspace, NUSRAT, hook.id))),
  };
}

const withHooks = <T>(stage: Stage, work: (hooks: ReturnType<typeof createHooks>) => Promise<T>) =>
  inStore(stage, parts => work(createHooks(parts)));

type AlertFields = { status?: 'firing' | 'resolved'; severity?: string; summary?: string; startsAt?: string };

/** Alertmanager's payload for a group. */
export function alertmanager(group: string, alerts: Record<string, AlertFields>) {
  const all = Object.entries(alerts).map(([name, alert]) => ({
    status: alert.status ?? 'firing',
    labels: { alertname: name, severity: alert.severity ?? 'warning' },
    annotations: alert.summary === undefined ? {} : { summary: alert.summary },
    startsAt: alert.startsAt ?? '2026-11-21T08:59:00Z',
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: '',
    fingerprint: `${group}-${name}`,
  }));
  return {
    version: '4',
    groupKey: group,
    truncatedAlerts: 0,
    status: all.some(({ status }) => status === 'firing') ? 'firing' : 'resolved',
    receiver: 'sms',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example',
    alerts: all,
  };
}
