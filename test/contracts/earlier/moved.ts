import { expect, test } from 'vitest';
import type { Intent } from '../../../src/domain/intent.ts';
import type { LocalNumber } from '../../../src/domain/number.ts';
import type { Claim, Plan, Storage } from '../../../src/storage/ports.ts';
import { REFUSED } from '../storage/rig.ts';

/*
 * What the earlier version kept, opened by this one. The stores were filled by the earlier program itself, which was then
 * killed: sqlite-3.sql and redis-1.json are what it left, the .answers.json what it said of it at the end (before
 * a few rows, those whose names begin with "bad", were made unreadable).
 */

type Answers = {
  at: number;
  sending: { claim: string; text: string };
  trial: string;
  bad: { sent: string; queued: string; sending: string };
  aside: { id: string; kind: string; at: number; why: string; workspace: string }[];
  outcomes: Record<string, Awaited<ReturnType<Storage['history']['outcome']>>>;
  intents: Record<string, Intent>;
  history: { id: string; createdAt: number }[];
  historyOfU2: { id: string; createdAt: number }[];
  other: { id: string; createdAt: number }[];
  usage: Record<'today' | 'U1' | 'yesterday', unknown>;
  usageByActor: unknown;
  waiting: Record<string, { held: string | null; texts: number }>;
  balances: Record<string, unknown>;
  costPerPart: Record<string, unknown>;
  counts: Record<string, number>;
  workspaces: string[];
  audit: Record<string, unknown>;
};
export type Opened = { storage: Storage; answers: Answers };

/** All that is done with texts, in one. */
export const outboxOf = ({ intents, claims, queue, reports, history, retention }: Storage) => ({
  ...intents,
  ...claims,
  ...queue,
  ...reports,
  ...history,
  ...retention,
});

const DAY = 86_400_000;
const MINUTE = 60_000;

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** Tests of a store that the earlier version left; each opens it anew. */
export function testsOfMoved(open: () => Promise<Opened>): void {
  test('every question asked before has the same answer', async () => {
    const { storage, answers } = await open();
    const { audit } = storage;
    const outbox = outboxOf(storage);
    const { at, bad } = answers;
    for (const [name, outcome] of Object.entries(answers.outcomes)) {
      // What has come since may be there as well.
      expect(await outbox.outcome('T1', `intent-${name}`), name).toMatchObject(outcome as object);
      expect(await outbox.intent('T1', `intent-${name}`), name).toMatchObject(
        answers.intents[name] as object,
      );
      expect(await outbox.intentBy('T1', `identity ${name}`), name).toMatchObject(
        answers.intents[name] as object,
      );
    }
    const isBad = ({ id }: { id: string }): boolean => Object.values(bad).includes(id);
    for (const [workspace, actor, before] of [
      ['T1', null, answers.history],
      ['T1', 'U2', answers.historyOfU2],
      ['T2', null, answers.other],
    ] as const) {
      const now = await outbox.history(workspace, actor, 100);
      expect(now.toSorted(byId)).toMatchObject(before.filter(text => !isBad(text)).toSorted(byId));
      expect(now.map(({ createdAt }) => createdAt)).toEqual(
        now.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
      );
    }
    expect(await outbox.usage('T1', null, at)).toEqual(answers.usage.today);
    expect(await outbox.usage('T1', 'U1', at)).toEqual(answers.usage.U1);
    expect(await outbox.usage('T1', null, at - DAY)).toEqual(answers.usage.yesterday);
    const ofActors = await outbox.usageByActor('T1', at - 2 * DAY, at);
    expect(ofActors.toSorted((a, b) => (a.actor < b.actor ? -1 : 1))).toEqual(answers.usageByActor);
    for (const [key, { held, texts }] of Object.entries(answers.waiting)) {
      expect(await outbox.waiting('T1', key)).toEqual({ held, texts: texts - 1 });
      expect(await outbox.balance(key)).toEqual(answers.balances[key]);
    }
    for (const [workspace, past] of Object.entries(answers.costPerPart))
      expect(await outbox.costPerPart(workspace)).toEqual(past);
    const { queued = 0, sending = 0, ...ended } = answers.counts;
    expect(await outbox.counts()).toEqual({ ...ended, queued: queued - 1, sending: sending - 1 });
    expect((await outbox.workspaces()).toSorted()).toEqual(answers.workspaces);
    for (const [workspace, entries] of Object.entries(answers.audit))
      expect(await audit.list(workspace, 10)).toEqual(entries);
  });

  test('what was being sent is never claimed again: it becomes uncertain, and that is told', async () => {
    const { storage, answers } = await open();
    const outbox = outboxOf(storage);
    const now = answers.at + MINUTE;
    const ids = [answers.sending.text, answers.trial];
    expect(await outbox.reap(now)).toBe(2);
    for (const id of ids)
      expect(await outbox.text('T1', id)).toMatchObject({ state: 'uncertain', uncertain: 'interrupted' });
    const reports = await outbox.leaseReports(now, now + MINUTE, 100);
    const results = reports.filter(({ kind }) => kind === 'result').map(({ text }) => text?.id);
    expect(results).toEqual(expect.arrayContaining(ids));
    expect(await outbox.reap(now)).toBe(0);
    // Its reply, should it come all the same, counts.
    const text = await outbox.text('T1', answers.sending.text);
    const claim = { id: answers.sending.claim, text, claimedAt: answers.at } as Claim;
    await outbox.settle(claim, REFUSED, now);
    expect(await outbox.text('T1', answers.sending.text)).toMatchObject({ state: 'refused' });
  });

  test('what was waiting goes out, each text once, and a held key sends nothing', async () => {
    const { storage, answers } = await open();
    const outbox = outboxOf(storage);
    let now = answers.at;
    expect(await outbox.claim(now, 100)).toEqual([]);
    await outbox.reap(now + MINUTE);
    const claimed: string[] = [];
    for (now += 30 * MINUTE; claimed.length < 20; now += 2 * MINUTE) {
      const claims = await outbox.claim(now, 100);
      if (claims.length === 0) break;
      for (const claim of claims) {
        claimed.push(claim.text.id);
        await outbox.settle(claim, { kind: 'sent', logId: '1', cost: null, balance: null }, now);
      }
    }
    const went = ['hook-waits', 'waits', 'bulk', 'open-half'];
    const expected = went.flatMap(name => answers.outcomes[name]?.texts.map(({ id }) => id) ?? []);
    expect(claimed.toSorted()).toEqual(expected.toSorted());
    await outbox.releaseHold('key-held', now);
    const [behind] = await outbox.claim(now, 100);
    expect(behind?.text).toMatchObject({ intentId: 'intent-held', fingerprint: 'key-held' });
  });

  test('a key keeps its last minute: recent requests count, and unanswered ones are waited for', async () => {
    const { storage, answers } = await open();
    const outbox = outboxOf(storage);
    const now = answers.at;
    // Of its five requests each has its place for a minute after its reply.
    const slots = [];
    for (let slot = await outbox.takeSlot('key-1', now); slot; slot = await outbox.takeSlot('key-1', now)) {
      slots.push(slot);
      await outbox.freeSlot(slot, now);
    }
    expect(slots).toHaveLength(58 - 5);
    // On trial one request at a time; the one under way has no reply.
    expect(await outbox.takeSlot('key-trial', now)).toBeNull();
    await outbox.reap(now + MINUTE);
    expect(await outbox.takeSlot('key-trial', now + 3 * MINUTE)).not.toBeNull();
  });

  test('what was asked is known again, even if only its identity is left; open intents go on', async () => {
    const { storage, answers } = await open();
    const outbox = outboxOf(storage);
    const now = answers.at + MINUTE;
    const [some] = Object.values(answers.intents);
    if (!some) throw new Error('No intent');
    const asked = (intent: Partial<Intent>): Intent => ({ ...some, ...intent, id: 'intent-new' });
    expect(await outbox.add(asked({ identity: 'identity sent' }), now)).toBe('known');
    expect(await outbox.add(asked({ workspace: 'T3', identity: 'identity husk' }), now)).toBe('known');
    expect(await outbox.intentBy('T3', 'identity husk')).toBeNull();
    await outbox.reap(now);
    const open_ = await outbox.leaseOpen(now, now + MINUTE, 100);
    expect(open_.map(({ id }) => id).toSorted()).toEqual([
      'intent-open-half',
      'intent-open-leased',
      'intent-open-postponed',
    ]);
    // What it has already is not planned twice; and that it waits is not told twice.
    const before = answers.outcomes['open-half']?.texts ?? [];
    const numbers = [before[0]?.number, '01711111182'] as LocalNumber[];
    expect(await outbox.plan('intent-open-half', texts(numbers, now), now)).toBe('planned');
    const after = await outbox.outcome('T1', 'intent-open-half');
    expect(after?.texts.map(({ number }) => number)).toEqual(numbers);
    expect(after?.texts[0]?.id).toBe(before[0]?.id);
  });

  test('asks about a text that looks like a recent one; one that was sent again is not sent once more', async () => {
    const { storage, answers } = await open();
    const outbox = outboxOf(storage);
    const now = answers.at;
    const [some] = Object.values(answers.intents);
    if (!some) throw new Error('No intent');
    const accept = (name: string, more: Partial<Intent>, plan: Plan) =>
      outbox.accept({ ...some, id: name, identity: name, ...more }, plan, now);
    const same = { ...texts(['01711111111' as LocalNumber], now), askIfSince: now - 2 * MINUTE };
    expect(await accept('same', {}, same)).toBe('asked');
    const plan = texts(['01711111114' as LocalNumber], now);
    const of = (name: string) => answers.outcomes[name]?.texts[0]?.id ?? '';
    expect(await accept('again', { source: 'again', of: of('uncertain-again') }, plan)).toBe('refused');
    expect(await outbox.outcome('T1', 'again')).toMatchObject({ problem: { kind: 'ALREADY_SENT_AGAIN' } });
    expect(await accept('again-2', { source: 'again', of: of('uncertain') }, plan)).toBe('planned');
  });

  test('everything Slack had to be told is told once, when it is due', async () => {
    const { storage, answers } = await open();
    const outbox = outboxOf(storage);
    const now = answers.at + 10_000;
    await outbox.follow('T1', 'intent-hook-waits', 'hook-a', now + 1, now); // Follows already.
    const told = async (at: number) => {
      const reports = await outbox.leaseReports(at, at + DAY, 100);
      for (const report of reports) await outbox.closeReport(report, true, at);
      return reports
        .map(({ kind, intent, follower }) => [kind, intent.id, follower].join(' ').trim())
        .toSorted();
    };
    expect(await told(now)).toEqual([
      'result intent-other-workspace',
      'set_aside intent-bad-open',
      'set_aside intent-bad-queued',
      'set_aside intent-bad-report',
      'set_aside intent-bad-sending',
      'waiting intent-held',
      'waiting intent-open-postponed',
      'waiting intent-waits',
    ]);
    await outbox.reap(now + MINUTE);
    expect(await told(now + MINUTE)).toEqual([
      'outcome intent-hook-done',
      'result intent-sending',
      'result intent-trial',
      'set_aside intent-bad-sent', // Its receipt had been due; the text can't be read.
    ]);
    expect(await told(now + DAY)).toEqual([
      'outcome intent-hook-waits hook-a',
      'outcome intent-hook-waits hook-b',
      'set_aside intent-aside-report',
    ]);
    expect(await outbox.nextReport()).toBeNull();
  });

  test('inboxes have their states and events, and identities are known', async () => {
    const { storage, answers } = await open();
    const { inboxes } = storage;
    const now = answers.at + MINUTE;
    const [posts] = await inboxes.lease('posts', now, now + MINUTE, 10);
    expect(posts).toMatchObject({ address: { workspace: 'T1', name: 'hook-1' }, events: ['to posts'] });
    const [of2, ...others] = await inboxes.lease('alerts', now, now + MINUTE, 10);
    expect(others).toEqual([]);
    expect(of2).toMatchObject({ address: { workspace: 'T2' }, events: ['second', 'third'], state: null });
    const address = { kind: 'alerts', workspace: 'T1', name: '' } as const;
    const put = (digest: string) => {
      const sameness = { identity: 'dedup-1', digest, forMs: DAY, ends: null };
      return inboxes.put({ id: 'letter-9', address, body: 'again', sameness }, now);
    };
    expect(await put('d1')).toEqual({ kind: 'known', id: 'letter-1' });
    expect(await put('d2')).toEqual({ kind: 'conflict', id: 'letter-1' });
    await inboxes.put({ id: 'letter-8', address, body: 'new', sameness: null }, now);
    const [of1] = await inboxes.lease('alerts', now, now + MINUTE, 10);
    expect(of1).toMatchObject({ address, version: 1, state: 'state-1', events: ['new'] });
    if (!of1) throw new Error('No inbox');
    const next = { state: 'state-2', dueAt: null, intents: [], events: [], unreadable: [] };
    expect(await inboxes.commit(of1, next, now)).toBe(true);
  });

  test('what could not be read stays set aside, and what can’t be read now joins it', async () => {
    const { storage, answers } = await open();
    const { aside } = storage;
    const outbox = outboxOf(storage);
    const { bad } = answers;
    const found = await aside.list();
    const before = found.filter(({ at }) => answers.aside.some(one => one.at === at));
    expect(before.map(({ kind, why, workspace }) => ({ kind, why, workspace }))).toEqual(
      answers.aside.map(({ kind, why, workspace }) => ({ kind, why, workspace })),
    );
    const now = found.filter(one => !before.includes(one));
    expect(now.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      'intent intent-bad-open',
      expect.stringMatching(/^report moved .*\.intent-bad-report$/),
      ...[`text ${bad.queued}`, `text ${bad.sending}`].toSorted(),
    ]);
    const none = { broadcast: 0, broadcast_rows: 0, schedule: 0 };
    expect(await aside.counts()).toEqual({ intent: 2, text: 3, report: 2, event: 1, ...none });
    // It has its turn again, can't be read still, and what may have gone does not go.
    const late = answers.at + 60 * MINUTE;
    expect((await aside.retry(null, late)).length).toBe(8);
    const claims = await outbox.claim(late, 100);
    const ids = claims.map(({ text }) => text.id);
    for (const id of Object.values(bad)) expect(ids).not.toContain(id);
    const [mail] = await storage.inboxes.lease('alerts', late, late + MINUTE, 1);
    expect(mail).toBeDefined();
  });

  test('retention and leaving remove it like anything newer', async () => {
    const { storage, answers } = await open();
    const { deletions } = storage;
    const outbox = outboxOf(storage);
    const now = answers.at + 60 * DAY;
    await outbox.reap(now);
    await outbox.expire(now);
    await deletions.schedule('T1', now);
    await deletions.schedule('T2', now);
    for (let n = 0; (await deletions.carryOut(now, 100)) > 0; n++) expect(n).toBeLessThan(100);
    await outbox.sweep('T3', { textsBefore: now, identitiesBefore: now }, 100);
    expect(await outbox.workspaces()).toEqual(['T3']);
    expect(await outbox.history('T1', null, 100)).toEqual([]);
    const some = Object.values(answers.intents)[0] as Intent;
    const husk = { ...some, id: 'intent-new', workspace: 'T3', identity: 'identity husk' };
    expect(await outbox.add(husk, now)).toBe('added');
  });
}

function texts(numbers: readonly LocalNumber[], now: number): Extract<Plan, { kind: 'texts' }> {
  const text = { message: 'hello', parts: 1, priority: 'people', expiresAt: now + DAY } as const;
  return {
    kind: 'texts',
    fingerprint: 'key-half',
    texts: numbers.map(number => ({ ...text, number })),
    askIfSince: null,
    limits: null,
    omitted: [],
    again: null,
  };
}
