import type { Post, View } from '../../../src/playground/index.ts';
import { contentOf } from '../../support/views.ts';
import { type Diary, type DiaryBroadcast, isAbout, newBroadcast } from '../diary.ts';
import { keepGroup, markDoNotText, namesFor, saveSettings } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { adminOf } from './texts.ts';

/* Broadcasts, from the form to the last post. */

const AUTHOR = 'rafiq';
/** One broadcast: its author resumes it when it pauses, and now and then pauses or cancels it. */
export async function broadcast(
  world: World,
  diary: Diary,
  next: () => string,
  size: number | null = null,
): Promise<void> {
  const { dice, clock, service } = world;
  const many = dice.weighted([
    [6, 15],
    [3, 45],
    [1, 90],
  ]);
  const numbers = Array.from({ length: size ?? many + dice.below(12) }, next);
  const words = `notice ${diary.broadcasts.length}`;
  const sent = newBroadcast({ team: PADMA.id, by: AUTHOR, words, numbers });
  if (dice.percent(50)) sent.group = 'farmers';
  diary.broadcasts.push(sent);
  if (sent.group) await keepGroup(world, sent.team, sent.group, namesFor('Farmer', numbers));
  for (const number of numbers) {
    if (!dice.percent(4)) continue;
    sent.doNotText.push(number);
    diary.doNotText.push({ team: sent.team, number, at: clock.now() });
    await markDoNotText(world, sent.team, number);
  }
  if (dice.percent(15)) {
    sent.limit = Number(((numbers.length - sent.doNotText.length) * 0.35).toFixed(2));
    for (const number of numbers) service.dear.add(number);
    await saveSettings(world, sent.team, { broadcastCredits: String(sent.limit) as never });
  }
  const from = dice.below(3);
  if (sent.group === null && dice.percent(50)) {
    // Some networks don't know a range of numbers, or are too busy to answer.
    if (dice.percent(60)) for (const number of numbers.slice(from, from + 13)) service.dead.add(number);
    else for (const number of numbers.slice(from, from + 8)) service.mute.add(number);
  }
  clock.after(10 * SECOND + dice.below(MINUTE), () => void make(world, sent));
  follow(world, diary, sent);
}

/** Fills in and submits the form, again if Slack or the app is away. */
export async function make(world: World, broadcast: DiaryBroadcast): Promise<void> {
  for (let tries = 0; tries < 8 && broadcast.startedAt === null; tries++) {
    await tryOnce(world, broadcast);
    if (broadcast.startedAt === null) await world.pause(20 * SECOND);
  }
}

export async function tryOnce(world: World, broadcast: DiaryBroadcast): Promise<void> {
  const { slack, clock, dice } = world;
  const began = clock.now();
  const view = await openForm(world, broadcast);
  if (!view) return;
  const values = {
    broadcast_kind: 'service',
    broadcast_message: broadcast.message,
    ...(broadcast.group ? {} : { broadcast_pasted: broadcast.numbers.join('\n') }),
  };
  const submit = await slack.submit(view, values).catch(() => null);
  if (submit?.reply?.status !== 200) return;
  if (dice.percent(20)) await slack.redeliver(submit.reply.request);
  if (!(await world.until(() => contentOf(view).includes('"Send to'), 30 * SECOND))) return;
  for (let presses = 0; presses < 6; presses++) {
    const isOffered = contentOf(view).includes('"Send to');
    const reply = isOffered ? (await slack.submit(view).catch(() => null))?.reply : null;
    if (reply && dice.percent(20)) await slack.redeliver(reply.request);
    if (await world.until(() => /has started|is over/.test(contentOf(view)), 10 * SECOND))
      broadcast.startedAt = clock.now();
    // If Slack gets the answer to the press after our update, the form shows "One moment…" again; the channel shows the
    // start.
    if (isPostedSince(world, broadcast, began)) broadcast.startedAt ??= clock.now();
    if (broadcast.startedAt !== null) break;
  }
}

const isPostedSince = ({ slack }: World, broadcast: DiaryBroadcast, since: number): boolean =>
  slack.world.workspaces
    .get(broadcast.team)
    ?.posts.some(
      post => post.author.kind === 'app' && isAbout(broadcast, post) && Number(post.ts) * 1000 >= since,
    ) ?? false;

/** The author's form with the group filled in, if the broadcast has one; null if the form didn't come. */
async function openForm(world: World, broadcast: DiaryBroadcast): Promise<View | null> {
  const { slack } = world;
  const before = slack.openViews(broadcast.by, broadcast.team);
  const opened = () =>
    slack
      .openViews(broadcast.by, broadcast.team)
      .find(view => !before.includes(view) && /broadcast_message/.test(contentOf(view)));
  await slack.command({ user: broadcast.by, team: broadcast.team, text: 'broadcast' });
  await world.until(opened, 8 * SECOND);
  const view = opened();
  if (!view || broadcast.group === null) return view ?? null;
  const chosen = await slack
    .choose(view, 'setting', broadcast.group, { blockId: 'broadcast_to' })
    .catch(() => null);
  return chosen && view;
}

/** The post that shows the progress; undefined if there is none yet. */
export const postOf = ({ slack }: World, broadcast: DiaryBroadcast): Post | undefined =>
  slack.world.workspaces
    .get(broadcast.team)
    ?.posts.findLast(
      post => isAbout(broadcast, post) && /"(pause|cancel)_broadcast"/.test(JSON.stringify(post.blocks)),
    );

/** True if a post says that it is over. */
export const isOver = ({ slack }: World, broadcast: DiaryBroadcast): boolean =>
  slack.world.workspaces
    .get(broadcast.team)
    ?.posts.some(post => isAbout(broadcast, post) && post.text.includes('is over')) ?? false;

/** Slack may show an edit this late, when it didn't answer and the app tried again. */
const ASKED_AGAIN_MS = 30 * SECOND;

/** Watches the broadcast's post: resumes it when it pauses by itself, and now and then pauses or cancels it. */
export function follow(world: World, diary: Diary, broadcast: DiaryBroadcast): void {
  const { slack, dice, clock } = world;
  const looked = new Map<Post, object | undefined>();
  slack.world.changes.on('change', () => {
    const latest = slack.world.workspaces.get(broadcast.team)?.posts.slice(-20) ?? [];
    for (const post of new Set([...looked.keys(), ...latest])) {
      const last = post.seen.at(-1);
      if (looked.get(post) === last || post.author.kind !== 'app' || !isAbout(broadcast, post)) continue;
      const shown = JSON.stringify(post.blocks);
      // Skips the notice of the pause, which has only Resume.
      if (!/"(pause|cancel)_broadcast"/.test(shown) && !/Cancelled by/.test(post.text)) continue;
      looked.set(post, last);
      broadcast.startedAt ??= clock.now();
      // An edit that was under way when the author pressed Resume may show the pause once more.
      if (
        shown.includes('"pause_broadcast"') &&
        broadcast.resumes.some(at => at > (broadcast.pausedAt ?? at) - ASKED_AGAIN_MS)
      )
        broadcast.pausedAt = null;
      if (/Cancelled by/.test(post.text)) broadcast.cancelledAt ??= clock.now();
      else if (shown.includes('"resume_broadcast"')) {
        if (broadcast.pausedAt === null && !broadcast.isHeldByAuthor) broadcast.pauses.push(clock.now());
        broadcast.pausedAt ??= clock.now();
        clock.after(
          5 * SECOND + dice.below(40 * SECOND),
          () => void press(world, diary, broadcast, post, 'resume_broadcast'),
        );
      } else if (broadcast.isScripted) continue;
      else if (dice.percent(4))
        clock.after(
          dice.below(10 * SECOND),
          () => void press(world, diary, broadcast, post, 'pause_broadcast'),
        );
      else if (dice.percent(2))
        clock.after(
          dice.below(10 * SECOND),
          () => void press(world, diary, broadcast, post, 'cancel_broadcast'),
        );
      // Kamal has no permission to cancel it.
      else if (dice.percent(3))
        clock.after(
          dice.below(5 * SECOND),
          () => void slack.press(post, 'cancel_broadcast', { user: 'kamal' }).catch(() => undefined),
        );
    }
  });
}

/** Pauses that only an admin can end, because they hold the key. */
const HELD = /Out of credits|account is suspended|doesn’t accept the API key/;

/** Presses a button until the post no longer shows it. */
export async function press(
  world: World,
  diary: Diary,
  broadcast: DiaryBroadcast,
  post: Post,
  action: string,
): Promise<void> {
  const { slack } = world;
  for (let tries = 0; tries < 100 && JSON.stringify(post.blocks).includes(`"${action}"`); tries++) {
    if (action === 'resume_broadcast') {
      broadcast.pausedAt = null;
      broadcast.isHeldByAuthor = false;
      broadcast.resumes.push(world.clock.now());
    }
    if (action === 'pause_broadcast') broadcast.isHeldByAuthor = true;
    if (action === 'cancel_broadcast') broadcast.isCancelled = true;
    const isHeld = action === 'resume_broadcast' && HELD.test(post.text);
    const user = isHeld ? adminOf(broadcast.team) : broadcast.by;
    if (isHeld) diary.releases.push({ team: broadcast.team, at: world.clock.now() });
    await slack.press(post, action, { user }).catch(() => null);
    await world.until(() => !JSON.stringify(post.blocks).includes(`"${action}"`), 20 * SECOND);
  }
}
