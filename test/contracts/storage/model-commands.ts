import fc from 'fast-check';
import { expect } from 'vitest';
import type { Claim, Settlement } from '../../../src/texts/store/model.ts';
import { PRIORITIES } from '../../../src/texts/text.ts';
import type { Model } from './model.ts';
import { found, GIVEN_BACK, REFUSED, type Rig, refusedHolding, SENT, UNCERTAIN, WORKSPACE } from './rig.ts';

const KEYS = ['key-a', 'key-b'];

type Command = fc.AsyncCommand<Model, Rig>;

/** A command without preconditions; a failing run shows its name. */
const command = (name: string, run: (model: Model, rig: Rig) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, rig) => {
    await run(model, rig);
    expect(await rig.outbox.counts()).toEqual(model.counts());
    expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toEqual(model.usage());
  },
  toString: () => name,
});

function move(model: Model, rig: Rig, at: number): void {
  rig.moveTo(at);
  model.now = at;
}

async function claimOne(model: Model, rig: Rig): Promise<Claim | null> {
  const claim = await rig.claimOrNull();
  if (claim) model.claimed(claim);
  else model.nothingClaimed();
  return claim;
}

async function expireAll(model: Model, rig: Rig): Promise<void> {
  while ((await rig.outbox.expire(rig.now)).length > 0);
  for (const text of model.texts.values()) {
    if (text.state === 'queued' && text.expiresAt <= rig.now) model.move(text, 'refused');
  }
}

/**
 * Runs everything that is due, and checks that the next due time is later than now, or the dispatcher would
 * spin.
 */
async function workAll(model: Model, rig: Rig): Promise<number | null> {
  await expireAll(model, rig);
  while (await claimOne(model, rig));
  while ((await rig.outbox.reportWaiting(rig.now)) > 0);
  const due = await rig.outbox.nextDue();
  if (due !== null) expect(due).toBeGreaterThan(rig.now);
  return due;
}

async function releaseKey(model: Model, rig: Rig, name: string): Promise<void> {
  await rig.outbox.releaseHold(name, rig.now);
  const { held, trial } = model.key(name);
  const since = held ? rig.now : (trial ?? rig.now);
  Object.assign(model.key(name), { held: false, trial: since, releasedAt: rig.now });
}

const HOLDING = refusedHolding('INSUFFICIENT_CREDITS');
const settlements: Settlement[] = [SENT, REFUSED, UNCERTAIN, HOLDING];

const pick = <T>(list: T[], which: number): T | undefined => list[which % Math.max(list.length, 1)];

const which = fc.nat(10_000);
const key = fc.constantFrom(...KEYS);
const priority = fc.constantFrom(...PRIORITIES);

const queue = fc
  .record({
    key,
    priority,
    count: fc.integer({ min: 1, max: 30 }),
    patienceMs: fc.constantFrom(5000, 900_000),
    together: fc.boolean(),
  })
  .map(how =>
    command(`queue ${JSON.stringify(how)}`, async (model, rig) => {
      for (const text of await (how.together ? rig.queueTogether(how) : rig.queue(how))) {
        model.texts.set(text.id, {
          id: text.id,
          together: how.together ? text.intentId : null,
          key: how.key,
          priority: how.priority,
          state: 'queued',
          turn: model.texts.size,
          notBefore: rig.now,
          expiresAt: text.expiresAt,
        });
      }
    }),
  );

const acceptAtOnce = fc.record({ key, priority, patienceMs: fc.constantFrom(5000, 900_000) }).map(how =>
  command(`accept at once ${JSON.stringify(how)}`, async (model, rig) => {
    const before = new Set(model.texts.keys());
    const { claim } = await rig.acceptAtOnce(how);
    const history = await rig.outbox.history(WORKSPACE, null, 500);
    const text = found(history.find(({ id }) => !before.has(id)));
    model.texts.set(text.id, {
      id: text.id,
      together: null,
      key: how.key,
      priority: how.priority,
      state: 'queued',
      turn: model.texts.size,
      notBefore: rig.now,
      expiresAt: text.expiresAt,
    });
    if (claim) model.claimed(claim);
  }),
);

const pass = fc
  .oneof(fc.constantFrom(1, 1000, 60_500), fc.nat(20_000))
  .map(ms => command(`pass ${ms}`, async (model, rig) => move(model, rig, rig.now + ms)));

const claim = fc.constant(command('claim', async (model, rig) => void (await claimOne(model, rig))));

const claimMany = fc.integer({ min: 2, max: 60 }).map(limit =>
  command(`claim ${limit}`, async (model, rig) => {
    const claims = await rig.outbox.claim(rig.now, limit);
    for (const claim of claims) model.claimed(claim);
    if (claims.length < limit) model.nothingClaimed();
  }),
);

/** Claims everything due and settles it at once, so that only the pace ends it. */
const sendAll = fc.constant(
  command('send all', async (model, rig) => {
    await expireAll(model, rig);
    for (let claim = await claimOne(model, rig); claim; claim = await claimOne(model, rig)) {
      await rig.outbox.settle(claim, SENT, rig.now);
      model.replied(claim.id);
      const text = model.texts.get(claim.text.id);
      if (text) {
        model.key(text.key).trial = null;
        model.move(text, 'sent');
      }
    }
  }),
);

const workUntilDue = fc.constant(
  command('work until due', async (model, rig) => {
    const due = await workAll(model, rig);
    if (due !== null) move(model, rig, due);
  }),
);

/** Looks shortly before the next due time: nothing may be there. */
const lookEarly = fc.double({ min: 0, max: 1, noNaN: true }).map(share =>
  command(`look early ${share}`, async (model, rig) => {
    const due = await workAll(model, rig);
    if (due === null) return;
    move(model, rig, rig.now + Math.floor((due - 1 - rig.now) * share));
    for (const name of KEYS) if (!model.key(name).held) await releaseKey(model, rig, name);
    expect(await rig.claimOrNull()).toBeNull();
    expect(await rig.outbox.expire(rig.now)).toEqual([]);
  }),
);

const settle = fc
  .record({ which, settlement: fc.constantFrom(...settlements) })
  .map(({ which, settlement }) =>
    command(`settle ${which} ${JSON.stringify(settlement)}`, async (model, rig) => {
      const claim = pick(model.claims, which);
      if (!claim) return;
      await rig.outbox.settle(claim, settlement, rig.now);
      const isLost = model.isLost(claim);
      if (isLost) model.repliedToLost(claim);
      else model.replied(claim.id);
      const text = model.texts.get(claim.text.id);
      const own = text && model.claims.findLast(claimed => claimed.text.id === text.id) === claim;
      const isUnconfirmed = text?.state === 'uncertain' || text?.byWord === true;
      const open = text?.state === 'sending' || (isUnconfirmed && settlement.kind !== 'uncertain');
      if (!text || !(isLost || (own && open))) return;
      // Certainly not sent, so it is requeued behind the others.
      const waits = settlement === HOLDING && !isUnconfirmed;
      if (waits) text.notBefore = rig.now;
      if (!waits || text.state !== 'queued') model.move(text, waits ? 'queued' : settlement.kind);
      model.keyEnds(claim, settlement, settlement === HOLDING);
    }),
  );

const release = fc
  .record({ which, counted: fc.boolean(), waitMs: fc.nat(10_000), backOff: fc.boolean() })
  .map(how =>
    command(`release ${JSON.stringify(how)}`, async (model, rig) => {
      const open = model.claims.filter(({ id, text }) => {
        const last = model.claims.findLast(claimed => claimed.text.id === text.id);
        const { state, byWord } = model.texts.get(text.id) ?? {};
        return (state === 'sending' || state === 'uncertain' || byWord) && last?.id === id;
      });
      const claim = pick(open, how.which);
      const text = claim && model.texts.get(claim.text.id);
      if (!claim || !text) return;
      const until = rig.now + how.waitMs;
      const backOff = how.backOff ? { until, slowUntil: until + 60_000 } : null;
      const { counted } = how;
      const release = { ...GIVEN_BACK, notBefore: until, why: 'RATE_LIMITED', counted, backOff } as const;
      await rig.outbox.release(claim, release, rig.now);
      if (counted) model.replied(claim.id);
      else model.slots.delete(claim.id);
      if (text.state === 'uncertain' || text.byWord) model.move(text, 'refused');
      else {
        model.move(text, 'queued');
        text.notBefore = until;
      }
      if (backOff) {
        const key = model.key(text.key);
        key.blockedUntil = Math.max(key.blockedUntil, backOff.until);
        key.slowUntil = Math.max(key.slowUntil, backOff.slowUntil);
      }
    }),
  );

const cancel = which.map(which =>
  command(`cancel ${which}`, async (model, rig) => {
    const text = pick([...model.texts.values()], which);
    if (!text) return;
    const waits = text.state === 'queued';
    expect(await rig.outbox.cancel(WORKSPACE, text.id, rig.now)).toBe(waits ? 'cancelled' : 'too_late');
    if (waits) model.move(text, 'cancelled');
  }),
);

const markArrived = which.map(which =>
  command(`mark as sent ${which}`, async (model, rig) => {
    const text = pick([...model.texts.values()], which);
    if (!text) return;
    const isOpen = text.state === 'uncertain';
    const how = { by: `U${which % 2}`, replacesPost: false };
    const marked = await rig.outbox.markArrived(WORKSPACE, text.id, how, rig.now);
    if (!text.byWord) expect(marked.ok).toBe(isOpen);
    if (!isOpen) return;
    model.move(text, 'sent');
    text.byWord = true;
  }),
);

const releaseHold = key.map(name =>
  command(`release hold ${name}`, async (model, rig) => {
    await releaseKey(model, rig, name);
  }),
);

const reap = fc.constant(
  command('reap', async (model, rig) => {
    const sending = [...model.texts.values()].filter(text => text.state === 'sending');
    await rig.ownerGone();
    model.now = rig.now;
    expect(await rig.outbox.reap(rig.now)).toBe(sending.length);
    for (const text of sending) model.move(text, 'uncertain');
    for (const id of model.slots.keys()) model.replied(id);
  }),
);

const probe = key.map(name =>
  command(`probe ${name}`, async (model, rig) => {
    const slot = await rig.outbox.takeSlot(name, rig.now);
    if (slot === null) return;
    model.take(slot, name, 'people');
    await rig.outbox.freeSlot(slot, rig.now);
    model.replied(slot);
  }),
);

export const commands = fc.commands(
  // Commands that are listed twice are the common ones.
  [
    queue,
    queue,
    acceptAtOnce,
    acceptAtOnce,
    pass,
    claim,
    claimMany,
    sendAll,
    workUntilDue,
    workUntilDue,
    lookEarly,
    settle,
    settle,
    settle,
    release,
    cancel,
    markArrived,
    releaseHold,
    reap,
    probe,
  ],
  { maxCommands: 80, size: '+1' },
);
