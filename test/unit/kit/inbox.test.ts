import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { retriedId } from '../../../src/kit/inbox/model.ts';
import { pack, readInbox, STOOD_STILL } from '../../../src/kit/inbox/reading.ts';
import { STATE } from '../../../src/kit/stalls/stalls.ts';

const schemas = { state: z.object({ n: z.int() }), event: z.object({ say: z.string() }) };
const address = { kind: 'alerts', workspace: 'T1', name: '' } as const;
const read = (
  state: string | null,
  events: string[],
  ids = events.map((_, index) => `event-${index}`),
  refused: string[] = [],
) => {
  let idCount = 0;
  return runToEnd(
    readInbox(
      {
        address,
        version: 0,
        state,
        events,
        eventIds: ids,
        isSuspect: refused.length > 0,
        refused,
      },
      schemas,
      () => `aside-${++idCount}`,
    ),
  );
};

test('each event is read separately; an unreadable one is reported with its hook if it names one', () => {
  const leased = read('{"n":1}', ['{"say":"a"}', '{"hook":"h1","say":7}', '{"say', '{"say":"b"}']);
  expect(leased).toMatchObject({ state: { n: 1 }, earlier: [], events: [{ say: 'a' }, { say: 'b' }] });
  expect(leased.unreadable).toEqual([
    {
      id: 'aside-1',
      body: '{"hook":"h1","say":7}',
      about: 'h1',
      why: 'unknown or missing: say',
      isKnown: false,
    },
    { id: 'aside-2', body: '{"say', about: null, why: 'not JSON', isKnown: false },
  ]);
});

test('an event that stalled the app isn’t read again, whatever it contains', () => {
  const events = read('{"n":1}', ['{"say":"a"}', '{"hook":"h1","say":"b"}'], undefined, ['event-1']);
  expect(events).toMatchObject({ state: { n: 1 }, events: [{ say: 'a' }] });
  expect(events.unreadable).toMatchObject([{ id: 'aside-1', about: 'h1', why: STOOD_STILL, isKnown: false }]);
  const state = read('{"n":1}', [], [], [STATE]);
  expect(state).toMatchObject({ state: null, events: [] });
  expect(state.unreadable).toMatchObject([
    { body: JSON.stringify({ earlier: '{"n":1}' }), why: STOOD_STILL },
  ]);
});

test('an event that is put back and still can’t be read keeps its id, and isn’t reported again', () => {
  const { unreadable } = read(null, ['{"say', '{"say'], ['event-0', retriedId('aside-7')]);
  expect(unreadable.map(({ id, isKnown }) => [id, isKnown])).toEqual([
    ['aside-1', false],
    ['aside-7', true],
  ]);
});

test('an unreadable state is kept as an event; put back, it is read as an earlier state', () => {
  const [quarantine] = read('{"n":"newer"}', []).unreadable;
  expect(quarantine).toMatchObject({ body: JSON.stringify({ earlier: '{"n":"newer"}' }), about: null });
  expect(read(null, [quarantine?.body ?? '']).unreadable).toMatchObject([{ body: quarantine?.body }]);
  const mended = JSON.stringify({ earlier: '{"n":7}' });
  expect(read('{"n":1}', [mended])).toMatchObject({
    state: { n: 1 },
    earlier: [{ n: 7 }],
    events: [],
    unreadable: [],
  });
});

describe('long content is compressed in the store,', () => {
  const long = (say: string): string => JSON.stringify({ hook: 'h1', say: say.repeat(400 * 1024) });

  test('and reads the same, also as a quarantined state', () => {
    const state = JSON.stringify({ n: 1, more: 'x'.repeat(100_000) });
    expect(pack(state).length).toBeLessThan(1000);
    expect(pack('{"say":"a"}')).toBe('{"say":"a"}');
    const earlier = JSON.stringify({ earlier: pack(state) });
    const leased = read(pack(state), [pack(long('a')), '{"say":"b"}', earlier]);
    expect(leased).toMatchObject({ state: { n: 1 }, earlier: [{ n: 1 }], unreadable: [] });
    expect(leased.events.map(({ say }) => say[0])).toEqual(['a', 'b']);
  });

  test('and reported with its hook if it can’t be read, or quarantined if it can’t be decompressed', () => {
    const unreadable = pack(long('a').replace('"say"', '"cry"'));
    const torn = pack(long('a')).slice(0, 100);
    expect(read(null, [unreadable, torn]).unreadable).toMatchObject([
      { body: unreadable, about: 'h1', why: 'unknown or missing: say' },
      { body: torn, about: null },
    ]);
  });

  test('and read up to a megabyte in one turn; the remainder waits', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map(say => pack(long(say)));
    const { events, toCommit } = read(null, all);
    expect(events).toHaveLength(3);
    expect(toCommit.events).toEqual(all.slice(0, 3));
    expect(toCommit.eventIds, 'otherwise they would be lost').toEqual(['event-0', 'event-1', 'event-2']);
  });
});
