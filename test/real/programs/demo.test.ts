import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';

const demo = (...options: string[]) =>
  runProgram(
    { TMPDIR: process.env.TMPDIR },
    { args: ['--import', './src/node-version.mjs', 'src/demo.ts', ...options] },
  );

test('the demo takes the port it is given, says in three lines what to do, and ends on Ctrl+C; a taken port is said', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const refused = demo('--port', String(port));
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe(
    `Something else listens on port ${port}. Choose another: npm run demo -- --port 4000`,
  );
  holder.close();
  await once(holder, 'close');

  const running = demo('--port', String(port));
  await running.says('Stop ');
  const lines = running.output().split('\n').filter(Boolean);
  expect(lines).toEqual([
    `Open  http://127.0.0.1:${port}`,
    expect.stringMatching(/^Try {3}\/sms link there, with the API key \S+; then \/sms 01712345678 hello$/),
    'Stop  with Ctrl+C; nothing is kept, and nothing leaves this machine',
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/page/state`)).status).toBe(200);
  running.kill('SIGINT');
  expect(await running.ended).toBe(0);
});

test('another option, or a port that is none, is answered with what the demo takes', async () => {
  for (const options of [
    ['--prot', '4000'],
    ['--port', 'many'],
  ]) {
    const ended = demo(...options);
    expect(await ended.ended).toBe(1);
    expect(ended.output()).toBe('The demo takes one option, the page’s port: npm run demo -- --port 4000');
  }
});
