import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../../src/sms-service/cli/run.ts';

const PROGRAM = ['--import', './src/node-version.mjs', 'src/sms-service/main.ts'];
const PATH = '/api/send-sms.php';

/** The real program on a data directory of its own. */
function program() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));

  const run = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
      execFile(process.execPath, [...PROGRAM, ...args, '--data', dataDir], (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  /** The same command line in this process: good enough for the words, and much quicker. */
  const runHere = async (...args: string[]) => {
    const streams = { stdout: collector(), stderr: collector() };
    const stopSignal = () => AbortSignal.abort();
    const code = await runCommandLine([...args, '--data', dataDir], { ...streams, stopSignal });
    return { code, stdout: streams.stdout.text(), stderr: streams.stderr.text() };
  };
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const serve = async (...args: string[]) => {
    const child = spawn(process.execPath, [...PROGRAM, 'serve', '--port', '0', '--data', dataDir, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url === undefined) throw new Error(`no address in ${line}`);
    return { child, line, url };
  };
  return { run, runHere, json, serve };
}

function collector() {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => text });
}

function send(url: string, apiKey: string, message = 'hello'): Promise<Response> {
  const body = new URLSearchParams({ api_key: apiKey, number: '01712345678', message });
  return fetch(url + PATH, { method: 'POST', body });
}

/** Signals a process and waits for it to end. */
async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code, by] = await ended;
  return { code, by };
}

it('can be administered while it runs, every command in JSON', async () => {
  const { json, run, serve } = program();
  const { url, child, line } = await serve('--price-per-part', '0.5');
  expect(line).toBe(`SMS service listening on ${url}\n`);
  const account = await json('account', 'create', '--name', 'Padma', '--credits', '99.65');
  expect(account).toEqual({ id: 1, name: 'Padma', state: 'active', balance: 99.65 });
  const { stdout } = await run('account', 'topup', '1', '0.05', '--json');
  expect(stdout).toBe('{"id":1,"name":"Padma","state":"active","balance":99.7}\n');
  const key = await json('key', 'create', '1');
  expect(key).toEqual({ id: 1, key: expect.stringMatching(/^\S{30,}$/) });

  expect(await (await send(url, key.key)).json()).toMatchObject({ success: true, cost: 0.5, balance: 99.2 });
  expect((await json('account', 'suspend', '1')).state).toBe('suspended');
  expect((await send(url, key.key)).status).toBe(403);
  expect((await json('account', 'activate', '1')).state).toBe('active');
  expect((await send(url, key.key)).status).toBe(200);
  expect(await json('key', 'list', '1')).toEqual([expect.objectContaining({ id: 1, state: 'active' })]);
  expect(await json('key', 'revoke', '1')).toMatchObject({ id: 1, state: 'revoked' });
  expect((await send(url, key.key)).status).toBe(401);
  expect(await json('account', 'show', '1')).toMatchObject({ balance: 98.7 });
  const entry = {
    number: '01712345678',
    message: 'hello',
    parts: 1,
    cost: 0.5,
    api_key_id: 1,
    account_id: 1,
  };
  expect(await json('log', 'list', '1')).toEqual([
    { ...entry, log_id: 1, balance: 99.2, time: expect.stringMatching(/^\d{4}-.*Z$/) },
    { ...entry, log_id: 2, balance: 98.7, time: expect.any(String) },
  ]);
  const words = await run('log', 'list', '1');
  expect(words.stdout).toMatch(/^LOG ID.*\n1 .* 01712345678 .* "hello"\n2 /);
  expect(words.stdout).not.toContain(key.key);
  expect(await end(child, 'SIGTERM')).toEqual({ code: 0, by: null });
});

it('says before its address that texts go nowhere, unless a route is set', async () => {
  const { runHere } = program();
  const serve = (...more: string[]) => runHere('serve', '--port', '0', ...more);
  expect(await serve()).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^SMS service listening on http:\/\/127\.0\.0\.1:\d+\n$/),
    stderr: 'No route is set (--routes): texts are accepted and charged, and go nowhere.\n',
  });
  const order: string[] = [];
  const stream = (name: string) => new Writable({ write: (_, __, done) => done(void order.push(name)) });
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const terminal = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stopSignal: () => AbortSignal.abort(),
  };
  await runCommandLine(['serve', '--port', '0', '--data', dataDir], terminal);
  expect(order).toEqual(['stderr', 'stdout']);

  const file = join(dataDir, 'routes.json');
  const route = { kind: 'sms.net.bd', name: 'netbd', apiKey: 'k', url: 'http://127.0.0.1:9' };
  writeFileSync(file, JSON.stringify({ routes: [route] }));
  expect(await serve('--routes', file)).toMatchObject({ code: 0, stderr: '' });
});

it('reports an input error in one sentence on stderr, and fails', async () => {
  const { run, runHere } = program();
  await runHere('account', 'create', '--name', 'Padma', '--credits', '1');
  const { url, child } = await program().serve();
  const mistakes: [string[], RegExp][] = [
    [[], /--help/],
    [['acount', 'show'], /"acount show"/],
    [['account'], /"account create"/],
    [['account', 'show'], /missing required argument 'ID'/i],
    [['account', 'show', 'one'], /"one" is not an id/],
    [['account', 'show', '2'], /no account 2/],
    [['account', 'show', '1', '2'], /too many arguments for 'show'/i],
    [['account', 'show', '1', '--frob'], /--frob/],
    [['account', 'show', '1', '--port', '1'], /--port/],
    [['account', 'create', '--name', 'Padma'], /--credits/],
    [['account', 'create', '--name', ' ', '--credits', '1'], /name/],
    [['account', 'create', '--name', 'Padma', '--credits=-1'], /"-1"/],
    [['account', 'topup', '1', '0'], /above zero/],
    [['account', 'topup', '1', '99999999999.9999'], /at most/],
    [['key', 'create', '2'], /no account 2/],
    [['key', 'revoke', '9'], /no API key 9/],
    [['key', 'list', '2'], /no account 2/],
    [['log', 'list', '2'], /no account 2/],
    [['user', 'create', '--email', 'a@b.example', '--role', 'boss'], /"boss" is not a role/],
    [['user', 'create', '--email', 'a@b.example', '--role', 'owner'], /belong to an account/],
    [['user', 'create', '--email', 'a@b', '--role', 'operator'], /not an e-mail address/],
    [['user', 'link', 'a@b.example'], /no user with the e-mail address a@b.example/],
    [['serve', '--public-url', 'sms.example.com'], /not an address/],
    // Other kinds of window are only for tests.
    [['serve', '--window', 'fixed'], /--window/],
    [['serve', '--port', '65536'], /"65536"/],
    [['serve', '--price-per-part', '0'], /above zero/],
    [['serve', '--routes', './nowhere.json'], /can't be read/],
    [['serve', '--routes', './README.md'], /not JSON/],
    [['serve', '--routes', './package.json'], /routes/],
    [['serve', '--metrics-port', 'x'], /"x"/],
    [['backup'], /missing required argument 'FILE'/i],
    [['serve', '--port', new URL(url).port], /in use/],
  ];
  for (const [args, sentence] of mistakes) {
    const { code, stdout, stderr } = await runHere(...args, '--json');
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+[.]\n$/);
    expect(stderr).toMatch(sentence);
  }
  expect(await run('account', 'show', 'one')).toEqual({
    code: 1,
    stdout: '',
    stderr: '"one" is not an id: a whole number such as 1.\n',
  });
  const elsewhere = await program().runHere('account', 'show', '1');
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no SMS service data'),
  });
  expect(await end(child, 'SIGINT')).toEqual({ code: 0, by: null });
});

it('has help for every command', async () => {
  const { runHere } = program();
  const names = ['account create', 'account topup', 'account suspend', 'account activate', 'account show'];
  const misspelled = [
    'key create',
    'key revoke',
    'key list',
    'log list',
    'log settle',
    'serve',
    'backup',
    'restore',
  ];
  const people = ['user create', 'user link', 'user second-factor-off', 'user remove', 'user list'];
  const top = await runHere('--help');
  for (const name of [...names, ...misspelled, ...people]) {
    expect(top.stdout).toContain(name);
    const { code, stdout, stderr } = await runHere(...name.split(' '), '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run sms-service -- ${name}.*--data DIR.*--json`, 's'));
  }
  expect((await runHere('account', '--help')).stdout).not.toContain('key create');
});

it('invites people by commands: the link leads to the running service’s dashboard', async () => {
  const { json, serve } = program();
  const operator = await json('user', 'create', '--email', 'Ops@sms.example', '--role', 'operator');
  expect(operator).toEqual({
    id: 1,
    account_id: null,
    email: 'ops@sms.example',
    role: 'operator',
    has_password: false,
    link: expect.stringMatching(/^\/password\/[\w-]{32}$/),
  });
  const { url } = await serve();
  const { link } = await json('user', 'link', 'ops@sms.example');
  expect(link).toMatch(new RegExp(`^${url}/password/[\\w-]{32}$`));
  expect((await fetch(url + operator.link)).status).toBe(404);
  expect(await (await fetch(link)).text()).toContain('ops@sms.example');
  expect(await json('user', 'list')).toEqual([expect.objectContaining({ email: 'ops@sms.example' })]);
  await json('user', 'remove', 'ops@sms.example');
  expect((await fetch(link)).status).toBe(404);
});

it('ends at once on a second signal, even if a request is still arriving', async () => {
  const { url, child } = await program().serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`);
  await once(socket, 'data'); // "100 Continue" means that the service is waiting for the body.
  child.kill('SIGTERM');
  expect(await end(child, 'SIGINT')).toEqual({ code: 1, by: null });
});
