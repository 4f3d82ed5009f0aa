import { setImmediate as endOfTurn } from 'node:timers/promises';
import { z } from 'zod';
import { toMillionths } from '../../domain/credits.ts';
import { toldUntil } from '../../domain/pace.ts';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';
import type { Claim, Outbox, Settlement } from '../ports.ts';
import { readEach } from '../reading.ts';
import { laneNumber, toText } from '../rows.ts';
import { endsTrial } from '../trial.ts';
import type { Asides } from './aside.ts';
import { gathering } from './gathering.ts';
import { toRow } from './hashes.ts';
import type { Scripts } from './scripts.ts';
import type { Server } from './server.ts';

/** How a claim ended, and when. */
type Ending = { claim: Claim; settlement: Settlement; now: number };

type Claims = Pick<Outbox, 'claim' | 'takeSlot' | 'freeSlot' | 'settle' | 'release' | 'reap'>;

/** A key that waits for replies is looked at again this much later even if none wakes it. */
const LOOK_AGAIN_MS = 30_000;
/** So many leases are looked at in one step: more would keep Redis to themselves for too long. */
const STEP = 1000;
/** The same for claims that end. */
const STEP_SETTLED = 50;
/** No request to the SMS service lasts so long, so its slot was forgotten. */
const FLIGHT_MS = 60_000;

/** Each as [claim id, text id, fields of the text]. */
const claimsSchema = z.array(z.tuple([z.string(), z.string(), z.array(z.unknown())]));

export function createClaims(parts: {
  scripts: Scripts;
  asides: Asides;
  server: Server;
  newId: () => string;
  graceMs: number;
  log: Log;
}): Claims {
  const { scripts, asides, server, newId, graceMs, log } = parts;
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

  async function claimSome(now: number, limit: number): Promise<Claim[]> {
    const given = { id: newId(), now, count: limit, lookAgainMs: LOOK_AGAIN_MS };
    const claims = claimsSchema.parse(await taking('claim', given));
    const { values, unreadable } = readEach(
      claims,
      ([id, , flat]): Claim => ({ id, text: toText(toRow(['state', 'sending', ...flat])), claimedAt: now }),
    );
    if (unreadable.length === 0) return values;
    const aside = unreadable.map(({ row: [claim, id], why }) => ({ kind: 'text', id, why, claim }) as const);
    if (!(await asides.put(aside, now))) {
      for (const { claim } of aside) lost.set(claim, { count: 0 });
      return values;
    }
    // Others go in their place; those that are claimed already go in any case.
    return [...values, ...(await claimSome(now, unreadable.length).catch(() => []))];
  }

  const settle = gathering<Ending, unknown>({
    most: STEP_SETTLED,
    atOnce: 1,
    run(endings) {
      const since = server.since();
      return scripts.runEach(
        'settle',
        'claims',
        endings.map(ending => toSettled(ending, since)),
      );
    },
  });

  return {
    async claim(now, limit) {
      if (server.now() < server.quietUntil()) return [];
      // What is planned in this turn of the event loop goes before, and is claimed.
      await endOfTurn();
      await giveBackLost(now);
      return claimSome(now, limit);
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
      await settle({ claim, settlement, now });
    },
    async release(claim, { notBefore, why, counted, ifUncertain, backOff }, now) {
      await scripts.run('release', {
        ...toArgument(claim),
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

function toArgument({ id, text: { id: text, lane, fingerprint } }: Claim) {
  return { claim: id, text, lane: laneNumber(lane), fingerprint };
}

/** @param since what Redis was told before, it may have forgotten */
function toSettled({ claim, settlement, now }: Ending, since: number) {
  const { kind } = settlement;
  const { claimedAt } = claim;
  const common = {
    ...toArgument(claim),
    now,
    claimedAt,
    older: claimedAt < since,
    kind,
    endsTrial: endsTrial(settlement),
  };
  if (kind === 'uncertain') return { ...common, uncertain: settlement.why };
  if (kind === 'refused')
    return { ...common, problem: JSON.stringify(settlement.problem), hold: settlement.hold };
  const { logId, cost, balance } = settlement;
  return { ...common, log_id: logId, cost, millionths: cost && toMillionths(cost), balance };
}
