import { expect, test } from 'vitest';
import { composeText, type TextItem } from '../../../src/alerts/policy/texts/compose-text.ts';

const item = (name: string, place: string, fields: object = {}, kind = 'group'): TextItem =>
  ({
    incident: { hook: 'ops', id: 1, kind, alerts: [] },
    alert: { name, place, severity: 'critical', facts: null, count: 1, change: 1 },
    occasion: 'firing',
    ...fields,
  }) as unknown as TextItem;
const over = { occasion: 'resolved' };
const kindsOf = (...items: TextItem[]) =>
  composeText(items, false).statement.kinds.map(({ called, place, alerts }) => [called, place, alerts]);

test('two resolved alerts of one name keep both places; more of them, and firing ones, are only counted', () => {
  expect(kindsOf(item('Full', 'web-1', over), item('Full', 'web-2', over))).toEqual([
    ['Full', 'web-1 + web-2', 2],
  ]);
  expect(kindsOf(item('Full', 'web-1', over))).toEqual([['Full', 'web-1', 1]]);
  expect(kindsOf(...['web-1', 'web-2', 'web-3'].map(place => item('Full', place, over)))).toEqual([
    ['Full', '', 3],
  ]);
  expect(kindsOf(item('Full', 'web-1'), item('Full', 'web-2'))).toEqual([['Full', '', 2]]);
});

test('a test comes last, even after resolved alerts', () => {
  const all = [item('TestAlert', '', {}, 'test'), item('Up', 'web-2', over), item('Full', 'web-1')];
  expect(kindsOf(...all).map(([called]) => called)).toEqual(['Full', 'Up', 'TestAlert']);
});
