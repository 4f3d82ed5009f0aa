import { describe, expect, test } from 'vitest';
import type { DedupeKey, InboxAddress, InboxCommit, LeasedInbox } from '../../../src/kit/inbox/model.ts';
import { inboxId } from '../../../src/kit/inbox/model.ts';
import { STATE } from '../../../src/kit/stalls/stalls.ts';
import { type Engine, found, HOOK, MINUTE, Rig, WORKSPACE } from './rig.ts';

const ALERTS: InboxAddress = { kind: 'alerts', workspace: WORKSPACE, name: '' };
const POSTS: InboxAddress = { kind: 'posts', workspace: WORKSPACE, name: 'hook' };
const LEASE_MS = 10_000;

const put = (rig: Rig, body: string, dedupe: Partial<DedupeKey> | null = null, address = ALERTS) =>
  rig.storage.inboxes.put(
    {
      id: rig.id('event'),
      address,
      body,
      dedupe: dedupe && { key: 'same', digest: null, forMs: MINUTE, ends: [], ...dedupe },
    },
    rig.now,
  );
const lease = (rig: Rig, kind: InboxAddress['kind'] = 'alerts', limit = 9) =>
  rig.storage.inboxes.lease(kind, rig.now, rig.now + LEASE_MS, limit);
const commit = (rig: Rig, leased: LeasedInbox, next: Partial<InboxCommit> = {}) =>
  rig.storage.inboxes.commit(
    leased,
    { state: 'state', dueAt: null, intents: [], events: [], unreadable: [], ...next },
    rig.now,
  );
const leaseOne = async (rig: Rig, kind: InboxAddress['kind'] = 'alerts') =>
  found((await lease(rig, kind))[0]);

export function describeMailboxes(engine: Engine): void {
  describe('inboxes', () => {
    test('return their events in order, with the state of the last commit', async () => {
      const rig = await Rig.on(engine);
      for (const body of ['a', 'b', 'c']) await put(rig, body);
      const first = await leaseOne(rig);
      const { version } = first;
      expect(first).toMatchObject({ address: ALERTS, state: null, events: ['a', 'b', 'c'] });
      await put(rig, 'd');
      expect(await commit(rig, first)).toBe(true);
      await rig.reopen();
      expect(await leaseOne(rig)).toMatchObject({
        address: ALERTS,
        version: version + 1,
        state: 'state',
        events: ['d'],
      });
    });

    test('can be read without changes: the last committed state and the waiting events', async () => {
      const rig = await Rig.on(engine);
      const { inboxes } = rig.storage;
      const look = async (address: InboxAddress = ALERTS) => [
        await inboxes.look(address),
        await inboxes.waiting(address),
      ];
      expect(await look()).toEqual([null, []]);
      const { id } = await put(rig, 'a');
      expect(await look()).toEqual([null, [id]]);
      const leased = await leaseOne(rig);
      const later = await put(rig, 'b');
      expect(await look()).toEqual([null, [id, later.id]]);
      await commit(rig, leased);
      expect(await look()).toEqual(['state', [later.id]]);
      expect(await look({ ...ALERTS, workspace: 'TOTHER' })).toEqual([null, []]);
    });

    test('only one of several racing readers gets each, and the next reader once a lease is over', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      const leased = (await Promise.all([lease(rig), lease(rig), lease(rig)])).flat();
      expect(leased).toHaveLength(1);
      await put(rig, 'b'); // While it is leased.
      expect(await lease(rig)).toEqual([]);
      expect(await rig.storage.inboxes.nextDue('alerts')).toBe(rig.now + LEASE_MS);
      rig.pass(LEASE_MS);
      const second = await leaseOne(rig);
      expect(second.events).toEqual(['a', 'b']);
      expect(await commit(rig, second)).toBe(true);
      // The previous reader is too late, so its intents aren't written.
      const late = rig.intent({ source: HOOK });
      expect(await commit(rig, found(leased[0]), { intents: [late] })).toBe(false);
      expect(await rig.outbox.intent(WORKSPACE, late.id)).toBeNull();
      expect(await lease(rig)).toEqual([]);
    });

    test('are due again when the commit says so, and at once if events came meanwhile', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      await commit(rig, await leaseOne(rig), { dueAt: rig.now + 5000 });
      expect(await rig.storage.inboxes.nextDue('alerts')).toBe(rig.now + 5000);
      expect(await lease(rig)).toEqual([]);
      await put(rig, 'b');
      const leased = await leaseOne(rig);
      await put(rig, 'c');
      await commit(rig, leased, { dueAt: rig.now + 5000 });
      expect(await leaseOne(rig)).toMatchObject({ events: ['c'] });
    });

    test('that are due later become due now when time is set, except leased ones', async () => {
      const rig = await Rig.on(engine);
      const [later, leased, idle] = ['T1', 'T2', 'T3'].map(workspace => ({ ...ALERTS, workspace }));
      for (const address of [later, leased, idle]) await put(rig, 'a', null, address);
      for (const inbox of await lease(rig)) {
        if (inbox.address.workspace === leased?.workspace) continue;
        await commit(rig, inbox, { dueAt: inbox.address.workspace === 'T1' ? rig.now + 5000 : null });
      }
      await put(rig, 'posts', null, POSTS);
      await commit(rig, await leaseOne(rig, 'posts'), { dueAt: rig.now + 5000 });
      await rig.storage.inboxes.hasten('alerts', rig.now);
      expect(await lease(rig)).toMatchObject([{ address: later }]);
      expect(await rig.storage.inboxes.nextDue('posts')).toBe(rig.now + 5000);
    });

    test('are not due again when nothing is left to do', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      await commit(rig, await leaseOne(rig));
      expect(await rig.storage.inboxes.nextDue('alerts')).toBeNull();
    });

    test('are deleted if they keep no state and no event waits; an earlier turn can’t commit to a later inbox', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      const stoodStill = await leaseOne(rig);
      rig.pass(LEASE_MS);
      const second = await leaseOne(rig);
      await put(rig, 'b');
      expect(await commit(rig, second, { state: null })).toBe(true);
      const last = await leaseOne(rig);
      expect(last).toMatchObject({ state: null, events: ['b'] });
      expect(await commit(rig, last, { state: null })).toBe(true);
      expect(await rig.storage.inboxes.look(ALERTS)).toBeNull();
      rig.pass(MINUTE);
      await put(rig, 'c');
      const later = await leaseOne(rig);
      expect(later).toMatchObject({ version: rig.now, state: null, events: ['c'] });
      expect(await commit(rig, stoodStill, { state: 'of long ago' })).toBe(false);
      await commit(rig, later, { state: 'kept' });
      await put(rig, 'd');
      await commit(rig, await leaseOne(rig), { state: null, dueAt: rig.now + 5000 });
      expect(await rig.storage.inboxes.look(ALERTS)).toBeNull();
      expect(await rig.storage.inboxes.nextDue('alerts')).toBe(rig.now + 5000);
    });

    test('many events are read in several turns, none lost or read twice', async () => {
      const rig = await Rig.on(engine);
      const all = Array.from({ length: 250 }, (_, n) => `event ${n}`);
      for (const body of all) await put(rig, body);
      const seen: string[] = [];
      for (let [leased] = await lease(rig); leased; [leased] = await lease(rig)) {
        seen.push(...leased.events);
        await commit(rig, leased);
      }
      expect(seen).toEqual(all);
    });

    test('large events are handled a few at a time; an event that exceeds the limit is handled alone', async () => {
      const rig = await Rig.on(engine);
      const sizes = [400, 400, 400, 5000, 10, 10].map(kib => kib * 1024);
      const all = sizes.map((size, n) => String(n).repeat(size));
      for (const body of all) await put(rig, body);
      const seen: string[][] = [];
      for (let [leased] = await lease(rig); leased; [leased] = await lease(rig)) {
        seen.push(leased.events.map(([first = '']) => first));
        await commit(rig, leased);
      }
      expect(seen).toEqual([['0', '1', '2'], ['3'], ['4', '5']]);
    });

    test('a commit writes intents, and events for others, in one step', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      const intent = rig.intent({ source: HOOK, actor: 'hook', priority: 'alert', replyTo: null });
      await commit(rig, await leaseOne(rig), {
        intents: [intent],
        events: [{ address: POSTS, body: 'post it' }],
      });
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + MINUTE, 9)).toEqual([intent]);
      expect(await lease(rig)).toEqual([]);
      expect(await leaseOne(rig, 'posts')).toMatchObject({ address: POSTS, events: ['post it'] });
      await rig.outbox.plan(intent.id, rig.plan([rig.planned({ priority: 'alert' })]), rig.now);
      await rig.drain();
      expect(await rig.told()).toMatchObject([{ kind: 'outcome', intent: { id: intent.id } }]);
    });

    test('a commit with an intent that can’t be read back writes none of it', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      const leased = await leaseOne(rig);
      const to = Array.from({ length: 201 }, () => ({ kind: 'number' as const, number: rig.number() }));
      const intents = [rig.intent({ source: HOOK }), rig.intent({ source: HOOK, to })];
      await expect(commit(rig, leased, { intents })).rejects.toThrow(/200/);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + MINUTE, 9)).toEqual([]);
      rig.pass(LEASE_MS);
      expect(await leaseOne(rig)).toEqual(leased);
    });

    test('of a dead process are read again, long before its lease ends', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      await rig.storage.inboxes.lease('alerts', rig.now, rig.now + 60 * MINUTE, 9);
      await rig.ownerGone();
      expect(await lease(rig)).toEqual([]);
      await rig.outbox.reap(rig.now);
      expect(await leaseOne(rig)).toMatchObject({ events: ['a'] });
    });
  });

  describe('an inbox at which a process stalled', () => {
    const stall = (rig: Rig, { address, eventIds }: LeasedInbox, death: string) =>
      rig.storage.stalls.note(
        { kind: 'inbox', of: inboxId(address), workspace: address.workspace, parts: eventIds },
        death,
      );
    const stallOnce = async (rig: Rig, death: string): Promise<void> => {
      await stall(rig, await leaseOne(rig), death);
      rig.pass(LEASE_MS);
    };

    test('is read one event at a time until the cause is found; the others lose nothing', async () => {
      const rig = await Rig.on(engine);
      for (const body of ['a', 'bad', 'b']) await put(rig, body);
      await stallOnce(rig, 'first');
      const alone = await leaseOne(rig);
      expect(alone).toMatchObject({ events: [], isSuspect: true, refused: [] });
      await commit(rig, alone);
      const first = await leaseOne(rig);
      expect(first).toMatchObject({ events: ['a'], isSuspect: true, refused: [] });
      await commit(rig, first);
      expect((await leaseOne(rig)).events).toEqual(['bad']);
      rig.pass(LEASE_MS);
      await put(rig, 'c');
      await stallOnce(rig, 'second');
      const bad = await leaseOne(rig);
      expect(bad).toMatchObject({ events: ['bad'], refused: bad.eventIds });
      const [id = ''] = bad.eventIds;
      await commit(rig, bad, { unreadable: [{ id, body: 'bad', why: 'the app stood still' }] });
      const last = await leaseOne(rig);
      expect(last).toMatchObject({ events: ['b'], refused: [] });
      await commit(rig, last);
      // No event is suspect any more.
      const remaining = await leaseOne(rig);
      expect(remaining).toMatchObject({ events: ['c'], isSuspect: false });
      await commit(rig, remaining);
      expect(await rig.storage.quarantine.list()).toMatchObject([{ kind: 'event', id }]);
    });

    test('without events: its state is quarantined the second time', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      await commit(rig, await leaseOne(rig), { dueAt: rig.now });
      await stallOnce(rig, 'first');
      await stallOnce(rig, 'second');
      expect(await leaseOne(rig)).toMatchObject({ state: 'state', events: [], refused: [STATE] });
    });

    test('if the process died in another way, no event is suspect', async () => {
      const rig = await Rig.on(engine);
      for (const body of ['a', 'b']) await put(rig, body);
      for (let deaths = 0; deaths < 3; deaths += 1) {
        expect(await leaseOne(rig)).toMatchObject({ events: ['a', 'b'], isSuspect: false, refused: [] });
        rig.pass(LEASE_MS);
      }
    });

    test('is also found after another process cleaned up', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a');
      await stall(rig, await leaseOne(rig), 'first');
      await rig.reopen();
      rig.pass(10 * MINUTE);
      await rig.storage.claims.reap(rig.now);
      expect(await leaseOne(rig)).toMatchObject({ events: [], isSuspect: true });
    });

    test('of a hook, its calls are remembered for a day, reported once, and only in their workspace', async () => {
      const rig = await Rig.on(engine);
      const { stalls, inboxes } = rig.storage;
      expect(await stalls.calls('hook')).toEqual(new Map());
      await stalls.note({ kind: 'call', of: 'hook', workspace: WORKSPACE, parts: ['hash'] }, 'first');
      await stalls.note({ kind: 'call', of: 'hook', workspace: WORKSPACE, parts: ['other'] }, 'second');
      await stalls.markTold('hook', 'hash');
      const calls = { hash: { isTold: true }, other: { isTold: false } };
      expect(await stalls.calls('hook')).toEqual(new Map(Object.entries(calls)));
      expect(await stalls.calls('another')).toEqual(new Map());
      // The thread that records stalls has only the store's own time.
      expect(await inboxes.sweep(rig.storage.now() + 25 * 60 * MINUTE, 10)).toBe(1);
      expect(await stalls.calls('hook')).toEqual(new Map());
    });
  });

  describe('an event with a dedupe key', () => {
    test('is added once, however many deliveries race', async () => {
      const rig = await Rig.on(engine);
      const answers = await Promise.all(Array.from({ length: 20 }, () => put(rig, 'a', {})));
      expect(answers.filter(({ kind }) => kind === 'added')).toHaveLength(1);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect((await leaseOne(rig)).events).toEqual(['a']);
    });

    test('is told apart from another event with the same key', async () => {
      const rig = await Rig.on(engine);
      const first = await put(rig, 'a', { digest: 'one' });
      expect(await put(rig, 'a', { digest: 'one' })).toEqual({ kind: 'duplicate', id: first.id });
      expect(await put(rig, 'b', { digest: 'two' })).toEqual({ kind: 'conflict', id: first.id });
      expect((await leaseOne(rig)).events).toEqual(['a']);
    });

    test('belongs to its workspace', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'a', {});
      expect(await put(rig, 'a', {}, { ...ALERTS, workspace: 'T2' })).toMatchObject({ kind: 'added' });
    });

    test('can come again once its time is over, or another event ended it', async () => {
      const rig = await Rig.on(engine);
      await put(rig, 'trigger', { key: 'on' });
      expect(await put(rig, 'resolve', { key: 'off', ends: ['on'] })).toMatchObject({ kind: 'added' });
      expect(await put(rig, 'trigger', { key: 'on', ends: ['off'] })).toMatchObject({ kind: 'added' });
      await put(rig, 'short', {});
      rig.pass(MINUTE - 1);
      expect(await put(rig, 'short', {})).toMatchObject({ kind: 'duplicate' });
      rig.pass(1);
      expect(await put(rig, 'short', {})).toMatchObject({ kind: 'added' });
      rig.pass(MINUTE);
      expect(await rig.storage.inboxes.sweep(rig.now, 99)).toBeGreaterThan(0);
      expect(await rig.storage.inboxes.sweep(rig.now, 99)).toBe(0);
    });
  });

  test('inboxes are deleted with their workspace', async () => {
    const rig = await Rig.on(engine);
    await put(rig, 'a', {});
    await commit(rig, await leaseOne(rig), { dueAt: rig.now, events: [{ address: POSTS, body: 'p' }] });
    await put(rig, 'b');
    await put(rig, 'theirs', null, { ...ALERTS, workspace: 'T11' });
    await rig.storage.deletions.schedule(WORKSPACE, rig.now);
    while ((await rig.storage.deletions.removeDue(rig.now, 100)) > 0);
    expect(await lease(rig, 'posts')).toEqual([]);
    expect(await lease(rig)).toMatchObject([{ address: { workspace: 'T11' }, events: ['theirs'] }]);
    await put(rig, 'new');
    expect((await leaseOne(rig)).state).toBeNull();
  });
}
