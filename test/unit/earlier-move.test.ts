import { expect, test } from 'vitest';
import { createMove, type EarlierKind } from '../../src/storage/earlier/move.ts';
import type { EarlierRow } from '../../src/storage/earlier/rows.ts';
import type { Write } from '../../src/storage/records.ts';

/* What no store of the earlier version should have, and one that was damaged may: nothing of it stops the move, or sends a text twice. */

const NOW = Date.UTC(2026, 10, 21, 9);

const textRow = (more: EarlierRow = {}): EarlierRow => ({
  id: 'text-1',
  intent_id: 'intent-1',
  unattended: 0,
  workspace: 'T1',
  actor: 'U1',
  fingerprint: 'key-1',
  lane: 1,
  number: '01711111111',
  message: 'hello',
  parts: 1,
  state: 'sending',
  created_at: NOW - 1000,
  not_before: NOW - 1000,
  expires_at: NOW + 1000,
  claim: 'claim-1',
  ...more,
});
const slotRow = { id: 'claim-1', fingerprint: 'key-1', lane: 1, free_at: null };

function moved(rows: readonly [EarlierKind, EarlierRow][]): Write[] {
  const move = createMove(NOW);
  return [...rows.flatMap(([kind, row]) => move.take(kind, row)), ...move.end()];
}
const recordsOf = (writes: readonly Write[], table: string): unknown[] =>
  writes.flatMap(({ record }) => (record?.table === table ? [record.value] : []));
const listsOf = (writes: readonly Write[], id: string): string[] =>
  writes.flatMap(write =>
    write.id === id ? write.comes.flatMap(place => ('list' in place ? place.list : [])) : [],
  );

test.each<[string, [EarlierKind, EarlierRow][]]>([
  ['has its slot', [['slot', slotRow]]],
  ['has no slot', []],
  ['has a slot that says there was a reply', [['slot', { ...slotRow, free_at: NOW + 30_000 }]]],
  ['has a slot that is free already', [['slot', { ...slotRow, free_at: NOW - 1 }]]],
])('a text that was being sent is found by its key where it %s', (_how, more) => {
  const writes = moved([['text', textRow()], ...more, ['key', { fingerprint: 'key-1' }]]);
  const slot = { id: 'claim-1', priority: 'people', takenAt: NOW, text: 'text-1', freeAt: null };
  expect(recordsOf(writes, 'key')).toMatchObject([{ id: 'key-1', slots: [slot] }]);
  expect(listsOf(writes, 'key-1')).toContain('keys.in_flight');
  expect(listsOf(writes, 'text-1').some(list => /queue|expiry/.test(list))).toBe(false);
});

test('a text that was being sent without a claim gets one', () => {
  const writes = moved([['text', textRow({ claim: null })]]);
  expect(recordsOf(writes, 'text')).toMatchObject([{ state: 'sending', claim: 'moved text-1' }]);
  expect(recordsOf(writes, 'key')).toMatchObject([{ slots: [{ id: 'moved text-1', text: 'text-1' }] }]);
});

test('an unreadable text that was being sent blocks nothing, and never goes out', () => {
  const writes = moved([
    ['text', textRow({ number: 'fax' })],
    ['slot', slotRow],
  ]);
  expect(recordsOf(writes, 'aside')).toMatchObject([{ id: 'text-1', kind: 'text', lists: [], counters: [] }]);
  expect(recordsOf(writes, 'key')).toMatchObject([{ slots: [{ id: 'claim-1', text: null, freeAt: null }] }]);
  expect(recordsOf(writes, 'report')).toMatchObject([
    { kind: 'set_aside', problem: { kind: 'RESULT_UNREADABLE', id: 'text-1' } },
  ]);
});

test('an unreadable or missing key waits a minute with its texts', () => {
  const queued = textRow({ state: 'queued', claim: null });
  for (const keys of [[], [['key', { fingerprint: 'key-1', held: 'FAX' }]]] as [
    EarlierKind,
    EarlierRow,
  ][][]) {
    const writes = moved([['text', queued], ['slot', slotRow], ...keys]);
    expect(recordsOf(writes, 'key')).toMatchObject([
      { id: 'key-1', blockedUntil: NOW + 60_500, readyAt: NOW, slots: [{ id: 'claim-1' }] },
    ]);
  }
});

test('a key that has something to send is looked at, whatever time was stored', () => {
  const queued = textRow({ state: 'queued', claim: null });
  const writes = moved([
    ['text', queued],
    ['key', { fingerprint: 'key-1', ready_at: null }],
  ]);
  expect(listsOf(writes, 'key-1')).toEqual(['keys.ready']);
});

test('completely unreadable rows stop nothing, and are kept if possible', () => {
  const junk: EarlierRow = { id: 'x', workspace: 7, body: '{', detail: '{', entry: 'null', conclusion: '{' };
  const kinds: EarlierKind[] = ['aside', 'text', 'slot', 'key', 'intent', 'usage', 'workspace', 'report'];
  const more: EarlierKind[] = ['mailbox', 'letter', 'letter_identity', 'departure', 'audit'];
  const move = createMove(NOW);
  const writes = [...kinds, ...more].flatMap(kind => move.take(kind, junk));
  expect(() => writes.push(...move.end())).not.toThrow();
  for (const table of ['text', 'intent', 'event', 'audit']) expect(recordsOf(writes, table)).toHaveLength(1);
  expect(move.counts().unreadable).toBeGreaterThan(4);
});

test('the rest of a workspace that is being forgotten is deleted', () => {
  expect(recordsOf(moved([['text', textRow({ unattended: null })]]), 'text')).toEqual([]);
});

test('an unattended intent whose last text can’t be read is reported as it is', () => {
  const row = { unattended: 1, state: 'queued', claim: null };
  const intent = {
    ...{ id: 'intent-1', workspace: 'T1', identity: 'one', source: 'hook', of: null, actor: 'hook' },
    ...{ to: [{ kind: 'named', name: 'all' }], message: 'hello', lane: 'alert', confirmed: true },
    ...{ answer: null, language: null, acceptedAt: NOW },
  };
  const intentRow = {
    ...{ id: 'intent-1', workspace: 'T1', identity: 'one', state: 'planned', created_at: NOW },
    body: JSON.stringify(intent),
  };
  const told = (texts: EarlierRow[]) =>
    recordsOf(
      moved([...texts.map((text): [EarlierKind, EarlierRow] => ['text', text]), ['intent', intentRow]]),
      'report',
    );
  const [good, bad] = [textRow({ ...row, id: 'text-2' }), textRow({ ...row, number: 'fax' })];
  expect(told([bad])).toMatchObject([{ kind: 'outcome', intentId: 'intent-1' }]);
  expect(told([bad, good])).toEqual([]);
  expect(told([good])).toEqual([]);
});
