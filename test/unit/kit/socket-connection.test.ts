import { SocketModeReceiver } from '@slack/bolt';
import { expect, test } from 'vitest';
import { readerOf } from '../../../src/kit/slack/socket-mode.ts';

test('the library reads messages as we rely on; another version that doesn’t is refused at the start', () => {
  const { client } = new SocketModeReceiver({ appToken: 'xapp-1' });
  expect(readerOf(client)).toBeTypeOf('function');
  const foreign = (count: number) => ({
    listeners: () => Array.from({ length: count }, () => () => undefined),
  });
  for (const count of [0, 2]) expect(() => readerOf(foreign(count))).toThrow('no longer reads messages');
});
