import type { View } from '../../../src/playground/index.ts';
import { findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import { contentOf } from '../../support/views.ts';
import type { Diary } from '../diary.ts';
import { keepGroup, keepHook, saveSettings } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { block } from './admins.ts';
import { fire, newIncident, rulesOf } from './hooks.ts';
import { numbersFrom, typeOne } from './texts.ts';

/* People who try something without permission, or after losing it. */

/** A working key that nobody with permission links. */
const STRAY_KEY = 'key-of-a-stray-1';

/** The modal that an action opens; null if none like it opens. */
export async function opened(
  world: World,
  user: string,
  act: () => Promise<unknown>,
  looks: RegExp,
  team = PADMA.id,
): Promise<View | null> {
  const { slack } = world;
  const before = slack.openViews(user, team);
  const view = () =>
    slack.openViews(user, team).find(view => !before.includes(view) && looks.test(contentOf(view)));
  await act().catch(() => null);
  await world.until(view, 8 * SECOND);
  return view() ?? null;
}

export const typed = (
  world: World,
  user: string,
  text: string,
  looks: RegExp,
  team = PADMA.id,
): Promise<View | null> => opened(world, user, () => world.slack.command({ user, team, text }), looks, team);

/** Changes a person's Slack profile until `work` is done and the app has checked their permission. */
async function withProfile(
  world: World,
  name: string,
  changes: object,
  work: () => Promise<void>,
): Promise<void> {
  const person = findPerson(findWorkspace(world.slack.world, PADMA.id), name);
  const before = { ...person };
  Object.assign(person, changes);
  await work();
  await world.pause(12 * SECOND);
  // While Slack doesn't answer, the app keeps asking, and the form says so.
  const isJudged = () =>
    world.slack.openViews(name, PADMA.id).every(view => !/keep trying|One moment/.test(contentOf(view)));
  await world.until(isJudged, CHECK_UNTIL_MS);
  Object.assign(person, before);
}

/** A press whose permission can't be checked is dropped after this time. */
const CHECK_UNTIL_MS = 16 * MINUTE;

export const NO_ADMIN = { isAdmin: false, isOwner: false, isPrimaryOwner: false };

/** Submits a form and the question that may follow, whatever the result. */
async function submit(world: World, form: View, values: Record<string, unknown>): Promise<void> {
  const once = async (fields: Record<string, unknown>): Promise<void> => {
    await world.slack.submit(form, fields).catch(() => null);
    await world.pause(4 * SECOND);
    await world.until(() => !/One moment/.test(contentOf(form)), 8 * SECOND);
  };
  await once(values);
  if (form.content.submit !== undefined) await once({});
}

/** The form of a group of settings; null if the person doesn't see it. */
async function openGroup(world: World, user: string, group: string): Promise<View | null> {
  const all = await typed(world, user, 'settings', /"change_setting"/);
  const shown = all?.content.blocks.find(block =>
    JSON.stringify(block.accessory ?? '').includes(`"value":"${group}"`),
  );
  if (!all || !shown) return null;
  const change = () => world.slack.act(all, 'change_setting', undefined, String(shown.block_id));
  return opened(world, user, change, /"callback_id":"setting"/);
}

/** Tries four random tricks, one after the other. */
export async function tryWithoutRight(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack, service } = world;
  service.open('a stray', STRAY_KEY, 1000);
  const blocked = next();
  await block(world, diary, blocked);
  const idOf = (name: string): string => findPerson(findWorkspace(slack.world, PADMA.id), name).id;
  await saveSettings(world, PADMA.id, { managers: [idOf('imran'), idOf('tahmina')] });
  await keepGroup(world, PADMA.id, 'helpers', { [next()]: 'Helper Rina', [next()]: 'Helper Jamal' });
  const rules = rulesOf(PADMA.id, next);
  const hook = await keepHook(world, 'Store', rules);
  const strange = next();
  const lost = () => (dice.percent(50) ? NO_ADMIN : { deleted: true });

  const unblock = async (user: string): Promise<void> => {
    const form = await openGroup(world, user, 'blocklist');
    if (form) await submit(world, form, { setting_blocked_1: '' });
  };
  const tricks: (() => Promise<void>)[] = [
    async () => {
      const form = await typed(world, 'tahmina', 'link', /"api_key"/);
      if (form)
        await withProfile(world, 'tahmina', lost(), () => submit(world, form, { api_key: STRAY_KEY }));
    },
    async () => {
      const form = await typed(world, 'tahmina', 'unlink', /"submit"/);
      if (form) await withProfile(world, 'tahmina', lost(), () => submit(world, form, {}));
    },
    () =>
      withProfile(world, 'arif', { isAdmin: true }, async () => {
        const form = await typed(world, 'arif', 'link', /"api_key"/);
        if (form) await submit(world, form, { api_key: STRAY_KEY });
      }),
    async () => {
      await unblock('imran');
      await tell(world, diary, blocked);
    },
    async () => {
      await saveSettings(world, PADMA.id, { managers: [] });
      const form = await openGroup(world, 'tahmina', 'blocklist');
      if (form)
        await withProfile(world, 'tahmina', lost(), () => submit(world, form, { setting_blocked_1: '' }));
      await tell(world, diary, blocked);
    },
    async () => {
      await saveSettings(world, PADMA.id, { managers: [idOf('tahmina')] });
      const form = await openGroup(world, 'tahmina', 'managers');
      if (form)
        await withProfile(world, 'tahmina', NO_ADMIN, () =>
          submit(world, form, { setting_managers: [idOf('rafiq')] }),
        );
      await unblock('rafiq');
      await tell(world, diary, blocked);
    },
    async () => {
      await saveSettings(world, PADMA.id, { managers: [] });
      const list = await typed(world, 'tahmina', 'hooks', /"change_hook"/);
      const shown = list?.content.blocks.find(block => JSON.stringify(block).includes('*Store*'));
      if (!list || !shown) return;
      const change = () => slack.act(list, 'change_hook', undefined, String(shown.block_id));
      const form = await opened(world, 'tahmina', change, /"hook_recipients"/);
      if (!form) return;
      await slack.choose(form, 'setting', strange, { blockId: 'hook_recipients' }).catch(() => null);
      await withProfile(world, 'tahmina', lost(), () => submit(world, form, {}));
      const incident = newIncident(rules, 'Store0x', true, { isScripted: true });
      diary.incidents.push(incident);
      await fire(world, hook, [incident]);
    },
    async () => {
      const form = await typed(world, 'imran', '', /compose_recipient_input/);
      const offered =
        form && (await slack.suggest(form, 'compose_recipient_input', 'Helper').catch(() => null));
      if (offered) diary.offered.push({ user: 'imran', what: JSON.stringify(offered.offered) });
    },
    async () => {
      const { request } = await slack.command({ user: 'kamal', team: PADMA.id, text: 'balance' });
      await slack.forge(request, fields => {
        fields.set('trigger_id', `${clock.now()}.1.2`);
        fields.set('response_url', 'https://elsewhere.example/commands/T0PADMA0001/1/2');
      });
    },
  ];
  clock.after(5 * SECOND, async () => {
    const untried = [...tricks];
    for (let nth = 0; nth < 4; nth++) {
      const [trick] = untried.splice(dice.below(untried.length), 1);
      await trick?.();
    }
  });
}

/** Sends a text to a blocked number; no trick may have unblocked it. */
function tell(world: World, diary: Diary, number: string): Promise<void> {
  const message = `blocked ${diary.texts.length}`;
  const mustNot = 'the number is blocked';
  return typeOne(world, diary, { team: PADMA.id, user: 'rafiq', number, message, mustNot });
}

/** Limits the texts that a person may send a day. */
export async function limitPeople(world: World, diary: Diary): Promise<void> {
  diary.maxTexts = 2;
  diary.wasLimited = true;
  // Two texts cost 0.7 credits, three more than 1.
  const cap = world.dice.percent(50)
    ? { texts: diary.maxTexts, credits: null }
    : { texts: null, credits: '1' as never };
  await saveSettings(world, PADMA.id, { personCap: cap });
  // While the price of a text is unknown, only one of these may be under way.
  const next = numbersFrom('013', 800);
  for (let nth = 0; nth < 4; nth++) {
    const text = { team: PADMA.id, user: 'kamal', number: next(), message: `bale ${nth} is here` };
    world.clock.after(1200 + 20 * nth, () => void typeOne(world, diary, text));
  }
}
