import { setImmediate } from 'node:timers/promises';
import type { Hook } from '../../src/alerts/hooks.ts';
import { createIntake } from '../../src/alerts/intake.ts';
import { readForm } from '../../src/alerts/payloads/form.ts';
import { createFairScheduler, type FairScheduler } from '../../src/kit/fair-scheduler.ts';
import type { Inboxes } from '../../src/kit/inbox/store.ts';
import { createManualClock } from './manual-clock.ts';

const templates = { firing: '{what} {labels.team|labels.constructor}', resolved: null };
const HOOK = {
  id: 'hook',
  templates,
  severities: ['critical'],
  recipients: [{}],
  routes: [],
  routed: new Map(),
} as unknown as Hook;
const inboxes = { put: async ({ id }: { id: string }) => ({ kind: 'added', id }) } as unknown as Inboxes;

/** Accepts a call as a hook does, up to the store; resolves with the outcome. */
export async function takeCall(json: string, runFairly: FairScheduler, workspace = 'T1'): Promise<string> {
  const headers = { type: 'application/json', encoding: '' };
  const sent = await runFairly(workspace, readForm(Buffer.from(json), headers, json.length * 4));
  if (sent.kind === 'unreadable') return 'unread';
  const take = createIntake({
    inboxes,
    runFairly,
    lookUp: async () => new Map(),
    clock: createManualClock(),
    newId: () => 'call',
    stored: () => undefined,
  });
  return (await take(workspace, HOOK, { values: sent.values, idempotencyKey: 'key' })).kind;
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Accepts a call in turns of the event loop. The longest turn is measured in processor time of this thread, so a busy
 * machine doesn't matter.
 */
async function longestTurn(json: string): Promise<{ ms: number; outcome: string }> {
  let began = 0;
  let ms = 0;
  const endOfTurn = async (): Promise<void> => {
    ms = Math.max(ms, cpuMs() - began);
    await setImmediate();
    began = cpuMs();
  };
  const runFairly = createFairScheduler({ now: cpuMs, endOfTurn, after: async () => undefined });
  began = cpuMs();
  const outcome = await takeCall(json, runFairly).catch((error: unknown) => `${error}`);
  await endOfTurn();
  return { ms, outcome };
}

/** The same as the best of some tries, without chance events such as garbage collection. */
export async function usualTurn(json: string): Promise<{ ms: number; outcome: string }> {
  const first = await longestTurn(json);
  let { ms } = first;
  for (let again = 0; ms > MAY_BE_CHANCE_MS && again < 2; again += 1)
    ms = Math.min(ms, (await longestTurn(json)).ms);
  return { ms, outcome: first.outcome };
}

const MAY_BE_CHANCE_MS = 20;
