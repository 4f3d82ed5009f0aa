import { expect, test } from 'vitest';
import { createContacts } from '../../src/storage/contacts/store.ts';
import type { Answer, Read } from '../../src/storage/records.ts';
import type { Store } from '../../src/storage/store.ts';
import { nameOf, runTogether } from '../../src/storage/together.ts';

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
    const known = new Map<string, Answer>();
    for (;;) {
      const { missing, ends } = runTogether([step], (_one, name) => known.get(name));
      const [end] = ends;
      if (missing.length === 0) return (end !== 'later' && end?.ok ? end.value : null) as never;
      for (const one of missing) known.set(nameOf(one), answer(one));
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
