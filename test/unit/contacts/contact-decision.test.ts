import { describe, expect, test } from 'vitest';
import { contactOf, MAX_CONTACTS } from '../../../src/contacts/contact.ts';
import { type ContactRequest, decideContact, versionOf } from '../../../src/contacts/contact-decision.ts';
import { hasRoomFor } from '../../../src/contacts/groups.ts';
import { failure } from '../../../src/contacts/problem.ts';
import type { ContactAnswer } from '../../../src/contacts/store/model.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';

const number = '01712345678' as LocalNumber;
const otherNumber = '01812345678' as LocalNumber;
const ranu = contactOf({ id: 'ranu', workspace: 'T1', number, name: 'Ranu', groups: ['g1', 'gone'] });
const doNotText = { at: 5, by: 'U9' };

const answerWith = (fields: Partial<ContactAnswer> = {}): ContactAnswer => ({
  contacts: [],
  groups: [{ id: 'g1', workspace: 'T1', name: 'Night' }],
  counts: { contacts: 1, groups: 1 },
  sizes: new Map(),
  moments: new Map(),
  stops: new Map(),
  unreadable: [],
  ...fields,
});
const wish = (
  fields: Partial<ContactRequest> = {},
  input: Partial<ContactRequest['input']> = {},
): ContactRequest => ({
  workspace: 'T1',
  by: 'U1',
  at: 7,
  id: 'new',
  numberHash: null,
  releasedHash: null,
  seen: null,
  input: {
    name: 'Ranu',
    number,
    language: null,
    note: '',
    columns: {},
    groups: [],
    doNotText: false,
    ...input,
  },
  ...fields,
});
const seen = { id: 'ranu', version: versionOf(ranu) };

describe('adding a contact', () => {
  test('keeps the settings of its number, which has no name yet', () => {
    const remembered = {
      note: 'calls back',
      language: 'bn',
      columns: { Village: 'Char Kukri', Crop: 'Rice' },
    } as const;
    const bare = { ...ranu, ...remembered, name: '' };
    const { change } = decideContact(
      wish({}, { columns: { Crop: 'Jute' } }),
      answerWith({ contacts: [bare] }),
    );
    const columns = { Village: 'Char Kukri', Crop: 'Jute' };
    expect(change.contacts).toEqual([{ ...bare, name: 'Ranu', columns }]);
  });

  test('is refused when there is no room, but not for a number that is already in a group', () => {
    const full = { contacts: MAX_CONTACTS, groups: 1 };
    expect(decideContact(wish(), answerWith({ counts: full })).result).toEqual({
      kind: 'problem',
      problem: failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }),
    });
    const bare = { ...ranu, name: '', doNotText };
    const { change, result } = decideContact(wish(), answerWith({ counts: full, contacts: [bare] }));
    expect(result.kind).toBe('saved');
    expect(change.contacts, 'the mark stays, because the form for a new contact doesn’t show it').toEqual([
      { ...bare, name: 'Ranu' },
    ]);
    const numbers = [number, otherNumber];
    expect(hasRoomFor(numbers, answerWith({ counts: full, contacts: [bare] }))).toBe(false);
    expect(hasRoomFor([number], answerWith({ counts: full, contacts: [bare] }))).toBe(true);
  });

  test('keeps the mark that the number had before it was erased, which then stays with the contact', () => {
    const stops = new Map([['hash', doNotText]]);
    const decided = decideContact(wish({ numberHash: 'hash' }), answerWith({ stops }));
    expect(decided.result).toMatchObject({ kind: 'saved', stopped: true, contact: { doNotText } });
    expect(decided.change.stops).toEqual(new Map([['hash', null]]));
  });

  test('adds it once, however often the same request comes, and takes nobody else’s number', () => {
    const there = answerWith({ contacts: [{ ...ranu, groups: [] }] });
    expect(decideContact(wish(), there).result.kind).toBe('unchanged');
    expect(decideContact(wish({}, { name: 'Shirin' }), there).result).toEqual({
      kind: 'problem',
      problem: failure('NUMBER_TAKEN', { label: 'Ranu' }),
    });
  });
});

describe('changing a contact', () => {
  test('puts it into the remaining groups, and the log says which fields changed', () => {
    const there = answerWith({ contacts: [ranu] });
    const { change, entries } = decideContact(
      wish({ seen }, { number: otherNumber, groups: ['g1'], doNotText: true }),
      there,
    );
    expect(change.contacts).toEqual([
      { ...ranu, number: otherNumber, groups: ['g1'], doNotText: { at: 7, by: 'U1' } },
    ]);
    expect(entries).toMatchObject([
      { what: 'contact_changed', fields: ['number', 'groups'], number: '018••••5678' },
      { what: 'never_text' },
    ]);
  });

  test('is refused if somebody else changed or erased the contact, or has the number', () => {
    const theirs = { ...ranu, note: 'moved' };
    expect(decideContact(wish({ seen }), answerWith({ contacts: [theirs] })).result).toEqual({
      kind: 'changed',
      now: theirs,
    });
    expect(decideContact(wish({ seen }), answerWith()).result).toMatchObject({
      problem: failure('CONTACT_GONE'),
    });
    const shirin = contactOf({ id: 'shirin', workspace: 'T1', number: otherNumber, name: 'Shirin' });
    const decision = decideContact(
      wish({ seen }, { number: otherNumber }),
      answerWith({ contacts: [ranu, shirin] }),
    );
    expect(decision.result).toMatchObject({ problem: failure('NUMBER_TAKEN', { label: 'Shirin' }) });
  });
});
