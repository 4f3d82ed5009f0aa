import { expect, test } from 'vitest';
import type { BroadcastRow } from '../../../src/broadcasts/broadcast.ts';
import { createMakeRows, createRowsFor } from '../../../src/broadcasts/gather.ts';
import { contactOf } from '../../../src/contacts/contact.ts';
import { createDoNotTextList } from '../../../src/contacts/do-not-text.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createFill } from '../../../src/texts/sending/messages.ts';
import { settingsSchema } from '../../../src/workspace/settings.ts';
import { broadcastWith } from '../../support/broadcasts.ts';

const numberOf = (end: number) => `018${String(end).padStart(8, '0')}` as LocalNumber;

test('planning reads each person once, for the name, the fields and the do-not-text mark', async () => {
  const lookedUp: LocalNumber[] = [];
  const withNumbers = async (workspace: string, numbers: readonly LocalNumber[]) => {
    lookedUp.push(...numbers);
    const contacts = numbers.map(number => {
      const doNotText = number === numberOf(2) ? { at: 0, by: null } : null;
      return contactOf({ id: number, workspace, number, name: `Ranu ${Number(number.slice(3))}`, doNotText });
    });
    return { contacts, unreadable: [], stops: new Map() };
  };
  const doNotText = createDoNotTextList({
    ...({} as Parameters<typeof createDoNotTextList>[0]),
    contacts: { ...({} as Parameters<typeof createDoNotTextList>[0]['contacts']), withNumbers },
    doNotTextHash: { known: async () => null },
  });
  const people = Array.from({ length: 60 }, (_, end) => numberOf(end));
  const rowsFor = createRowsFor({
    findAll: async () => people.map(number => ({ recipient: { kind: 'number', number }, number })),
    makeRows: createMakeRows({ doNotText, settings: { of: async () => settingsSchema.parse({}) } }),
    fill: createFill({ keep: async () => new Map(), sample: () => '' }),
    stopLinks: { isPossible: () => true },
    settings: { of: async () => settingsSchema.parse({}) },
  });
  const { request } = broadcastWith();
  const source = await rowsFor({
    workspace: 'T1',
    request: { ...request, isTemplate: true, message: 'Come, {name}' },
  });
  if ('kind' in source) throw new Error(source.kind);
  const rows: BroadcastRow[] = [];
  for await (const some of source.rows) rows.push(...some);
  expect(rows.slice(0, 3)).toMatchObject([
    { name: 'Ranu 0', message: 'Come, Ranu 0', problem: null },
    { name: 'Ranu 1', message: 'Come, Ranu 1', problem: null },
    { name: 'Ranu 2', message: null, problem: { kind: 'NEVER_TEXT' } },
  ]);
  expect(lookedUp).toEqual(people);
});
