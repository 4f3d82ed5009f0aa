import { expect, test } from 'vitest';
import { createTemplateBook, type Template, type Templates } from '../../../src/templates/service.ts';
import { templateForm } from '../../../src/templates/slack/form.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const template = (id: string, owner: string | null): Template => ({
  id,
  workspace: 'T1',
  owner,
  name: id,
  text: 'x',
  by: 'U1',
  at: 0,
});
const ALL = [template('ours', null), template('mine', 'U1')];

const bookWith = (update: Templates['update']) =>
  createTemplateBook({
    stored: {
      list: async (_workspace, owners) => ALL.filter(({ owner }) => owners.includes(owner)),
      template: async (workspace, id) =>
        ALL.find(template => template.workspace === workspace && template.id === id) ?? null,
      update,
    },
    audit: { record: async () => undefined, list: async () => [] },
    clock: createManualClock(),
    newId: () => 'new',
  });
const book = bookWith(() => Promise.reject(new Error('Nothing is written')));

test('a person’s own template is nobody else’s, even for people who know its id', async () => {
  expect(await book.usable('T1', 'U1', 'mine')).not.toBeNull();
  expect(await book.usable('T1', 'U2', 'mine')).toBeNull();
  expect(await book.usable('T2', 'U1', 'mine')).toBeNull();
  expect(await book.usable('T1', 'U2', 'ours')).not.toBeNull();
  expect(await book.shared('T1', 'mine'), 'workflows and hooks are everybody’s').toBeNull();
  expect(await book.named('T1', 'MINE')).toBeNull();
  expect(await book.named('T1', 'OURS')).not.toBeNull();
});

test('a template moved to an owner who already has that name isn’t reported as saved', async () => {
  const ours = template('ours', null);
  const mine = { ...template('mine', 'U1'), name: 'ours' };
  const asBefore = (before: Template[]) =>
    bookWith(async (_workspace, _owner, _moving, decide) => decide(before).result);
  const moved = { owner: null, name: 'ours', text: 'x' };
  expect(await asBefore([ours, mine]).save('T1', 'U1', moved, mine)).toBe('taken');
  expect(await asBefore([ours]).save('T1', 'U1', moved, ours), 'the answer was lost').toBe('saved');
});

test('a repeated save is recognised where the form doesn’t ask for the owner', () => {
  const { version, draft } = templateForm;
  const stored = template('mine', 'U1');
  const filled = { name: stored.name, text: stored.text, whose: null };
  expect(version?.(filled)).toEqual(version?.(draft(stored, stored.id)));
});
