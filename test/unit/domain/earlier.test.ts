import { expect, test } from 'vitest';
import { fromKey, toKey } from '../../../src/alerts/recipients.ts';
import { auditEntrySchema } from '../../../src/domain/audit.ts';
import { problemSchema } from '../../../src/domain/problem.ts';
import { omittedSchema, recipientSchema } from '../../../src/domain/recipient.ts';

/* What was stored when groups were lists of numbers, as it is read now. */

test('a list that is a recipient is a name', () => {
  expect(recipientSchema.parse({ kind: 'list', name: 'night' })).toEqual({ kind: 'named', name: 'night' });
  expect(fromKey('{"kind":"list","name":"night"}')).toEqual({ kind: 'named', name: 'night' });
  expect(toKey({ kind: 'named', name: 'night' })).toBe('{"kind":"named","name":"night"}');
});

test('why nobody on a list was texted is why nobody of that name was', () => {
  const omitted = { who: { kind: 'list', name: 'night' }, problem: { kind: 'LIST_UNKNOWN', label: 'night' } };
  expect(omittedSchema.parse(omitted)).toEqual({
    who: { kind: 'named', name: 'night' },
    problem: { kind: 'NAME_UNKNOWN', label: 'night', nearest: null },
  });
  const empty = { kind: 'LIST_EMPTY', label: 'night' };
  expect(problemSchema.parse(empty)).toEqual({ ...empty, kind: 'NAMED_GROUP_EMPTY' });
});

test('a change of a list is a change of a group; of any other entry nothing changes', () => {
  const by = { at: 1, by: 'U1' };
  const change = { name: 'night', left: [], came: ['017••••5678'], ...by };
  expect(auditEntrySchema.parse({ what: 'list', ...change })).toEqual({ what: 'group', ...change });
  const removed = { what: 'list_removed', name: 'night', ...by };
  expect(auditEntrySchema.parse(removed)).toEqual({ ...removed, what: 'group_removed' });
  const linked = { what: 'key_linked', ...by };
  expect(auditEntrySchema.parse(linked)).toEqual(linked);
  expect(auditEntrySchema.safeParse({ what: 'no such thing', ...by }).success).toBe(false);
});
