import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';
import { createStage } from '../support/stage.ts';

/* The container, as far as that can be tried without building it: the files that it holds, and its commands. */

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
const lastStage = dockerfile.slice(dockerfile.findLastIndex(line => line.startsWith('FROM ')));
const { services } = parse(read('compose.yml'));

/** An instruction's arguments where it is written as a JSON list. */
function listOf(instruction: string): string[] {
  const line = lastStage.find(one => one.startsWith(`${instruction} `)) ?? '';
  return JSON.parse(line.slice(line.indexOf('[')));
}

/** A folder with what the image has in /app: what is copied and not ignored, and no package that only development needs. */
function layOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sms-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ignored = new Set(read('.dockerignore').split('\n'));
  for (const line of lastStage.filter(one => /^COPY (?!--from)/.test(one))) {
    const [, from = '', to = ''] = line.split(/ +/);
    const filter = (source: string) => !ignored.has(relative(root, source));
    const target = to.endsWith('/') ? join(to, basename(from)) : to;
    cpSync(join(root, from), join(folder, target), { recursive: true, filter });
  }
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  return folder;
}

test('holds what its programs need and neither the playground nor the demo; it runs, and its health is told', async () => {
  const { environment } = await createStage({ mode: 'http' });
  const cwd = layOut();
  const there = readdirSync(join(cwd, 'src'));
  expect(there).toEqual(expect.arrayContaining(['main.ts', 'reseal.ts', 'sms-service']));
  expect(there.filter(name => /demo|playground/.test(name))).toEqual([]);

  const env = { ...environment, PORT: String(await freePort()), DATA_DIR: join(cwd, 'data') };
  const healthCheck = () =>
    new Promise<number>(resolve => {
      const [node, ...args] = listOf('HEALTHCHECK');
      expect(node).toBe('node');
      execFile(process.execPath, args, { cwd, env }, error => resolve(error ? Number(error.code) : 0));
    });
  expect(await healthCheck()).toBe(1);
  const [node, ...args] = listOf('CMD');
  expect(node).toBe('node');
  const app = runProgram(env, { args, cwd });
  await app.listening;
  expect(await healthCheck()).toBe(0);
  app.kill('SIGTERM');
  expect(await app.ended).toBe(0);

  const reseal = runProgram(env, { args: ['src/reseal.ts'], cwd });
  expect(await reseal.ended).toBe(0);
  const [, ...serve] = services['sms-service'].command as string[];
  const here = serve.map(word => (word === '/data' ? join(cwd, 'service') : word));
  const service = runProgram({}, { args: [...here, '--port', '0'], cwd });
  await service.says('http://');
});

test('is built from images of one full version, Node’s being the one that the tests run on', () => {
  const bases = dockerfile.flatMap(line => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  const composed = Object.values<{ image?: string }>(services).flatMap(({ image }) => image ?? []);
  expect(composed).not.toEqual([]);
  for (const image of [...bases, ...composed]) expect(image).toMatch(/^[\w./-]+:\d+\.\d+\.\d+-\w+/);
  const { node } = JSON.parse(read('package.json')).devDependencies;
  for (const base of bases) expect(base).toContain(`node:${node}-`);
});

test('runs as somebody without rights, and compose publishes nothing but the app’s own port', () => {
  expect(lastStage.findLast(line => line.startsWith('USER '))).toBe('USER node');
  const published = Object.entries<{ ports?: string[] }>(services).flatMap(([name, { ports = [] }]) =>
    ports.map(port => `${name} ${port}`),
  );
  expect(published).toEqual(['app 3000-3001:3000']);
  const { METRICS_PORT, PORT = 3000 } = services.app.environment;
  expect([METRICS_PORT, PORT]).toEqual([expect.any(Number), 3000]);
  expect(METRICS_PORT).not.toBe(PORT);
});
