import type { Diary } from '../diary.ts';
import { MEGHNA, MINUTE, SECOND, type World } from '../world.ts';
import { typeOne } from './texts.ts';

/* Something happens to one text at a certain moment: as it is accepted, on its way, or as its outcome is recorded. */

type Next = () => string;

/** Somebody types a text at some moment. */
function ask(world: World, diary: Diary, number: string, message: string, more: object = {}): void {
  const { clock, dice } = world;
  const text = { team: MEGHNA.id, user: 'rafiq', number, message, ...more };
  clock.after(10 * SECOND + dice.below(2 * MINUTE), () => void typeOne(world, diary, text));
}

/** What stands between the app and the service says no, by a status that the service has for keys: it says nothing about the key. */
export function barred(world: World, diary: Diary, next: Next): void {
  const number = next();
  world.service.barred.add(number);
  ask(world, diary, number, 'the gate is locked');
}

/** The store accepts a text, or doesn't, and nobody hears so. */
export function unheard(world: World, diary: Diary, next: Next): void {
  const number = next();
  const isWritten = world.dice.percent(70);
  const fate = isWritten ? 'unheard' : 'lost';
  world.plannedFates.push({ words: number, isTime: () => true, fate, times: 1 });
  ask(world, diary, number, 'the ferry is in', { isWritten, mustGo: 'nothing is wrong with it' });
}

/** The store has no room when an outcome is to be recorded, nor when somebody couldn't be told and it is noted to try again. */
export function full(world: World, diary: Diary, next: Next): void {
  const number = next();
  const isTime = () => world.service.requests.some(request => request.number === number);
  diary.unrecorded.push(number);
  world.plannedFates.push({ words: number, isTime, fate: 'full', times: 1 + world.dice.below(4) });
  world.plannedFates.push({ words: '"attempts":1', isTime: () => true, fate: 'full', times: 2 });
  ask(world, diary, number, 'the store is full');
}

/** Longer than the others wait for a process that shows no sign of life. */
const ASLEEP_MS = 50 * SECOND;

/** The machine sleeps while a text is on its way to the service, or its answer on the way back; another process goes on. */
export function paused(world: World, diary: Diary, next: Next): void {
  const { service, clock, dice } = world;
  const number = next();
  const hasLeft = dice.percent(50);
  if (hasLeft) service.slow.set(number, 2 * SECOND);
  else service.connects.set(number, 3 * SECOND);
  service.onAsked.set(number, host => {
    service.onAsked.delete(number);
    diary.hasSlept = true;
    clock.after(hasLeft ? 500 : SECOND, () => world.sleep(host, ASLEEP_MS));
  });
  ask(world, diary, number, 'the lamp is out');
}

/** Slack no longer takes what is posted by the address that came with a command. */
export function spent(world: World, diary: Diary, next: Next): void {
  const number = next();
  world.slack.spent.set(number, world.dice.one([200, 404]));
  ask(world, diary, number, 'the tank is full');
}

/** An operator stops the app while a text is on its way. */
export function stopped(world: World, diary: Diary, next: Next): void {
  const { service, dice } = world;
  const number = next();
  service.slow.set(number, 2 * SECOND);
  ask(world, diary, number, 'the boat is off');
  const hasLeft = () => service.requests.some(request => request.number === number);
  void world.until(hasLeft, 3 * MINUTE).then(() => world.restart(dice.below(2)));
}
