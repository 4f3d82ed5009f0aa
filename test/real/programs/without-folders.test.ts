import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { namesOf, thoseAboveTexts, withThoseOnIt } from '../../support/features.ts';

/*
 * A feature is its folder and its line in `src/features.ts`: without both, `tsc` accepts the tree. All of
 * them together each time; each with its dependants, at twelve seconds each, with EACH_FEATURE=yes in the
 * environment.
 */

const root = join(import.meta.dirname, '../../..');
/** Programs of their own, some of which use a feature. */
const PROGRAMS = ['demo', 'demo.ts', 'sms-service', 'playground'];

const each = process.env.EACH_FEATURE === 'yes' ? thoseAboveTexts.map(withThoseOnIt) : [];

test.each([thoseAboveTexts, ...each].map(gone => namesOf(gone)))(
  'tsc accepts the tree without %s',
  async names => {
    const features = names.split(', ');
    const copy = await mkdtemp(join(tmpdir(), 'without-folders-'));
    onTestFinished(() => rm(copy, { recursive: true }));
    await cp(join(root, 'src'), join(copy, 'src'), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    await cp(join(root, 'package.json'), join(copy, 'package.json'));
    const config = { extends: join(root, 'tsconfig.json'), include: [join(copy, 'src')] };
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config));
    for (const folder of [...features, ...PROGRAMS]) await rm(join(copy, 'src', folder), { recursive: true });
    const list = join(copy, 'src/features.ts');
    const lines = (await readFile(list, 'utf8')).split('\n');
    const remaining = lines.filter(line => !features.some(name => new RegExp(`\\b${name}\\b`).test(line)));
    expect(lines.length - remaining.length, 'an import and an entry').toBe(2 * features.length);
    await writeFile(list, remaining.join('\n'));

    const { stdout } = await promisify(execFile)('npx', ['tsc', '--noEmit', '-p', copy], { cwd: root }).catch(
      error => error,
    );
    expect(stdout).toBe('');
  },
);
