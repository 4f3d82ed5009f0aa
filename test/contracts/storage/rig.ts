import { onTestFinished } from 'vitest';
import type { TimeSource } from '../../../src/kit/clock.ts';
import { isLocalNumber, type LocalNumber } from '../../../src/kit/number.ts';
import type { Storage } from '../../../src/kit/store/storage.ts';
import { type Intent, intentIdOf } from '../../../src/texts/intent.ts';
import type {
  Accepted,
  Claim,
  ClaimRelease,
  HistoryEntry,
  Plan,
  PlannedText,
  PlanResult,
  Report,
  Settlement,
} from '../../../src/texts/store/model.ts';
import type { Priority, Text } from '../../../src/texts/text.ts';
import { type Outbox, outboxOf } from '../../support/outbox.ts';
import type { Damage, Damaged, Repair } from './damage.ts';

/** A storage engine for the contract suite; each engine's test file provides one. */
export type Engine = {
  /** Documents expire by the engine's own clock, not by the rig's. */
  ownClock?: true;
  /** Sets the engine's clock forward or back. */
  step?: (ms: number) => void;
  /** An empty store. */
  store(): Promise<Store>;
};

/** A place whose data outlives the storage opened on it. */
export type Store = {
  open(options: { time: TimeSource; newId: () => string }): Promise<Storage>;
  /** Makes a record unreadable, beside the open storage. */
  damage(kind: Damaged, id: string, how: Damage): Promise<Repair>;
  remove(): Promise<void>;
};

export const WORKSPACE = 'T1';
export const KEY = 'key-1';
export const MINUTE = 60_000;
/** When a slot is free again, counted from its reply. */
export const SLOT_MS = 60_500;

export const SENT: Settlement = {
  kind: 'sent',
  logId: '7',
  cost: '0.35' as never,
  balance: '99.65' as never,
};
export const REFUSED: Settlement = {
  kind: 'refused',
  problem: { kind: 'SERVICE_REFUSED', code: 'INVALID_NUMBER', status: 400, proven: true },
};
export const UNCERTAIN: Settlement = { kind: 'uncertain', why: 'timeout' };
/** A release as if the claim had come too late: due at once, without a reason. */
export const GIVEN_BACK: Omit<ClaimRelease, 'notBefore'> = {
  why: null,
  counted: false,
  ifUncertain: { kind: 'EXPIRED' },
  backOff: null,
};

/** A refusal with a code that holds the key, so the text is requeued. */
export const refusedHolding = (code: 'INVALID_API_KEY' | 'INSUFFICIENT_CREDITS'): Settlement => ({
  kind: 'refused',
  problem: { kind: 'SERVICE_REFUSED', code, status: 401, proven: true },
});

type Queueing = Partial<{
  workspace: string;
  key: string;
  actor: string;
  priority: Priority;
  message: string;
  number: LocalNumber;
  patienceMs: number;
  parts: number;
  count: number;
}>;

/** An intent whose facts are all known is stored and planned in one step; others are planned later. */
export const WAYS = ['add, then plan', 'accept'] as const;
export type Way = (typeof WAYS)[number];

/** The source of texts that a feature sends by itself. */
export const WORKFLOW = { feature: 'workflows', kind: 'step', data: {} };
export const HOOK = { feature: 'alerts', kind: 'alert', data: { hooks: ['hook'] } };

/** One storage with its own time, and shortcuts for tests. */
export class Rig {
  #storage: Storage;
  #store: Store;
  #engine: Engine;
  #now = Date.UTC(2026, 10, 21, 9);
  #stepped = 0;
  #made = 0;

  private constructor(engine: Engine, store: Store) {
    this.#engine = engine;
    this.#store = store;
    this.#storage = undefined as never;
  }

  /** Closed at the test's end. */
  static async on(engine: Engine): Promise<Rig> {
    const rig = await Rig.open(engine);
    onTestFinished(() => rig.close());
    return rig;
  }

  /** Closed by the caller. */
  static async open(engine: Engine): Promise<Rig> {
    const rig = new Rig(engine, await engine.store());
    await rig.#open();
    return rig;
  }

  async #open(): Promise<void> {
    this.#storage = await this.#store.open({
      time: { wall: () => this.#now + this.#stepped, monotonic: () => this.#now },
      newId: () => this.id('id'),
    });
  }

  async close(): Promise<void> {
    await this.#storage.close();
    await this.#store.remove();
  }

  /** Closes the storage and opens it again on the same store. */
  async reopen(meanwhile: () => void = () => undefined): Promise<void> {
    await this.#storage.close();
    meanwhile();
    await this.#open();
  }

  /** Ends the process, and waits until all its claims and leases are over. */
  async ownerGone(): Promise<void> {
    await this.reopen();
    this.pass(MINUTE + 1000);
  }

  damage(kind: Damaged, id: string, how: Damage): Promise<Repair> {
    return this.#store.damage(kind, id, how);
  }

  get outbox(): Outbox {
    return outboxOf(this.#storage);
  }
  get storage(): Storage {
    return this.#storage;
  }
  get now(): number {
    return this.#now;
  }
  pass(ms: number): void {
    this.#now += ms;
  }
  /** Sets the clock of the store's machine forward or back, without time passing. */
  step(ms: number): void {
    if (this.#engine.step) this.#engine.step(ms);
    else this.#stepped += ms;
  }
  /** Moves to a time; null or the past is an error in the test or in `nextDue`. */
  moveTo(at: number | null): void {
    if (at === null || at < this.#now) throw new RangeError(`Can't go from ${this.#now} to ${at}`);
    this.#now = at;
  }
  id(prefix: string): string {
    this.#made += 1;
    return `${String(this.#made).padStart(8, '0')}-${prefix}`; // Sortable, as real ids are.
  }
  number(): LocalNumber {
    this.#made += 1;
    const number = `017${String(this.#made).padStart(8, '0')}`;
    if (!isLocalNumber(number)) throw new RangeError(number);
    return number;
  }

  /** `idempotencyKey` makes it a duplicate of another; without one it gets an id of its own, in order. */
  intent({ idempotencyKey, ...fields }: Partial<Intent> & { idempotencyKey?: string } = {}): Intent {
    const { workspace = WORKSPACE } = fields;
    return {
      id: idempotencyKey === undefined ? this.id('intent') : intentIdOf({ workspace, idempotencyKey }),
      workspace,
      source: 'command',
      resendOf: null,
      actor: 'U1',
      to: [{ kind: 'number', number: '01712345678' as LocalNumber }],
      message: 'hello',
      priority: 'people',
      confirmed: false,
      replyTo: {
        responseUrl: 'https://hooks.slack.com/commands/T1/1/x',
        channel: 'C1',
        userId: 'U1',
        threadTs: null,
        threadLink: null,
      },
      language: null,
      acceptedAt: this.#now,
      ...fields,
    };
  }

  /** Stores an intent that is due at once. */
  async added(fields: Parameters<Rig['intent']>[0] = {}): Promise<Intent> {
    const intent = this.intent(fields);
    await this.outbox.add(intent, this.#now);
    return intent;
  }

  /** Returns the decision about a new intent with this plan. */
  async decide(way: Way, intent: Intent, plan: Plan): Promise<PlanResult | Accepted> {
    if (way === 'accept') return this.outbox.accept(intent, plan, this.#now);
    await this.outbox.add(intent, this.#now);
    return this.outbox.plan(intent.id, plan, this.#now);
  }

  /** Accepts a new intent so that its text is sent at once if it may be. */
  acceptAtOnce({
    key = KEY,
    priority = 'people',
    texts = 1,
    patienceMs,
  }: {
    key?: string;
    priority?: Priority;
    texts?: number;
    patienceMs?: number;
  } = {}): ReturnType<Outbox['acceptAtOnce']> {
    const intent = this.intent({ priority });
    const expires = patienceMs === undefined ? {} : { expiresAt: this.#now + patienceMs };
    const planned = Array.from({ length: texts }, () => this.planned({ priority, ...expires }));
    return this.outbox.acceptAtOnce(intent, this.plan(planned, { fingerprint: key }), this.#now);
  }

  planned(fields: Partial<PlannedText> = {}): PlannedText {
    const priority = fields.priority ?? 'people';
    return {
      number: this.number(),
      message: 'hello',
      parts: 1,
      priority,
      expiresAt: this.#now + 86_400_000,
      ...fields,
    };
  }

  plan(texts: PlannedText[], fields: Partial<Extract<Plan, { kind: 'texts' }>> = {}): Plan {
    return {
      kind: 'texts',
      fingerprint: KEY,
      texts,
      askIfSentSince: null,
      limits: null,
      omitted: [],
      retryAt: null,
      ...fields,
    };
  }

  /** Queues texts, each with its own intent, oldest first. */
  async queue(how: Queueing = {}): Promise<HistoryEntry[]> {
    const { workspace = WORKSPACE, key = KEY, actor = 'U1', priority = 'people', count = 1 } = how;
    const intents = Array.from({ length: count }, () => this.intent({ workspace, actor, priority }));
    const plans = intents.map(() =>
      this.plan(
        [
          this.planned({
            priority,
            ...(how.message === undefined ? {} : { message: how.message }),
            ...(how.number === undefined ? {} : { number: how.number }),
            ...(how.parts === undefined ? {} : { parts: how.parts }),
            ...(how.patienceMs === undefined ? {} : { expiresAt: this.#now + how.patienceMs }),
          }),
        ],
        { fingerprint: key },
      ),
    );
    // In batches, because steps of one key take turns, and too many at once would wait too long.
    for (let from = 0; from < count; from += 50) {
      const batch = intents.slice(from, from + 50);
      await Promise.all(batch.map(intent => this.outbox.add(intent, this.#now)));
      await Promise.all(
        batch.map((intent, index) => this.outbox.plan(intent.id, plans[from + index] as Plan, this.#now)),
      );
    }
    const texts = await this.outbox.history(workspace, null, 500 + count);
    return intents.map(intent => found(texts.find(text => text.intentId === intent.id)));
  }

  /** Queues texts of one unattended intent, in their planned order. */
  async queueTogether(how: {
    key: string;
    priority: Priority;
    count: number;
    patienceMs: number;
  }): Promise<Text[]> {
    const intent = await this.added({ source: WORKFLOW, priority: how.priority });
    const expiresAt = this.#now + how.patienceMs;
    const texts = Array.from({ length: how.count }, () =>
      this.planned({ priority: how.priority, expiresAt }),
    );
    await this.outbox.plan(intent.id, this.plan(texts, { fingerprint: how.key }), this.#now);
    return found((await this.outbox.outcome(WORKSPACE, intent.id)) ?? undefined).texts;
  }

  async queueOne(how: Queueing = {}): Promise<HistoryEntry> {
    return found((await this.queue(how))[0]);
  }

  async claim(): Promise<Claim> {
    return found((await this.claimOrNull()) ?? undefined);
  }

  async claimOrNull(): Promise<Claim | null> {
    const [claim, ...more] = await this.outbox.claim(this.#now, 1);
    if (more.length > 0) throw new RangeError('One was asked for');
    return claim ?? null;
  }

  /** Claims everything that is due and settles it at once, so that only the pace ends it. */
  async drain(settlement: Settlement | null = SENT): Promise<Claim[]> {
    const claims: Claim[] = [];
    for (;;) {
      const claim = await this.claimOrNull();
      if (!claim) return claims;
      claims.push(claim);
      if (settlement) await this.outbox.settle(claim, settlement, this.#now);
    }
  }

  async state(text: Text): Promise<Text> {
    return found((await this.outbox.text(text.workspace, text.id)) ?? undefined);
  }

  /** Leases all due reports and closes them, as if Slack had each. */
  async told(posted = false): Promise<Report[]> {
    const reports = await this.outbox.leaseReports(this.#now, this.#now + MINUTE, 100_000);
    await this.outbox.closeReports(
      reports.map(report => ({ report, posted })),
      this.#now,
    );
    return reports;
  }
}

/** The value, which the test relies on to exist. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not there');
  return value;
}
