import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactOf } from '../../../src/contacts/contact.ts';
import {
  hitOf,
  lineOf,
  matching,
  nearIn,
  relined,
  soughtBy,
} from '../../../src/contacts/store/search-index.ts';
import { fold } from '../../../src/kit/name-matching.ts';
import { soughtName } from '../../../src/kit/name-sounds.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { leadingNames } from '../../../src/texts/parse/name.ts';

const line = (name: string, number = '01712345678') =>
  lineOf({ ...contactOf({ id: `of ${name}`, workspace: 'T1', number: number as LocalNumber }), name });
const lines = (...names: string[]) => names.map(name => line(name)).join('\n');
const namesFound = (text: string, typed: string) =>
  matching(text, soughtBy(typed))
    .toSorted()
    .map(match => hitOf(match).folded);

test('names that begin with the search come first, then those with such a word, then any other match', () => {
  expect(namesFound(lines('Shahranu', 'Begum Ranu', 'Ranu Begum'), 'ranu')).toEqual([
    'ranu begum',
    'begum ranu',
    'shahranu',
  ]);
});

test('any part of any name finds it, and its line leads to the contact', () => {
  const name = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'aZ বক়ড়\u200d01') });
  fc.assert(
    fc.property(name, fc.nat(19), fc.nat(19), (whole, from, to) => {
      const folded = fold(whole);
      const part = folded.slice(Math.min(from, to), Math.max(from, to) + 1);
      const hits = matching(lines(whole, 'Somebody Else'), soughtBy(part)).map(hitOf);
      expect(hits.map(({ id }) => id)).toContain(`of ${whole}`);
    }),
  );
});

test('a search among many lines finds exactly the lines that match alone', () => {
  const unit = fc.constantFrom(...'ab 01');
  const name = fc.string({ minLength: 1, maxLength: 5, unit });
  const number = fc.string({ minLength: 4, maxLength: 4, unit: fc.constantFrom(...'01') });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, number)), fc.string({ maxLength: 4, unit }), (people, typed) => {
      const all = [...new Set(people.map(([name, end]) => line(name, `0171000${end}`)))];
      const sought = soughtBy(typed);
      const alone = all.flatMap(nameLine => matching(nameLine, sought));
      expect(matching(all.join('\n'), sought).toSorted()).toEqual(alone.toSorted());
    }),
  );
});

test('the end of a number finds it, in the digits of any script; two digits or a middle do not', () => {
  const text = line('Ranu', '01798765432');
  expect(namesFound(text, '5432')).toEqual(['ranu']);
  expect(namesFound(text, '+880 1798-765432')).toEqual(['ranu']);
  expect(namesFound(text, '৪৩২')).toEqual(['ranu']);
  expect(namesFound(text, '32')).toEqual([]);
  expect(namesFound(text, '9876')).toEqual([]);
});

test('the nearest name is the one most like the beginning of the text, within a limit', () => {
  const near = (typed: string) => {
    const names = leadingNames(typed).map(({ name }) => soughtName(name, true));
    const hits = nearIn(lines('Ranu Begum', 'Ranu Akter', 'Rana', 'Al'), names);
    return hits.map(({ line }) => hitOf(` ${line}`).folded);
  };
  expect(near('Rano Begam The truck is here')).toEqual(['ranu begum']);
  expect(near('Ranu where are you'), 'part of a name, in each that has it').toEqual([
    'ranu begum',
    'ranu akter',
  ]);
  expect(near('rama where are you')).toEqual(['rana']);
  expect(near('bo said so')).toEqual([]);
  expect(near('nobody like that')).toEqual([]);
});

test('a line that changes leaves the others unchanged', () => {
  const [ranu, rana, shirin] = [line('Ranu'), line('Rana'), line('Shirin')];
  expect(relined('', new Set(), [ranu])).toBe(ranu);
  expect(relined(`${ranu}\n${rana}`, new Set([ranu]), [shirin])).toBe(`${rana}\n${shirin}`);
  expect(relined(ranu, new Set([ranu]), [])).toBe('');
});

test('a name in the other script and a column match, after names that are spelled that way', () => {
  const of = (name: string, columns: Record<string, string> = {}) =>
    lineOf({
      ...contactOf({ id: `of ${name}`, workspace: 'T1', number: '01712345678' as LocalNumber }),
      name,
      columns,
    });
  const text = [
    of('রহিমা খাতুন'),
    of('Karim', { Village: 'Rahimapur', Crop: 'Rice' }),
    of('Salma', { গ্রাম: 'রহিমপুর' }),
    of('Rahima'),
    of('Nobody'),
  ].join('\n');
  expect(namesFound(text, 'Rahim')).toEqual(['rahima', fold('রহিমা খাতুন'), 'karim', 'salma']);
  expect(namesFound(text, 'রহিমা'), 'and the reverse').toEqual([fold('রহিমা খাতুন'), 'rahima', 'karim']);
  expect(namesFound(text, 'rice')).toEqual(['karim']);
  expect(namesFound(text, 'village'), 'a column’s heading matches nobody').toEqual([]);
});
