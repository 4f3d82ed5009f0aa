import { z } from 'zod';
import { type Act, actSchema } from '../domain/alert.ts';
import type { Clock } from '../domain/clock.ts';
import type { InTurns } from '../domain/in-turns.ts';
import type { Log } from '../log.ts';
import type { Worker } from '../sending/worker.ts';
import type { InboxAddress, Inboxes, LeasedInbox } from '../storage/ports.ts';
import { readInbox } from './inbox.ts';
import { createInboxWorker } from './inbox-worker.ts';
import type { Responding } from './responding.ts';
import type { ResponderRights } from './rights.ts';

/** Asking Slack who somebody is takes less. */
const LEASE_MS = 30_000;
/** While Slack doesn't say, how soon to ask again, and when to give up. */
const AGAIN_MS = 5000;
const PRESS_MS = 15 * 60_000;
/** How long a press that comes again is the same. */
const SAME_MS = 3_600_000;

/** What somebody in Slack asked for. `identity`: however often it comes, it is done once. */
const pressSchema = z.object({ act: actSchema, identity: z.string(), at: z.number() });
type StoredPress = z.infer<typeof pressSchema>;
const SCHEMAS = { state: z.array(pressSchema), event: pressSchema };

/** Presses of people of whom we don't know yet whether they may: stored first, and carried out once Slack says who they are. */
export type Presses = Worker & {
  /** Resolves when it is stored: then it is carried out even if this process dies, if its author may. */
  note(workspace: string, act: Act, identity: string): Promise<void>;
};

export function createPresses(parts: {
  inboxes: Inboxes;
  rights: Pick<ResponderRights, 'toAct'>;
  responding: Pick<Responding, 'note'>;
  inTurns: InTurns;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Presses {
  const { inboxes, rights, responding, inTurns, clock, log, newId } = parts;

  /** False: Slack doesn't say yet whether they may. */
  async function carryOut(workspace: string, { act, identity, at }: StoredPress): Promise<boolean> {
    const { by, hook, which } = act;
    if (by.kind !== 'person') return true;
    const problem = await rights.toAct({ workspace, userId: by.userId, hook, which }, act.act);
    if (problem?.kind === 'SLACK_AWAY') return clock.now() - at > PRESS_MS;
    if (!problem) await responding.note(workspace, act, identity);
    return true;
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const { state, earlier, events, unreadable, toCommit } = await inTurns(
      workspace,
      readInbox(leased, SCHEMAS, newId),
    );
    const presses = [...earlier.flat(), ...(state ?? []), ...events];
    const done = await Promise.all(presses.map(press => carryOut(workspace, press)));
    const left = presses.filter((_press, index) => !done[index]);
    const next = {
      state: JSON.stringify(left),
      dueAt: left.length > 0 ? clock.now() + AGAIN_MS : null,
      ...{ intents: [], events: [], unreadable },
    };
    await inboxes.commit(toCommit, next, clock.now());
  }

  const worker = createInboxWorker({
    ...{ inboxes, kind: 'presses', leaseMs: LEASE_MS, byTimeOfDay: false, work, clock, log },
    failure: 'can’t carry out what somebody pressed; trying again',
  });
  return {
    ...worker,
    async note(workspace, act, identity) {
      const press: StoredPress = { act: actSchema.parse(act), identity, at: clock.now() };
      const sameness = { identity: `press ${identity}`, digest: null, forMs: SAME_MS, ends: null };
      const event = { id: newId(), address: pressesOf(workspace), body: JSON.stringify(press), sameness };
      await inboxes.put(event, clock.now());
      worker.wake();
    },
  };
}

const pressesOf = (workspace: string): InboxAddress => ({ kind: 'presses', workspace, name: '' });
