import { randomUUID } from 'node:crypto';
import { createHooks } from '../alerts/hooks.ts';
import { systemTime } from '../kit/clock.ts';
import { parseNumber } from '../kit/number.ts';
import type { Log } from '../log.ts';
import { padma } from '../playground/index.ts';
import { openStorage } from '../wiring/storage.ts';

const ON_CALL = '01712345678';
/** Who is texted if nobody acknowledges. */
const NEXT = '01812345679';

/** A hook as a program calls it. */
type Called = { path: string; token: string };

/** The hooks of the page's alert bench. Made before the app starts, while nobody else uses the store. */
export async function makeHooks(dataDir: string, log: Log): Promise<{ alerts: Called; heartbeat: Called }> {
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
  const recipients = [{ kind: 'number' as const, number: onCall.number }];
  const texts = { channel, recipients, link: true };
  async function make(draft: Parameters<typeof hooks.create>[2]): Promise<Called> {
    const made = await hooks.create(padma.id, admin ?? '', draft);
    if (typeof made === 'string') throw new Error('A fresh workspace has no hooks');
    return { path: `/hooks/${made.hook.id}`, token: made.token };
  }
  try {
    return {
      alerts: await make({
        name: 'Alert bench',
        ...texts,
        escalation: {
          firstMinutes: 5,
          steps: [{ to: [{ kind: 'number', number: next.number }], minutes: 5 }],
          rounds: 2,
          severities: ['critical'],
        },
      }),
      heartbeat: await make({ name: 'Backup', ...texts, heartbeat: { minutes: 1 } }),
    };
  } finally {
    storage.close();
  }
}
