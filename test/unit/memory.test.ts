import { expect, test } from 'vitest';
import { createMemory } from '../../src/storage/redis/memory.ts';

/** A place to read from that counts how often it is asked. */
function createPlace() {
  const place = { value: 'first' as string | undefined, asked: 0 };
  const read = async (): Promise<string | undefined> => {
    place.asked += 1;
    return place.value;
  };
  return { place, read };
}

test('what was read is not read again until it is forgotten; that there is none is remembered too', async () => {
  const memory = createMemory<string | undefined>(9);
  const { place, read } = createPlace();
  for (const value of ['first', undefined, 'third']) {
    place.value = value;
    expect([await memory.get('a', read), await memory.get('a', read)]).toEqual([value, value]);
    memory.forget('b');
    await memory.get('a', read);
    memory.forget('a');
  }
  expect(place.asked).toBe(3);
  await memory.get('a', read);
  memory.forgetAll();
  await memory.get('a', read);
  expect(place.asked).toBe(5);
});

test.each(['forget', 'forgetAll'] as const)('what is still being read at %s is not remembered', async how => {
  const memory = createMemory<string>(9);
  const old = Promise.withResolvers<string>();
  const asked = memory.get('a', () => old.promise);
  memory[how]('a');
  const later = memory.get('a', async () => 'new');
  old.resolve('old');
  expect(await asked).toBe('old');
  expect(await later).toBe('new');
  expect(await memory.get('a', async () => 'not asked')).toBe('new');
});

test('who asks while it is being read waits for the same; a failure is not remembered, nor does it undo a later reading', async () => {
  const memory = createMemory<string>(9);
  const first = Promise.withResolvers<string>();
  const asked = [
    memory.get('a', () => first.promise),
    memory.get('a', async () => Promise.reject(new Error('asked twice'))),
  ];
  memory.forget('a');
  expect(await memory.get('a', async () => 'new')).toBe('new');
  first.reject(new Error('away'));
  for (const one of asked) await expect(one).rejects.toThrow('away');
  expect(await memory.get('a', async () => 'not asked')).toBe('new');

  await expect(memory.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await memory.get('b', async () => 'there again')).toBe('there again');
});

test('no more than so many are remembered', async () => {
  const memory = createMemory<string | undefined>(2);
  const { place, read } = createPlace();
  for (const key of ['a', 'b', 'b', 'a', 'c', 'c', 'a', 'a']) await memory.get(key, read);
  expect(place.asked).toBe(4);
});
