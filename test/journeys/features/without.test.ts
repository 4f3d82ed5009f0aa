import { expect, test } from 'vitest';
import { FEATURES } from '../../../src/features.ts';
import { namesOf, thoseAboveTexts, withThoseOnIt } from '../../support/features.ts';
import { submitText } from '../../support/recipients.ts';
import { createStage } from '../../support/stage.ts';

/* Each feature above texts can be left out of `src/features.ts`, and texts are still sent. */

/** Each feature with its dependants, and each with all later ones. */
const leftOut = new Set(
  thoseAboveTexts.flatMap((feature, at) => [withThoseOnIt(feature), thoseAboveTexts.slice(at)].map(namesOf)),
);

test.each([...leftOut])('a text is sent and reported without %s', async names => {
  const features = FEATURES.filter(({ name }) => !names.split(', ').includes(name));
  const stage = await createStage({ overrides: { features } });
  expect(await stage.link()).toContain('The key is linked');

  await stage.sms('01712345678 typed');
  expect((await stage.post(/texted \*017••••5678/)).text).toMatch(/1 part · cost 0\.35 · balance/);

  await stage.sms('');
  const form = await stage.slack.waitForView('rafiq');
  await stage.quiet();
  await submitText(stage, form, '01812345678', 'filled in');
  await stage.post(/texted \*018••••5678/);
  expect(stage.accepted()).toEqual(['typed', 'filled in']);

  for (const [word, looks] of [
    ['balance', /99\.3/],
    ['log', /log #2.*log #1/],
    ['help', /sends a text/],
  ] as const)
    expect((await stage.sms(word)).body).toMatch(looks);
  await stage.slack.openApp('nusrat');
  await stage.quiet();
  expect(JSON.stringify(stage.slack.home('nusrat')?.content)).toMatch(/99\.3/);
  expect(stage.logged()).not.toMatch(/"level":50/);
});
