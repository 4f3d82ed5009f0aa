import { contentOf } from '../../support/views.ts';
import { type Diary, masked, newText, when } from '../diary.ts';
import { keepGroup, keepHook, namesFor, saveSettings } from '../setup.ts';
import { MEGHNA, MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { link, tryAgain } from './admins.ts';
import { fire, newIncident, rulesOf } from './hooks.ts';
import { typed } from './rights.ts';
import { postWith, typeOne } from './texts.ts';

/* Parts of stories once nothing outside is in trouble, so that promises hold to the second. Each part has its own minutes. */

type Next = () => string;

/** A sender types one text to each number, one after the other. */
async function type(
  world: World,
  diary: Diary,
  how: { team: string; user: string; numbers: readonly string[]; words: string; mustNot?: string },
): Promise<void> {
  const { team, user, numbers, words, mustNot } = how;
  for (const [nth, number] of numbers.entries()) {
    const text = { team, user, number, message: `${words} ${nth}` };
    await typeOne(world, diary, { ...text, ...(mustNot ? { mustNot } : { mustGo: 'nothing is wrong' }) });
  }
}

const some = (next: Next, many: number): string[] => Array.from({ length: many }, next);

/** A person's text waits behind as many alerts as a minute has room for, though nothing else waits. */
export async function fullMinute(world: World, diary: Diary, next: Next): Promise<void> {
  const [team, user] = [MEGHNA.id, 'rafiq'];
  // The app now knows the sender from Slack, so their next text could go at once.
  await type(world, diary, { team, user, numbers: some(next, 1), words: 'the bell will ring' });
  await world.pause(70 * SECOND);
  const numbers = some(next, 60);
  await keepGroup(world, MEGHNA.id, 'guards', namesFor('Guard', numbers));
  const rules = rulesOf(MEGHNA.id, next, { steps: [numbers] });
  const hook = await keepHook(world, 'Bell', rules, { group: 'guards' });
  const incident = newIncident(rules, 'Bell0x', true, { isScripted: true });
  diary.incidents.push(incident);
  await fire(world, hook, [incident]);
  await world.pause(8 * SECOND);
  await type(world, diary, { team, user, numbers: some(next, 1), words: 'the bell has rung' });
  await world.pause(70 * SECOND);
}

/** A refused text doesn't count towards a person's daily limit: they can send as many as allowed, and no more. */
export async function refusedForGood(world: World, diary: Diary, next: Next): Promise<void> {
  const { service } = world;
  const [team, user] = [MEGHNA.id, 'jamil'];
  await saveSettings(world, team, { personCap: { texts: 2, credits: null } });
  const dead = next();
  service.dead.add(dead);
  await typeOne(world, diary, { team, user, number: dead, message: 'the shop is shut' });
  await world.pause(5 * SECOND);
  await type(world, diary, { team, user, numbers: some(next, 2), words: 'the shop opens' });
  const mustNot = 'jamil may send two texts a day, and has sent them';
  await type(world, diary, { team, user, numbers: some(next, 1), words: 'the shop has moved', mustNot });
  await saveSettings(world, team, { personCap: { texts: null, credits: null } });
}

/** Workflows have a daily limit too. */
export async function limitedSteps(world: World, diary: Diary, next: Next): Promise<void> {
  const { slack, clock } = world;
  diary.maxSteps = { texts: 3, from: clock.now() };
  await saveSettings(world, PADMA.id, { workflowCap: { texts: diary.maxSteps.texts, credits: null } });
  for (const [nth, number] of some(next, 5).entries()) {
    const text = newText({ team: PADMA.id, user: 'workflow', number, message: `bill ${nth} is due` });
    text.at = clock.now();
    diary.several.push(text);
    const inputs = { recipients: number, message: text.message };
    const { run, delivery } = await slack.runFunction('send_sms', inputs, text.team);
    diary.steps.push({ text, run, delivery });
    await world.pause(2 * SECOND);
  }
}

/**
 * After a `RATE_LIMITED`, the key pauses as long as the service asks, and then sends one text a second. A sender presses
 * Cancel too late.
 */
export async function tooOften(world: World, diary: Diary, next: Next): Promise<void> {
  const { service, slack, clock } = world;
  const [first = '', ...waitingNumbers] = some(next, 7);
  service.often.add(first);
  const sender = { team: MEGHNA.id, user: 'rafiq' };
  await type(world, diary, { ...sender, numbers: [first], words: 'the road is closed' });
  await world.pause(3 * SECOND);
  await type(world, diary, { ...sender, numbers: waitingNumbers, words: 'the road is open' });
  const waiting = () =>
    slack.posts(sender).find(post => {
      const shown = JSON.stringify(post.blocks);
      return shown.includes('"cancel_text"') && waitingNumbers.some(number => shown.includes(masked(number)));
    });
  await world.until(waiting, 10 * SECOND);
  const post = structuredClone(waiting());
  const isOut = () =>
    waitingNumbers.every(number => service.requests.some(request => request.number === number));
  if (!(await world.until(isOut, MINUTE)) || !post) return;
  await world.pause(3 * SECOND);
  const pressedAt = clock.now();
  const press = await slack.press(post, 'cancel_text', { user: sender.user }).catch(() => null);
  const isTold = () => slack.calls.some(({ at, body }) => at >= pressedAt && body.includes('Too late'));
  if (press?.status === 200 && !(await world.until(isTold, 5 * SECOND)))
    diary.waitedInVain.push(
      `rafiq pressed Cancel at ${when(pressedAt)}, and wasn’t told that it is too late`,
    );
}

/** A key is tried, repaired and linked again while the refusal of the trial is under way: both texts go. */
export async function refusedLate(world: World, diary: Diary, next: Next): Promise<void> {
  const { service } = world;
  const [team, user] = [MEGHNA.id, 'rafiq'];
  const account = service.accounts.get(team);
  if (!account) return;
  const numbers = some(next, 2);
  // The texts of earlier parts have gone by now.
  await world.pause(5 * SECOND);
  account.isSuspended = true;
  await type(world, diary, { team, user, numbers, words: 'the mill is still' });
  await world.until(() => postWith(world, team, 'try_again'), 10 * SECOND);
  for (const number of numbers) service.slow.set(number, 6 * SECOND);
  const triedAt = await tryAgain(world, diary, team);
  const isTried = () =>
    service.requests.some(request => numbers.includes(request.number) && request.leftAt > triedAt);
  await world.until(isTried, 10 * SECOND);
  await world.pause(SECOND);
  account.isSuspended = false;
  await link(world, diary, team, account.apiKey);
  await world.pause(20 * SECOND);
}

/** A text to several is cancelled while one is being sent and another waits: neither goes afterwards. */
export async function calledOff(world: World, diary: Diary, next: Next): Promise<void> {
  const { service, slack, clock } = world;
  const [team, user, message] = [MEGHNA.id, 'rafiq', 'the band plays at six'];
  const numbers = some(next, 3);
  const [inFlight = '', waits = ''] = numbers;
  await keepGroup(world, team, 'band', namesFor('Player', numbers));
  service.connects.set(inFlight, 8 * SECOND);
  service.often.add(waits);
  const all = numbers.map(number => newText({ team, user, number, message, at: clock.now() }));
  diary.several.push(...all);
  const shown = (action: string) => () =>
    slack.posts({ team, user }).findLast(({ blocks, text }) => {
      const content = JSON.stringify([blocks, text]);
      return content.includes(`"${action}"`) && /band/i.test(content);
    });
  const press = async (action: string): Promise<unknown> => {
    await world.until(shown(action), 6 * SECOND);
    const post = shown(action)();
    return post && slack.press(post, action, { user }).catch(() => null);
  };
  await slack.command({ user, team, text: `band ${message}` });
  await press('send_anyway');
  if (await press('cancel_texts')) {
    await world.pause(2 * SECOND);
    for (const text of all.slice(0, 2)) text.cancelledAt = clock.now();
  }
  await world.pause(10 * SECOND);
  service.connects.delete(inFlight);
  await world.pause(40 * SECOND);
}

/** The service doesn't answer for a while, so the app tries it with one text at a time. */
export async function deaf(world: World, diary: Diary, next: Next): Promise<void> {
  const { service } = world;
  const numbers = some(next, 8);
  for (const number of numbers) service.deaf.add(number);
  const ask = (someNumbers: readonly string[], words: string) =>
    Promise.all(
      someNumbers.map(number =>
        typeOne(world, diary, { team: PADMA.id, user: 'rafiq', number, message: `${words} ${number}` }),
      ),
    );
  await ask(numbers.slice(0, 3), 'the line is dead');
  await world.pause(25 * SECOND);
  await ask(numbers.slice(3), 'the line is still dead');
  await world.pause(2 * MINUTE);
  service.deaf.clear();
}

/** Slack shows a form, but its answer is lost. An admin submits it meanwhile, and must keep seeing the result. */
export async function overtaken(world: World, diary: Diary): Promise<void> {
  const { service, slack, clock } = world;
  const [user, team] = ['sadia', MEGHNA.id];
  const key = service.accounts.get(team)?.apiKey;
  slack.unheardOnce.add('views.update');
  const form = await typed(world, user, 'link', /"api_key"/, team);
  slack.unheardOnce.clear();
  diary.releases.push({ team, at: clock.now() });
  const isDone = () => form !== null && /The key is linked/.test(contentOf(form));
  if (!form || !(await slack.submit(form, { api_key: key }).catch(() => null))) return;
  if (!(await world.until(isDone, 20 * SECOND))) return;
  await world.pause(5 * SECOND);
  if (!isDone())
    diary.waitedInVain.push(`at ${when(clock.now())} sadia, who had linked a key, saw its form again`);
}
