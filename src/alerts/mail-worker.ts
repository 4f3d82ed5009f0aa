import type { Clock } from '../domain/clock.ts';
import type { Log } from '../log.ts';
import { createWorker, type Worker } from '../sending/worker.ts';
import type { Mail, Mailbox, Mailboxes } from '../storage/ports.ts';

/** So many mailboxes are looked at side by side. */
const AT_ONCE = 20;

/**
 * A worker that looks at the due mailboxes of one kind.
 *
 * @param leaseMs how long a mailbox is this process' own; afterwards another one may look at it too
 * @param failure what the log says of a mailbox that `work` failed with; it is due again when its lease ends
 */
export function createMailWorker(parts: {
  mailboxes: Mailboxes;
  kind: Mailbox['kind'];
  leaseMs: number;
  work: (mail: Mail) => Promise<void>;
  failure: string;
  clock: Clock;
  log: Log;
}): Worker {
  const { mailboxes, kind, leaseMs, work, failure, clock, log } = parts;
  return createWorker({
    name: kind,
    clock,
    log,
    async pass() {
      const now = clock.now();
      const due = await mailboxes.lease(kind, now, now + leaseMs, AT_ONCE);
      await Promise.all(due.map(mail => work(mail).catch(error => log.error({ err: error }, failure))));
      return mailboxes.nextDue(kind);
    },
  });
}
