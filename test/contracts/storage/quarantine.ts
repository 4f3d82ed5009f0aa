import { describe, expect, test } from 'vitest';
import type { InboxAddress } from '../../../src/kit/inbox/model.ts';
import type { Plan } from '../../../src/texts/store/model.ts';
import type { AuditEntry } from '../../../src/workspace/audit.ts';
import { DAMAGES } from './damage.ts';
import { type Engine, found, KEY, MINUTE, Rig, refusedHolding, SENT, WORKFLOW, WORKSPACE } from './rig.ts';

const LEASE_MS = 30_000;
const NONE = { intent: 0, text: 0, report: 0, event: 0, schedule: 0, broadcast: 0, broadcast_rows: 0 };
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

export function describeQuarantine(engine: Engine): void {
  describe.each(DAMAGES)('a row that can’t be read (%s)', how => {
    const quarantineIn = (rig: Rig) => rig.storage.quarantine;

    test('an intent: the others are resolved, it is quarantined, reported, and returns when it is repaired', async () => {
      const rig = await Rig.on(engine);
      const [bad, good, theirs] = [
        await rig.added(),
        await rig.added(),
        await rig.added({ workspace: 'T2' }),
      ];
      const repair = await rig.damage('intent', bad.id, how);
      const lease = () => rig.outbox.leaseOpen(rig.now, rig.now + LEASE_MS, 9);
      expect(idsOf(await lease())).toEqual(idsOf([good, theirs]));
      const listed = {
        kind: 'intent',
        id: bad.id,
        workspace: WORKSPACE,
        at: rig.now,
        why: expect.any(String),
        effect: 'a request to send; none of its texts is sent',
      };
      expect(await quarantineIn(rig).list()).toEqual([listed]);
      expect(await quarantineIn(rig).counts()).toEqual({ ...NONE, intent: 1 });
      expect(JSON.stringify(await quarantineIn(rig).list())).not.toMatch(/hello|0171/);
      // A broken record doesn't say whose it was.
      const problem = { kind: 'TEXT_UNREADABLE', id: bad.id };
      const { actor, replyTo } = bad;
      const report = { kind: 'quarantined', problem, intent: { id: bad.id, actor, replyTo }, text: null };
      expect(await rig.told()).toMatchObject(how === 'foreign' ? [report] : []);

      await rig.ownerGone();
      expect(idsOf(await lease())).toEqual(idsOf([good, theirs]));
      expect(await rig.outbox.nextOpen()).toBe(rig.now + LEASE_MS);
      expect(await rig.outbox.add(bad, rig.now)).toBe('duplicate');
      // Without a repair it stays quarantined, and isn't reported again.
      expect(await quarantineIn(rig).retry([bad.id], rig.now)).toEqual([]);
      expect(await lease()).toEqual([]);
      expect(await quarantineIn(rig).list()).toMatchObject([{ id: bad.id }]);
      expect(await rig.told()).toEqual([]);
      await repair();
      expect(await quarantineIn(rig).retry(['another'], rig.now)).toEqual([]);
      expect(await quarantineIn(rig).retry(null, rig.now)).toEqual([bad.id]);
      expect(await lease()).toEqual([bad]);
      expect(await quarantineIn(rig).list()).toEqual([]);
      expect(await rig.outbox.plan(bad.id, rig.plan([rig.planned()]), rig.now)).toBe('planned');
    });

    test('a record that an operator discards is deleted for good, and no other', async () => {
      const rig = await Rig.on(engine);
      const [bad, newer] = [await rig.queueOne(), await rig.queueOne()];
      for (const { id } of [bad, newer]) await rig.damage('text', id, how);
      expect(await rig.claimOrNull()).toBeNull();
      expect(await quarantineIn(rig).discard([bad.id, 'another'])).toEqual([bad.id]);
      expect(await quarantineIn(rig).list()).toMatchObject([{ id: newer.id }]);
      expect(await quarantineIn(rig).retry([bad.id], rig.now)).toEqual([]);
      expect(await rig.claimOrNull()).toBeNull();
    });

    test('a text: all others are claimed, of its key and workspace too', async () => {
      const rig = await Rig.on(engine);
      const bad = await rig.queueOne();
      const good = [
        await rig.queueOne(),
        await rig.queueOne({ workspace: 'T2' }),
        await rig.queueOne({ workspace: 'T3', key: 'theirs' }),
      ];
      const repair = await rig.damage('text', bad.id, how);
      const claims = await rig.outbox.claim(rig.now, 9);
      expect(idsOf(claims.map(({ text }) => text))).toEqual(idsOf(good));
      for (const claim of claims) await rig.outbox.settle(claim, SENT, rig.now);
      expect(await rig.outbox.counts()).toEqual({ sent: 3 });
      expect(await quarantineIn(rig).list()).toMatchObject([{ kind: 'text', id: bad.id, at: rig.now }]);
      expect((await rig.told()).filter(({ kind }) => kind === 'result')).toHaveLength(3);
      expect(idsOf(await rig.outbox.history(WORKSPACE, null, 9))).toEqual(idsOf(good.slice(0, 1)));
      expect(await rig.outbox.unreadable(WORKSPACE, null, 9)).toEqual([bad.id]);
      expect(await rig.outbox.unreadable('T2', null, 9)).toEqual([]);
      expect(await rig.outbox.outcome(WORKSPACE, bad.intentId)).toMatchObject({
        settled: true,
        texts: [],
        unreadable: [bad.id],
      });
      await rig.ownerGone();
      await rig.outbox.reap(rig.now);
      expect(await rig.claimOrNull()).toBeNull();
      await repair();
      expect(await quarantineIn(rig).retry(null, rig.now)).toEqual([bad.id]);
      expect((await rig.claim()).text).toMatchObject({ id: bad.id, number: bad.number });
      expect(await quarantineIn(rig).counts()).toEqual(NONE);
    });

    test('a text of a held key: the others still report that they wait, change keys, expire and are refused', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne();
      await rig.outbox.settle(await rig.claim(), refusedHolding('INVALID_API_KEY'), rig.now);
      await rig.told();
      const bad = await rig.queue({ count: 2, patienceMs: MINUTE });
      const [good, short] = [await rig.queueOne(), await rig.queueOne({ patienceMs: MINUTE })];
      for (const { id } of bad) await rig.damage('text', id, how);
      await rig.outbox.reportWaiting(rig.now);
      // The unreadable text is reported as quarantined.
      const reports = [...(await rig.told()), ...(await rig.told())];
      const waiting = reports.filter(({ kind }) => kind === 'waiting').map(({ text }) => text?.id);
      expect(waiting).toEqual([good.id, short.id]);
      await rig.outbox.moveWaiting(WORKSPACE, 'another', rig.now);
      expect(await rig.state(good)).toMatchObject({ fingerprint: 'another' });
      rig.pass(MINUTE);
      await rig.outbox.expire(rig.now);
      expect(await rig.state(short)).toMatchObject({ state: 'refused', problem: { kind: 'EXPIRED' } });
      await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
      expect(await rig.state(good)).toMatchObject({ state: 'refused', problem: { kind: 'UNLINKED' } });
    });

    test('an event: the events behind it are read, and then its inbox is idle', async () => {
      const rig = await Rig.on(engine);
      const { inboxes } = rig.storage;
      const address: InboxAddress = { kind: 'alerts', workspace: WORKSPACE, name: '' };
      const put = (id: string) => inboxes.put({ id, address, body: id, dedupe: null }, rig.now);
      for (const id of ['1-bad', '2-good']) await put(id);
      await rig.damage('event', '1-bad', how);
      const lease = () => inboxes.lease('alerts', rig.now, rig.now + LEASE_MS, 9);
      const leased = found((await lease())[0]);
      expect(leased.events).toEqual(['2-good']);
      const listed = { kind: 'event', id: '1-bad', workspace: WORKSPACE, at: rig.now };
      expect(await quarantineIn(rig).list()).toMatchObject([listed]);
      const next = { state: '{}', dueAt: null, intents: [], events: [], unreadable: [] };
      expect(await inboxes.commit(leased, next, rig.now)).toBe(true);
      expect(await inboxes.nextDue('alerts')).toBeNull();
      expect(await lease()).toEqual([]);
    });

    test('a report: the others are delivered, and its reader learns that it can’t be shown', async () => {
      const rig = await Rig.on(engine);
      const [bad, ...good] = [rig.intent(), rig.intent(), rig.intent({ workspace: 'T2' })];
      const refusal: Plan = { kind: 'refused', problem: { kind: 'GUEST_REFUSED' }, omitted: [] };
      for (const intent of [bad, ...good]) await rig.outbox.accept(intent, refusal, rig.now);
      await rig.damage('report', bad.id, how);
      const first = await rig.told();
      expect(first.map(({ kind, intent }) => [kind, intent.workspace])).toEqual([
        ['refusal', WORKSPACE],
        ['refusal', 'T2'],
      ]);
      const [quarantine, ...more] = await quarantineIn(rig).list();
      expect([quarantine, more]).toMatchObject([{ kind: 'report', workspace: WORKSPACE, at: rig.now }, []]);
      const problem = { kind: 'RESULT_UNREADABLE', id: quarantine?.id };
      expect(await rig.told()).toMatchObject([{ kind: 'quarantined', problem, intent: { id: bad.id } }]);
      expect(await rig.outbox.nextReport()).toBeNull();
      // It isn't repaired, so it isn't reported again.
      for (let round = 0; round < 2; round++) {
        expect(await quarantineIn(rig).retry(null, rig.now)).toEqual([]);
        expect([...(await rig.told()), ...(await rig.told())]).toEqual([]);
        expect(await quarantineIn(rig).counts()).toEqual({ ...NONE, report: 1 });
      }
    });

    test('a text that was sent: its sender hears that it may have been sent, and its outcome once it is readable', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      await rig.drain();
      const repair = await rig.damage('text', text.id, how);
      expect(await rig.told()).toEqual([]);
      // A broken record doesn't say whose it was.
      const problem = { kind: 'RESULT_UNREADABLE', id: text.id };
      const report = { kind: 'quarantined', problem, intent: { id: text.intentId } };
      expect(await rig.told()).toMatchObject(how === 'foreign' ? [report] : []);
      await repair();
      expect(await quarantineIn(rig).retry(null, rig.now)).toHaveLength(1);
      expect(await rig.told()).toMatchObject([{ kind: 'result', text: { id: text.id, state: 'sent' } }]);
    });

    test('a text that was being sent when its process died: its key continues, and it is uncertain once it is readable', async () => {
      const rig = await Rig.on(engine);
      const [bad, good] = [await rig.queueOne(), await rig.queueOne()];
      for (let claims = 0; claims < 2; claims++) await rig.claim();
      const repair = await rig.damage('text', bad.id, how);
      await rig.ownerGone();
      await rig.outbox.reap(rig.now);
      expect(await rig.state(good)).toMatchObject({ state: 'uncertain' });
      const reports = (await rig.told()).filter(({ intent }) => intent.id === bad.intentId);
      const report = { kind: 'quarantined', problem: { kind: 'RESULT_UNREADABLE', id: bad.id } };
      expect(reports).toMatchObject(how === 'foreign' ? [report] : []);
      await rig.queueOne();
      expect(await rig.claimOrNull()).not.toBeNull();
      await repair();
      expect(await quarantineIn(rig).retry(null, rig.now)).toEqual([bad.id]);
      expect(await rig.state(bad)).toMatchObject({ state: 'uncertain', uncertain: 'interrupted' });
      expect(await rig.told()).toMatchObject([{ kind: 'result', text: { id: bad.id } }]);
    });

    test('a key: its workspace sends again after a minute, and linking, releasing and expiring still work', async () => {
      const rig = await Rig.on(engine);
      const [waiting] = await rig.queue({ patienceMs: 5 * MINUTE });
      await rig.damage('key', KEY, how);
      await rig.queueOne();
      await rig.storage.queue.releaseHold(KEY, rig.now);
      await rig.outbox.moveWaiting(WORKSPACE, KEY, rig.now);
      rig.pass(2 * MINUTE);
      expect((await rig.claim()).text.id).toBe(waiting?.id);
    });

    test.each(['usage', 'workspace', 'intent'] as const)(
      'a text’s usage record (%s): the text’s end is recorded all the same',
      async kind => {
        const rig = await Rig.on(engine);
        const together = { key: KEY, priority: 'people', count: 2, patienceMs: MINUTE } as const;
        const { id, intentId } = found((await rig.queueTogether(together))[0]);
        const claim = await rig.claim();
        await rig.damage(kind, kind === 'intent' ? intentId : WORKSPACE, how);
        await rig.outbox.settle(claim, SENT, rig.now);
        expect(await rig.outbox.counts()).toEqual({ queued: 1, sent: 1 });
        expect(await rig.outbox.text(WORKSPACE, id)).toMatchObject({ state: 'sent' });
      },
    );

    test('a workflow’s only text: its intent may be redelivered, and its outcome says that it can’t be read', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added({ source: WORKFLOW });
      await rig.outbox.plan(intent.id, rig.plan([rig.planned()]), rig.now);
      const id = `${intent.id}.00000`;
      const repair = await rig.damage('text', id, how);
      const outcome = () => rig.outbox.outcome(WORKSPACE, intent.id);
      expect(await rig.outbox.add(intent, rig.now)).toBe('duplicate');
      expect(await outcome()).toMatchObject({ settled: true, texts: [], unreadable: [id] });
      expect(await rig.claimOrNull()).toBeNull();
      expect(await outcome()).toMatchObject({ settled: true, texts: [], unreadable: [id] });
      expect(await rig.outbox.add(intent, rig.now)).toBe('duplicate');
      // A broken record doesn't say whom to report to.
      const report = { kind: 'outcome', intent: { id: intent.id } };
      expect(await rig.told()).toMatchObject(how === 'foreign' ? [report] : []);
      await repair();
      await quarantineIn(rig).retry(null, rig.now);
      await rig.drain();
      expect(await rig.told()).toMatchObject([report]);
      expect(await outcome()).toMatchObject({ settled: true, texts: [{ state: 'sent' }], unreadable: [] });
    });

    test('a redelivered intent is a duplicate all the same, quarantined or not', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added();
      await rig.damage('intent', intent.id, how);
      expect(await rig.outbox.accept(intent, rig.plan([rig.planned()]), rig.now)).toBe('duplicate');
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + LEASE_MS, 9)).toEqual([]);
      expect(await quarantineIn(rig).counts()).toEqual({ ...NONE, intent: 1 });
      expect(await rig.outbox.accept(intent, rig.plan([rig.planned()]), rig.now)).toBe('duplicate');
      expect(await rig.claimOrNull()).toBeNull();
    });

    test('one of a workflow’s texts is sent once it is readable, and the outcome is reported once more', async () => {
      const rig = await Rig.on(engine);
      const together = { key: 'key', priority: 'people', count: 2, patienceMs: MINUTE } as const;
      const [bad, good] = await rig.queueTogether(together);
      const repair = await rig.damage('text', found(bad).id, how);
      await rig.drain();
      await rig.told();
      expect(await quarantineIn(rig).retry(null, rig.now)).toEqual([]);
      expect(await rig.told()).toEqual([]);
      await repair();
      expect(await quarantineIn(rig).retry(null, rig.now)).toEqual([found(bad).id]);
      await rig.drain();
      expect((await rig.told()).map(({ kind, intent }) => [kind, intent.id])).toEqual([
        ['outcome', found(good).intentId],
      ]);
      const outcome = await rig.outbox.outcome(WORKSPACE, found(good).intentId);
      expect(outcome).toMatchObject({
        settled: true,
        texts: [{ state: 'sent' }, { state: 'sent' }],
        unreadable: [],
      });
    });

    test('an audit entry doesn’t hide the others', async () => {
      const rig = await Rig.on(engine);
      const entries: AuditEntry[] = [1, 2].map(at => ({ what: 'tried_again', at, by: 'U1' }));
      for (const entry of entries) await rig.storage.audit.record(WORKSPACE, entry);
      await rig.damage('audit', WORKSPACE, how);
      expect(await rig.storage.audit.list(WORKSPACE, 9)).toEqual(entries.slice(0, 1));
    });

    test('quarantined records are deleted after the retention time, and with their workspace', async () => {
      const rig = await Rig.on(engine);
      const workspaces = ['T1', 'T2', 'T3'];
      let repair = async (): Promise<void> => undefined;
      for (const workspace of workspaces) {
        const { id } = await rig.added({ workspace });
        repair = await rig.damage('intent', id, how);
      }
      await rig.outbox.leaseOpen(rig.now, rig.now + LEASE_MS, 9);
      expect((await quarantineIn(rig).list()).map(({ workspace }) => workspace).sort()).toEqual(workspaces);
      await rig.told();
      rig.pass(MINUTE);
      await rig.outbox.sweep('T1', { textsBefore: rig.now, idsBefore: 0 }, 100);
      await rig.storage.deletions.schedule('T2', rig.now);
      while ((await rig.storage.deletions.removeDue(rig.now, 100)) > 0);
      expect((await quarantineIn(rig).list()).map(({ workspace }) => workspace)).toEqual(['T3']);
      await repair();
      expect(await quarantineIn(rig).retry(null, rig.now)).toHaveLength(1);
    });
  });

  test('an event that its reader can’t parse is quarantined in the step that takes it out, and can be retried', async () => {
    const rig = await Rig.on(engine);
    const { inboxes, quarantine } = rig.storage;
    const address: InboxAddress = { kind: 'alerts', workspace: WORKSPACE, name: '' };
    const put = (body: string) => inboxes.put({ id: rig.id('event'), address, body, dedupe: null }, rig.now);
    const lease = async () => found((await inboxes.lease('alerts', rig.now, rig.now + LEASE_MS, 9))[0]);
    await put('unreadable');
    const leased = await lease();
    const unreadable = [{ id: 'event-1', body: 'unreadable', why: 'not JSON' }];
    const next = { state: 'state', dueAt: null, intents: [], events: [], unreadable };
    expect(await inboxes.commit(leased, next, rig.now)).toBe(true);
    expect(await inboxes.commit(leased, next, rig.now)).toBe(false);
    const effect = 'an alert, a press or an outcome, or the state built from them; nothing follows from it';
    expect(await quarantine.list()).toEqual([
      { kind: 'event', id: 'event-1', workspace: WORKSPACE, at: rig.now, why: 'not JSON', effect },
    ]);
    expect(await inboxes.nextDue('alerts')).toBeNull();
    await put('readable');
    expect(await quarantine.retry(null, rig.now)).toEqual(['event-1']);
    expect(await lease()).toMatchObject({ state: 'state', events: ['readable', 'unreadable'] });
    expect(await quarantine.counts()).toEqual(NONE);
  });
}
