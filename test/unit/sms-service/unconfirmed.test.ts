import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { inTransaction, mayBeWritten } from '../../../src/sms-service/store/database.ts';

it.each([
  ['SQLITE_FULL', 13, false],
  ['SQLITE_IOERR_WRITE', 778, false],
  ['SQLITE_IOERR_FSYNC', 1034, true],
  ['SQLITE_READONLY', 8, false],
])('after %s (%s), the commit may be on the disk: %s', (_, errcode, expected) => {
  expect(mayBeWritten(Object.assign(new Error('it failed'), { errcode }))).toBe(expected);
});

it('writes nothing more after a commit that may or may not be on the disk', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE texts (id INTEGER)');
  const failing = Object.create(database, {
    isTransaction: { get: () => database.isTransaction },
    exec: {
      value(sql: string) {
        if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { errcode: 1034 });
        database.exec(sql);
      },
    },
  }) as DatabaseSync;
  expect(() => inTransaction(failing, () => database.exec('INSERT INTO texts VALUES (1)'))).toThrow(
    'disk I/O',
  );
  expect(database.isTransaction).toBe(false);
  const again = () => inTransaction(database, () => database.exec('INSERT INTO texts VALUES (2)'));
  expect(again).toThrow(/readonly/);
  expect(database.prepare('SELECT count(*) AS texts FROM texts').get()).toEqual({ texts: 0 });
});
