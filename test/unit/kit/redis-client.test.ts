import { expect, test } from 'vitest';
import { newClient } from '../../../src/kit/store/redis/client.ts';

test('clients to different addresses share their commands, queue nothing, and keep their own address', async () => {
  const [one, other] = ['redis://127.0.0.1:1/3', 'rediss://somebody:s3cret@127.0.0.1:2/4'].map(url =>
    newClient({ url }),
  );
  expect(one?.get).toBe(other?.get);
  await expect(one?.get('a')).rejects.toThrow(/closed/i);
  expect(one?.options).toMatchObject({ disableOfflineQueue: true, database: 3, socket: { port: 1 } });
  expect(other?.options).toMatchObject({
    ...{ database: 4, username: 'somebody', password: 's3cret' },
    socket: { port: 2, tls: true },
  });
  expect(one?.options).not.toHaveProperty('password');
});
