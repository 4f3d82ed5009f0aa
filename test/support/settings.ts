import { readConfig } from '../../src/config.ts';
import { contactOf } from '../../src/contacts/contact.ts';
import { createDoNotTextHash, createDoNotTextList } from '../../src/contacts/do-not-text.ts';
import { createContactGroups } from '../../src/contacts/groups.ts';
import type { LocalNumber } from '../../src/kit/number.ts';
import { createNewId } from '../../src/kit/store/ids.ts';
import type { Storage } from '../../src/kit/store/storage.ts';
import { createLog } from '../../src/log.ts';
import { openStorage } from '../../src/wiring/storage.ts';
import { createSealer } from '../../src/workspace/sealing.ts';
import { createSettings, type Settings } from '../../src/workspace/settings.ts';
import { keepIn } from './kept-groups.ts';
import { ADMIN, type Stage } from './stage.ts';

const NO_ROTAS = { onCallRotas: async () => [] };

/** Changes settings in the stage's store, as its admin; the app is stopped meanwhile. */
export function decide(stage: Stage, changes: Partial<Settings>): Promise<void> {
  return inStore(stage, async (parts, { teamId, id }) => {
    await createSettings(parts).save(teamId, id, changes);
  });
}

/** Adds a group of `count` contacts without names: `018…0`, `018…1` … */
export function keepCrowd(stage: Stage, name: string, count: number): Promise<void> {
  return inStore(stage, async (_parts, { teamId: workspace }, { contacts }) => {
    const group = { id: `group ${name}`, workspace, name };
    const members = Array.from({ length: count }, (_, n) =>
      contactOf({
        id: `member-${n}`,
        workspace,
        number: `018${String(n).padStart(8, '0')}` as LocalNumber,
        groups: [group.id],
      }),
    );
    const change = { groups: [group], contacts: members };
    await contacts.update(workspace, {}, () => ({ change, result: null }));
  });
}

/** Adds a group of people; `names` by number. */
export function keepNamed(stage: Stage, name: string, names: Record<string, string>): Promise<void> {
  return inStore(stage, async (parts, { teamId, id }, { contacts }) => {
    const groups = createContactGroups({ ...parts, ...NO_ROTAS, contacts, newId: createNewId(Date.now) });
    const people = Object.entries(names).map(([number, person]) => ({
      number: number as LocalNumber,
      name: person,
    }));
    await keepIn(groups, { workspace: teamId, by: id }, name, people);
  });
}

/** Removes a group, and its people who are in no other. */
export function removeGroup(stage: Stage, name: string): Promise<void> {
  return inStore(stage, async (parts, { teamId, id }, { contacts }) => {
    const groups = createContactGroups({ ...parts, ...NO_ROTAS, contacts, newId: createNewId(Date.now) });
    const group = (await groups.of(teamId)).find(candidate => candidate.name === name);
    if (group) await groups.remove(teamId, id, group);
  });
}

/** Adds contacts with custom columns, all in one group. */
export function keepContacts(
  stage: Stage,
  people: { name: string; number: string; columns: Record<string, string> }[],
  group: string,
): Promise<void> {
  return inStore(stage, async (_parts, { teamId: workspace }, { contacts }) => {
    const all = people.map((person, index) => {
      const contact = contactOf({ id: `kept-${index}`, workspace, number: person.number as LocalNumber });
      return { ...contact, ...person, number: contact.number, groups: ['kept-group'] };
    });
    const groups = [{ id: 'kept-group', workspace, name: group }];
    await contacts.update(workspace, {}, () => ({ change: { groups, contacts: all }, result: null }));
  });
}

/** Removes these contacts. */
export function removeContacts(stage: Stage, ...numbers: string[]): Promise<void> {
  return inStore(stage, async (_parts, { teamId }, { contacts }) => {
    const query = { numbers: numbers as LocalNumber[] };
    await contacts.update(teamId, query, stored => ({
      change: { deleted: stored.contacts.map(({ id }) => id) },
      result: null,
    }));
  });
}

/** Adds a group of people without names. */
export const keepGroup = (stage: Stage, name: string, numbers: readonly string[]): Promise<void> =>
  keepNamed(stage, name, Object.fromEntries(numbers.map(number => [number, ''])));

/** Marks numbers "never text", as their owners do. */
export function stopTexting(stage: Stage, ...numbers: string[]): Promise<void> {
  return inStore(stage, async (parts, { teamId }, { contacts }) => {
    const doNotTextHash = createDoNotTextHash({ ...parts, sealer: createSealer([Buffer.alloc(32)]) });
    const doNotText = createDoNotTextList({
      ...parts,
      contacts,
      doNotTextHash,
      newId: createNewId(Date.now),
    });
    for (const number of numbers) await doNotText.stop(teamId, null, number as LocalNumber);
  });
}

/** Adds a group of `count` contacts with names: `driver 1` …; 01810000001 … */
export function keepLargeGroup(stage: Stage, name: string, count: number): Promise<void> {
  return inStore(stage, async (_parts, { teamId: workspace }, { contacts }) => {
    const all = Array.from({ length: count }, (_, index) =>
      contactOf({
        id: `driver-${index + 1}`,
        workspace,
        number: `018${10_000_001 + index}` as LocalNumber,
        name: index === 0 ? '' : `driver ${index + 1}`,
        groups: ['large'],
      }),
    );
    const groups = [{ id: 'large', workspace, name }];
    await contacts.update(workspace, {}, () => ({ change: { groups, contacts: all }, result: null }));
  });
}

/** Changes a stored document so that this program can't read it, as a newer program may. */
export function spoil<T>(stage: Stage, key: string, change: (stored: T) => unknown): Promise<void> {
  return inStore(stage, async (_parts, { teamId }, { everyWorkspace }) => {
    const changed = await everyWorkspace.change(teamId, key, stored => change(stored as T));
    if (!changed) throw new Error(`There is no ${key}`);
  });
}

/** Runs `act` on the stage's store, as its admin; the app is stopped meanwhile. */
export async function inStore<T>(
  stage: Stage,
  act: (
    parts: Parameters<typeof createSettings>[0],
    admin: { teamId: string; id: string },
    storage: Storage,
  ) => Promise<T>,
): Promise<T> {
  await stage.stop();
  const log = createLog({ level: 'silent', stream: { write: () => undefined }, secrets: [] });
  const { storage: choice } = readConfig(stage.environment);
  const storage = await openStorage(choice, { time: stage.time, newId: createNewId(stage.clock.wall), log });
  const { documents, revisions, audit } = storage;
  const parts = { documents, revisions, audit, clock: stage.clock };
  const done = await act(parts, stage.slack.person(ADMIN), storage);
  await storage.close();
  await stage.start();
  return done;
}
