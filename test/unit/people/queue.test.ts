import { expect, test } from 'vitest';
import { createReadFile } from '../../../src/people/reading/queue.ts';
import type { FileTable } from '../../../src/people/reading/table.ts';

const TABLE: FileTable = { format: 'csv', sheets: [] };
const DEAR = Buffer.alloc(300_000, 'a');
const CHEAP = Buffer.from('Ranu 01712345678');
const PASTED = { isPasted: true };

/** Files that take until they are told to end, and the names of those being read. */
function rig() {
  let time = 0;
  const running: { name: string; end: (table: FileTable) => void }[] = [];
  let naming = '';
  const readFile = createReadFile(
    bytes => new Promise(end => running.push({ name: bytes.toString().slice(0, 9), end })),
    () => time,
  );
  return {
    add(workspace: string, kind: 'dear' | 'cheap' | 'pasted') {
      naming = `${workspace} ${kind}`.padEnd(9, ' ').slice(0, 9);
      const bytes = Buffer.concat([Buffer.from(naming), kind === 'dear' ? DEAR : CHEAP]);
      return readFile(workspace, bytes, kind === 'pasted' ? PASTED : undefined);
    },
    async reading() {
      await new Promise(setImmediate);
      return running.map(({ name }) => name.trim());
    },
    async end(name: string, took = 1) {
      time += took;
      const index = running.findIndex(one => one.name.trim() === name);
      running.splice(index, 1)[0]?.end(TABLE);
      await new Promise(setImmediate);
    },
  };
}

test('nobody waits for another workspace’s files: the cheap go before the dear, a paste before both', async () => {
  const { add, reading, end } = rig();
  for (const workspace of ['A', 'A', 'B', 'C']) void add(workspace, 'dear');
  expect(await reading(), 'one of each workspace, two in all').toEqual(['A dear', 'B dear']);
  void add('D', 'cheap');
  void add('E', 'cheap');
  void add('F', 'pasted');
  expect(await reading()).toEqual(['A dear', 'B dear', 'D cheap', 'F pasted']);
  await end('F pasted');
  expect(await reading(), 'what is left is kept for pastes').toEqual(['A dear', 'B dear', 'D cheap']);
  await end('A dear', 30_000);
  expect(await reading(), 'C has waited less long than A, but A’s files have taken their time').toEqual([
    ...['B dear', 'D cheap', 'E cheap'],
  ]);
  await end('D cheap');
  expect(await reading()).toEqual(['B dear', 'E cheap', 'C dear']);
});

test('a workspace with too many files waits by itself', async () => {
  const { add, reading } = rig();
  const asked = Array.from({ length: 6 }, () => add('A', 'dear'));
  expect(await asked.at(-1)).toBe('busy');
  void add('B', 'dear');
  expect(await reading()).toEqual(['A dear', 'B dear']);
});
