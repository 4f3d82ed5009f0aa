import { type Diary, newBroadcast, newText, when } from '../diary.ts';
import type { Setting } from '../setting.ts';
import { keepGroup, keepHook, namesFor } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { follow, make } from './broadcasts.ts';
import { fire, newIncident, rulesOf } from './hooks.ts';
import { opened, typed } from './rights.ts';

/* An admin erases a person while texts to them wait and after some have gone. */

const NAME = 'Rina Khatun';
const ADMIN = 'nusrat';

/** Sends texts to a person and erases them meanwhile; once the app says that they are erased, a sender texts the number again. */
export async function eraseRecipient(
  world: World,
  diary: Diary,
  next: () => string,
  { isCalm }: Setting,
): Promise<void> {
  const { dice, clock, slack, service } = world;
  const number = next();
  await keepGroup(world, PADMA.id, 'regulars', { [number]: NAME });
  const erased: Diary['erased'][number] = { team: PADMA.id, number, words: 'cargo', at: null, remains: [] };
  diary.erased.push(erased);
  // They are also the only recipient of an alert, which keeps firing.
  const rules = rulesOf(PADMA.id, () => number);
  const hook = await keepHook(world, 'Quay', rules);
  const alert = newIncident(rules, 'Quay0x', true, { isScripted: true });
  diary.incidents.push(alert);
  clock.after(20 * SECOND, () => void fire(world, hook, [alert]));
  const type = (message: string) => async (): Promise<void> => {
    const text = newText({ team: PADMA.id, user: 'rafiq', number, message, at: clock.now() });
    diary.several.push(text);
    await slack.command({ user: 'rafiq', team: PADMA.id, text: `${number} ${message}` });
  };
  const erasedMs = 30 * SECOND + dice.below(2 * MINUTE);
  for (let nth = 0; nth < 2 + dice.below(4); nth++)
    clock.after(10 * SECOND + dice.below(erasedMs - 15 * SECOND), type(`${erased.words} ${nth} is here`));
  // One text is under way at that moment for too long, and comes back unsent.
  clock.after(erasedMs - 2 * SECOND, () => {
    service.connects.set(number, 8 * SECOND);
    void type(`${erased.words} is late`)();
  });
  if (!isCalm) void dieBeforeTelling(world, diary);
  clock.after(erasedMs, async () => {
    for (let tries = 0; tries < 5 && !(await erase(world, NAME)); tries++) await world.pause(20 * SECOND);
    if (await world.until(isTold(world), 10 * MINUTE)) {
      erased.at = clock.now();
      // The alert's words are theirs only if a text has told them.
      const isAlerted = service.requests.some(
        request => request.number === number && request.message.includes(alert.name) && !request.refused,
      );
      erased.remains = [number, ...(isAlerted ? [alert.name] : [])].flatMap(world.disk.saying);
    }
    service.connects.delete(number);
    if (erased.at !== null) await type('welcome back')();
  });
}

const isTold =
  ({ slack }: World) =>
  (): boolean =>
    slack.calls.some(({ body }) => body.includes('The person you erased'));

/** Erases a person while a broadcast to them and others is gathered, reviewed or started. */
export async function eraseWhileGathered(world: World, diary: Diary, next: () => string): Promise<void> {
  // The app's message about an erasure names nobody, so a story has one at most.
  if (diary.erased.length > 0) return;
  const { dice, clock } = world;
  const numbers = Array.from({ length: 6 + dice.below(30) }, next);
  const number = dice.one(numbers);
  const words = 'ferry notice';
  // Its own author, because a person has one broadcast form at a time.
  const draft = { team: PADMA.id, by: 'shirin', words, numbers, group: 'ferrymen' };
  const broadcast = newBroadcast(draft);
  diary.broadcasts.push(broadcast);
  await keepGroup(world, PADMA.id, 'ferrymen', { ...namesFor('Mate', numbers), [number]: 'Shilpi Rani' });
  const erased: Diary['erased'][number] = { team: PADMA.id, number, words, at: null, remains: [] };
  diary.erased.push(erased);
  const beginsMs = 20 * SECOND + dice.below(2 * MINUTE);
  clock.after(beginsMs, () => void make(world, broadcast));
  follow(world, diary, broadcast);
  clock.after(beginsMs + dice.below(15 * SECOND) - 2 * SECOND, async () => {
    for (let tries = 0; tries < 5 && !(await erase(world, 'Shilpi Rani')); tries++)
      await world.pause(5 * SECOND);
    if (await world.until(isTold(world), 10 * MINUTE)) erased.at = clock.now();
  });
}

/** The admin is told within this time once the reporting process is back, or others know that it is dead. */
const TOLD_MS = 40 * SECOND;

/** Kills the process that reports the erasure as it takes the report up; the report must still come soon. */
async function dieBeforeTelling(world: World, diary: Diary): Promise<void> {
  const { plannedFates, deaths, clock } = world;
  const telling = { words: '"stage":"tell"', isTime: () => true };
  const death: World['plannedFates'][number] = { ...telling, fate: 'dies after', times: 1 };
  plannedFates.push({ ...telling, fate: 'fine', times: 1 }, death);
  if (!(await world.until(() => death.times === 0, 7 * MINUTE))) return;
  await world.until(world.isUp, 2 * MINUTE);
  const [upAt, before] = [clock.now(), deaths.length];
  const isInTime = await world.until(isTold(world), TOLD_MS);
  if (!isInTime && deaths.length === before)
    diary.waitedInVain.push(
      `the process that was to say who was erased died, and by ${when(upAt)} another ran`,
    );
}

/** Erases a person with the button in their form; true if the app accepted the confirmation. */
export async function erase(world: World, name: string): Promise<boolean> {
  const { slack } = world;
  const list = await typed(world, ADMIN, 'people', /"change_contact"/);
  const row = list?.content.blocks.find(
    block => block.accessory !== undefined && JSON.stringify(block).includes(`*${name}*`),
  );
  if (!list || !row) return false;
  const change = () => slack.act(list, 'change_contact', undefined, String(row.block_id));
  const form = await opened(world, ADMIN, change, /"ask_forget"/);
  const question = form && (await opened(world, ADMIN, () => slack.act(form, 'ask_forget'), /"submit"/));
  const submitted = question && (await slack.submit(question).catch(() => null));
  return submitted?.reply?.status === 200;
}
