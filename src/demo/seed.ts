import { randomUUID } from 'node:crypto';
import { createHooks } from '../alerts/hooks.ts';
import { contactOf } from '../contacts/contact.ts';
import { systemTime } from '../kit/clock.ts';
import { type LocalNumber, parseNumber } from '../kit/number.ts';
import type { Storage } from '../kit/store/storage.ts';
import type { Log } from '../log.ts';
import { padma } from '../playground/index.ts';
import { createCheckRequests } from '../rotas/hand-overs.ts';
import { NO_HOLIDAYS } from '../rotas/plan.ts';
import { NO_SPECIAL_TIMES } from '../rotas/rota.ts';
import { createRotas } from '../rotas/service.ts';
import { openStorage } from '../wiring/storage.ts';
import { createLinkedKeys } from '../workspace/linked-keys.ts';
import { createSealer, embeddedEncryptionKeys } from '../workspace/sealing.ts';

/** A hook's address for a calling program. */
export type HookAddress = { path: string; token: string };

/** The key to link, and the service that it belongs to. */
type Linked = { apiKey: string; baseUrl: string };

const ON_CALL = '01712345678';
/** Texted if the first recipient doesn't acknowledge. */
const ESCALATION = '01812345679';

/** People by name. The first three form the group. */
const CONTACTS = {
  'Ranu Begum': '01711223344',
  'Karim Mia': '01811556677',
  'Salma Khatun': '01911889900',
  'Jamal Sheikh': '01611445566',
  'মিনা আক্তার': '01511778899',
};
const GROUP = { name: 'Drivers', size: 3 };
const ROTA = {
  name: 'Servers',
  people: ['rafiq', 'nusrat', 'shirin'],
  second: ['nusrat', 'shirin', 'rafiq'],
};

/**
 * Seeds the demo's first workspace before the app starts, while no other process uses the store: always the hooks of
 * the page's alert bench; with `linked` also the key, some people, a group and a rota. Returns the hooks.
 */
export async function seedStore(
  dataDir: string,
  log: Log,
  linked: Linked | null,
): Promise<{ alerts: HookAddress; heartbeat: HookAddress }> {
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
const channelOf = (name: string): string =>
  existing(padma.channels.find(channel => channel.name === name)?.id);

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The demo’s workspace lacks somebody or something');
  return value;
}

function numberOf(input: string): LocalNumber {
  const parsed = parseNumber(input);
  if (!parsed.ok) throw new Error(`${input} is no number`);
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
  const people = Object.entries(CONTACTS).map(([name, number], index) =>
    contactOf({
      id: randomUUID(),
      workspace: padma.id,
      name,
      number: numberOf(number),
      groups: index < GROUP.size ? [group.id] : [],
    }),
  );
  const lookup = { numbers: people.map(({ number }) => number), names: [group.name] };
  await contacts.update(padma.id, lookup, () => ({
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
    holidays: async () => NO_HOLIDAYS,
  });
  const teammate = (name: string) => {
    const { id: userId, realName } = existing(padma.people.find(person => person.name === name));
    return { kind: 'teammate' as const, userId, label: existing(realName.split(' ')[0]) };
  };
  const draft = {
    name: ROTA.name,
    people: ROTA.people.map(teammate),
    hours: 168,
    time: '09:00',
    weekday: 0,
    ...NO_SPECIAL_TIMES,
    second: { people: ROTA.second.map(teammate) },
    channel: channelOf('on-call'),
    texts: true,
  };
  const rota = await rotas.create(padma.id, personOf(ADMIN), draft, 'demo');
  if (typeof rota === 'string') throw new Error('A fresh workspace has no rotas');
}

async function makeHooks(storage: Storage): Promise<{ alerts: HookAddress; heartbeat: HookAddress }> {
  const { documents, revisions, audit } = storage;
  const hooks = createHooks({ documents, revisions, audit, clock: clockOf(storage) });
  const recipients = [{ kind: 'number' as const, number: numberOf(ON_CALL) }];
  const texts = { channel: channelOf('on-call'), recipients, link: true };
  async function make(draft: Parameters<typeof hooks.create>[2]): Promise<HookAddress> {
    const result = await hooks.create(padma.id, personOf(ADMIN), draft);
    if (typeof result === 'string') throw new Error('A fresh workspace has no hooks');
    return { path: `/hooks/${result.hook.id}`, token: result.token };
  }
  return {
    alerts: await make({
      name: 'Alert bench',
      ...texts,
      escalation: {
        firstMinutes: 5,
        steps: [{ to: [{ kind: 'number', number: numberOf(ESCALATION) }], minutes: 5 }],
        rounds: 2,
        severities: ['critical'],
      },
    }),
    heartbeat: await make({ name: 'Backup', ...texts, heartbeat: { minutes: 1 } }),
  };
}
