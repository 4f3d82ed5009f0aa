import { expect, test } from 'vitest';
import { newClient } from '../../../src/kit/store/redis/client.ts';

test('clients to different addresses share their commands, queue nothing, and keep their own address', async () => {
  const [first, second] = ['redis://127.0.0.1:1/3', 'rediss://somebody:s3cret@127.0.0.1:2/4'].map(url =>
    newClient({ url }),
  );
  expect(first?.get).toBe(second?.get);
  await expect(first?.get('a')).rejects.toThrow(/closed/i);
  expect(first?.options).toMatchObject({ disableOfflineQueue: true, database: 3, socket: { port: 1 } });
  expect(second?.options).toMatchObject({
    database: 4,
    username: 'somebody',
    password: 's3cret',
    socket: { port: 2, tls: true },
  });
  expect(first?.options).not.toHaveProperty('password');
});
