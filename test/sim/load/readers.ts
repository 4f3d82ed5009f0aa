import { findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import { type Diary, when } from '../diary.ts';
import { keepHook, markDoNotText, stopPaths } from '../setup.ts';
import { MEGHNA, MINUTE, SECOND, type World } from '../world.ts';
import { link } from './admins.ts';
import { fire, newIncident, pathIn, pressOn, rulesOf, visit } from './hooks.ts';
import { NO_ADMIN, typed } from './rights.ts';
import { postWith, typeOne } from './texts.ts';

/* Readers who open the links in their texts, and an admin while Slack doesn't answer for a quarter of an hour. */

/** Readers who only look, who stop their texts, and who change their minds. */
export async function readers(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, service } = world;
  const team = MEGHNA.id;
  const [looks = '', stops = '', undoes = '', marked = ''] = Array.from({ length: 4 }, next);
  const [look = '', stop = '', undo = '', mark = ''] = await stopPaths(world, team, [
    ...[looks, stops, undoes, marked],
  ]);
  await markDoNotText(world, team, marked, 'admin');
  diary.doNotText.push({ team, number: marked, at: clock.now() });
  const rules = rulesOf(team, next);
  const hook = await keepHook(world, 'Well', rules);
  const incident = newIncident(rules, 'Well0x', true, { isScripted: true });
  diary.incidents.push(incident);
  clock.after(10 * SECOND + dice.below(MINUTE), async () => {
    await visit(world, look);
    diary.doNotText.push({ team, number: stops, at: await pressOn(world, stop, 'stop') });
    await pressOn(world, undo, 'stop');
    await pressOn(world, undo, 'undo');
    // A reader can't undo an admin's mark.
    await pressOn(world, mark, 'undo');
    await world.pause(5 * SECOND);
    const tell = (number: string, more: object) =>
      typeOne(world, diary, { team, user: 'rafiq', number, message: 'the well is dry', ...more });
    await tell(looks, { mustGo: 'whoever has it only looked at the page' });
    await tell(stops, { mustNot: 'whoever has it wants no more texts' });
    await tell(undoes, { mustGo: 'whoever has it took it back' });
    await tell(marked, { mustNot: 'an admin has marked it' });
    // Connecting takes so long that the claim expires before the request could leave.
    const far = next();
    service.connects.set(far, 8 * SECOND);
    await tell(far, {});
    await markDoNotText(world, team, far);
    diary.doNotText.push({ team, number: far, at: clock.now() });
    await fire(world, hook, [incident]);
    const path = await pathIn(world, incident, rules.steps[0]?.[0] ?? '', 100 * SECOND);
    if (path) await visit(world, path);
  });
}

const NEWCOMER = { id: 'U0NABILA001', name: 'nabila' };
/** Longer than cached facts from Slack count for permissions. */
const KNOWN_MS = 5 * MINUTE + 10 * SECOND;
/** The app answers a press within this time. */
const TOLD_MS = 4500;
/** Longer than a press waits for facts from Slack. */
const CHECK_UNTIL_MS = 15 * MINUTE + 20 * SECOND;

/**
 * A former admin presses twice while Slack doesn't answer. The second time, they are an admin again when Slack answers, but
 * the press has expired.
 */
export async function silence(world: World, diary: Diary, next: () => string): Promise<void> {
  const { clock, slack, service } = world;
  const team = MEGHNA.id;
  const account = service.accounts.get(team);
  const person = findPerson(findWorkspace(slack.world, team), 'jamil');
  const before = { ...person };
  const tell = (user: string, message: string, more: object) =>
    typeOne(world, diary, { team, user, number: next(), message, ...more });
  clock.after(5 * SECOND, async () => {
    const form = await typed(world, 'jamil', 'unlink', /"submit"/, team);
    if (!form || !account) return;
    // The app now knows rafiq from Slack; for texts, that counts for a day.
    await tell('rafiq', 'the gate is new', { mustGo: 'nothing is wrong' });
    await world.pause(KNOWN_MS);
    slack.silentIn.add(team);
    Object.assign(person, NO_ADMIN);
    account.isSuspended = true;
    await tell('rafiq', 'the gate is shut', {});
    const held = () => postWith(world, team, 'try_again');
    await world.until(held, 20 * SECOND);
    account.isSuspended = false;
    await world.pause(8 * SECOND);
    const post = held();
    const pressedAt = clock.now();
    const press = post && (await slack.press(post, 'try_again', { user: 'jamil' }).catch(() => null));
    const isTold = () =>
      slack.calls.some(({ at, body }) => at >= pressedAt && /I can’t reach Slack/.test(body));
    if (press?.status === 200 && !(await world.until(isTold, TOLD_MS)))
      diary.waitedInVain.push(`jamil pressed at ${when(pressedAt)}, and wasn’t told that it waits for Slack`);
    await world.pause(20 * SECOND);
    slack.silentIn.delete(team);
    await world.pause(20 * SECOND);
    void link(world, diary, team, account.apiKey);
    // Other texts wait while that text tries the key.
    const isTried = () =>
      service.requests.filter(request => request.message === 'the gate is shut').length > 1;
    await world.until(isTried, 30 * SECOND);
    await tell('rafiq', 'the gate may open', {});
    // All trouble outside has ended by then.
    await world.pause(3 * MINUTE);
    slack.silentIn.add(team);
    // The app doesn't know the newcomer from Slack yet.
    findWorkspace(slack.world, team).people.set(NEWCOMER.id, { ...person, ...NO_ADMIN, ...NEWCOMER });
    await tell(NEWCOMER.name, 'the gate squeaks', {});
    await slack.submit(form).catch(() => null);
    await world.pause(CHECK_UNTIL_MS);
    Object.assign(person, before);
    slack.silentIn.delete(team);
    await world.pause(MINUTE);
    await tell('sadia', 'the gate is open', { mustGo: 'nobody has unlinked its key' });
  });
}
