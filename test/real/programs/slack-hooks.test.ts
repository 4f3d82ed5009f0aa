import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/*
 * `.slack/hooks.json`, called as Slack's CLI calls it: its lines by the shell, with its arguments at their end; an answer stands
 * between two boundaries.
 */

const root = join(import.meta.dirname, '../../..');
const BOUNDARY = '3561f3a3c5576e2ce0dc0d1e268bb9b2';
const PROTOCOL = ['--protocol=message-boundaries', `--boundary=${BOUNDARY}`];

const { hooks } = JSON.parse(readFileSync(join(root, '.slack/hooks.json'), 'utf8'));

const shell = (hook: string, args: readonly string[]) =>
  spawn('sh', ['-c', [hook, ...args].join(' ')], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function answerOf(hook: string, args: readonly string[]): Promise<string> {
  const child = shell(hook, args);
  const [output, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect([code, problem]).toEqual([0, '']);
  return output;
}

test('Slack’s own package tells the CLI which hooks there are, and ours take the place of two', async () => {
  const offered = JSON.parse(await answerOf(hooks['get-hooks'], []));
  expect(offered.config['protocol-version']).toContain('message-boundaries');
  // The app holds its connection itself.
  expect(offered.config['sdk-managed-connection-enabled']).toBe(true);
  expect(Object.keys(offered.hooks)).toEqual(expect.arrayContaining(['get-manifest', 'start']));
});

test('the manifest is ours, in Socket Mode, between the boundaries and without them', async () => {
  const bounded = await answerOf(hooks['get-manifest'], ['--source=local', ...PROTOCOL]);
  const [, json = '', ...rest] = bounded.split(BOUNDARY);
  expect(rest).toEqual(['\n']);
  const manifest = JSON.parse(json);
  const ours = parse(readFileSync(join(root, 'manifest.yml'), 'utf8'));
  expect(manifest.settings.socket_mode_enabled).toBe(true);
  expect(manifest.features.shortcuts).toEqual(ours.features.shortcuts);
  expect(manifest.functions).toEqual(ours.functions);
  expect(JSON.parse(await answerOf(hooks['get-manifest'], []))).toEqual(manifest);
});

test('it starts the app with the CLI’s tokens, and a text goes out', async () => {
  const stage = await createStage({
    mode: 'socket',
    program(environment) {
      const {
        SLACK_APP_TOKEN = '',
        SLACK_BOT_TOKEN = '',
        ...variables
      } = environment as Record<string, string>;
      const tokens = { SLACK_CLI_XAPP: SLACK_APP_TOKEN, SLACK_CLI_XOXB: SLACK_BOT_TOKEN };
      const { PATH = '', HOME = '' } = process.env;
      return runProgram(
        { PATH, HOME, ...variables, ...tokens },
        { args: ['-c', ['exec', hooks.start, ...PROTOCOL].join(' ')], cwd: root, program: 'sh' },
      );
    },
  });
  expect(await stage.link()).toContain('The key is linked');
  await stage.sms('01712345678 hello');
  await stage.post(/texted \*017••••5678/);
  stage.program().kill('SIGTERM');
  expect(await stage.program().ended).toBe(0);
});
