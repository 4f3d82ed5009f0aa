import { expect } from 'vitest';
import type { Post, View } from '../../src/playground/index.ts';
import { ADMIN, passUntil, SECOND, type Stage } from './stage.ts';
import { contentOf, isUnderWay, opened } from './views.ts';

export { inChannel, says as shows, texted as numbers } from './on-call.ts';

/* Muting alerts, as people do it in Slack. */

/** Opens the mute form from a post. */
export const openFromPost = (stage: Stage, post: Post, user: string): Promise<View> =>
  opened(stage, user, () => stage.slack.press(post, 'post_mute', { user }));

export const openMutes = (stage: Stage, user = ADMIN, word = 'mute'): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: word }));

/** Fills a field, and waits for the form to update. */
export async function fill(stage: Stage, form: View, block: string, value: unknown): Promise<void> {
  await stage.slack.act(form, 'setting', value, block);
  await stage.pass(SECOND);
}

/** Submits the form; resolves with its final content and the errors under its fields. */
export async function submitMute(stage: Stage, form: View, values: Record<string, unknown> = {}) {
  const { errors, reply } = await stage.slack.submit(form, values);
  await passUntil({ pass: () => stage.pass(100) }, () => !isUnderWay(form));
  return { errors, reply, says: contentOf(form) };
}

/** Mutes the alerts of a post for `hours`. */
export async function muteFromPost(stage: Stage, post: Post, user: string, hours: string): Promise<void> {
  const form = await openFromPost(stage, post, user);
  const { errors, says } = await submitMute(stage, form, { mute_time: hours });
  expect([errors, says]).toEqual([{}, expect.stringContaining('Muted until')]);
}

/** Sleeps through the hours, except the last minute, which passes second by second. */
export async function passHours(stage: Stage, hours: number): Promise<void> {
  await stage.sleep(hours * 3_600_000 - 60 * SECOND);
  for (let second = 0; second < 62; second++) await stage.pass(SECOND);
}
