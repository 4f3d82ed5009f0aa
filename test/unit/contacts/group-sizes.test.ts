import { expect, test } from 'vitest';
import { broadcastRows } from '../../../src/broadcasts/store/erase-rows.ts';
import { broadcastsOfTexts } from '../../../src/broadcasts/store/text-hooks.ts';
import { createContacts } from '../../../src/contacts/store/store.ts';
import { decide, type Fetched, OptimisticReader, type Wanted } from '../../../src/kit/store/optimistic.ts';
import type { Store } from '../../../src/kit/store/store.ts';

/** A shared store that grows: an import adds a thousand people to the group between two reads. */
function fillingStore(): Store {
  let came = 0;
  const fetch = async ({ records, ranges, counts }: Wanted): Promise<Fetched> => {
    const group = { id: 'night', workspace: 'T1', name: 'Night', filling: { import: 'i', joined: came } };
    const fetched = {
      records: records.map(name =>
        name === 'group:night' ? { version: 'v', body: JSON.stringify(group) } : { version: '', body: null },
      ),
      lists: ranges.map(({ index }) =>
        index.includes('group.byWorkspace') ? [{ id: 'night', score: 0 }] : [],
      ),
      counts: counts.map(index => (index.endsWith('contact.byGroup night') ? 40 + came : 1)),
    };
    came += 1000;
    return fetched;
  };
  const read: Store['read'] = async step => (await decide(step, new OptimisticReader(null), fetch)).value;
  return { read } as Store;
}

test('a group’s size is consistent while many members join unseen', async () => {
  const contacts = createContacts(fillingStore(), {
    newId: String,
    broadcastHooks: broadcastsOfTexts,
    rows: [broadcastRows],
  });
  const { sizes } = await contacts.find('T1', { allGroups: true });
  expect(sizes.get('night')).toBe(40);
});
