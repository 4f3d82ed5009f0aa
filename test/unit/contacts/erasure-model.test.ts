import { expect, test } from 'vitest';
import { isOf, withoutPerson } from '../../../src/contacts/store/erasure-model.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { Problem } from '../../../src/kit/problem.ts';

const RANU = {
  contact: 'c1',
  number: '01712345671' as LocalNumber,
  name: 'Ranu Begum',
  hasNamesake: false,
};

test('a name in a stored feature problem goes, and one that only looks like it stays', () => {
  const of = (label: string, id = 'c2'): Problem => ({
    feature: 'contacts',
    kind: 'CONTACT_UNREADABLE',
    data: { label, id },
  });
  expect(withoutPerson(RANU, of('ranu begum'))).toEqual(of('•••'));
  expect(withoutPerson(RANU, of('Somebody', 'c1'))).toEqual(of('•••', 'c1'));
  expect(isOf(RANU, of('Karim'))).toBe(false);
});

test('a name among the people for whom a template had no value goes too', () => {
  const problem: Problem = {
    kind: 'PLACEHOLDER_MISSING',
    columns: ['acres', 'Ranu Begum'],
    people: ['Karim', 'ranu  begum', '018••••5672'],
    more: 0,
  };
  expect(isOf(RANU, problem)).toBe(true);
  expect(withoutPerson(RANU, problem)).toEqual({ ...problem, people: ['Karim', '•••', '018••••5672'] });
});

test('a name that several people have stays, unless it stands beside the person’s id', () => {
  const person = { ...RANU, hasNamesake: true };
  const of = (label: string, id: string): Problem => ({
    feature: 'contacts',
    kind: 'CONTACT_UNREADABLE',
    data: { label, id },
  });
  const shared: Problem = { kind: 'NAME_SHARED', label: 'Ranu Begum' };
  for (const problem of [of('Ranu Begum', 'c2'), shared, { kind: 'named', name: 'ranu begum' }])
    expect(isOf(person, problem)).toBe(false);
  expect(withoutPerson(person, of('Ranu Begum', 'c1'))).toEqual(of('•••', 'c1'));
});
