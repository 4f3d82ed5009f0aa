import { expect, test } from 'vitest';
import { z } from 'zod';
import { readMail } from '../../../src/alerts/mail.ts';

const schemas = { state: z.object({ n: z.int() }), letter: z.object({ say: z.string() }) };
const box = { kind: 'alerts', workspace: 'T1', name: '' } as const;
const read = (state: string | null, letters: string[]) => {
  let made = 0;
  return readMail({ box, version: 0, state, letters }, schemas, () => `aside-${++made}`);
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
  expect(read('{"n":1}', [mended])).toEqual({
    state: { n: 1 },
    earlier: [{ n: 7 }],
    letters: [],
    unreadable: [],
  });
});
