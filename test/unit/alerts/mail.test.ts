import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readInbox } from '../../../src/alerts/mail.ts';
import { pack } from '../../../src/alerts/packing.ts';
import { atOnce } from '../../../src/domain/steps.ts';

const schemas = { state: z.object({ n: z.int() }), letter: z.object({ say: z.string() }) };
const box = { kind: 'alerts', workspace: 'T1', name: '' } as const;
const read = (state: string | null, letters: string[]) => {
  let made = 0;
  return atOnce(readInbox({ box, version: 0, state, letters, taken: [] }, schemas, () => `aside-${++made}`));
};

test('each letter is read by itself; of one that can’t be, the hook is named where it says so', () => {
  const mail = read('{"n":1}', ['{"say":"a"}', '{"hook":"h1","say":7}', '{"say', '{"say":"b"}']);
  expect(mail).toMatchObject({ state: { n: 1 }, earlier: [], letters: [{ say: 'a' }, { say: 'b' }] });
  expect(mail.unreadable).toEqual([
    { id: 'aside-1', body: '{"hook":"h1","say":7}', about: 'h1', why: 'unknown or missing: say' },
    { id: 'aside-2', body: '{"say', about: null, why: 'not JSON' },
  ]);
});

test('a state that can’t be read is kept as a letter; put in again, it is read as an earlier state', () => {
  const [aside] = read('{"n":"newer"}', []).unreadable;
  expect(aside).toMatchObject({ body: JSON.stringify({ earlier: '{"n":"newer"}' }), about: null });
  expect(read(null, [aside?.body ?? '']).unreadable).toMatchObject([{ body: aside?.body }]);
  const mended = JSON.stringify({ earlier: '{"n":7}' });
  expect(read('{"n":1}', [mended])).toMatchObject({
    state: { n: 1 },
    earlier: [{ n: 7 }],
    letters: [],
    unreadable: [],
  });
});

describe('what is long is packed where it is stored,', () => {
  const long = (say: string): string => JSON.stringify({ hook: 'h1', say: say.repeat(400 * 1024) });

  test('and read as what it was, also as a state that was set aside, and beside what an earlier version stored', () => {
    const state = JSON.stringify({ n: 1, more: 'x'.repeat(100_000) });
    expect(pack(state).length).toBeLessThan(1000);
    expect(pack('{"say":"a"}')).toBe('{"say":"a"}');
    const earlier = JSON.stringify({ earlier: pack(state) });
    const mail = read(pack(state), [pack(long('a')), '{"say":"b"}', earlier]);
    expect(mail).toMatchObject({ state: { n: 1 }, earlier: [{ n: 1 }], unreadable: [] });
    expect(mail.letters.map(({ say }) => say[0])).toEqual(['a', 'b']);
  });

  test('and named by its hook where it can’t be read, or set aside where it can’t be unpacked', () => {
    const unreadable = pack(long('a').replace('"say"', '"cry"'));
    const torn = pack(long('a')).slice(0, 100);
    expect(read(null, [unreadable, torn]).unreadable).toMatchObject([
      { body: unreadable, about: 'h1', why: 'unknown or missing: say' },
      { body: torn, about: null },
    ]);
  });

  test('and looked at as far as it comes to a megabyte; the rest is left where it is', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map(say => pack(long(say)));
    const { letters, mail } = read(null, all);
    expect(letters).toHaveLength(3);
    expect(mail.letters).toEqual(all.slice(0, 3));
  });
});
