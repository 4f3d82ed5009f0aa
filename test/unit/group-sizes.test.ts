import { expect, test } from 'vitest';
import { Batch } from '../../src/storage/batch.ts';
import { createContacts } from '../../src/storage/outbox/contacts.ts';
import type { Answer, Read } from '../../src/storage/records.ts';
import type { Store } from '../../src/storage/store.ts';

/** A store that is asked again and again; between two times, an import brings a thousand people into the group. */
function fillingStore(): Store {
  let came = 0;
  const answer = (read: Read): Answer => {
    const group = { id: 'night', workspace: 'T1', name: 'Night', filling: { import: 'i', came } };
    switch (read.kind) {
      case 'record':
        return read.id === 'night'
          ? { raw: JSON.stringify(group), workspace: 'T1' }
          : { raw: null, workspace: null };
      case 'counter':
        return read.name === 'contacts in night' ? 40 + came : 1;
      case 'list':
        return read.range.list.startsWith('groups') ? [{ id: 'night', score: 0 }] : [];
      default:
        return false;
    }
  };
  const read: Store['read'] = async step => {
    const batch = new Batch([step]);
    const known = new Map<string, Answer>();
    const names = new Map<Read, string>();
    for (;;) {
      const reads = batch.advance((one, name) => {
        names.set(one, name);
        return known.get(name);
      });
      if (reads.length === 0) return batch.onlyResult() as never;
      for (const one of reads) known.set(names.get(one) ?? '', answer(one));
      came += 1000;
    }
  };
  return { read } as Store;
}

test('a group’s size is that of one moment, while many come who aren’t seen yet', async () => {
  const contacts = createContacts(fillingStore(), String);
  const { sizes } = await contacts.find('T1', { allGroups: true });
  expect(sizes.get('night')).toBe(40);
});
