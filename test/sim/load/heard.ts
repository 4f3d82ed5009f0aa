import type { Diary } from '../diary.ts';
import { keepGroup, keepHook, namesFor } from '../setup.ts';
import { MEGHNA, MINUTE, SECOND, type World } from '../world.ts';
import { end, fire, newIncident, pathIn, pressOn, rulesOf } from './hooks.ts';

/* "Resolved" goes to everyone who heard of an alert, and to nobody else. */

type Next = () => string;

/** A recipient acknowledges an alert while texts to the others wait, and gives it back: now the others are texted. */
export async function givenBack(world: World, diary: Diary, next: Next): Promise<void> {
  const numbers = Array.from({ length: 20 }, next);
  const [first = ''] = numbers;
  await keepGroup(world, MEGHNA.id, 'watch', namesFor('Keeper', numbers));
  const rules = rulesOf(MEGHNA.id, next, { steps: [numbers] });
  const hook = await keepHook(world, 'Lighthouse', rules, { group: 'watch' });
  const incident = newIncident(rules, 'Light0x', true, { isScripted: true, mayBeTaken: true });
  diary.incidents.push(incident);
  await world.pause(61 * SECOND);
  await fire(world, hook, [incident]);
  const path = await pathIn(world, incident, first, 20 * SECOND);
  if (path) {
    incident.takenAt = await pressOn(world, path, 'take');
    await world.pause(10 * SECOND);
    incident.givenBackAt = world.clock.now();
    await pressOn(world, path, 'give_back');
  }
  incident.mustBy = world.clock.now() + 20 * SECOND;
  await world.pause(20 * SECOND);
  await end(world, hook, [incident]);
  await world.pause(70 * SECOND);
}

/** A person whom only the first text about an alert reached still hears that it is over. */
export async function reminded(world: World, diary: Diary, next: Next): Promise<void> {
  const { service } = world;
  const number = next();
  const rules = rulesOf(MEGHNA.id, next, { steps: [[number], [number]], waitsMs: [MINUTE, MINUTE] });
  const hook = await keepHook(world, 'Bridge', rules);
  const [first, second, last] = ['Bridge0x', 'Bridge1x', 'Bridge2x'].map(name =>
    newIncident(rules, name, true, { isScripted: true }),
  );
  if (!first || !second || !last) return;
  diary.incidents.push(first, second, last);
  await fire(world, hook, [first]);
  // By then a reminder is due, together with the newer alert; the last alert gets its own text.
  await world.pause(55 * SECOND);
  service.dead.add(number);
  await fire(world, hook, [second]);
  await world.pause(6 * SECOND);
  await fire(world, hook, [last]);
  await world.pause(80 * SECOND);
  service.dead.delete(number);
  await end(world, hook, [first, second, last]);
  await world.pause(30 * SECOND);
}
