import type { Post, View } from '../../../src/playground/index.ts';
import { type AskedBroadcast, type Diary, newBroadcast, tellsOf } from '../diary.ts';
import { decide, keepGroup, markDoNotText, named } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { adminOf } from './texts.ts';

/* People who text many: by the form, up to its last post. */

const AUTHOR = 'rafiq';
const said = (view: View): string => JSON.stringify(view.content);

/** One broadcast, from the form on; what its author does when it pauses, and now and then a change of mind. */
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
  const one = newBroadcast({ team: PADMA.id, by: AUTHOR, words, numbers });
  if (dice.percent(50)) one.group = 'farmers';
  diary.broadcasts.push(one);
  if (one.group) await keepGroup(world, one.team, one.group, named('Farmer', numbers));
  for (const number of numbers) {
    if (!dice.percent(4)) continue;
    one.doNotText.push(number);
    diary.doNotText.push({ team: one.team, number, at: clock.now() });
    await markDoNotText(world, one.team, number);
  }
  if (dice.percent(15)) {
    one.limit = Number(((numbers.length - one.doNotText.length) * 0.35).toFixed(2));
    for (const number of numbers) service.dear.add(number);
    await decide(world, one.team, { broadcastCredits: String(one.limit) as never });
  }
  const from = dice.below(3);
  if (one.group === null && dice.percent(50)) {
    // Some networks don't know a range of numbers, or are too busy to say.
    if (dice.percent(60)) for (const number of numbers.slice(from, from + 13)) service.dead.add(number);
    else for (const number of numbers.slice(from, from + 8)) service.mute.add(number);
  }
  clock.after(10 * SECOND + dice.below(MINUTE), () => void make(world, one));
  follow(world, diary, one);
}

/** Fills in the form and sends it; tries again if Slack or the app is away. */
export async function make(world: World, one: AskedBroadcast): Promise<void> {
  for (let tries = 0; tries < 8 && one.startedAt === null; tries++) {
    await tryOnce(world, one);
    if (one.startedAt === null) await world.pause(20 * SECOND);
  }
}

export async function tryOnce(world: World, one: AskedBroadcast): Promise<void> {
  const { slack, clock, dice } = world;
  const began = clock.now();
  const view = await openForm(world, one);
  if (!view) return;
  const values = {
    broadcast_kind: 'service',
    broadcast_message: one.message,
    ...(one.group ? {} : { broadcast_pasted: one.numbers.join('\n') }),
  };
  const submit = await slack.submit(view, values).catch(() => null);
  if (submit?.reply?.status !== 200) return;
  if (dice.percent(20)) await slack.redeliver(submit.reply.request);
  if (!(await world.until(() => said(view).includes('"Send to'), 30 * SECOND))) return;
  for (let presses = 0; presses < 6; presses++) {
    const isOffered = said(view).includes('"Send to');
    const reply = isOffered ? (await slack.submit(view).catch(() => null))?.reply : null;
    if (reply && dice.percent(20)) await slack.redeliver(reply.request);
    if (await world.until(() => /has started|is over/.test(said(view)), 10 * SECOND))
      one.startedAt = clock.now();
    // An answer to the press that Slack gets after our update shows "One moment…" again: then they see it in the channel.
    if (isPostedSince(world, one, began)) one.startedAt ??= clock.now();
    if (one.startedAt !== null) break;
  }
}

const isPostedSince = ({ slack }: World, one: AskedBroadcast, since: number): boolean =>
  slack.world.workspaces
    .get(one.team)
    ?.posts.some(
      post => post.author.kind === 'app' && tellsOf(one, post) && Number(post.ts) * 1000 >= since,
    ) ?? false;

/** Its author's form, with whom it is for if they choose that; null: it didn't come. */
async function openForm(world: World, one: AskedBroadcast): Promise<View | null> {
  const { slack } = world;
  const before = slack.openViews(one.by, one.team);
  const opened = () =>
    slack
      .openViews(one.by, one.team)
      .find(view => !before.includes(view) && /broadcast_message/.test(said(view)));
  await slack.command({ user: one.by, team: one.team, text: 'broadcast' });
  await world.until(opened, 8 * SECOND);
  const view = opened();
  if (!view || one.group === null) return view ?? null;
  const chosen = await slack
    .choose(view, 'setting', one.group, { blockId: 'broadcast_to' })
    .catch(() => null);
  return chosen && view;
}

/** The post that shows how far it is; undefined: there is none yet. */
export const postOf = ({ slack }: World, one: AskedBroadcast): Post | undefined =>
  slack.world.workspaces
    .get(one.team)
    ?.posts.findLast(
      post => tellsOf(one, post) && /"(pause|cancel)_broadcast"/.test(JSON.stringify(post.blocks)),
    );

/** Whether its author was told that it is over. */
export const isOver = ({ slack }: World, one: AskedBroadcast): boolean =>
  slack.world.workspaces
    .get(one.team)
    ?.posts.some(post => tellsOf(one, post) && post.text.includes('is over')) ?? false;

/** Slack may have a change so late: it didn't answer, and was asked again. */
const ASKED_AGAIN_MS = 30 * SECOND;

/** Looks at the broadcast's post: goes on when it pauses by itself, and now and then pauses or cancels it. */
export function follow(world: World, diary: Diary, one: AskedBroadcast): void {
  const { slack, dice, clock } = world;
  const looked = new Map<Post, object | undefined>();
  slack.world.changes.on('change', () => {
    const latest = slack.world.workspaces.get(one.team)?.posts.slice(-20) ?? [];
    for (const post of new Set([...looked.keys(), ...latest])) {
      const last = post.seen.at(-1);
      if (looked.get(post) === last || post.author.kind !== 'app' || !tellsOf(one, post)) continue;
      const shown = JSON.stringify(post.blocks);
      // Its own post, not the notice that it paused, which has Resume alone.
      if (!/"(pause|cancel)_broadcast"/.test(shown) && !/Cancelled by/.test(post.text)) continue;
      looked.set(post, last);
      one.startedAt ??= clock.now();
      // What was on its way when somebody pressed Resume may show it paused once more.
      if (
        shown.includes('"pause_broadcast"') &&
        one.resumes.some(at => at > (one.pausedAt ?? at) - ASKED_AGAIN_MS)
      )
        one.pausedAt = null;
      if (/Cancelled by/.test(post.text)) one.cancelledAt ??= clock.now();
      else if (shown.includes('"resume_broadcast"')) {
        if (one.pausedAt === null && !one.isHeldByAuthor) one.pauses.push(clock.now());
        one.pausedAt ??= clock.now();
        clock.after(
          5 * SECOND + dice.below(40 * SECOND),
          () => void press(world, diary, one, post, 'resume_broadcast'),
        );
      } else if (one.isScripted) continue;
      else if (dice.percent(4))
        clock.after(dice.below(10 * SECOND), () => void press(world, diary, one, post, 'pause_broadcast'));
      else if (dice.percent(2))
        clock.after(dice.below(10 * SECOND), () => void press(world, diary, one, post, 'cancel_broadcast'));
      // Somebody else may not.
      else if (dice.percent(3))
        clock.after(
          dice.below(5 * SECOND),
          () => void slack.press(post, 'cancel_broadcast', { user: 'kamal' }).catch(() => undefined),
        );
    }
  });
}

/** Why it may pause so that only admins can let its key go, by pressing Resume. */
const HELD = /Out of credits|account is suspended|doesn’t accept the API key/;

/** Presses until the post shows it, as people do. */
export async function press(
  world: World,
  diary: Diary,
  one: AskedBroadcast,
  post: Post,
  action: string,
): Promise<void> {
  const { slack } = world;
  for (let tries = 0; tries < 100 && JSON.stringify(post.blocks).includes(`"${action}"`); tries++) {
    if (action === 'resume_broadcast') {
      one.pausedAt = null;
      one.isHeldByAuthor = false;
      one.resumes.push(world.clock.now());
    }
    if (action === 'pause_broadcast') one.isHeldByAuthor = true;
    if (action === 'cancel_broadcast') one.isCancelled = true;
    const isHeld = action === 'resume_broadcast' && HELD.test(post.text);
    const user = isHeld ? adminOf(one.team) : one.by;
    if (isHeld) diary.letGo.push({ team: one.team, at: world.clock.now() });
    await slack.press(post, action, { user }).catch(() => null);
    await world.until(() => !JSON.stringify(post.blocks).includes(`"${action}"`), 20 * SECOND);
  }
}
