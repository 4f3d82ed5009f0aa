import { type Diary, type DiaryBroadcast, newBroadcast, when } from '../diary.ts';
import { keepGroup, namesFor, saveSettings } from '../setup.ts';
import { MEGHNA, MINUTE, SECOND, type World } from '../world.ts';
import { follow, isOver, make, postOf, press, tryOnce } from './broadcasts.ts';
import { typeOne } from './texts.ts';

/* Broadcasts once nothing outside is in trouble. The scene decides everything that happens to them. */

type Next = () => string;
type Scene = (world: World, diary: Diary, some: (many: number) => string[]) => Promise<void>;

const [TEAM, AUTHOR] = [MEGHNA.id, 'rafiq'];
/** A broadcast to a few takes this long at most, pauses included. */
const OVER_MS = 4 * MINUTE;
/** The broadcast pauses within this time when its key is held. */
const NOTICED_MS = 40 * SECOND;

export async function notices(world: World, diary: Diary, next: Next): Promise<void> {
  const scene = world.dice.one<Scene>([unsure, dear, patchy, held, calledBack, split, withLinks]);
  await scene(world, diary, many => Array.from({ length: many }, next));
}

/** Creates a broadcast to a new group. */
async function about(
  world: World,
  diary: Diary,
  group: string,
  numbers: readonly string[],
  more: Partial<DiaryBroadcast> = {},
): Promise<DiaryBroadcast> {
  await keepGroup(world, TEAM, group, namesFor('Reader', numbers));
  const words = `the ${group} meets`;
  const draft = { team: TEAM, by: AUTHOR, words, numbers: [...numbers], group, isScripted: true, ...more };
  const broadcast = newBroadcast(draft);
  diary.broadcasts.push(broadcast);
  follow(world, diary, broadcast);
  return broadcast;
}

/** Sends a broadcast and waits until it is over. */
async function send(world: World, diary: Diary, broadcast: DiaryBroadcast): Promise<void> {
  await make(world, broadcast);
  if (!(await world.until(() => isOver(world, broadcast), OVER_MS)))
    diary.waitedInVain.push(
      `“${broadcast.words}” began at ${when(broadcast.startedAt)}, and isn’t over after four minutes`,
    );
}

/** The service's answers for five texts in a row are unreadable. */
async function unsure(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const numbers = some(16);
  for (const number of numbers.slice(3, 8)) world.service.mute.add(number);
  await send(world, diary, await about(world, diary, 'council', numbers));
}

/**
 * Texts cost twice the known price, so the broadcast reaches its limit halfway; its author resumes it once the limit is
 * raised.
 */
async function dear(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const [number = '', ...numbers] = some(25);
  const text = { team: TEAM, user: AUTHOR, number, message: 'the market is open' };
  await typeOne(world, diary, { ...text, mustGo: 'nothing is wrong' });
  await world.pause(5 * SECOND);
  for (const number of numbers) world.service.dear.add(number);
  const limit = Number((0.35 * numbers.length).toFixed(2));
  await saveSettings(world, TEAM, { broadcastCredits: String(limit) as never });
  const broadcast = await about(world, diary, 'market', numbers, { limit });
  const sent = send(world, diary, broadcast);
  await world.until(() => broadcast.pauses.length > 0 || isOver(world, broadcast), OVER_MS);
  await saveSettings(world, TEAM, { broadcastCredits: null });
  await sent;
}

/** Many texts are refused, but neither ten in a row nor a tenth of a hundred. */
async function patchy(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const numbers = some(44);
  for (const [nth, number] of numbers.entries()) if (nth % 4 === 1) world.service.dead.add(number);
  await send(world, diary, await about(world, diary, 'school', numbers));
}

/** A text has met a suspended account just before; once the account works again, the author resumes the broadcast. */
async function held(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const account = world.service.accounts.get(TEAM);
  const [number = '', ...numbers] = some(16);
  const broadcast = await about(world, diary, 'harbour', numbers);
  if (!account) return;
  // The texts of earlier parts have gone by now.
  await world.pause(5 * SECOND);
  account.isSuspended = true;
  await typeOne(world, diary, { team: TEAM, user: AUTHOR, number, message: 'the harbour is busy' });
  await world.pause(6 * SECOND);
  void send(world, diary, broadcast);
  await world.until(() => broadcast.startedAt !== null, MINUTE);
  if (broadcast.startedAt !== null && !(await world.until(() => broadcast.pauses.length > 0, NOTICED_MS)))
    diary.waitedInVain.push(
      `“${broadcast.words}” began at ${when(broadcast.startedAt)} with a key that is held, and doesn’t say that it waits`,
    );
  account.isSuspended = false;
  await world.until(() => isOver(world, broadcast), OVER_MS);
}

/** The broadcast is cancelled while one of its requests takes so long that the text comes back unsent. */
async function calledBack(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const numbers = some(16);
  const [, , inFlight = ''] = numbers;
  world.service.connects.set(inFlight, 8 * SECOND);
  let isActive = false;
  world.service.onAsked.set(inFlight, () => {
    isActive = true;
  });
  const broadcast = await about(world, diary, 'temple', numbers);
  void make(world, broadcast);
  await world.until(() => isActive, 2 * MINUTE);
  await world.pause(SECOND);
  const post = postOf(world, broadcast);
  if (post) await press(world, diary, broadcast, post, 'cancel_broadcast');
  world.service.connects.delete(inFlight);
  await world.pause(20 * SECOND);
}

/** Neither of two broadcasts needs approval, but both together do. */
async function split(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const rule = { above: 15, channel: 'C0MGENERAL1' };
  await saveSettings(world, TEAM, { broadcastApproval: rule });
  const [first, second] = [some(9), some(9)];
  await send(world, diary, await about(world, diary, 'choir', first));
  const mustNot = 'nobody approved it, and with the one before it takes that';
  await tryOnce(world, await about(world, diary, 'orchestra', second, { mustNot }));
  await world.pause(30 * SECOND);
  await saveSettings(world, TEAM, { broadcastApproval: null });
}

/** Each text has a link that only its reader may see. */
async function withLinks(world: World, diary: Diary, some: (many: number) => string[]): Promise<void> {
  const message = 'the library meets on Monday, or {stop}';
  await send(world, diary, await about(world, diary, 'library', some(8), { message }));
}
