import { expect, test } from 'vitest';
import { broadcastRows } from '../../../src/broadcasts/store/feed-rows.ts';
import { broadcastsOfTexts } from '../../../src/broadcasts/store/tally.ts';
import { createContacts } from '../../../src/contacts/store/store.ts';
import { Fetched, Unread } from '../../../src/kit/store/redis/encoding.ts';
import { type Store, Tx } from '../../../src/kit/store/store.ts';

/** A shared store that is asked again and again; between two times, an import brings a thousand people into the group. */
function fillingStore(): Store {
  let came = 0;
  const answer = ([command = '', key = '']: readonly string[]): unknown => {
    const group = { id: 'night', workspace: 'T1', name: 'Night', filling: { import: 'i', came } };
    if (command === 'GET') return key.endsWith('group:night') ? `v\n${JSON.stringify(group)}` : null;
    if (command === 'ZCARD') return key.endsWith('contact.byGroup night') ? 40 + came : 1;
    return key.includes('group.byWorkspace') ? ['0000000000000000 night'] : [];
  };
  const read: Store['read'] = async step => {
    const fetched = new Fetched();
    for (;;) {
      try {
        return step(new Tx(fetched));
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        fetched.learn(fetched.commands().map(answer));
        came += 1000;
      }
    }
  };
  return { read } as Store;
}

test('a group’s size is that of one moment, while many come who aren’t seen yet', async () => {
  const contacts = createContacts(fillingStore(), {
    newId: String,
    broadcastHooks: broadcastsOfTexts,
    rows: broadcastRows,
  });
  const { sizes } = await contacts.find('T1', { allGroups: true });
  expect(sizes.get('night')).toBe(40);
});
