import { expect, test } from 'vitest';
import { isOf, withoutPerson } from '../../../src/contacts/store/forgetting-model.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { Problem } from '../../../src/kit/problem.ts';

const RANU = { contact: 'c1', number: '01712345671' as LocalNumber, name: 'Ranu Begum' };

test('a name among those of whom a template said what nobody had filled in goes too', () => {
  const problem: Problem = {
    kind: 'PLACEHOLDER_MISSING',
    columns: ['acres', 'Ranu Begum'],
    people: ['Karim', 'ranu  begum', '018••••5672'],
    more: 0,
  };
  expect(isOf(RANU, problem)).toBe(true);
  expect(withoutPerson(RANU, problem)).toEqual({ ...problem, people: ['Karim', '•••', '018••••5672'] });
});
