import { describe, expect, test } from 'vitest';
import { type Contact, contactOf } from '../../../src/contacts/contact.ts';
import { isLocalNumber, type LocalNumber } from '../../../src/kit/number.ts';
import {
  createCheckMessage,
  createFill,
  createMessagesOf,
  createRender,
} from '../../../src/texts/sending/messages.ts';

function number(end: number): LocalNumber {
  const local = `017${String(end).padStart(8, '0')}`;
  if (!isLocalNumber(local)) throw new RangeError(local);
  return local;
}

function contact(end: number, name: string, columns: Record<string, string> = {}): Contact {
  return { ...contactOf({ id: String(end), workspace: 'T1', number: number(end) }), name, columns };
}

/** The columns of the contacts. */
const FIELDS = ['name', 'acres'];

/**
 * Words messages for a workspace with these contacts; also returns the numbers for which links were stored.
 */
function wording(contacts: Contact[], isPossible = true) {
  const linkedNumbers: LocalNumber[] = [];
  const stopLinks = {
    isPossible: () => isPossible,
    sample: () => 'https://x/stop/xxxx',
    keep: async (_workspace: string, numbers: readonly LocalNumber[]) => {
      linkedNumbers.push(...numbers);
      return new Map(numbers.map(recipient => [recipient, `https://x/stop/${recipient.slice(-4)}`]));
    },
  };
  const withNumbers = async (_workspace: string, numbers: readonly LocalNumber[]) => ({
    stops: new Map(),
    unreadable: [],
    contacts: contacts.filter(contact => numbers.includes(contact.number)),
  });
  const alertLinks = {
    isPossible: () => isPossible,
    keep: async (_workspace: string, numbers: readonly LocalNumber[], intent: string) => {
      linkedNumbers.push(...numbers);
      return new Map(numbers.map(recipient => [recipient, `https://x/a/${intent}${recipient.slice(-4)}`]));
    },
  };
  const messagesOf = createMessagesOf({
    checkMessage: createCheckMessage({
      render: createRender({ contacts: { withNumbers }, fill: createFill(stopLinks) }),
      fields: { fieldsAmong: async (_workspace, keys) => new Set(keys.filter(key => FIELDS.includes(key))) },
      stopLinks,
    }),
    alertLinks,
  });
  return { linkedNumbers, messagesOf };
}

const plain = (message: string) => ({ id: 'i1', workspace: 'T1', message });
const typed = (message: string) => ({ ...plain(message), typed: true as const });
const template = (message: string) => ({ ...plain(message), template: true as const });
const ranu = contact(1, 'Ranu', { Acres: '2' });
const karim = contact(2, '', { acres: '10' });

test('a plain message goes to all as it was typed, braces and all', async () => {
  const { messagesOf, linkedNumbers } = wording([ranu]);
  const message = 'Hi {name}, {{ {stop}';
  expect(await messagesOf(plain(message), [number(1), number(2)])).toEqual({
    ok: true,
    texts: [number(1), number(2)].map(recipient => ({ number: recipient, message, parts: 1 })),
    suitsAll: true,
  });
  expect(linkedNumbers).toEqual([]);
});

test('a template is filled for each, and counted for each', async () => {
  const { messagesOf, linkedNumbers } = wording([ranu, karim]);
  const message = '{name|স্যার}: {acres} acres {stop}';
  expect(await messagesOf(template(message), [number(2), number(1)])).toEqual({
    ok: true,
    texts: [
      { number: number(2), message: 'স্যার: 10 acres https://x/stop/0002', parts: 1 },
      { number: number(1), message: 'Ranu: 2 acres https://x/stop/0001', parts: 1 },
    ],
    suitsAll: false,
  });
  expect(linkedNumbers).toEqual([number(2), number(1)]);
  expect(await messagesOf(template('{name|}{acres|0} x {stop}'), [number(9)])).toMatchObject({
    ok: true,
    suitsAll: true,
  });
});

test('typed text is filled where its field exists, and otherwise goes as typed', async () => {
  const { messagesOf } = wording([ranu, karim]);
  const message = 'প্রিয় {name|ভাই}, {acres} acres {stop} {{name}} {Vilage}';
  const texts = ['প্রিয় Ranu, 2', 'প্রিয় ভাই, 10'].map((filled, index) => ({
    number: number(index + 1),
    message: `${filled} acres {stop} {{name}} {Vilage}`,
    parts: 1,
  }));
  expect(await messagesOf(typed(message), [number(1), number(2)])).toEqual({
    ok: true,
    texts,
    suitsAll: false,
  });
  expect(await messagesOf(typed('{Vilage} { } {'), [number(9)])).toMatchObject({
    texts: [{ message: '{Vilage} { } {' }],
    suitsAll: true,
  });
});

describe('nothing goes out', () => {
  test('to a number that is no contact, if the message needs a contact’s field', async () => {
    const { messagesOf } = wording([ranu]);
    expect(await messagesOf(typed('Dear {name}, {Acres}'), [number(9)])).toMatchObject({
      problem: {
        kind: 'PLACEHOLDER_NO_CONTACT',
        columns: ['name', 'Acres'],
        people: ['017••••0009'],
        more: 0,
      },
    });
    expect(await messagesOf(typed('Dear {name|friend}'), [number(9)])).toMatchObject({
      texts: [{ message: 'Dear friend' }],
    });
  });

  test('if some recipients lack a value; they are named', async () => {
    const strangers = Array.from({ length: 6 }, (_, index) => number(10 + index));
    const { messagesOf } = wording([ranu, karim]);
    const { ok, ...refusal } = await messagesOf(template('{name} {Acres}'), [
      number(1),
      number(2),
      ...strangers,
    ]);
    expect(ok).toBe(false);
    expect(refusal).toMatchObject({
      problem: {
        kind: 'PLACEHOLDER_MISSING',
        columns: ['name', 'Acres'],
        people: ['017••••0002', '017••••0010', '017••••0011', '017••••0012', '017••••0013'],
        more: 2,
      },
    });
    expect('omitted' in refusal && refusal.omitted).toHaveLength(7);
    const refusalOfOne = await messagesOf(template('{village}'), [number(1)]);
    expect(refusalOfOne).toMatchObject({ problem: { columns: ['village'], people: ['Ranu'], more: 0 } });
  });

  test('if one of the texts is too long, or empty', async () => {
    const { messagesOf } = wording([contact(1, 'x'.repeat(60)), contact(2, 'y')]);
    const both = [number(1), number(2)];
    expect(await messagesOf(template(`{name}${'z'.repeat(1541)}`), both)).toMatchObject({
      problem: { kind: 'MESSAGE_TOO_LONG', characters: 1601, limit: 1600 },
    });
    // The template is longer than its texts.
    expect(await messagesOf(template(`{name|${'y'.repeat(40)}}${'z'.repeat(1540)}`), both)).toMatchObject({
      ok: true,
    });
    expect(await messagesOf(template('{a|} {b|}'), both)).toMatchObject({
      problem: { kind: 'MESSAGE_EMPTY' },
    });
  });

  test('if the template can’t be read, or its link would lead nowhere', async () => {
    const broken = await wording([]).messagesOf(template('Hi {name'), [number(1)]);
    expect(broken).toMatchObject({ problem: { kind: 'TEMPLATE_BROKEN', fault: 'unclosed', near: '{name' } });
    const linked = await wording([], false).messagesOf(template('Hi {stop}'), [number(1)]);
    expect(linked).toMatchObject({ problem: { kind: 'STOP_LINK_IMPOSSIBLE' } });
  });
});

describe('a link for acknowledging an alert', () => {
  test('stands at the end, whole, and counts', async () => {
    const { messagesOf, linkedNumbers } = wording([ranu]);
    const linked = { ...plain(`${'x'.repeat(146)} {name}`), linked: true as const };
    expect(await messagesOf(linked, [number(1), number(2)])).toMatchObject({
      texts: [
        { number: number(1), message: `${linked.message} https://x/a/i10001`, parts: 2 },
        { number: number(2), message: `${linked.message} https://x/a/i10002`, parts: 2 },
      ],
    });
    expect(linkedNumbers).toEqual([number(1), number(2)]);
    const filled = { ...template('{name|friend}: disk'), linked: true as const };
    expect(await messagesOf(filled, [number(1)])).toMatchObject({
      texts: [{ message: 'Ranu: disk https://x/a/i10001', parts: 1 }],
    });
  });

  test('is left out where it would lead nowhere, or make the text too long to be sent', async () => {
    const linked = { ...plain('disk'), linked: true as const };
    const { linkedNumbers, messagesOf } = wording([], false);
    expect(await messagesOf(linked, [number(1)])).toMatchObject({ texts: [{ message: 'disk', parts: 1 }] });
    expect(linkedNumbers).toEqual([]);
    const long = { ...linked, message: 'x'.repeat(1590) };
    expect(await wording([]).messagesOf(long, [number(1)])).toMatchObject({
      texts: [{ message: long.message }],
    });
  });
});

test('thousands of texts are worded in slices, each in its place', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => contact(index, `n${index}`));
  const numbers = many.map(contact => contact.number).reverse();
  const worded = await wording(many).messagesOf(template('Hi {name}'), numbers);
  expect(worded.ok && worded.texts.map(({ message }) => message)).toEqual(
    numbers.map(recipient => `Hi n${Number(recipient.slice(3))}`),
  );
});
