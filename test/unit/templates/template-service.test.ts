import { expect, test } from 'vitest';
import { createTemplateBook, type Template } from '../../../src/templates/service.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const template = (id: string, owner: string | null): Template => ({
  ...{ id, workspace: 'T1', owner, name: id, text: 'x', by: 'U1', at: 0 },
});
const ALL = [template('ours', null), template('mine', 'U1')];

const book = createTemplateBook({
  stored: {
    list: async (_workspace, owners) => ALL.filter(({ owner }) => owners.includes(owner)),
    template: async (workspace, id) => ALL.find(one => one.workspace === workspace && one.id === id) ?? null,
    update: () => Promise.reject(new Error('Nothing is written')),
  },
  audit: { record: async () => undefined, list: async () => [] },
  clock: createManualClock(),
  newId: () => 'new',
});

test('somebody’s own template is nobody else’s, whoever knows its id', async () => {
  expect(await book.usable('T1', 'U1', 'mine')).not.toBeNull();
  expect(await book.usable('T1', 'U2', 'mine')).toBeNull();
  expect(await book.usable('T2', 'U1', 'mine')).toBeNull();
  expect(await book.usable('T1', 'U2', 'ours')).not.toBeNull();
  expect(await book.shared('T1', 'mine'), 'workflows and hooks are everybody’s').toBeNull();
  expect(await book.named('T1', 'MINE')).toBeNull();
  expect(await book.named('T1', 'OURS')).not.toBeNull();
});
