import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedCode } from '../../support/documented-code.ts';
import { type Caller, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';

/* The commands for curl and for a GitHub Actions step in docs/hooks.md, run unchanged by a shell. */

const HOOK = 'https://sms.example.com/hooks/HOOK';

/** Runs a script as a person or a runner would; leaves out curl's progress. */
async function run(stage: Stage, { path, token }: Caller, script: string, more: object = {}) {
  const exports = documentedCode('curl', 'sh')[0]
    ?.replace(HOOK, stage.appUrl + path)
    .replace('=TOKEN', `=${token}`);
  const shell = spawn('bash', ['-e', '-c', `${exports}\n${script}`], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...more },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  shell.stdout.on('data', bytes => {
    output += bytes;
  });
  const [code] = await once(shell, 'close');
  return { code, output };
}

const isMissing = spawnSync('curl', ['--version']).status !== 0 && process.env.CI !== 'true';
describe.skipIf(isMissing)(`docs/hooks.md${isMissing ? ': no curl here, so it is not tried' : ''}`, () => {
  test('curl: each documented call is sent, and documented repeats are one alert', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage);
    const [, plain = '', keyed = '', firing = '', over = ''] = documentedCode('curl', 'sh');
    const texts = () => stage.service.log.list().map(({ number, message }) => [number, message]);

    const first = await run(stage, hook, plain);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.output)).toEqual({ status: 'accepted', ids: [expect.stringMatching(/-1$/)] });
    await stage.pass(2 * MINUTE);

    const once = await run(stage, hook, keyed);
    expect(await run(stage, hook, keyed)).toEqual(once);
    await stage.pass(2 * MINUTE);

    await run(stage, hook, firing);
    await run(stage, hook, firing);
    await stage.pass(2 * MINUTE);
    await run(stage, hook, over);
    await stage.pass(5 * MINUTE);
    expect(texts()).toEqual([
      ['01712345678', 'The backup has failed'],
      ['01812345678', 'The backup of 21 November has failed'],
      ['01712345678', 'db-1: the disk is full'],
      ['01712345678', 'db-1: the disk has room again'],
    ]);
  });

  test('the line for a heartbeat', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage, { heartbeat: { minutes: 65 } });
    const [line = ''] = documentedCode('Heartbeats', 'sh');
    const { code, output } = await run(stage, hook, line);
    expect([code, output.trim()]).toEqual([0, '{"status":"beat","ids":[]}']);
  });

  test('the GitHub Actions step', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage);
    const [step] = parse(documentedCode('GitHub Actions', 'yaml')[0] ?? '');
    const github = {
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'deploy',
      GITHUB_WORKFLOW: 'Deploy',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'padma/shop',
    };
    expect((await run(stage, hook, step.run, github)).code).toBe(0);
    expect((await run(stage, hook, step.run, github)).code).toBe(0);
    await stage.pass(2 * MINUTE);
    expect(stage.accepted()).toEqual(['Deploy failed: https://github.com/padma/shop/actions/runs/4711']);
  });
});
