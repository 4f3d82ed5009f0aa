import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { portOfTest } from '../../support/ports.ts';
import { hasRedisServer } from '../support/redis-server.ts';

const compose = readFileSync(join(import.meta.dirname, '../../../compose.yml'), 'utf8');
const { command } = parse(compose, { merge: true }).services.redis;

test.skipIf(!hasRedisServer())(
  'the Redis of compose.yml requires its password, which its arguments don’t show',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sms-compose-'));
    const port = await portOfTest();
    const script = String(command.at(-1))
      .replaceAll('$$', '$')
      .replaceAll('/tmp/', `${folder}/`)
      .replace('--dir /data', `--dir ${folder} --port ${port}`);
    const REDIS_PASSWORD = 's3cret';
    const server = spawn('sh', ['-c', script], { env: { ...process.env, REDIS_PASSWORD }, stdio: 'ignore' });
    onTestFinished(async () => {
      const exited = new Promise(resolve => server.once('exit', resolve));
      server.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    });
    const ping = async (password?: string): Promise<string> => {
      const socket = { port, reconnectStrategy: false } as const;
      const client = createClient(password === undefined ? { socket } : { socket, password });
      client.on('error', () => undefined); // Redis isn't up yet, or refuses.
      try {
        await client.connect();
        return await client.ping();
      } catch (error) {
        return String(error);
      } finally {
        if (client.isOpen) client.destroy();
      }
    };
    await expect.poll(() => ping(REDIS_PASSWORD), { timeout: 20_000 }).toBe('PONG');
    expect(await ping()).toContain('NOAUTH');
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(REDIS_PASSWORD);
  },
);
