import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { decide, keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* A number on the do-not-text list gets no text, whatever names it. */

const RANU = '01712345671';
const KAMAL = '01712345672';

/** Rafiq's own number, from his Slack profile. */
const RAFIQ = '01712345678';

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepNamed(stage, 'field-team', { [RANU]: 'Ranu Begum', [KAMAL]: 'Kamal' });
  return stage;
};

test.each([
  ['a number that was typed', `${RANU} hello`, RANU],
  ['a contact', 'Ranu Begum hello', RANU],
  ['a teammate', '@rafiq hello', RAFIQ],
])('%s: refused, with why and whom to ask', async (_, typed, number) => {
  const stage = await setUp();
  await stopTexting(stage, number);
  await stage.sms(typed);
  const refusal = await stage.post(/never text/);
  expect(refusal.text).toMatch(/is marked “never text”, so you can’t text it from here.*Nothing was sent/);
  expect(refusal.visibleTo).toBe(stage.slack.person('rafiq').id);
  await stage.quiet();
  expect(stage.accepted()).toEqual([]);
});

test('an alert leaves the number out and says so, unless an admin lets alerts through: for a number and a group alike', async () => {
  const stage = await setUp();
  await stopTexting(stage, RANU, KAMAL);
  const recipients = [
    { kind: 'number', number: RANU as never },
    { kind: 'named', name: 'field-team' },
  ] as const;
  const { call } = await makeHook(stage, { recipients: [...recipients] });
  const reply = async () => {
    await stage.pass(SECOND);
    return JSON.stringify(stage.slack.posts().filter(({ channel }) => channel === ON_CALL));
  };
  await call(alertmanager('web', { HighCPU: { severity: 'critical', summary: 'hot' } }));
  await expect.poll(reply).toContain('017••••5671 is marked “never text”');
  expect(stage.accepted()).toEqual([]);

  await decide(stage, { alertsIgnoreDoNotText: true });
  await call(alertmanager('db', { DiskFull: { severity: 'critical', summary: 'full' } }));
  // So soon after the first critical alert, the second waits some seconds for others.
  await passUntil(stage, () => stage.accepted().length === 2);
  await stage.pass(5 * SECOND);
  expect(
    stage.service.log
      .list()
      .map(({ number }) => number)
      .sort(),
  ).toEqual([RANU, KAMAL]);
});
