import { type Diary, newAsked } from '../diary.ts';
import { keepGroup, keepHook } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { fire, newIncident, rulesOf } from './hooks.ts';
import { opened, typed } from './rights.ts';

/* Somebody is erased: while texts to them wait, and after some have gone. */

const NAME = 'Rina Khatun';
const ADMIN = 'nusrat';

/** Texts to somebody, who is erased among them; after it is said that they are, whoever types their number texts them again. */
export async function forgotten(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack, service } = world;
  const number = next();
  await keepGroup(world, PADMA.id, 'regulars', { [number]: NAME });
  const one: Diary['erased'][number] = { team: PADMA.id, number, words: 'cargo', at: null, left: [] };
  diary.erased.push(one);
  // They are the only ones who hear of something, too, which fires on.
  const rules = rulesOf(PADMA.id, () => number);
  const hook = await keepHook(world, 'Quay', rules);
  const alert = newIncident(rules, 'Quay0x', true, { isScripted: true });
  diary.incidents.push(alert);
  clock.after(20 * SECOND, () => void fire(world, hook, [alert]));
  const type = (message: string) => async (): Promise<void> => {
    const asked = newAsked({ team: PADMA.id, user: 'rafiq', number, message, at: clock.now() });
    diary.several.push(asked);
    await slack.command({ user: 'rafiq', team: PADMA.id, text: `${number} ${message}` });
  };
  const erasedMs = 30 * SECOND + dice.below(2 * MINUTE);
  for (let nth = 0; nth < 2 + dice.below(4); nth++)
    clock.after(10 * SECOND + dice.below(erasedMs - 15 * SECOND), type(`${one.words} ${nth} is here`));
  // One of them is under way just then, for too long, and comes back unsent.
  clock.after(erasedMs - 2 * SECOND, () => {
    service.connects.set(number, 8 * SECOND);
    void type(`${one.words} is late`)();
  });
  clock.after(erasedMs, async () => {
    for (let tries = 0; tries < 5 && !(await erase(world)); tries++) await world.pause(20 * SECOND);
    const isTold = () => slack.said.some(({ body }) => body.includes('The person you erased'));
    if (await world.until(isTold, 10 * MINUTE)) {
      one.at = clock.now();
      one.left = [number, alert.name].flatMap(world.disk.saying);
    }
    service.connects.delete(number);
    if (one.at !== null) await type('welcome back')();
  });
}

/** By the button in their form, and the form that then asks; whether it was taken. */
async function erase(world: World): Promise<boolean> {
  const { slack } = world;
  const list = await typed(world, ADMIN, 'people', /"change_contact"/);
  const row = list?.content.blocks.find(
    block => block.accessory !== undefined && JSON.stringify(block).includes(`*${NAME}*`),
  );
  if (!list || !row) return false;
  const change = () => slack.act(list, 'change_contact', undefined, String(row.block_id));
  const form = await opened(world, ADMIN, change, /"ask_forget"/);
  const question = form && (await opened(world, ADMIN, () => slack.act(form, 'ask_forget'), /"submit"/));
  const submitted = question && (await slack.submit(question).catch(() => null));
  return submitted?.reply?.status === 200;
}
