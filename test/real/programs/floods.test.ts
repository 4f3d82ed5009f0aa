import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { meghna } from '../../../src/playground/index.ts';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { linkElsewhere, twoInstalled } from '../../support/installing.ts';
import { peopleLink, visit } from '../../support/people-page.ts';
import { keepNamed } from '../../support/settings.ts';
import { createLinkedStage } from '../../support/stage.ts';
import { makeTemplate } from '../../support/templates-modal.ts';
import { bombs, withOneFarCell } from '../../support/workbooks.ts';
import { runProgram } from '../support/program.ts';

/* The real programs under floods, while somebody else goes on as before; by hand and for longer: `npm run fuzz-files`. */

const MB = 1024 * 1024;
const RANU = '01712345671';
const PUBLIC_URL = 'https://sms.example.com';
const SERVICE = ['--import', './src/node-version.mjs', 'src/sms-service/main.ts'];

/** The most memory that a process ever had. */
const mostMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test('bombs are uploaded while another workspace texts: all texts go, and memory stays within bounds', async () => {
  const stage = await twoInstalled({ program: runProgram });
  await linkElsewhere(stage);
  const page = visit(await peopleLink(stage, 'import'));
  await page.post('');
  const { pid } = stage.program();
  const before = mostMemory(pid);
  const { honest, lying, unlisted } = bombs(2800);
  const files = [honest, lying, unlisted, withOneFarCell('XFD1048576')];
  const texts: string[] = [];
  for (const file of files) {
    const read = page.post('/file', file);
    for (let n = 0; n < 4; n += 1) {
      texts.push(`text ${texts.length}`);
      const text = `01712345678 ${texts.at(-1)}`;
      await stage.slack.command({ user: 'jamil', team: meghna.id, text });
    }
    expect((await read).status).toBe(200);
  }
  await expect.poll(() => stage.accepted().toSorted(), { timeout: 30_000 }).toEqual(texts.toSorted());
  expect(mostMemory(pid) - before).toBeLessThan(250 * MB);
});

/** Connections that begin a request and never end it, nor the connection; some bring another byte now and then. */
function stall(url: string, path: string, count: number): void {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    return socket.on('connect', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n`);
    });
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 500);
  onTestFinished(() => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });
}

test('the SMS service answers every send, however many connections hang on it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const run = (...args: string[]) =>
    JSON.parse(String(execFileSync(process.execPath, [...SERVICE, ...args, '--data', dataDir, '--json'])));
  run('account', 'create', '--name', 'Padma', '--credits', '1000');
  const { key } = run('key', 'create', '1');
  const service = runProgram({}, { args: [...SERVICE, 'serve', '--port', '0', '--data', dataDir] });
  await service.says('SMS service listening');
  // So that fewer connections than in earnest would take all it has.
  execFileSync('prlimit', [`--pid=${service.pid}`, '--nofile=1500']);
  const url = /http:\S+/.exec(service.output())?.[0] ?? '';
  const send = async () => {
    const body = new URLSearchParams({ api_key: key, number: RANU, message: 'hello' });
    // A connection of its own for each.
    const headers = { connection: 'close' };
    return (await fetch(`${url}/api/send-sms.php`, { method: 'POST', headers, body })).json();
  };
  for (let wave = 0; wave < 6; wave += 1) {
    stall(url, '/api/send-sms.php', 500);
    for (let n = 0; n < 10; n += 1) expect(await send()).toMatchObject({ success: true });
  }
  expect(mostMemory(service.pid)).toBeLessThan(400 * MB);
});

test('a stranger tries addresses of links, and everybody else’s are answered', async () => {
  const stage = await createLinkedStage({
    program: runProgram,
    environment: { PUBLIC_URL },
    slack: { manifest: readManifest() },
  });
  await keepNamed(stage, 'Farmers', { [RANU]: 'Ranu' });
  await makeTemplate(stage, { name: 'Harvest', text: 'Dear {name} {stop}' });
  const recipients = [{ kind: 'number' as const, number: '01812345678' as never }];
  const hook = await makeHook(stage, { recipients, link: true });
  const { run } = await stage.slack.runFunction('send_sms', { recipients: RANU, template: 'HARVEST' });
  await stage.slack.waitForRun(run);
  await hook.call(alertmanager('disks', { DiskFull: { severity: 'critical' } }));
  await stage.until(() => stage.accepted().length === 2);
  const paths = ['stop', 'a'].map(page => {
    const said = stage.accepted().join('\n');
    return new RegExp(`${PUBLIC_URL}(/${page}/[0-9A-Za-z]+)`).exec(said)?.[1] ?? '';
  });

  const open = async (path: string, what?: string) => {
    const press = what === undefined ? {} : { method: 'POST', body: new URLSearchParams({ what }) };
    return (await fetch(stage.appUrl + path, { redirect: 'manual', ...press })).status;
  };
  /** From the same address, as if all were behind one proxy. */
  const amidNonsense = async (path: string, what?: string) => {
    const nonsense = Array.from({ length: 40 }, (_, n) =>
      open(n % 2 === 0 ? '/stop/aaaaaaaaaaaa' : '/a/aaaaaaaaaa'),
    );
    const answer = await open(path, what);
    await Promise.all(nonsense);
    return answer;
  };
  const [stop = '', alert = ''] = paths;
  const answers: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    answers.push(await amidNonsense(stop), await amidNonsense(stop, n % 2 === 0 ? 'stop' : 'undo'));
    answers.push(await amidNonsense(alert));
  }
  answers.push(await amidNonsense(alert, 'take'));
  expect(new Set(answers)).toEqual(new Set([200, 303]));
});
