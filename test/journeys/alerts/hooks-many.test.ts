import { expect, test } from 'vitest';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { chooseForHook, FILLED, openHookForm, openHooks, submitHook } from '../../support/hooks-modal.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { keepGroup } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* Alerts to more people than one intent can reach. */

const numbers = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `0171${String(from + n).padStart(7, '0')}`);

/** A hook for two lists of 150 numbers, called once. */
async function callForMany(stage: Stage, all = numbers(300)): Promise<void> {
  await keepGroup(stage, 'day', all.slice(0, 150));
  await keepGroup(stage, 'night', all.slice(150));
  const { call } = await makeHook(stage, {
    recipients: ['day', 'night'].map(name => ({ kind: 'named', name })),
  });
  await call({ message: 'To everybody', severity: 'critical' });
}

test('an alert for two lists of 150 numbers is texted to all 300, each once, and the post says so', async () => {
  /** The SMS service's clock: it accepts sixty requests a minute. */
  const clock = createManualClock();
  const stage = await createLinkedStage({ service: { clock, pricePerPart: '0.10' } });
  await callForMany(stage);
  for (let minute = 0; minute < 7; minute++) {
    await clock.advance(MINUTE);
    await stage.pass(MINUTE);
  }
  expect(
    stage.service.log
      .list()
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual(numbers(300));
  // Texts with the same delivery status share a line: ten numbers, and how many more.
  const posted = async () => {
    await stage.pass(5 * SECOND);
    const posts = stage.slack.posts().filter(({ channel }) => channel === ON_CALL);
    const all = JSON.stringify(posts.map(({ blocks }) => blocks));
    const line = /Text to ((?:017••••0\d{3},? ){10})and (\d+) more: accepted/.exec(all);
    return line && (line[1]?.match(/017/g)?.length ?? 0) + Number(line[2]);
  };
  await expect.poll(posted).toBe(300);
});

test('a form whose groups add up to more than 200 people is refused under its field', async () => {
  const stage = await createLinkedStage();
  await keepGroup(stage, 'day', numbers(150));
  await keepGroup(stage, 'night', numbers(150, 100));
  const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
  await chooseForHook(stage, form, 'day', 'night');
  const { errors } = await submitHook(stage, form, FILLED);
  expect(errors).toEqual({ hook_recipients: expect.stringMatching(/250 people.*200 at most/) });
  // Numbers in both groups count once.
  await keepGroup(stage, 'half', numbers(100, 100));
  const again = await openHookForm(stage, await openHooks(stage), 'new_hook');
  await chooseForHook(stage, again, 'day', 'half');
  const { says } = await submitHook(stage, again, FILLED);
  expect(says).toContain('smsh_');
});
