import { randomUUID } from 'node:crypto';
import { createHooks } from '../alerts/hooks.ts';
import { contactOf } from '../contacts/contact.ts';
import { systemTime } from '../kit/clock.ts';
import { type LocalNumber, parseNumber } from '../kit/number.ts';
import type { Storage } from '../kit/store/storage.ts';
import type { Log } from '../log.ts';
import { padma } from '../playground/index.ts';
import { createCheckRequests } from '../rotas/hand-overs.ts';
import { createRotas } from '../rotas/service.ts';
import { openStorage } from '../wiring/storage.ts';
import { createLinkedKeys } from '../workspace/linked-keys.ts';
import { createSealer, embeddedEncryptionKeys } from '../workspace/sealing.ts';

/** A hook as a program calls it. */
export type Called = { path: string; token: string };

/** What a workspace in use has: its linked key, and the service that it is for. */
type Linked = { apiKey: string; baseUrl: string };

const ON_CALL = '01712345678';
/** Who is texted if nobody acknowledges. */
const NEXT = '01812345679';

/** People, by name; the first three are the group. */
const CONTACTS = {
  'Ranu Begum': '01711223344',
  'Karim Mia': '01811556677',
  'Salma Khatun': '01911889900',
  'Jamal Sheikh': '01611445566',
  'মিনা আক্তার': '01511778899',
};
const GROUP = { name: 'Drivers', size: 3 };
const ROTA = { name: 'Servers', people: ['rafiq', 'nusrat', 'shirin'] };

/**
 * Writes what the demo's first workspace has before the app starts, while nobody else uses the store: always the hooks of the
 * page's alert bench; with `linked` also the key, some people, a group and a rota. Returns the hooks.
 */
export async function seedStore(
  dataDir: string,
  log: Log,
  linked: Linked | null,
): Promise<{ alerts: Called; heartbeat: Called }> {
  const storage = await openStorage(
    { kind: 'sqlite', dataDir },
    { time: systemTime, newId: randomUUID, log },
  );
  try {
    if (linked) {
      await linkKey(storage, dataDir, linked);
      await makePeople(storage);
      await makeRota(storage);
    }
    return await makeHooks(storage);
  } finally {
    await storage.close();
  }
}

const clockOf = ({ now, wall }: Storage) => ({ now, wall, after: () => () => undefined });

const personOf = (name: string): string => existing(padma.people.find(person => person.name === name)?.id);
const ADMIN = 'nusrat';
const channelOf = (name: string): string => existing(padma.channels.find(one => one.name === name)?.id);

function existing<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('The demo’s workspace lacks somebody or something');
  return found;
}

function numberOf(written: string): LocalNumber {
  const parsed = parseNumber(written);
  if (!parsed.ok) throw new Error(`${written} is no number`);
  return parsed.number;
}

async function linkKey(storage: Storage, dataDir: string, { apiKey, baseUrl }: Linked): Promise<void> {
  const { documents, deletions, audit } = storage;
  const keys = createLinkedKeys({
    documents,
    deletions,
    audit,
    baseUrl,
    sealer: createSealer(embeddedEncryptionKeys(dataDir)),
    clock: clockOf(storage),
    texts: () => null,
  });
  await keys.link(padma.id, apiKey, personOf(ADMIN), async () => null);
}

async function makePeople({ contacts }: Storage): Promise<void> {
  const group = { id: randomUUID(), workspace: padma.id, name: GROUP.name };
  const people = Object.entries(CONTACTS).map(([name, written], index) =>
    contactOf({
      id: randomUUID(),
      workspace: padma.id,
      name,
      number: numberOf(written),
      groups: index < GROUP.size ? [group.id] : [],
    }),
  );
  const asked = { numbers: people.map(({ number }) => number), names: [group.name] };
  await contacts.update(padma.id, asked, () => ({
    change: { contacts: people, groups: [group] },
    result: undefined,
  }));
}

async function makeRota(storage: Storage): Promise<void> {
  const { documents, revisions, audit, inboxes } = storage;
  const clock = clockOf(storage);
  const rotas = createRotas({
    documents,
    revisions,
    audit,
    clock,
    newId: randomUUID,
    requestCheck: createCheckRequests({ inboxes, clock, newId: randomUUID, wake: () => undefined }),
  });
  const draft = {
    name: ROTA.name,
    people: ROTA.people.map(name => ({ kind: 'teammate' as const, userId: personOf(name), label: name })),
    hours: 168 as const,
    time: '09:00',
    weekday: 0,
    channel: channelOf('on-call'),
    texts: true,
  };
  const made = await rotas.create(padma.id, personOf(ADMIN), draft, 'demo');
  if (typeof made === 'string') throw new Error('A fresh workspace has no rotas');
}

async function makeHooks(storage: Storage): Promise<{ alerts: Called; heartbeat: Called }> {
  const { documents, revisions, audit } = storage;
  const hooks = createHooks({ documents, revisions, audit, clock: clockOf(storage) });
  const recipients = [{ kind: 'number' as const, number: numberOf(ON_CALL) }];
  const texts = { channel: channelOf('on-call'), recipients, link: true };
  async function make(draft: Parameters<typeof hooks.create>[2]): Promise<Called> {
    const made = await hooks.create(padma.id, personOf(ADMIN), draft);
    if (typeof made === 'string') throw new Error('A fresh workspace has no hooks');
    return { path: `/hooks/${made.hook.id}`, token: made.token };
  }
  return {
    alerts: await make({
      name: 'Alert bench',
      ...texts,
      escalation: {
        firstMinutes: 5,
        steps: [{ to: [{ kind: 'number', number: numberOf(NEXT) }], minutes: 5 }],
        rounds: 2,
        severities: ['critical'],
      },
    }),
    heartbeat: await make({ name: 'Backup', ...texts, heartbeat: { minutes: 1 } }),
  };
}
