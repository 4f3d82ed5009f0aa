import { expect } from 'vitest';
import type { Usage } from '../../../src/texts/limits.ts';
import type { Claim, Settlement } from '../../../src/texts/store/model.ts';
import { PRIORITIES, type Priority, type TextState } from '../../../src/texts/text.ts';
import { found, MINUTE, SLOT_MS } from './rig.ts';

/** A text as the model sees it. `turn` orders texts by when they were queued. */
export type ModelText = {
  id: string;
  /** The unattended intent it belongs to; null: a person's. */
  together: string | null;
  key: string;
  priority: Priority;
  state: TextState;
  /** A person marked it as sent: its cost is open, and a late answer corrects it, as if it were uncertain. */
  byWord?: boolean;
  turn: number;
  notBefore: number;
  expiresAt: number;
};

type Key = {
  held: boolean;
  trial: number | null;
  releasedAt: number;
  blockedUntil: number;
  slowUntil: number;
  lastTaken: number;
  lastBulk: number;
};
type Slot = { key: string; priority: Priority; takenAt: number; freeAt: number | null };

/** The allowed transitions of a text. */
const ARROWS: Record<TextState, readonly TextState[]> = {
  // Also to the end of a claim that the store lost.
  queued: ['sending', 'cancelled', 'refused', 'sent', 'uncertain'],
  sending: ['queued', 'sent', 'refused', 'uncertain'],
  uncertain: ['sent', 'refused'],
  sent: [],
  refused: [],
  cancelled: [],
};

const IN_FLIGHT = 20;
const GAP_MS = 1000;
/** Below this many used slots a priority always has room; from `never` on it has none. */
const ROOM: Record<Priority, { always: number; doNotText: number }> = {
  alert: { always: 46, doNotText: 60 },
  people: { always: 52, doNotText: 58 },
  bulk: { always: 48, doNotText: 58 },
};

/** The outbox's promises about claims and pace, without their implementation. */
export class Model {
  now = 0;
  readonly texts = new Map<string, ModelText>();
  readonly slots = new Map<string, Slot>();
  /** Claims that were handed out and may still be answered, including late ones. */
  readonly claims: Claim[] = [];
  /** Texts whose end must be reported once, in its last state. */
  readonly ends = new Set<string>();
  /** The number of reported outcomes of each unattended intent. */
  readonly outcomes = new Map<string, number>();
  #keys = new Map<string, Key>();

  key(name: string): Key {
    const key = this.#keys.get(name) ?? {
      held: false,
      trial: null,
      releasedAt: 0,
      blockedUntil: 0,
      slowUntil: 0,
      lastTaken: 0,
      lastBulk: 0,
    };
    this.#keys.set(name, key);
    return key;
  }

  move(text: ModelText, state: TextState): void {
    expect(ARROWS[text.byWord ? 'uncertain' : text.state]).toContain(state);
    text.state = state;
    text.byWord = false;
    if (state === 'queued' || state === 'sending') return;
    if (text.together === null) this.ends.add(text.id);
    else if (this.#settled(text.together)) count(this.outcomes, text.together);
  }

  #settled(intent: string): boolean {
    return ![...this.texts.values()].some(
      ({ together, state }) => together === intent && (state === 'queued' || state === 'sending'),
    );
  }

  counts(): Partial<Record<TextState, number>> {
    const counts: Partial<Record<TextState, number>> = {};
    for (const { state } of this.texts.values()) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  /** The day's usage, at one part a text: a run stays within its day. */
  usage(): Usage {
    const { queued = 0, sending = 0, uncertain = 0, sent = 0 } = this.counts();
    const marked = [...this.texts.values()].filter(({ byWord }) => byWord).length;
    const open = queued + sending + uncertain + marked;
    return { texts: open + sent - marked, millionths: (sent - marked) * 350_000, open };
  }

  taken(key: string): Slot[] {
    return [...this.slots.values()].filter(
      slot => slot.key === key && (this.#freeAt(slot) ?? Infinity) > this.now,
    );
  }

  /** When a slot is free again; null while its request may be in flight. No request takes a minute. */
  #freeAt({ freeAt, takenAt }: Slot): number | null {
    return freeAt ?? (takenAt <= this.now - MINUTE ? takenAt + MINUTE + SLOT_MS : null);
  }

  #inFlight(key: string): number {
    return this.taken(key).filter(slot => this.#freeAt(slot) === null).length;
  }

  #mostInFlight(key: string): number {
    return this.key(key).trial === null ? IN_FLIGHT : 1;
  }

  /**
   * The effect of a claim's end on its key: a refusal counts if the text was claimed after the last release,
   * a success if it was claimed after the trial began.
   */
  keyEnds(claim: Claim, { kind }: Settlement, holds: boolean): void {
    const key = this.key(found(this.texts.get(claim.text.id)).key);
    if (holds) key.held ||= claim.claimedAt >= key.releasedAt;
    else if (kind !== 'uncertain' && claim.claimedAt >= (key.trial ?? 0)) key.trial = null;
  }

  /** Queued texts of a priority that may be sent, apart from pace and key, in their order. */
  due(key: string, priority: Priority): ModelText[] {
    return [...this.texts.values()]
      .filter(text => text.state === 'queued' && text.key === key && text.priority === priority)
      .filter(text => text.notBefore <= this.now && text.expiresAt > this.now)
      .sort((a, b) => a.notBefore - b.notBefore || a.turn - b.turn);
  }

  /** True if a priority certainly has room now. */
  #surelyHasRoom(name: string, priority: Priority): boolean {
    const key = this.key(name);
    return (
      !key.held &&
      key.blockedUntil <= this.now &&
      (key.slowUntil <= this.now || key.lastTaken + GAP_MS <= this.now) &&
      (priority !== 'bulk' || key.lastBulk + GAP_MS <= this.now) &&
      this.#inFlight(name) < this.#mostInFlight(name) &&
      this.taken(name).length < ROOM[priority].always
    );
  }

  /** Takes a slot, if the pace allows it. */
  take(id: string, name: string, priority: Priority): void {
    const key = this.key(name);
    expect(key.blockedUntil).toBeLessThanOrEqual(this.now);
    expect(this.#inFlight(name)).toBeLessThan(this.#mostInFlight(name));
    expect(this.taken(name).length).toBeLessThan(ROOM[priority].doNotText);
    if (priority === 'bulk') expect(this.now - key.lastBulk).toBeGreaterThanOrEqual(GAP_MS);
    if (key.slowUntil > this.now) expect(this.now - key.lastTaken).toBeGreaterThanOrEqual(GAP_MS);
    this.#takes(id, name, priority);
  }

  #takes(id: string, name: string, priority: Priority): void {
    const key = this.key(name);
    for (const [id, slot] of this.slots)
      if (slot.key === name && (this.#freeAt(slot) ?? Infinity) <= this.now) this.slots.delete(id);
    this.slots.set(id, { key: name, priority, takenAt: this.now, freeAt: null });
    key.lastTaken = this.now;
    if (priority === 'bulk') key.lastBulk = this.now;
  }

  /** True if the store no longer knows this claim; a released claim looks the same as a lost one. */
  isLost({ id, text }: Claim): boolean {
    return this.texts.get(text.id)?.state === 'queued' && !this.slots.has(id);
  }

  /** The request of a lost claim got its answer, so it counts. */
  repliedToLost({ id, text: { priority, fingerprint } }: Claim): void {
    this.#takes(id, fingerprint, priority);
    this.replied(id);
  }

  /** Checks a claim that was handed out: it was this text's turn. */
  claimed(claim: Claim): void {
    const text = found(this.texts.get(claim.text.id));
    expect(this.key(text.key).held).toBe(false);
    expect(this.due(text.key, text.priority)[0]?.id).toBe(text.id);
    for (const urgent of PRIORITIES.slice(0, PRIORITIES.indexOf(text.priority))) {
      if (this.#surelyHasRoom(text.key, urgent)) expect(this.due(text.key, urgent)).toEqual([]);
    }
    this.take(claim.id, text.key, text.priority);
    this.move(text, 'sending');
    this.claims.push(claim);
  }

  /** Checks that no text was waiting that certainly could be claimed. */
  nothingClaimed(): void {
    for (const key of this.#keys.keys()) {
      for (const priority of PRIORITIES) {
        if (this.#surelyHasRoom(key, priority)) expect(this.due(key, priority)).toEqual([]);
      }
    }
  }

  replied(slotId: string): void {
    const slot = this.slots.get(slotId);
    if (slot && slot.freeAt === null) slot.freeAt = this.now + SLOT_MS;
  }
}

function count(outcomes: Map<string, number>, id: string): void {
  outcomes.set(id, (outcomes.get(id) ?? 0) + 1);
}
