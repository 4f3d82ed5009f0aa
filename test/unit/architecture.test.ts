import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const KIT = ['kit', 'log.ts'];
const CORE = [...KIT, 'workspace', 'texts'];
const PEOPLE = [...CORE, 'contacts', 'templates'];
const ALL = [
  ...PEOPLE,
  ...[
    'history',
    'attention',
    'holidays',
    'rotas',
    'schedules',
    'broadcasts',
    'escalations',
    'alerts',
    'workflows',
    'slackbot',
  ],
];

/** The parts of src/ that each part may import: only those listed above it. */
const MAY_IMPORT: Record<string, string[]> = {
  'log.ts': [],
  kit: ['log.ts'],
  workspace: KIT,
  texts: [...KIT, 'workspace'],
  contacts: CORE,
  templates: CORE,
  attention: [...CORE, 'contacts'],
  history: [...CORE, 'contacts'],
  holidays: CORE,
  rotas: [...PEOPLE, 'holidays'],
  schedules: [...PEOPLE, 'holidays'],
  broadcasts: [...PEOPLE, 'rotas', 'schedules'],
  escalations: [...PEOPLE, 'rotas'],
  alerts: [...PEOPLE, 'holidays', 'rotas', 'schedules', 'escalations'],
  workflows: [...PEOPLE, 'rotas', 'schedules'],
  slackbot: [...PEOPLE, 'rotas', 'broadcasts', 'escalations', 'alerts'],
  'features.ts': ALL,
  'config.ts': [...KIT, 'workspace'],
  wiring: [...KIT, 'features.ts'],
  'app.ts': [...KIT, 'features.ts', 'wiring'],
  commands: [...KIT, 'features.ts', 'config.ts', 'wiring'],
  'main.ts': ['app.ts', 'config.ts', 'kit', 'log.ts', 'wiring'],
  // The other side of the wire, which shares nothing: one mistake must not pass on both sides.
  'sms-service': [],
  playground: [],
  demo: [...ALL, 'app.ts', 'config.ts', 'wiring', 'sms-service', 'playground'],
  'demo.ts': ['demo'],
};

const sources = globSync('src/**/*.ts', { cwd: root }).map(file => ({
  file,
  part: file.split('/')[1] ?? '',
  code: readFileSync(join(root, file), 'utf8'),
}));

/** The files of src/ that a file imports, types included; by their paths in src/. */
function importedFiles(file: string, code: string): string[] {
  const { module } = parseSync(file, code);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(entry => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      code.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return specifiers
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => relative(join(root, 'src'), join(root, dirname(file), specifier)));
}

/** They share nothing with the app. */
const NEIGHBOURS = new Set(['sms-service', 'playground', 'demo']);

const partOf = (path: string): string => path.split('/')[0] ?? '';

/** A path of imports from a file back to itself; null if there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  function walk(file: string, way: readonly string[]): string[] | null {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const imported of imports.get(file) ?? []) {
      const circle = walk(imported, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  }
  for (const file of imports.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return null;
}

describe('imports run one way', () => {
  test('every part of src/ is listed above', () => {
    expect(new Set(sources.map(({ part }) => part))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  });

  test('no file imports a part that its own may not', () => {
    const wrong = sources.flatMap(({ file, part, code }) => {
      const allowed = new Set([part, ...(MAY_IMPORT[part] ?? [])]);
      return importedFiles(file, code)
        .filter(path => !allowed.has(partOf(path)))
        .map(path => `${file.slice('src/'.length)} → ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  test('the list itself has no cycle', () => {
    const order = Object.keys(MAY_IMPORT);
    for (const [part, imports] of Object.entries(MAY_IMPORT)) {
      for (const imported of imports)
        expect(order.indexOf(imported), `${part} → ${imported}`).toBeLessThan(order.indexOf(part));
    }
  });
});

test('no files import each other in a cycle, not even types', () => {
  const imports = new Map(
    sources.map(({ file, code }) => [file.slice('src/'.length), importedFiles(file, code)]),
  );
  expect(imports.get('main.ts')).toContain('app.ts');
  expect(circleIn(imports)).toBeNull();
  expect(
    circleIn(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', []],
        ['d', ['b']],
      ]),
    ),
  ).toEqual(['b', 'd', 'b']);
});

test('only the SMS service’s own testing folder imports it within the service, so its image leaves it out', () => {
  const inner = sources.filter(({ part }) => part === 'sms-service');
  const wrong = inner.filter(({ file, code }) => {
    const isTesting = file.startsWith('src/sms-service/testing/');
    const imports = importedFiles(file, code).some(path => path.startsWith('sms-service/testing/'));
    return imports && !isTesting;
  });
  expect(wrong.map(({ file }) => file)).toEqual([]);
  expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).toContain('src/sms-service/testing');
});

test('only tests in test/real start a process, or import one that does', () => {
  const STARTS = /from '(?:node:child_process|node:cluster|playwright-core|(?:\.\.?\/)[^']*real\/[^']*)'/;
  const apart = new Set(['test/real', 'test/mutations']);
  const files = globSync('test/**/*.ts', { cwd: root })
    .filter(file => !apart.has(file.split('/').slice(0, 2).join('/')))
    .map(file => ({ file, code: readFileSync(join(root, file), 'utf8') }));
  expect(files.length).toBeGreaterThan(200);
  // A type import is erased before anything runs.
  const starting = ({ code }: { code: string }) =>
    code
      .replaceAll(/^import type [^;]*;/gm, '')
      .split('\n')
      .some(line => STARTS.test(line));
  expect(files.filter(starting).map(({ file }) => file)).toEqual([]);
});

test('input enters only where its permission is checked', () => {
  const permissionFacts = new Set(['src/kit/slack/bolt.ts']);
  const asking = sources.filter(
    ({ file, part, code }) =>
      !NEIGHBOURS.has(part) &&
      !permissionFacts.has(file) &&
      /\bapp\s*\.(?:view|action|options|shortcut|function|step)\b/.test(code),
  );
  expect(asking.map(({ file }) => file)).toEqual([]);
});

test('an error is swallowed only in a clean-up, or where another place handles it', () => {
  const allowed = new Set([
    'src/kit/store/redis/connection.ts', // The connection failed, so it is closed.
    'src/kit/store/redis/liveness.ts', // A sign of life expires by itself.
    'src/kit/inbox/store.ts', // A process that waits for the event tries again.
    'src/workspace/linked-keys.ts', // The admin who links the key sees the failure.
    'src/alerts/http/stalled-calls.ts', // The reader of the call sees the failure.
    'src/texts/slack/teammates.ts', // Who can't be loaded now isn't offered.
  ]);
  const swallowing = sources.filter(
    ({ part, code }) =>
      !NEIGHBOURS.has(part) &&
      /catch\(\(\) => undefined\)|then\([^()]*, \(\) => undefined\)|catch \{\s*\}/.test(code),
  );
  expect(new Set(swallowing.map(({ file }) => file))).toEqual(allowed);
});

test('only the programs touch the process', () => {
  const programs = new Set([
    'src/main.ts',
    'src/kit/stalls/watchdog-thread.ts', // It ends one that can't end itself.
    'src/commands/run.ts',
    'src/commands/manifest.ts',
    'src/demo.ts',
    'src/sms-service/main.ts',
  ]);
  const touching = sources.filter(
    ({ file, code }) => !programs.has(file) && /\bprocess\.(?!nextTick)[a-z]/i.test(code),
  );
  expect(touching.map(({ file }) => file)).toEqual([]);
});

test('time comes from the clock that is passed in, so setting a machine’s clock changes nothing else', () => {
  const reading = new Set([
    'src/kit/clock.ts',
    'src/wiring/infrastructure.ts', // IDs contain times, but no logic depends on them.
    'src/kit/slack/http.ts', // Slack signs the time of day.
  ]);
  const apart = new Set(['sms-service', 'playground', 'demo']);
  const clocked = sources.filter(({ file, part }) => !reading.has(file) && !apart.has(part));
  const readers = clocked.filter(({ code }) =>
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bhrtime\b/.test(code),
  );
  expect(readers.map(({ file }) => file)).toEqual([]);
});

test('no two types of the app share a name', () => {
  const app = sources.filter(
    // `policy/` replaces these.
    ({ file, part }) =>
      !['sms-service', 'playground', 'demo'].includes(part) && !file.startsWith('src/alerts/deciding/'),
  );
  const declared = app.flatMap(({ file, code }) =>
    parseSync(file, code).program.body.flatMap(statement => {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      const isType =
        declaration?.type === 'TSTypeAliasDeclaration' || declaration?.type === 'TSInterfaceDeclaration';
      // Every feature names the type of its sentences `Words`.
      if (!isType || declaration.id.name === 'Words') return [];
      return { name: declaration.id.name, file };
    }),
  );
  expect(declared.length).toBeGreaterThan(100);
  const byName = Map.groupBy(declared, ({ name }) => name);
  const several = [...byName.values()].filter(files => files.length > 1);
  expect(several.map(files => files.map(({ name, file }) => `${name}: ${file}`))).toEqual([]);
});
