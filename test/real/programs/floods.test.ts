import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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

/* Floods of the real programs, with other users undisturbed; by hand and for longer: `npm run fuzz-files`. */

const MB = 1024 * 1024;
const RANU = '01712345671';
const PUBLIC_URL = 'https://sms.example.com';

/** The peak memory of a process. */
const mostMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test('bombs are uploaded while another workspace sends: all texts are sent, and memory stays within bounds', async () => {
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

test('a stranger tries link addresses, and everybody else’s links still work', async () => {
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
    const texts = stage.accepted().join('\n');
    return new RegExp(`${PUBLIC_URL}(/${page}/[0-9A-Za-z]+)`).exec(texts)?.[1] ?? '';
  });

  const open = async (path: string, action?: string) => {
    const press = action === undefined ? {} : { method: 'POST', body: new URLSearchParams({ what: action }) };
    return (await fetch(stage.appUrl + path, { redirect: 'manual', ...press })).status;
  };
  /** From the same address, as if all visitors were behind one proxy. */
  const amidNonsense = async (path: string, action?: string) => {
    const nonsense = Array.from({ length: 40 }, (_, n) =>
      open(n % 2 === 0 ? '/stop/aaaaaaaaaaaa' : '/a/aaaaaaaaaa'),
    );
    const answer = await open(path, action);
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
