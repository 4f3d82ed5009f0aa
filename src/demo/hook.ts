import { randomUUID } from 'node:crypto';
import { createHooks } from '../alerts/hooks.ts';
import { systemTime } from '../domain/clock.ts';
import { parseNumber } from '../domain/number.ts';
import type { Log } from '../log.ts';
import { padma } from '../playground/index.ts';
import { openStorage } from '../storage/open.ts';

const NAME = 'Alert bench';
const ON_CALL = '01712345678';
/** Who is texted if nobody acknowledges. */
const NEXT = '01812345679';

/** The hook for the page's alert bench. Made before the app starts, while nobody else uses the store. */
export async function makeHook(dataDir: string, log: Log): Promise<{ path: string; token: string }> {
  const storage = await openStorage(
    { kind: 'sqlite', dataDir },
    { time: systemTime, newId: randomUUID, log },
  );
  const { documents, revisions, audit, now, wall } = storage;
  const hooks = createHooks({
    documents,
    revisions,
    audit,
    clock: { now, wall, after: () => () => undefined },
  });
  const admin = padma.people.find(person => person.role === 'admin')?.id;
  const channel = padma.channels.find(({ name }) => name === 'on-call')?.id;
  const [onCall, next] = [parseNumber(ON_CALL), parseNumber(NEXT)];
  if (!admin || !channel || !onCall.ok || !next.ok)
    throw new Error('The demo’s workspace has nobody to make a hook');
  const made = await hooks
    .create(padma.id, admin, {
      name: NAME,
      channel,
      recipients: [{ kind: 'number', number: onCall.number }],
      escalation: {
        firstMinutes: 5,
        steps: [{ to: [{ kind: 'number', number: next.number }], minutes: 5 }],
        rounds: 2,
        severities: ['critical'],
      },
    })
    .finally(() => storage.close());
  if (typeof made === 'string') throw new Error('A fresh workspace has no hooks');
  return { path: `/hooks/${made.hook.id}`, token: made.token };
}
