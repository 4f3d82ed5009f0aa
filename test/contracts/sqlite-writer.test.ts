import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { StorageError } from '../../src/kit/store/errors.ts';
import { createWriter } from '../../src/kit/store/sqlite/writer.ts';

/* When the embedded engine reports steps as done, on a disk that the test controls. */

const PATH = '/data/sms.db';
/** As SQLite reports them (https://www.sqlite.org/rescode.html). */
const [FULL, WRITE_REFUSED, SYNC_FAILED] = [13, 778, 1034] as const;

const sqliteError = (errcode: number): Error =>
  Object.assign(new Error('of the disk'), { code: 'ERR_SQLITE_ERROR', errcode });

function rig() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE rows (name TEXT)');
  /** The disk at the next commit: by default it works; `keeps`: it fails after writing the data. */
  const disk = { fails: null as number | null, keeps: false, commits: 0, missing: null as string | null };
  const failures: StorageError[] = [];
  const commit = db.prepare('COMMIT');
  const handle = {
    prepare: (sql: string) => (sql === 'COMMIT' ? { run: commitOrFail } : db.prepare(sql)) as never,
    get isOpen() {
      return db.isOpen;
    },
    get isTransaction() {
      return db.isTransaction;
    },
  };
  function commitOrFail(): void {
    const { fails } = disk;
    if (fails === null || disk.keeps) commit.run();
    disk.commits += 1;
    if (fails !== null) throw sqliteError(fails);
  }
  const writer = createWriter(PATH, handle, {
    ending: () => undefined,
    missing: () => disk.missing,
    failed: error => failures.push(error),
  });
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  return {
    writer,
    disk,
    failures,
    insert,
    rows: () =>
      db
        .prepare('SELECT name FROM rows')
        .all()
        .map(row => row.name),
    /** Writes a row for each name; returns each result: done, or the failure. */
    async write(...names: string[]): Promise<string[]> {
      const written = names.map(name => writer.write(() => void insert.run(name)));
      return (await Promise.allSettled(written)).map(result => {
        if (result.status === 'fulfilled') return 'done';
        const { reason } = result;
        return `${reason.unsure ? 'unsure' : 'refused'}: ${reason.message}`;
      });
    },
  };
}

test('requests in one turn share a transaction', async () => {
  const { disk, rows, write } = rig();
  expect(await write('one', 'two')).toEqual(['done', 'done']);
  expect([rows(), disk.commits]).toEqual([['one', 'two'], 1]);
});

test.each([
  ['that is full', FULL, 'the disk is full'],
  ['that refuses a write', WRITE_REFUSED, 'the disk fails'],
])(
  'a disk %s: none of the steps is stored and each gets the reason; they are retried when there is room',
  async (_name, fails, why) => {
    const { disk, rows, write, failures } = rig();
    disk.fails = fails;
    const refusal = `refused: ${PATH} can't be written: ${why}.`;
    expect(await write('one', 'two')).toEqual([refusal, refusal]);
    expect(rows()).toEqual([]);
    disk.fails = null;
    expect(await write('one')).toEqual(['done']);
    expect([rows(), failures]).toEqual([['one'], []]);
  },
);

test.each([
  ['lost what it had', false],
  ['kept it all the same', true],
])(
  'a sync that fails on a disk that %s: no step is reported as done, and no later one is written',
  async (_name, keeps) => {
    const { disk, rows, write, failures } = rig();
    await write('before');
    Object.assign(disk, { fails: SYNC_FAILED, keeps });
    const why = `What was written last to ${PATH} may be lost: the disk fails. The app has to be started again.`;
    expect(await write('one', 'two')).toEqual([`unsure: ${why}`, `unsure: ${why}`]);
    expect(failures).toEqual([expect.objectContaining({ message: why, unsure: true })]);
    disk.fails = null;
    const { commits } = disk;
    expect(await write('three')).toEqual([`refused: ${why}`]);
    expect([rows(), disk.commits, failures.length]).toEqual([
      keeps ? ['before', 'one', 'two'] : ['before'],
      commits,
      1,
    ]);
  },
);

test('while a file is missing from its folder, no step is written', async () => {
  const { disk, rows, write, failures } = rig();
  disk.missing = PATH;
  expect(await write('one')).toEqual([
    `refused: ${PATH} was deleted, moved or replaced while the app runs, so nothing is written: put it back, or start the app again.`,
  ]);
  expect(disk.commits).toBe(0);
  disk.missing = null;
  expect(await write('one')).toEqual(['done']);
  expect([rows(), failures]).toEqual([['one'], []]);
});

test('a step that can’t be written fails none of the others in its transaction', async () => {
  const { writer, rows, write } = rig();
  const tooBig = writer.write(() => {
    throw Object.assign(new Error('string or blob too big'), { code: 'ERR_SQLITE_ERROR', errcode: 18 });
  });
  const otherWrites = write('one', 'two');
  await expect(tooBig).rejects.toThrow(`${PATH} can't be written`);
  expect(await otherWrites).toEqual(['done', 'done']);
  expect(rows()).toEqual(['one', 'two']);
});

test('a deferred write shares the transaction of the next request', async () => {
  const { writer, disk, rows, insert, write } = rig();
  const soon = [1, 2].map(nth => writer.write(() => void insert.run(`soon ${nth}`), 'soon'));
  await endOfTurn();
  expect([rows(), disk.commits]).toEqual([[], 0]);
  expect(await write('now')).toEqual(['done']);
  await Promise.all(soon);
  expect([rows(), disk.commits]).toEqual([['soon 1', 'soon 2', 'now'], 1]);
});

test('a deferred write is written by itself after a while, and at the end', async () => {
  const { writer, rows, insert } = rig();
  await writer.write(() => void insert.run('by itself'), 'soon');
  const atTheEnd = writer.write(() => void insert.run('at the end'), 'soon');
  await writer.flushed();
  expect(rows()).toEqual(['by itself', 'at the end']);
  await atTheEnd;
});

test('every request before the end is written', async () => {
  const { writer, rows, write } = rig();
  const written = write('one');
  await writer.flushed();
  expect(rows()).toEqual(['one']);
  expect(await written).toEqual(['done']);
});

test('each step of a shared transaction runs in the async context of its caller', async () => {
  const { writer } = rig();
  const name = new AsyncLocalStorage<string>();
  const results = ['one', 'two'].map(caller => name.run(caller, () => writer.write(() => name.getStore())));
  expect(await Promise.all(results)).toEqual(['one', 'two']);
});
