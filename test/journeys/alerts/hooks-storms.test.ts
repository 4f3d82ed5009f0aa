import { expect, test } from 'vitest';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* What becomes of the texts of a storm, and what it may cost. */

const critical = { severity: 'critical' };

const shown = (stage: Stage, channel = ON_CALL): string =>
  stage.slack
    .posts()
    .filter(post => post.channel === channel && post.author.kind === 'app')
    .map(post => JSON.stringify(post.blocks))
    .join('\n');

test('if nobody can know whether a step’s texts went out, the next step is texted at once, and nothing twice', async () => {
  const stage = await createLinkedStage();
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
  expect(shown(stage)).toMatch(/Text to <@U0RAFIQ0001>: uncertain/);
});
