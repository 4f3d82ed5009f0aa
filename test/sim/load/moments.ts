import type { Diary } from '../diary.ts';
import { MEGHNA, MINUTE, SECOND, type World } from '../world.ts';
import { typeOne } from './texts.ts';

/* Trouble at a certain moment of one text: as it is accepted, sent, or recorded. */

type Next = () => string;

function ask(world: World, diary: Diary, number: string, message: string, more: object = {}): void {
  const { clock, dice } = world;
  const text = { team: MEGHNA.id, user: 'rafiq', number, message, ...more };
  clock.after(10 * SECOND + dice.below(2 * MINUTE), () => void typeOne(world, diary, text));
}

/** A proxy refuses the request with a status that the service uses for keys: that says nothing about the key. */
export function barred(world: World, diary: Diary, next: Next): void {
  const number = next();
  world.service.barred.add(number);
  ask(world, diary, number, 'the gate is locked');
}

/** The store's answer to accepting a text is lost; the text may be written or not. */
export function unheard(world: World, diary: Diary, next: Next): void {
  const number = next();
  const isWritten = world.dice.percent(70);
  const fate = isWritten ? 'unheard' : 'lost';
  world.plannedFates.push({ words: number, isTime: () => true, fate, times: 1 });
  ask(world, diary, number, 'the ferry is in', { isWritten, mustGo: 'nothing is wrong with it' });
}

/** The store is full when an outcome is recorded, and when a failed report is noted for another attempt. */
export function full(world: World, diary: Diary, next: Next): void {
  const number = next();
  const isTime = () => world.service.requests.some(request => request.number === number);
  diary.unrecorded.push(number);
  world.plannedFates.push({ words: number, isTime, fate: 'full', times: 1 + world.dice.below(4) });
  world.plannedFates.push({ words: '"attempts":1', isTime: () => true, fate: 'full', times: 2 });
  ask(world, diary, number, 'the store is full');
}

/** Longer than other processes wait for a sign of life. */
const ASLEEP_MS = 50 * SECOND;

/** The machine sleeps while a request or its answer is under way; another process continues. */
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

/** Slack refuses posts to the command's `response_url`. */
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
