import { z } from 'zod';
import { UNTOLD_MS } from '../../domain/pace.ts';
import type { Outbox } from '../ports.ts';
import type { Scripts } from './scripts.ts';
import type { Server } from './server.ts';

type Queue = Pick<
  Outbox,
  'cancel' | 'reopen' | 'moveWaiting' | 'refuseWaiting' | 'expire' | 'tellWaiting' | 'nextDue'
>;

/** Larger steps than this would keep Redis to themselves for too long. */
const STEP = 200;

export function createQueue(scripts: Scripts, server: Server): Queue {
  return {
    cancel: async (workspace, text, now) =>
      z
        .enum(['cancelled', 'too_late', 'unknown'])
        .parse(await scripts.run('cancel', { workspace, text, now })),
    async reopen(fingerprint, now) {
      await scripts.run('reopen', { fingerprint, now });
    },
    async moveWaiting(workspace, fingerprint, now) {
      for (let after: string | null = '0'; after !== null; ) {
        const given = { workspace, fingerprint, after, now, limit: STEP };
        after = z
          .string()
          .nullable()
          .parse(await scripts.run('move-waiting', given));
      }
    },
    async refuseWaiting(workspace, problem, now) {
      const given = { workspace, problem: JSON.stringify(problem), now, limit: STEP };
      for (let all = 0; ; ) {
        const refused = z.int().parse(await scripts.run('refuse-waiting', given));
        all += refused;
        if (refused < STEP) return all;
      }
    },
    expire: async now => z.int().parse(await scripts.run('expire', { now, limit: STEP })),
    tellWaiting: async now =>
      z.int().parse(
        await scripts.run('tell-waiting', {
          now,
          untoldMs: UNTOLD_MS,
          quietMs: server.quietMs(),
          limit: STEP,
        }),
      ),
    async nextDue() {
      const due = z.coerce
        .number()
        .nullable()
        .parse(await scripts.run('next-due', { untoldMs: UNTOLD_MS }));
      return due === null ? null : Math.max(due, server.quietUntil());
    },
  };
}
