import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { decide, keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* Whoever is marked as never to be texted gets no text, however it is asked for. */

const RANU = '01712345671';
const KAMAL = '01712345672';

/** Rafiq's own number, as his Slack profile has it. */
const RAFIQ = '01712345678';

const staged = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepNamed(stage, 'field-team', { [RANU]: 'Ranu Begum', [KAMAL]: 'Kamal' });
  return stage;
};

test.each([
  ['a number that was typed', `${RANU} hello`, RANU],
  ['a contact', 'Ranu Begum hello', RANU],
  ['a teammate', '@rafiq hello', RAFIQ],
])('%s: refused, with why and whom to ask', async (_, typed, number) => {
  const stage = await staged();
  await stopTexting(stage, number);
  await stage.sms(typed);
  const refusal = await stage.post(/never text/);
  expect(refusal.text).toMatch(/is marked “never text”, so you can’t text it from here.*Nothing was sent/);
  expect(refusal.visibleTo).toBe(stage.slack.person('rafiq').id);
  await stage.quiet();
  expect(stage.accepted()).toEqual([]);
});

test('sending again what is uncertain is refused, and so is what waits for its turn', async () => {
  const stage = await staged();
  stage.service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await stage.sms(`${RANU} hello`);
  const uncertain = await stage.post(/may or may not/);
  await stage.serviceGoesAway();
  await stage.sms(`${KAMAL} hello`);
  await stage.post(/on hold/);
  await stopTexting(stage, RANU, KAMAL);
  await stage.slack.press(uncertain, 'send_again', { user: 'rafiq' });
  await expect.poll(() => stage.posts(/marked “never text”/).length).toBe(1);
  await stage.serviceReturns();
  await stage.pass(60 * SECOND);
  await expect.poll(() => stage.posts(/marked “never text”/).length).toBe(2);
  expect(stage.accepted(), 'the first, before the mark').toEqual(['hello']);
});

test('a workflow texts the others of a group, and says who was left out', async () => {
  const stage = await staged();
  await stopTexting(stage, RANU);
  const { run } = await stage.slack.runFunction('send_sms', { recipients: 'field-team', message: 'hi' });
  const ended = await stage.slack.waitForRun(run);
  expect(ended.outputs).toMatchObject({ state: 'partly_sent', recipient_count: 2, sent_count: 1 });
  expect(ended.outputs?.summary).toContain('017••••5671: marked “never text”');
  expect(stage.accepted()).toEqual(['hi']);
});

test('an alert leaves them out and says so, unless an admin lets alerts through: to a number and to a group alike', async () => {
  const stage = await staged();
  await stopTexting(stage, RANU, KAMAL);
  const recipients = [
    { kind: 'number', number: RANU as never },
    { kind: 'named', name: 'field-team' },
  ] as const;
  const { call } = await makeHook(stage, { recipients: [...recipients] });
  const said = async () => {
    await stage.pass(SECOND);
    return JSON.stringify(stage.slack.posts().filter(({ channel }) => channel === ON_CALL));
  };
  await call(alertmanager('web', { HighCPU: { severity: 'critical', summary: 'hot' } }));
  await expect.poll(said).toContain('017••••5671 is marked “never text”');
  expect(stage.accepted()).toEqual([]);

  await decide(stage, { alertsDespiteNever: true });
  await call(alertmanager('db', { DiskFull: { severity: 'critical', summary: 'full' } }));
  // So soon after the first critical alert, it waits some seconds for others.
  await passUntil(stage, () => stage.accepted().length === 2);
  await stage.pass(5 * SECOND);
  expect(
    stage.service.log
      .list()
      .map(({ number }) => number)
      .sort(),
  ).toEqual([RANU, KAMAL]);
});
