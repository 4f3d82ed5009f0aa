import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { openLater } from '../../support/schedules.ts';
import { createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';

/* Somebody may do something, and then no longer: what was opened or asked for before is judged by who they are now. */

const AUTHOR = 'rafiq';
const HOUR = 60 * MINUTE;

const staged = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });

/** Slack says something else of them, and what it said before is too old. */
async function becomes(stage: Stage, what: 'guest' | 'deactivated', user = AUTHOR): Promise<void> {
  const person = stage.slack.person(user);
  if (what === 'guest') person.isRestricted = true;
  else person.deleted = true;
  await stage.pass(6 * MINUTE);
}

/** The receipts of what is scheduled, also those that only one person sees. */
const planned = ({ slack }: Stage): Post[] =>
  slack.posts({ includeEphemeral: true }).filter(({ text }) => /(?:is|are) scheduled for/.test(text));

/** The time for which something was planned (epoch seconds) comes. */
async function comes(stage: Stage, at: number): Promise<void> {
  await stage.sleep(at * 1000 - stage.clock.wall() - MINUTE);
  await stage.pass(3 * MINUTE);
}

test('what is scheduled doesn’t go out once its author may not send; others’ does', async () => {
  const stage = await staged();
  const { slack } = stage;
  const at = Math.floor((stage.clock.wall() + 2 * HOUR) / 1000);
  for (const user of [AUTHOR, 'kamal']) {
    const form = await openLater(stage, `01712345678 from ${user}`, user);
    await slack.submit(form, { compose_at: at });
  }
  await passUntil(stage, () => planned(stage).length === 2);
  await becomes(stage, 'deactivated');
  await comes(stage, at);
  await passUntil(stage, () => stage.accepted().length > 0);
  await stage.pass(10 * MINUTE);
  expect(stage.accepted()).toEqual(['from kamal']);
});
