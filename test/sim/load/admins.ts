import { findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import { contentOf } from '../../support/views.ts';
import { type Diary, newText } from '../diary.ts';
import { markDoNotText, saveSettings } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { adminOf, postWith } from './texts.ts';

/* Admins who link keys, top up accounts and mark people, and people who may not send. */

/** Links a key with the modal, trying again until it succeeds. Linking releases everything that the key held up. */
export async function link(world: World, diary: Diary, team: string, key: string): Promise<void> {
  const { slack, clock } = world;
  const user = adminOf(team);
  for (let tries = 0; tries < 10; tries++) {
    const before = slack.openViews(user, team);
    const opened = () =>
      slack
        .openViews(user, team)
        .find(view => !before.includes(view) && contentOf(view).includes('"api_key"'));
    await slack.command({ user, team, text: 'link' });
    if (await world.until(opened, 8 * SECOND)) {
      const view = opened();
      diary.releases.push({ team, at: clock.now() });
      if (view) await slack.submit(view, { api_key: key }).catch(() => null);
      if (view && (await world.until(() => /The key is (linked|saved)/.test(contentOf(view)), 30 * SECOND))) {
        diary.releases.push({ team, at: clock.now() });
        return;
      }
    }
    await world.pause(5 * SECOND);
  }
}

/** Presses "Try again" on the post about a held key; returns when. */
export async function tryAgain(world: World, diary: Diary, team: string): Promise<number> {
  const at = world.clock.now();
  const held = postWith(world, team, 'try_again');
  diary.releases.push({ team, at });
  if (held) await world.slack.press(held, 'try_again', { user: adminOf(team) }).catch(() => null);
  return at;
}

/** Causes trouble with keys and accounts while the story runs. */
export function troubleKeys(world: World, diary: Diary): void {
  const { service, dice, clock } = world;
  const account = service.accounts.get(PADMA.id);
  if (!account) return;
  if (dice.percent(20)) account.balance = BigInt(4 + dice.below(60)) * 3500n;
  if (dice.percent(14)) {
    clock.after(MINUTE + dice.below(MINUTE), () => {
      account.isSuspended = true;
    });
  }
  if (dice.percent(8))
    clock.after(MINUTE + dice.below(2 * MINUTE), () => void unlink(world, diary, PADMA.id));
}

/** Unlinks the key with the modal. Once the modal says so, no text goes out with the key. */
async function unlink(world: World, diary: Diary, team: string): Promise<void> {
  const { slack, clock } = world;
  const user = adminOf(team);
  diary.wasUnlinked = true;
  const before = slack.openViews(user, team);
  const opened = () =>
    slack.openViews(user, team).find(view => !before.includes(view) && view.content.submit !== undefined);
  await slack.command({ user, team, text: 'unlink' });
  if (!(await world.until(opened, 8 * SECOND))) return;
  const view = opened();
  if (!view) return;
  await slack.submit(view).catch(() => null);
  const isSaid = await world.until(
    () => /unlinked|forgotten|no longer|removed/i.test(contentOf(view)),
    20 * SECOND,
  );
  if (isSaid && slack.openViews(user, team).includes(view)) diary.unlinked = { team, at: clock.now() };
}

/** Ends all trouble with keys and limits, and releases everything that waits. */
export async function putRight(world: World, diary: Diary): Promise<void> {
  const { service } = world;
  diary.unlinked = null;
  await saveSettings(world, PADMA.id, { personCap: { texts: null, credits: null }, broadcastCredits: null });
  diary.maxTexts = null;
  for (const account of service.accounts.values()) {
    if (!diary.teamOfKey.has(account.apiKey)) continue;
    account.balance += 10_000_000n;
    account.isSuspended = false;
    await link(world, diary, account.name, account.apiKey);
  }
}

/** Has people send without permission, in a closed channel, or to a blocked number. */
export async function forbidden(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack } = world;
  const blocked = next();
  const why: Record<string, string> = {
    imran: 'guests may not send',
    arif: 'people from other workspaces may not send',
    babul: 'people who have left may not send',
    tahmina: 'only some may send, and tahmina is none of them',
    rafiq: 'the number is blocked',
    kamal: 'nobody may send from that channel',
  };
  for (let nth = 0; nth < 2 + dice.below(4); nth++) {
    const user = dice.one(Object.keys(why));
    const number = user === 'rafiq' ? blocked : next();
    const text = newText({
      team: PADMA.id,
      user,
      number,
      message: `forbidden ${nth}`,
      mustNot: why[user] ?? '',
    });
    clock.after(10 * SECOND + dice.below(2 * MINUTE), async () => {
      text.at = clock.now();
      diary.texts.push(text);
      const where = user === 'kamal' ? { channel: '#on-call' } : {};
      await slack.command({ user, team: text.team, text: `${number} ${text.message}`, ...where });
    });
  }
  await block(world, diary, blocked);
  const people = ['rafiq', 'shirin', 'kamal', 'nusrat', 'imran', 'arif', 'babul'].map(
    name => findPerson(findWorkspace(slack.world, PADMA.id), name).id,
  );
  await saveSettings(world, PADMA.id, { senders: { people, groups: [] }, channels: ['C0GENERAL01'] });
}

/** Puts a number on the workspace's block list. */
export function block(world: World, diary: Diary, number: string): Promise<void> {
  diary.blocked.push(number);
  return saveSettings(world, PADMA.id, { blocklist: [...diary.blocked] as never[] });
}

/** Marks people "never text" while texts to them may wait. */
export function markSome(world: World, diary: Diary): void {
  const { dice, clock } = world;
  clock.after(MINUTE + dice.below(2 * MINUTE), async () => {
    const all = [
      ...diary.texts.map(({ team, number }) => ({ team, number })),
      ...diary.broadcasts.flatMap(({ team, numbers }) => numbers.map(number => ({ team, number }))),
    ];
    const some = all.filter(() => dice.percent(15)).slice(0, 5);
    for (const { team, number } of some) {
      if (diary.doNotText.some(mark => mark.team === team && mark.number === number)) continue;
      await markDoNotText(world, team, number);
      diary.doNotText.push({ team, number, at: clock.now() });
    }
  });
}

/** Sets clocks, puts machines to sleep, restarts processes and fails over to replicas. */
export function troubleMachines(world: World, diary: Diary): void {
  const { dice, clock, disk, shared } = world;
  if (dice.percent(20)) {
    const by = dice.one([90 * SECOND, -90 * SECOND, 60 * MINUTE, -60 * MINUTE]);
    diary.wasSet = true;
    // While no process runs, a set clock looks like time that passed.
    const set = (ms: number): void =>
      world.isUp() ? clock.set(ms) : void clock.after(SECOND, () => set(ms));
    clock.after(MINUTE + dice.below(MINUTE), () => set(by));
    clock.after(3 * MINUTE + dice.below(MINUTE), () => set(-by));
  }
  if (dice.percent(15))
    clock.after(MINUTE + dice.below(2 * MINUTE), () => {
      diary.hasSlept = true;
      world.sleep(0, dice.one([3, 8, 30, 90]) * SECOND);
    });
  if (dice.percent(15)) clock.after(MINUTE + dice.below(3 * MINUTE), () => void world.restart(0));
  if (shared && dice.percent(30)) {
    clock.after(MINUTE + dice.below(3 * MINUTE), () => {
      diary.forgotten += disk.forget(dice.below(12));
    });
  }
}

/**
 * The store syncs once a second. Now and then it restarts without its last second while the app's processes live on; none
 * of them dies until they have written it again.
 */
export function loseSeconds({ dice, clock, disk, deaths }: World, diary: Diary): void {
  disk.isEverySecond = true;
  const keep = (): void => {
    disk.copied();
    clock.after(SECOND, keep);
  };
  keep();
  for (let nth = 0; nth < 1 + dice.below(3); nth++)
    clock.after(20 * SECOND + dice.below(5 * MINUTE), () => {
      // A process that died just before can't write its commits again, so its last second may go out twice.
      if (clock.now() - (deaths.at(-1) ?? Number.NEGATIVE_INFINITY) < 2 * SECOND) return;
      diary.forgotten += disk.forget(Number.POSITIVE_INFINITY);
    });
}
