import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorReply } from '@redis/client';
import type { TimeSource } from '../../domain/clock.ts';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { MOVE_TO_RECORDS } from './earlier.ts';
import { createLeader, isBeingLed, type Leader, Overtaken, type RedisMigration } from './leading.ts';
import { PREFIX } from './prefix.ts';
import { scan, scanFor } from './scan.ts';

/**
 * The data by version: `MIGRATIONS[n]` leads from version n + 1 to n + 2. Never change a released one; add the next. Data
 * without a version, and no data at all, count as version 1.
 */
export const MIGRATIONS: readonly RedisMigration[] = [MOVE_TO_RECORDS];

/** The version of the data that a program with these migrations works with. Its processes store it in their signs of life. */
export const versionOf = (migrations: readonly RedisMigration[]): number => migrations.length + 1;

const KEY = `${PREFIX}version`;
/** The versions that the data was converted from, each until nothing of it is left. */
const LED_FROM = `${PREFIX}led_from`;
const LOOK_AGAIN_MS = 500;

/** This program can't work with the data: somebody has to look into it. */
export class DataVersionError extends StorageError {
  override name = 'DataVersionError';
}

export type BringUpToDate = {
  connection: Connection;
  log: Log;
  time: TimeSource;
  migrations: readonly RedisMigration[];
  /** This process. */
  leader: Leader;
  /** How long to wait for processes of an earlier version to be gone. */
  patienceMs: number;
  /** Called before the data is converted: nobody else may write then. */
  moving(): void;
};

/**
 * Converts the data from its version to ours, step by step, whoever else does so at the same time.
 *
 * @throws DataVersionError if a newer program made it, an earlier one is still running, or a step fails
 */
export async function bringUpToDate(parts: BringUpToDate): Promise<void> {
  const { connection, migrations } = parts;
  for (;;) {
    const stored = await connection.ask(client => client.get(KEY));
    const version = Number(stored ?? 1);
    if (version === versionOf(migrations)) {
      if (!(await isBeingLed(connection))) return clearAway(connection, migrations);
      parts.moving();
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    const migration = migrations[version - 1];
    if (migration === undefined) {
      throw new DataVersionError(
        `The data on Redis has version ${stored} and this program knows ${versionOf(migrations)}: run the newer program that made it.`,
      );
    }
    parts.moving();
    await waitToBeAlone(parts, version);
    await leadOn(parts, version, migration);
  }
}

/** Processes store the version they work with in their signs of life: the first version stored a 1. */
async function isAlone(connection: Connection, version: number): Promise<boolean> {
  const owners = await scanFor(connection, name => name.startsWith('owner:'));
  if (owners.length === 0) return true;
  const works = await connection.ask(client => client.mGet(owners.map(name => PREFIX + name)));
  return !works.some(one => one !== null && Number(one) <= version);
}

async function waitToBeAlone(
  { connection, log, time, patienceMs }: BringUpToDate,
  version: number,
): Promise<void> {
  const began = time.monotonic();
  for (let turn = 0; !(await isAlone(connection, version)); turn++) {
    if (turn === 0)
      log.warn('another process on this Redis still runs the earlier version: waiting for it to stop');
    if (time.monotonic() - began >= patienceMs)
      throw new DataVersionError(
        'Another process on this Redis still runs the earlier version: stop it first.',
      );
    await sleep(LOOK_AGAIN_MS);
  }
}

async function leadOn(parts: BringUpToDate, version: number, migration: RedisMigration): Promise<void> {
  const { connection, log, time, leader } = parts;
  const began = time.monotonic();
  let led: Awaited<ReturnType<typeof createLeader>> = null;
  try {
    led = await createLeader(connection, migration, version, leader);
    if (!led) {
      await sleep(LOOK_AGAIN_MS);
      return;
    }
    const counts = await migration.lead({ connection, write: led.write });
    // What a process changed that started meanwhile may have been read before the change, so read everything again.
    if (!(await isAlone(connection, version))) return;
    await led.end();
    const what = { version: version + 1, ...counts, ms: Math.round(time.monotonic() - began) };
    if (Object.keys(counts).length > 0) log.info(what, 'converted the data on Redis to this version');
  } catch (error) {
    // If somebody else took over, half-finished data is not an error.
    const now = await connection.ask(client => client.get(KEY));
    if (error instanceof Overtaken || Number(now ?? 1) !== version) return;
    await led?.leave();
    throw isFault(error) ? cantBeLed(version, error) : error;
  }
}

async function clearAway({ ask }: Connection, migrations: readonly RedisMigration[]): Promise<void> {
  const left = await ask(client => client.sMembers(LED_FROM));
  if (left.length === 0) return;
  const isLeftOver = (name: string): boolean =>
    left.some(version => migrations[Number(version) - 1]?.isLeftOver(name));
  for await (const names of scan({ ask })) {
    const some = names.filter(isLeftOver).map(name => PREFIX + name);
    if (some.length > 0) await ask(client => client.unlink(some));
  }
  await ask(client => client.sRem(LED_FROM, left));
}

/** A migration that is wrong, or meets something unexpected; not a Redis that just doesn't accept writes. */
function isFault(error: unknown): boolean {
  if (!(error instanceof StorageError)) return true;
  return error.cause instanceof ErrorReply && /^(ERR|WRONGTYPE)\b/.test(error.cause.message);
}

function cantBeLed(version: number, cause: unknown): DataVersionError {
  return new DataVersionError(
    `The data on Redis can't be brought from version ${version} to ${version + 1}: run the program that made it, and report this.`,
    { cause },
  );
}
