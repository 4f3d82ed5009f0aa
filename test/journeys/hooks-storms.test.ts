import { expect, test } from 'vitest';
import { onBothEngines } from '../support/both-engines.ts';
import { alertmanager, makeHook, ON_CALL } from '../support/hooks.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../support/stage.ts';

/* What becomes of the texts of a storm, and what it may cost. */

const GENERAL = 'C0GENERAL01';
const critical = { severity: 'critical' };

const shown = (stage: Stage, channel = ON_CALL): string =>
  stage.slack
    .posts()
    .filter(post => post.channel === channel && post.author.kind === 'app')
    .map(post => JSON.stringify(post.blocks))
    .join('\n');

onBothEngines(environment => {
  test('a text about the alerts of two hooks is shown with its outcome in the channels of both', async () => {
    const stage = await createLinkedStage({ environment: environment() });
    const web = await makeHook(stage, { name: 'Web' });
    const { call } = await makeHook(stage, { name: 'Database', channel: GENERAL });
    await call(alertmanager('db', { DiskFull: {} }));
    await stage.pass(2 * SECOND);
    await web.call(alertmanager('web', { HighCPU: { severity: 'error' } }));
    await call(alertmanager('db', { Lagging: {} }));
    await stage.pass(MINUTE);
    await stage.until(() => stage.accepted().length === 2);
    expect(stage.accepted()[1]).toBe('ERROR HighCPU; WARNING Lagging');
    for (const [channel, both] of [
      [ON_CALL, /Text to 017••••5678: accepted.*log #2/],
      [GENERAL, /Text to 017••••5678 ×2: accepted/],
    ] as const) {
      const said = async () => {
        await stage.pass(SECOND);
        return shown(stage, channel);
      };
      await expect.poll(said).toMatch(both);
    }
  });

  test('if nobody can know whether a step’s texts went out, the next step is texted at once, and nothing twice', async () => {
    const stage = await createLinkedStage({ environment: environment() });
    const { call } = await makeHook(stage, {
      escalation: {
        firstMinutes: 30,
        steps: [{ to: [{ kind: 'number', number: '01812345679' as never }], minutes: 30 }],
        rounds: 1,
        severities: ['critical'],
      },
    });
    const began = stage.clock.now();
    stage.service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
    await call(alertmanager('db', { DiskFull: critical }));
    const texted = () => stage.service.log.list().map(({ number, message }) => `${number} ${message}`);
    await stage.until(() => texted().length === 1);
    const passed = async () => {
      await stage.pass(SECOND);
      return texted();
    };
    await expect
      .poll(passed, { timeout: 30_000 })
      .toEqual(['01712345678 CRITICAL DiskFull', '01812345679 CRITICAL DiskFull']);
    // Long before the first step's half an hour is over.
    expect(stage.clock.now() - began).toBeLessThan(10 * MINUTE);
    await stage.pass(10 * MINUTE);
    expect(texted()).toHaveLength(2);
    expect(shown(stage)).toMatch(/Text to 017••••5678: uncertain/);
  });

  test('a hook’s daily limit holds over a restart, is said, and lets a first critical alert go', async () => {
    const stage = await createLinkedStage({ environment: environment() });
    const { call } = await makeHook(stage, { daily: { texts: 2 } });
    for (const name of ['First', 'Second']) {
      await call(alertmanager(name, { [name]: {} }));
      await stage.until(() => stage.accepted().includes(`WARNING ${name}`));
      await stage.pass(2 * MINUTE);
    }
    await stage.stop();
    await stage.start();
    await call(alertmanager('third', { Third: {} }));
    await stage.pass(2 * MINUTE);
    await call(alertmanager('db', { DiskFull: critical }));
    await stage.until(() => stage.accepted().includes('CRITICAL DiskFull'));
    const said = async () => {
      await stage.pass(2 * SECOND);
      return shown(stage);
    };
    await expect.poll(said).toMatch(/1 alert held back for 017••••5678: this hook has reached its limit/);
    expect(shown(stage).match(/Until midnight it texts only/g)).toHaveLength(1);
    expect(stage.accepted()).toEqual(['WARNING First', 'WARNING Second', 'CRITICAL DiskFull']);
  });
});
