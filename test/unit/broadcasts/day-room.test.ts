import { expect, test } from 'vitest';
import { type DayRoom, dayRoom } from '../../../src/broadcasts/estimate.ts';
import type { Credits } from '../../../src/kit/credits.ts';
import { timeOn } from '../../../src/kit/day.ts';
import type { Limit } from '../../../src/texts/limits.ts';

const DAY = 20_000;
const at = (time: string, day = DAY) => timeOn(day, time);
const NONE: Limit = { texts: null, credits: null };
const texts = (most: number): Limit => ({ texts: most, credits: null });
const credits = (most: string): Limit => ({ texts: null, credits: most as Credits });
const past = { cost: '0.35' as Credits, parts: 1 };
const used = (count: number, millionths = 0) => ({ texts: count, millionths, open: 0 });

type RoomInput = {
  person?: Limit;
  workspace?: Limit;
  used?: { person: number; workspace: number; millionths?: number };
  size?: { texts: number; parts: number };
  wall?: string;
  beginsAt?: number;
  pausesAt?: number;
  past?: typeof past | null;
};
const room = (fields: RoomInput): DayRoom | null =>
  dayRoom(
    { person: fields.person ?? NONE, workspace: fields.workspace ?? NONE },
    {
      person: used(fields.used?.person ?? 0, fields.used?.millionths),
      workspace: used(fields.used?.workspace ?? 0, fields.used?.millionths),
    },
    fields.past === undefined ? past : fields.past,
    fields.size ?? { texts: 500, parts: 500 },
    {
      wall: at(fields.wall ?? '10:00'),
      ahead: 0,
      beginsAt: fields.beginsAt ?? null,
      pausesAt: fields.pausesAt ?? null,
    },
  );

test('a broadcast’s review foretells what a day’s limit will hold back', () => {
  expect(room({ workspace: texts(500) })).toBeNull();
  expect(room({ workspace: texts(500), used: { person: 0, workspace: 1 } })).toEqual({
    of: 'workspace',
    room: 499,
    isToday: true,
    isEstimate: false,
    waits: 1,
    goesOnAt: at('09:00', DAY + 1),
    isLonger: false,
  });
  expect(
    room({ person: texts(200), workspace: texts(300), used: { person: 50, workspace: 250 } }),
  ).toMatchObject({ of: 'workspace', room: 50, waits: 450, isLonger: true });
  expect(room({ person: texts(10), used: { person: 10, workspace: 10 } })).toMatchObject({
    of: 'person',
    room: 0,
    waits: 500,
  });
});

test('in credits, it counts parts at their last price, and says nothing without one', () => {
  const facts = { workspace: credits('35'), size: { texts: 100, parts: 200 } };
  expect(room(facts)).toMatchObject({ room: 50, waits: 50, isEstimate: true, isLonger: false });
  const spent = { person: 1, workspace: 1, millionths: 34_700_000 };
  expect(room({ ...facts, used: spent })).toMatchObject({ room: 0, waits: 100 });
  expect(room({ ...facts, past: null })).toBeNull();
});

test('a broadcast that begins on another day has that whole day, and texts after midnight don’t count for today', () => {
  const full = { workspace: texts(100), used: { person: 0, workspace: 100 } };
  expect(room({ ...full, wall: '22:00', beginsAt: at('09:00', DAY + 1) })).toMatchObject({
    isToday: false,
    room: 100,
    waits: 400,
    goesOnAt: at('09:00', DAY + 2),
  });
  expect(room({ workspace: texts(400), wall: '23:58' })).toBeNull();
  expect(room({ workspace: texts(400), wall: '20:58', pausesAt: at('21:00') })).toBeNull();
  expect(room({ workspace: texts(60), wall: '23:58' })).toMatchObject({ room: 60, waits: 440 });
});
