import type { BroadcastAsk } from '../domain/broadcast.ts';
import type { Credits } from '../domain/credits.ts';
import type { Problem } from '../domain/problem.ts';
import type { Broadcast, RowFilter, RowOutcome } from '../storage/ports.ts';

/** What a broadcast will come to, as far as anybody can know before. */
export type Review = {
  broadcast: Broadcast;
  /** From what the last texts cost; null: nobody knows yet. */
  cost: Credits | null;
  /** After the last send, and how old that is; null: not known. */
  balance: { amount: Credits; ageMs: number } | null;
  /** How many texts the balance is enough for; null: for all, or not known. */
  affordable: number | null;
  /** How many texts of the same key wait before it. */
  ahead: number;
  /** How long it will take at the key's pace, with what waits before it, and when it would end (time of day). */
  durationMs: number;
  endsAt: number;
  /** Promotional: when it may begin (time of day); null: at once. */
  beginsAt: number | null;
  /** Why it can't be started as it is: too large, too expensive, nobody to text … */
  problem: Problem | null;
  /** Somebody else has to approve it. */
  needsApproval: boolean;
};

/** What people do with broadcasts, wherever they do it. Who may is judged here, and refusals are values. */
export type BroadcastService = {
  /**
   * Fixes who gets what, in the background. `onProgress` hears how far it is, about once a second; resolves when the rows
   * are fixed, or with why they can't be.
   */
  gather(
    workspace: string,
    ask: BroadcastAsk,
    given?: { of?: string; schedule?: string; onProgress?: (done: number, all: number) => void },
  ): Promise<{ ok: true; broadcast: Broadcast } | { ok: false; problem: Problem }>;
  review(workspace: string, id: string): Promise<Review | null>;
  /** The author says yes: it starts, or somebody is asked to approve it. */
  start(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  approve(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  reject(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  drop(workspace: string, id: string, by: string): Promise<void>;
  pause(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  resume(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  cancel(
    workspace: string,
    id: string,
    by: string,
  ): Promise<{ broadcast: Broadcast; went: number } | Problem>;
  /** A new broadcast (in review) for those not reached: refused or never attempted; and with `uncertain`, those too. */
  again(
    workspace: string,
    id: string,
    by: string,
    uncertain: boolean,
  ): Promise<{ ok: true; broadcast: Broadcast } | { ok: false; problem: Problem }>;
  one(workspace: string, id: string): Promise<Broadcast | null>;
  of(workspace: string, limit: number): Promise<Broadcast[]>;
  rows(
    workspace: string,
    id: string,
    asked: { filter: RowFilter; from: number; limit: number },
  ): Promise<{ rows: RowOutcome[]; next: number | null }>;
};
