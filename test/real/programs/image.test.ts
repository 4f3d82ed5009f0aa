import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { portOfTest } from '../../support/ports.ts';
import { createStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/* The container, as far as it can be tested without building it: its files and its commands. */

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
const begins = dockerfile.flatMap((line, at) => (line.startsWith('FROM ') ? [at] : []));
const stages = begins.map((from, nth) => dockerfile.slice(from, begins[nth + 1]));
/** The stages that `docker build .` and `--target sms-service` build. */
const appStage = stages.at(-1) ?? [];
const serviceStage = stages.find(([from]) => from?.endsWith(' AS sms-service')) ?? [];
const { services } = parse(read('compose.yml'), { merge: true });

/** An instruction's arguments if it is written as a JSON list. */
function listOf(stage: string[], instruction: string): string[] {
  const line = stage.find(text => text.startsWith(`${instruction} `)) ?? '';
  return JSON.parse(line.slice(line.indexOf('[')));
}

/**
 * A folder with the image's /app: everything copied and not ignored, and no package that only development
 * needs.
 */
function layOut(stage: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'sms-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ignored = new Set(read('.dockerignore').split('\n'));
  for (const line of stage.filter(text => /^COPY (?!--from)/.test(text))) {
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

test('has all that its programs need, but neither the playground nor the demo; it runs and reports its health', async () => {
  const { environment } = await createStage({ mode: 'http' });
  const cwd = layOut(appStage);
  const sources = readdirSync(join(cwd, 'src'));
  expect(sources).toEqual(expect.arrayContaining(['main.ts', 'commands', 'sms-service']));
  expect(sources.filter(name => /demo|playground/.test(name))).toEqual([]);

  const env = { ...environment, PORT: String(await portOfTest()), DATA_DIR: join(cwd, 'data') };
  const healthCheck = () =>
    new Promise<number>(resolve => {
      const [node, ...args] = listOf(appStage, 'HEALTHCHECK');
      expect(node).toBe('node');
      execFile(process.execPath, args, { cwd, env }, error => resolve(error ? Number(error.code) : 0));
    });
  expect(await healthCheck()).toBe(1);
  const [node, ...args] = listOf(appStage, 'CMD');
  expect(node).toBe('node');
  const app = runProgram(env, { args, cwd });
  await app.listening;
  expect(await healthCheck()).toBe(0);
  app.kill('SIGTERM');
  expect(await app.ended).toBe(0);

  const reseal = runProgram(env, { args: ['src/commands/run.ts', 'reseal'], cwd });
  expect(await reseal.ended).toBe(0);
});

test.each([
  ['app', appStage, 'listening'],
  ['SMS service', serviceStage, 'http://'],
])('the cache compiled for the image of the %s covers a whole start', async (_which, stage, ready) => {
  const { environment } = await createStage({ mode: 'http' });
  const cwd = layOut(stage);
  const compiled = join(cwd, 'node_modules/.cache/compiled');
  mkdirSync(dirname(compiled));
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  for (const line of stage.filter(line => /^RUN (! )?node /.test(line))) {
    // Node has a cache for each user.
    expect(stage.slice(0, stage.indexOf(line)).findLast(text => text.startsWith('USER '))).toBe('USER node');
    const command = line.slice('RUN '.length).replaceAll('/app/', `${cwd}/`);
    execFileSync('sh', ['-c', command], { cwd, env: { PATH }, stdio: 'ignore' });
  }
  const files = () => readdirSync(compiled, { recursive: true }).sort();
  const before = files();
  expect(before.length).toBeGreaterThan(100);

  const [port, metricsPort] = [String(await portOfTest()), String(await portOfTest())];
  const data = join(cwd, 'data');
  const args = listOf(stage, 'CMD')
    .slice(1)
    .map(word => (word === '/data' ? data : word.replace('9464', metricsPort)));
  if (stage === serviceStage) args.push('--port', port);
  const program = runProgram(
    { ...environment, PORT: port, DATA_DIR: data, NODE_COMPILE_CACHE: undefined },
    { args, cwd },
  );
  await program.says(ready);
  program.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(files()).toEqual(before);
});

test('the SMS service’s image has nothing of the app; it runs and reports its health on its own port', async () => {
  const cwd = layOut(serviceStage);
  expect(readdirSync(join(cwd, 'src')).sort()).toEqual(['node-version.mjs', 'sms-service']);
  const port = await portOfTest();
  const here = (words: string[]) =>
    words.map(word => (word === '/data' ? join(cwd, 'data') : word.replace('9464', String(port))));
  const healthCheck = () =>
    new Promise<number>(resolve => {
      const [node, ...args] = here(listOf(serviceStage, 'HEALTHCHECK'));
      expect(node).toBe('node');
      execFile(process.execPath, args, { cwd }, error => resolve(error ? Number(error.code) : 0));
    });
  expect(await healthCheck()).toBe(1);
  const [node, ...args] = here(listOf(serviceStage, 'CMD'));
  expect(node).toBe('node');
  const service = runProgram({}, { args: [...args, '--port', '0'], cwd });
  await service.says('http://');
  expect(await healthCheck()).toBe(0);
  service.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('is built from images of one full version; Node’s is the one that the tests run on', () => {
  const named = stages.flatMap(([from]) => / AS (\S+)$/.exec(from ?? '')?.[1] ?? []);
  const bases = stages
    .flatMap(([from]) => / (\S+)/.exec(from ?? '')?.[1] ?? [])
    .filter(base => !named.includes(base));
  expect(bases).toHaveLength(2);
  const composed = Object.values<{ image?: string }>(services).flatMap(({ image }) => image ?? []);
  expect(composed).not.toEqual([]);
  for (const image of [...bases, ...composed]) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+\.\d+(-[\w-]+)?$/);
  const { devDependencies, scripts } = JSON.parse(read('package.json'));
  for (const base of bases) expect(base).toContain(`node:${devDependencies.node}-`);
  expect(listOf(appStage, 'CMD').join(' '), 'is started as by hand').toBe(scripts.start);
});

test('neither image has npm, or any other installer', () => {
  for (const stage of [appStage, serviceStage]) {
    expect(stage[0]).toMatch(/^FROM runtime\b/);
    expect(stage.filter(line => /^[A-Z].*\b(npm|npx|corepack|yarn)\b/.test(line))).toEqual([]);
  }
  const removed = stages
    .find(([from]) => from?.endsWith(' AS runtime'))
    ?.find(line => line.startsWith('RUN rm -rf '));
  const [, , , ...paths] = removed?.split(/ +/) ?? [];
  const programs = ['npm', 'npx', 'corepack', 'yarn', 'yarnpkg'].map(name => `/usr/local/bin/${name}`);
  expect(paths).toEqual(expect.arrayContaining(['/usr/local/lib/node_modules', ...programs]));
});

test('runs as an unprivileged user, and compose publishes only the web server', () => {
  for (const stage of [appStage, serviceStage]) {
    expect(stage.findLast(line => line.startsWith('USER '))).toBe('USER node');
  }
  const published = Object.entries<{ ports?: string[] }>(services).flatMap(([name, { ports = [] }]) =>
    ports.map(port => `${name} ${port}`),
  );
  // The profile for watching is reached from the machine itself.
  const toOthers = published.filter(port => !port.includes(' 127.0.0.1:'));
  expect(toOthers).toEqual(['web 80:80', 'web 443:443']);
  const { METRICS_PORT, PORT = 3000 } = services.app.environment;
  expect([METRICS_PORT, PORT]).toEqual([expect.any(Number), 3000]);
  expect(METRICS_PORT).not.toBe(PORT);
  const [image, composed] = [listOf(serviceStage, 'CMD'), services['sms-service'].command];
  expect(composed.slice(0, image.length), 'the service is started as in its image').toEqual(image);
});
