import { expect, test } from 'vitest';
import type { FileTable } from '../../../src/contacts/importing/reading/table.ts';
import { createReadFile } from '../../../src/contacts/importing/reading/thread.ts';

const TABLE: FileTable = { format: 'csv', sheets: [] };
const DEAR = Buffer.alloc(300_000, 'a');
const CHEAP = Buffer.from('Ranu 01712345678');

/** Files whose reading ends when the test says so, and the names of those being read. */
function rig() {
  const running: { name: string; end: (table: FileTable) => void }[] = [];
  let naming = '';
  const readFile = createReadFile(
    bytes => new Promise(end => running.push({ name: bytes.toString().slice(0, 9), end })),
  );
  return {
    add(workspace: string, kind: 'dear' | 'cheap') {
      naming = `${workspace} ${kind}`.padEnd(9, ' ').slice(0, 9);
      const bytes = Buffer.concat([Buffer.from(naming), kind === 'dear' ? DEAR : CHEAP]);
      return readFile(workspace, bytes);
    },
    async reading() {
      await new Promise(setImmediate);
      return running.map(({ name }) => name.trim());
    },
    async end(name: string) {
      const index = running.findIndex(book => book.name.trim() === name);
      running.splice(index, 1)[0]?.end(TABLE);
      await new Promise(setImmediate);
    },
  };
}

test('nobody waits for another workspace’s expensive files: cheap ones have places of their own', async () => {
  const { add, reading, end } = rig();
  for (const workspace of ['A', 'A', 'A', 'A', 'B', 'C', 'D']) void add(workspace, 'dear');
  expect(await reading(), 'one of each workspace, two in all').toEqual(['A dear', 'B dear']);
  for (const workspace of ['A', 'E', 'F']) void add(workspace, 'cheap');
  expect(await reading()).toEqual(['A dear', 'B dear', 'A cheap', 'E cheap']);
  await end('E cheap');
  expect(await reading()).toEqual(['A dear', 'B dear', 'A cheap', 'F cheap']);
});

test('an expensive file waits for at most one file of each other workspace', async () => {
  const { add, reading, end } = rig();
  for (const workspace of ['A', 'A', 'A', 'B', 'C']) void add(workspace, 'dear');
  expect(await reading()).toEqual(['A dear', 'B dear']);
  await end('B dear');
  expect(await reading()).toEqual(['A dear', 'C dear']);
  void add('B', 'dear');
  void add('D', 'dear');
  const order: string[] = [];
  for (const name of ['A dear', 'C dear', 'B dear', 'A dear', 'D dear', 'A dear']) {
    await end(name);
    order.push((await reading()).join());
  }
  expect(order).toEqual(['C dear,A dear', 'A dear,B dear', 'A dear,D dear', 'D dear,A dear', 'A dear', '']);
});

test('a workspace with too many files waits by itself, and a cheap file is accepted, however many expensive ones are waiting', async () => {
  const { add, reading } = rig();
  const answers = Array.from({ length: 6 }, () => add('A', 'dear'));
  expect(await answers.at(-1)).toBe('busy');
  void add('B', 'dear');
  expect(await reading()).toEqual(['A dear', 'B dear']);
  for (let n = 0; n < 40; n += 1) void add(`W${n}`, 'dear');
  expect(await add('X', 'dear')).toBe('busy');
  void add('X', 'cheap');
  expect(await reading()).toEqual(['A dear', 'B dear', 'X cheap']);
});
