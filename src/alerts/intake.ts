import type { z } from 'zod';
import { type callSchema, compact } from '../domain/alert.ts';
import type { Clock } from '../domain/clock.ts';
import { MAX_RECIPIENTS } from '../domain/recipient.ts';
import { parseRecipients } from '../domain/recipient-list.ts';
import type { Mailboxes } from '../storage/ports.ts';
import { keeping } from './facts.ts';
import type { Hook } from './hooks.ts';
import type { PayloadProblem } from './payloads/payload.ts';
import { readPayload } from './payloads/read.ts';
import { toKey } from './recipients.ts';

/** What became of a call that was allowed. */
export type Taken =
  /** It is stored, now or before: `ids`, one for each alert, are the same each time. */
  | { kind: 'accepted'; isNew: boolean; ids: string[] }
  /** Its key was used before, for something else. */
  | { kind: 'conflict' }
  | { kind: 'invalid'; problem: PayloadProblem };

export type Intake = (
  workspace: string,
  hook: Hook,
  sent: { body: unknown; idempotencyKey: string | null },
) => Promise<Taken>;

/**
 * Takes calls in: written down once, durably, before the answer.
 *
 * @param taken is called after something new was written down: there is something to decide
 */
export function createIntake(parts: {
  mailboxes: Mailboxes;
  clock: Clock;
  newId: () => string;
  taken: () => void;
}): Intake {
  const { mailboxes, clock, newId, taken } = parts;
  return async (workspace, hook, { body, idempotencyKey }) => {
    const id = newId();
    const now = clock.now();
    const read = readPayload(body, { idempotencyKey, callId: id });
    if (!read.ok) return { kind: 'invalid', problem: read.problem };
    const { group, alerts, leftOut, single, to, sameness } = read.payload;
    const recipients = to === null ? null : parseRecipients(to, MAX_RECIPIENTS);
    if (recipients && recipients.length > MAX_RECIPIENTS) return { kind: 'invalid', problem: TOO_MANY };
    const isUnclear = recipients?.length === 0 || recipients?.some(({ kind }) => kind === 'unreadable');
    if (isUnclear) return { kind: 'invalid', problem: UNCLEAR };
    const keep = keeping(hook.templates);
    const call: z.input<typeof callSchema> = {
      id,
      hook: hook.id,
      group,
      alerts: alerts.map(alert => ({ ...alert, facts: compact(keep(alert.facts)) })),
      leftOut,
      single,
      to: recipients?.map(toKey) ?? null,
      receivedAt: now,
    };
    const put = await mailboxes.put(
      {
        id,
        box: { kind: 'alerts', workspace, name: '' },
        body: JSON.stringify(call),
        sameness: sameness && {
          ...sameness,
          identity: `${hook.id} ${sameness.identity}`,
          ends: sameness.ends && `${hook.id} ${sameness.ends}`,
        },
      },
      now,
    );
    if (put.kind === 'conflict') return { kind: 'conflict' };
    if (put.kind === 'added') taken();
    const ids = alerts.map((_alert, index) => `${put.id}-${index + 1}`);
    return { kind: 'accepted', isNew: put.kind === 'added', ids };
  };
}

const TOO_MANY: PayloadProblem = {
  field: 'to',
  error: `to should name ${MAX_RECIPIENTS} recipients at most.`,
};

const UNCLEAR: PayloadProblem = {
  field: 'to',
  error:
    'to should name Bangladesh mobiles (01712345678), people or user groups of Slack (U…, <!subteam^S…>), or lists that the workspace keeps.',
};
