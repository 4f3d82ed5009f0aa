import { z } from 'zod';
import { toMillionths } from '../../domain/credits.ts';
import { toldUntil } from '../../domain/pace.ts';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';
import type { Outbox } from '../ports.ts';
import { toText } from '../rows.ts';
import { endsTrial } from '../trial.ts';
import { toRow } from './hashes.ts';
import type { Scripts } from './scripts.ts';
import type { Server } from './server.ts';

type Claims = Pick<Outbox, 'claim' | 'takeSlot' | 'freeSlot' | 'settle' | 'release' | 'reap'>;

/** A key that waits for replies is looked at again this much later even if none wakes it. */
const LOOK_AGAIN_MS = 30_000;
/** So many leases are looked at in one step: more would keep Redis to themselves for too long. */
const STEP = 1000;
/** No request to the SMS service lasts so long, so its slot was forgotten. */
const FLIGHT_MS = 60_000;

/** Each as [claim id, the text's hash]. */
const claimsSchema = z.array(z.tuple([z.string(), z.unknown()]));

export function createClaims(parts: {
  scripts: Scripts;
  server: Server;
  newId: () => string;
  graceMs: number;
  log: Log;
}): Claims {
  const { scripts, server, newId, graceMs, log } = parts;
  /** Claims whose answer was lost: if they happened, nothing was sent for them, and they are given back. */
  const lost = new Map<string, { count: number }>();

  /** A step that takes something, by an id of ours: when the answer is lost, it is given back later. */
  async function taking(
    name: string,
    given: { id: string; count: number; now: number; [more: string]: unknown },
  ): Promise<unknown> {
    try {
      return await scripts.runInTime(name, given);
    } catch (error) {
      if (error instanceof StorageError && error.unsure) lost.set(given.id, given);
      throw error;
    }
  }

  async function giveBackLost(now: number): Promise<void> {
    for (const [id, { count }] of lost) {
      await scripts.run('give-back', { id, count, now });
      lost.delete(id);
      log.info({ claim: id }, 'a claim whose answer was lost was given back');
    }
  }

  return {
    async claim(now, limit) {
      if (server.now() < server.quietUntil()) return [];
      await giveBackLost(now);
      const given = { id: newId(), now, count: limit, lookAgainMs: LOOK_AGAIN_MS };
      const claims = claimsSchema.parse(await taking('claim', given));
      return claims.map(([id, text]) => ({ id, text: toText(toRow(text)), claimedAt: now }));
    },
    takeSlot: async (fingerprint, now) =>
      z
        .string()
        .nullable()
        .parse(await taking('take-slot', { id: newId(), count: 0, fingerprint, now })),
    async freeSlot(id, now) {
      await scripts.run('free-slot', { id, now });
    },
    async settle(claim, settlement, now) {
      const { fingerprint, id: text } = claim.text;
      const { claimedAt } = claim;
      const about = {
        claim: claim.id,
        text,
        fingerprint,
        now,
        claimedAt,
        older: claimedAt < server.since(),
        kind: settlement.kind,
        endsTrial: endsTrial(settlement),
      };
      if (settlement.kind === 'sent') {
        const { logId, cost, balance } = settlement;
        await scripts.run('settle', {
          ...about,
          log_id: logId,
          cost,
          millionths: cost && toMillionths(cost),
          balance,
        });
      } else if (settlement.kind === 'refused') {
        const { problem, hold } = settlement;
        await scripts.run('settle', { ...about, problem: JSON.stringify(problem), hold });
      } else await scripts.run('settle', { ...about, uncertain: settlement.why });
    },
    async release(claim, { notBefore, why, counted, ifUncertain, backOff }, now) {
      const { fingerprint, id: text } = claim.text;
      await scripts.run('release', {
        claim: claim.id,
        text,
        fingerprint,
        now,
        notBefore,
        counted,
        why,
        ifUncertain: JSON.stringify(ifUncertain),
        tellUntil: why && toldUntil(why, notBefore),
        blockedUntil: backOff?.until,
        slowUntil: backOff?.slowUntil,
      });
    },
    reap: async now =>
      z.int().parse(await scripts.run('reap', { now, graceMs, flightMs: FLIGHT_MS, limit: STEP })),
  };
}
