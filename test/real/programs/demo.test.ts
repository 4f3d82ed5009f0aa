import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDemo } from '../../../src/demo/demo.ts';
import { runProgram } from '../support/program.ts';

const demo = (...options: string[]) =>
  runProgram(
    { TMPDIR: process.env.TMPDIR },
    { args: ['--import', './src/node-version.mjs', 'src/demo.ts', ...options] },
  );

test('the demo uses the given port, says in three lines what to do, and ends on Ctrl+C; a port in use is reported', async () => {
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
    expect.stringMatching(/^Try {3}\/sms 01712345678 hello there \(linked: the API key \S+\)$/),
    'Stop  with Ctrl+C; nothing is kept, and nothing leaves this machine',
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/page/state`)).status).toBe(200);
  running.kill('SIGINT');
  expect(await running.ended).toBe(0);
});

test('an unknown option or an invalid port is answered with the demo’s options', async () => {
  for (const options of [
    ['--prot', '4000'],
    ['--port', 'many'],
  ]) {
    const ended = demo(...options);
    expect(await ended.ended).toBe(1);
    expect(ended.output()).toBe('The demo takes one option, the page’s port: npm run demo -- --port 4000');
  }
});

test('a newcomer’s first command is a text with its receipt; people, a group and a rota are there; knobs act on the linked key; starting from nothing removes all of it', async () => {
  const demo = await createDemo({ log: { write: () => undefined } });
  onTestFinished(() => demo.close());
  const { slack, service } = demo;
  const turn = (id: string, value?: unknown) =>
    fetch(`${slack.url}/page/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ do: 'knob', id, value }),
    });
  const says = (words: RegExp) =>
    slack.waitForPost(post => post.author.kind === 'app' && words.test(post.text));
  const sms = (text: string) => slack.command({ user: 'nusrat', text });

  await sms('01712345678 hello');
  await says(/texted \*017••••5678/);
  await sms('Ranu Begum hello');
  await says(/texted .*Ranu Begum/);
  await sms('Servers the disk is full');
  await slack.waitFor(() => service.texts().length === 3);
  expect(service.texts().map(({ number }) => number)).toEqual(['01712345678', '01711223344', '01712345678']);
  await sms('Drivers hello');
  await says(/Drivers.*3/s);

  // A user links another key: the knob revokes this one, not the demo's first.
  const own = service.manage(({ keys }, account) => keys.create(account, 'Slack')) as { key: string };
  await sms('link');
  const form = await slack.waitForView('nusrat', view => JSON.stringify(view.content).includes('api_key'));
  await slack.submit(form, { api_key: own.key });
  await slack.waitFor(() => JSON.stringify(form.content).includes('The key is linked'));
  await slack.closeView(form);
  await turn('replace-key');
  await sms('01812345679 hello');
  await says(/API key/);
  expect(service.texts()).toHaveLength(3);

  await turn('from-nothing');
  expect(service.texts()).toEqual([]);
  const posts = slack.posts({ includeEphemeral: true }).filter(({ text }) => !/Welcome|API key/.test(text));
  expect(posts).toEqual([]);
  await sms('01712345678 hello');
  const refusal = await says(/No API key is linked/);
  expect(refusal.text).not.toContain('texted');
  expect(service.texts()).toEqual([]);
});
