import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../../src/storage/errors.ts';
import { createWriter } from '../../src/storage/sqlite/writer.ts';

/* When steps of the embedded engine are said to be done, with a disk that the test answers for. */

function rig() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE rows (name TEXT)');
  const syncs: PromiseWithResolvers<void>[] = [];
  const said: string[] = [];
  const writer = createWriter(db, {
    undone: () => undefined,
    ending: () => undefined,
    sync() {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
  });
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  return {
    writer,
    said,
    syncs,
    rows: () =>
      db
        .prepare('SELECT name FROM rows')
        .all()
        .map(row => row.name),
    write(name: string, fails = false): void {
      const written = writer.write(() => {
        insert.run(name);
        if (fails) throw new Error('a step that throws');
      });
      written.then(
        () => said.push(name),
        error =>
          said.push(`${name}: ${error instanceof StorageError && error.unsure ? 'unsure' : error.message}`),
      );
    },
    /** Resolves when so many syncs were asked for. */
    asked: (count: number) => expect.poll(() => syncs.length).toBe(count),
  };
}

test('nothing is said of a step before it is on disk; what comes meanwhile goes together behind it', async () => {
  const { writer, said, syncs, rows, write, asked } = rig();
  write('one');
  await asked(1);
  write('two');
  write('three');
  expect([rows(), said]).toEqual([['one'], []]);
  syncs[0]?.resolve();
  await asked(2);
  expect([rows(), said]).toEqual([['one', 'two', 'three'], ['one']]);
  syncs[1]?.resolve();
  await writer.flushed();
  expect(said).toEqual(['one', 'two', 'three']);
});

test('a step that throws undoes itself alone, and is said to have failed', async () => {
  const { writer, said, syncs, rows, write, asked } = rig();
  write('one');
  write('two', true);
  write('three');
  await asked(1);
  syncs[0]?.resolve();
  await writer.flushed();
  expect(rows()).toEqual(['one', 'three']);
  expect(said).toEqual(['one', 'two: a step that throws', 'three']);
});

test('where the disk refuses, whoever asked is told that it may or may not be kept; the next step is tried', async () => {
  const { writer, said, syncs, write, asked } = rig();
  write('one');
  await asked(1);
  syncs[0]?.reject(new Error('EIO'));
  write('two');
  await asked(2);
  syncs[1]?.resolve();
  await writer.flushed();
  expect(said).toEqual(['one: unsure', 'two']);
});
