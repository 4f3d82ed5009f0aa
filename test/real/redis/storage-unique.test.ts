import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Contact, contactOf } from '../../../src/contacts/contact.ts';
import { createDoNotTextList } from '../../../src/contacts/do-not-text.ts';
import { systemTime } from '../../../src/kit/clock.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createNewId } from '../../../src/kit/store/ids.ts';
import type { Storage } from '../../../src/kit/store/storage.ts';
import { createTemplateBook } from '../../../src/templates/service.ts';
import { redisAt } from '../../contracts/storage/redis.ts';
import { found, WORKSPACE } from '../../contracts/storage/rig.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* Of two processes that write the same unique value at once, only one succeeds. */

const TIMES = 20;
const numberOf = (turn: number) => `017000000${String(turn).padStart(2, '0')}` as LocalNumber;

describe.skipIf(!hasRedisServer())('on one Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function two(): Promise<[Storage, Storage]> {
    const store = await redisAt(server.freshUrl()).store();
    const open = () => store.open({ time: systemTime, newId: createNewId(Date.now) });
    const storages: [Storage, Storage] = [await open(), await open()];
    onTestFinished(async () => void (await Promise.all(storages.map(storage => storage.close()))));
    return storages;
  }

  /** Runs both at the same time, repeatedly; returns their results. */
  async function race<T>(does: (of: Storage, turn: number, process: number) => Promise<T>): Promise<T[][]> {
    const storages = await two();
    const results: T[][] = [];
    for (let turn = 0; turn < TIMES; turn += 1)
      results.push(await Promise.all(storages.map((of, index) => does(of, turn, index))));
    return results.map(pair => pair.toSorted());
  }

  const alone = <T>(first: T, second: T) => Array.from({ length: TIMES }, () => [first, second]);

  const add = ({ contacts }: Storage, id: string, number: LocalNumber, more: Partial<Contact> = {}) =>
    contacts.update(WORKSPACE, { numbers: [number] }, ({ contacts: [contact] }) =>
      contact
        ? { change: {}, result: 'there' }
        : {
            change: { contacts: [contactOf({ id, workspace: WORKSPACE, number, name: id, ...more })] },
            result: 'added',
          },
    );

  test('a number belongs to one contact', async () => {
    const results = await race((of, turn, index) => add(of, `contact ${turn} ${index}`, numberOf(turn)));
    expect(results).toEqual(alone('added', 'there'));
  });

  test('a name belongs to one group', async () => {
    const results = await race(({ contacts }, turn, index) => {
      const group = { id: `${turn} ${index}`, workspace: WORKSPACE, name: `Group ${turn}` };
      return contacts.update(WORKSPACE, { names: [group.name.toUpperCase()] }, ({ groups: [existing] }) =>
        existing ? { change: {}, result: 'taken' } : { change: { groups: [group] }, result: 'saved' },
      );
    });
    expect(results).toEqual(alone('saved', 'taken'));
  });

  test('a name belongs to one template', async () => {
    const results = await race((of, turn, index) => {
      const book = createTemplateBook({
        stored: of.templates,
        audit: of.audit,
        newId: () => `${turn} ${index}`,
        clock: { now: of.now, wall: of.wall, after: () => () => undefined },
      });
      const draft = { owner: null, name: `Template ${turn}`, text: `of ${index}` };
      return book.save(WORKSPACE, 'U1', draft, null);
    });
    expect(results).toEqual(alone('saved', 'taken'));
  });

  test('a workspace has one import in progress', async () => {
    const results = await race(async ({ imports }, turn, index) => {
      const [id, workspace] = [`${turn} ${index}`, `T${turn}`];
      await imports.open({ id, workspace, by: 'U1', at: 0, endsAt: 9 });
      const begun = await imports.begin(id, { group: null, named: [], coming: 0, endsAt: 9 });
      return typeof begun === 'string' ? begun : 'begun';
    });
    expect(results).toEqual(alone('begun', 'busy'));
  });

  test('an erased person leaves nothing, and a person taken off the do-not-text list may be texted, though both processes added their number', async () => {
    const [first, second] = await two();
    const number = numberOf(1);
    const doNotText = { at: 0, by: null };
    await Promise.all([add(first, 'a', number, { doNotText }), add(second, 'b', number, { doNotText })]);
    const doNotTextList = createDoNotTextList({
      contacts: first.contacts,
      audit: first.audit,
      newId: () => 'new',
      doNotTextHash: { known: async () => null },
      clock: { now: first.now, wall: first.wall, after: () => () => undefined },
    });
    await doNotTextList.allow(WORKSPACE, 'U1', number);
    expect(await doNotTextList.of(WORKSPACE, [number])).toEqual(new Map());
    const { contacts } = first;
    const [contact] = (await contacts.withNumbers(WORKSPACE, [number])).contacts;
    await contacts.update(WORKSPACE, { contacts: [found(contact).id] }, () => ({
      change: { deleted: [found(contact).id] },
      result: null,
    }));
    expect((await contacts.withNumbers(WORKSPACE, [number])).contacts).toEqual([]);
    expect((await contacts.search(WORKSPACE, '', { offset: 0, limit: 9 })).total).toBe(0);
  });
});
