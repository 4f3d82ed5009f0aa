import { expect, test } from 'vitest';
import * as bangla from '../../../src/kit/words/bangla.ts';
import * as english from '../../../src/kit/words/english.ts';

/** In Bangladesh, six hours ahead of UTC. */
const at = (day: number, hour: number): number => Date.UTC(2026, 10, day, hour - 6);

test.each([
  [at(28, 9), at(28, 21), 'today 21:00', 'আজ রাত ৯টা'],
  [at(28, 23), at(29, 9), 'tomorrow 09:00', 'কাল সকাল ৯টা'],
  [at(28, 1), at(30, 9), 'Mon 30 Nov, 09:00', 'সোমবার ৩০ নভেম্বর, সকাল ৯টা'],
])('times nearby are worded as people say them', (now, then, en, bn) => {
  expect(english.nearAt(then, now)).toBe(en);
  expect(bangla.nearAt(then, now)).toBe(bn);
});
