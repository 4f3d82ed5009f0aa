import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columnLines, contactOf, contactSchema, readColumns } from '../../../src/contacts/contact.ts';
import { readRows } from '../../../src/contacts/importing/rules/rows.ts';
import { kindOf, merged, restored } from '../../../src/contacts/store/imports-model.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { namedValues, ownOf } from '../../../src/kit/own.ts';
import { fillIn, parsePlaceholders, valuesOf } from '../../../src/texts/parse/placeholders.ts';

/** Names that every object has. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);
const NUMBER = '01712345678' as LocalNumber;

test('a value is found by its own name, never by what every object has', () => {
  const read = namedValues(z.string(), z.number());
  for (const name of NAMES) {
    expect(ownOf({}, name)).toBeUndefined();
    const stored = read.parse(JSON.parse(`{"${name}":1}`));
    expect([Object.keys(stored), ownOf(stored, name)]).toEqual([[name], 1]);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  for (const wrong of [null, [], 'a', { a: 'b' }]) expect(read.safeParse(wrong).success).toBe(false);
});

describe.each(NAMES)('a column %s', name => {
  const person = () => {
    const rows = [
      ['Name', 'Mobile', name],
      ['Ranu', NUMBER, 'mango'],
    ].map((cells, index) => ({ line: index + 1, cells }));
    const [row] = runToEnd(readRows(rows, { heading: 1, roles: ['name', 'number', 'own'], inGroup: false }));
    if (!row?.ok) throw new Error('refused');
    return row.person;
  };
  const into = { workspace: 'T1', groups: [], by: 'U1', at: 1 };

  test('is imported, stored and filled in, and restored', () => {
    const before = contactOf({ id: 'a', workspace: 'T1', number: NUMBER, name: 'Ranu' });
    expect(kindOf(before, person(), [])).toBe('changed');
    const after = contactSchema.parse(JSON.parse(JSON.stringify(merged(before, person(), '', into))));
    expect(Object.entries(after.columns)).toEqual([[name, 'mango']]);
    expect(kindOf(after, person(), [])).toBe('same');
    const undone = restored(after, before, after, []);
    expect(contactSchema.parse(undone)).toEqual(before);
    const changed = { ...after, columns: {} };
    expect(contactSchema.parse(restored(changed, before, after, []))).toEqual(before);
  });

  test('stands in a form, and is typed there', () => {
    const read = readColumns(`${name}: mango`);
    if (!read.ok) throw new Error(read.why);
    expect(columnLines(read.columns)).toBe(`${name}: mango`);
  });

  test('is filled in where it has a value, and missing otherwise', () => {
    const parsed = parsePlaceholders(`a {${name}} b`);
    if (!parsed.ok) throw new Error(parsed.fault.kind);
    const { columns } = merged(null, person(), 'a', into);
    expect(fillIn(parsed.pieces, valuesOf({ name: 'Ranu', columns }, null))).toEqual({
      ok: true,
      text: 'a mango b',
    });
    expect(fillIn(parsed.pieces, valuesOf({ name: 'Ranu', columns: {} }, null))).toEqual({
      ok: false,
      missing: [name],
    });
  });
});
