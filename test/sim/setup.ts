import { tellAlerts } from '../../src/alerts/alert-inbox.ts';
import { createHooks } from '../../src/alerts/hooks.ts';
import type { MuteRequest } from '../../src/alerts/policy/events.ts';
import { createDoNotTextHash, createDoNotTextList } from '../../src/contacts/do-not-text.ts';
import { createContactGroups } from '../../src/contacts/groups.ts';
import type { PolicyDraft } from '../../src/escalations/policy.ts';
import { createPolicies } from '../../src/escalations/service.ts';
import type { LocalNumber } from '../../src/kit/number.ts';
import type { Storage } from '../../src/kit/store/storage.ts';
import { localTimeAt } from '../../src/kit/time-zone.ts';
import { createCheckRequests } from '../../src/rotas/hand-overs.ts';
import { NO_HOLIDAYS } from '../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES } from '../../src/rotas/rota.ts';
import { createRotas } from '../../src/rotas/service.ts';
import type { Scheduled } from '../../src/schedules/schedule.ts';
import type { Recipient } from '../../src/texts/recipient.ts';
import { createStopLinks } from '../../src/texts/text-links.ts';
import { createInstallations } from '../../src/workspace/installations.ts';
import { createLinkedKeys } from '../../src/workspace/linked-keys.ts';
import { createSealer } from '../../src/workspace/sealing.ts';
import { createSettings, type Settings } from '../../src/workspace/settings.ts';
import { ENCRYPTION_KEYS } from '../support/encryption-keys.ts';
import { keepIn } from '../support/kept-groups.ts';
import type { HookRules } from './diary.ts';
import { MEGHNA, MINUTE, PADMA, PUBLIC_URL, type World } from './world.ts';

/* The setup of a story: the work of people in the days before. */

const ZONE = 'Asia/Dhaka';
const sealer = createSealer([Buffer.from(ENCRYPTION_KEYS, 'base64')]);
const ADMIN = { [PADMA.id]: 'U0NUSRAT001', [MEGHNA.id]: 'U0SADIA0001' } as Record<string, string>;

/** A hook with its path and token, as its caller knows it. */
export type HookCaller = { rules: HookRules; path: string; token: string };

function parts(world: World, storage: Storage, newId: () => string) {
  const { now, wall } = storage;
  const clock = { now, wall, after: () => () => undefined };
  return { ...storage, clock, newId, sealer, world };
}

/** Installs the app in both workspaces, each with a linked key. */
export function install(world: World, keys: Record<string, string>): Promise<void> {
  return world.inStore(async (storage, newId) => {
    const deps = parts(world, storage, newId);
    const installations = createInstallations(deps);
    for (const seed of [PADMA, MEGHNA]) {
      await installations.save({
        owner: seed.id,
        orgWide: false,
        botToken: seed.botToken,
        botId: seed.botId,
        botUserId: seed.botUserId,
        installedBy: ADMIN[seed.id] ?? '',
      });
    }
    const linked = createLinkedKeys({
      ...deps,
      texts: () => ({
        ...deps.queue,
        askAbout: async () => ({ kind: 'unreachable', cause: '' }),
        refuseWaiting: async () => 0,
        wake: () => undefined,
      }),
      baseUrl: 'https://sms.sim',
    });
    for (const [team, key] of Object.entries(keys))
      await linked.link(team, key, ADMIN[team] ?? '', async () => null);
  });
}

export function saveSettings(world: World, team: string, changes: Partial<Settings>): Promise<void> {
  return world.inStore(async (storage, newId) => {
    await createSettings(parts(world, storage, newId)).save(team, ADMIN[team] ?? '', changes);
  });
}

/** Numbered names for these numbers: Guard 0, Guard 1. */
export const namesFor = (label: string, numbers: readonly string[]): Record<string, string> =>
  Object.fromEntries(numbers.map((number, nth) => [number, `${label} ${nth}`]));

/** Adds a group of people to a workspace; `names` by number. */
export function keepGroup(
  world: World,
  team: string,
  name: string,
  names: Record<string, string>,
): Promise<void> {
  return world.inStore(async (storage, newId) => {
    const groups = createContactGroups({ ...parts(world, storage, newId), onCallRotas: async () => [] });
    const people = Object.entries(names).map(([number, person]) => ({
      number: number as LocalNumber,
      name: person,
    }));
    await keepIn(groups, { workspace: team, by: ADMIN[team] ?? '' }, name, people);
  });
}

/** Marks a number "never text", as an admin does, or as its owner does with a stop link. */
export function markDoNotText(world: World, team: string, number: string, by: 'admin' | null = null) {
  return world.inStore(async (storage, newId) => {
    const deps = parts(world, storage, newId);
    const doNotText = createDoNotTextList({ ...deps, doNotTextHash: createDoNotTextHash(deps) });
    await doNotText.stop(team, by && (ADMIN[team] ?? ''), number as LocalNumber);
  });
}

/** The paths of the stop links that these numbers got in texts days ago. */
export function stopPaths(world: World, team: string, numbers: readonly string[]): Promise<string[]> {
  return world.inStore(async (storage, newId) => {
    const { textLinks, clock } = parts(world, storage, newId);
    const stopLinks = createStopLinks({ links: textLinks, sealer, address: () => PUBLIC_URL, clock });
    const links = await stopLinks.keep(team, numbers as readonly LocalNumber[], null);
    return numbers.map(number => links.get(number as LocalNumber)?.slice(PUBLIC_URL.length) ?? '');
  });
}

/** Creates a rota with daily turns whose hand-overs are texted; returns its id. */
export function keepRota(
  world: World,
  team: string,
  name: string,
  numbers: string[],
  time: string,
): Promise<string> {
  return world.inStore(async (storage, newId) => {
    const rotas = createRotas({
      ...parts(world, storage, newId),
      requestCheck: async () => undefined,
      holidays: async () => NO_HOLIDAYS,
    });
    const people = numbers.map(toNumber);
    const created = await rotas.create(
      team,
      ADMIN[team] ?? '',
      {
        name,
        people,
        hours: 24,
        time,
        weekday: 0,
        ...NO_SPECIAL_TIMES,
        channel: channelOf(team),
        texts: true,
      },
      newId(),
    );
    if (typeof created === 'string') throw new Error(`No rota: ${created}`);
    return created.rota.id;
  });
}

/** Replaces the people of a rota. */
export function changeRota(world: World, team: string, id: string, numbers: string[]): Promise<void> {
  return world.inStore(async (storage, newId) => {
    const deps = parts(world, storage, newId);
    const rotas = createRotas({
      ...deps,
      requestCheck: createCheckRequests({ ...deps, wake: () => undefined }),
      holidays: async () => NO_HOLIDAYS,
    });
    const rota = await rotas.one(team, id);
    if (rota) await rotas.change(team, ADMIN[team] ?? '', id, { ...rota, people: numbers.map(toNumber) });
  });
}

const channelOf = (team: string): string => (team === PADMA.id ? 'C0ONCALL001' : 'C0MGENERAL1');

const toNumber = (number: string): Recipient => ({ kind: 'number', number: number as LocalNumber });

/** Creates a hook. `rota` or `group` replaces the recipients of its first step. `byPolicy`: its steps are those of a policy. */
export function keepHook(
  world: World,
  name: string,
  rules: HookRules,
  how: { rota?: string; group?: string; heartbeatMinutes?: number; byPolicy?: true } = {},
): Promise<HookCaller> {
  const { team, steps, waitsMs, rounds } = rules;
  const [first = [], ...later] = steps;
  const minutes = waitsMs.map(ms => ms / MINUTE);
  const { rota, group, heartbeatMinutes, byPolicy } = how;
  const { daily: texts, credits } = rules;
  const some = texts === null ? null : { texts };
  const daily = credits === null ? some : { credits };
  return world.inStore(async (storage, newId) => {
    const hooks = createHooks(parts(world, storage, newId));
    const recipients = first.map(toNumber);
    if (rota)
      recipients.splice(0, first.length, {
        feature: 'rotas',
        kind: 'rota',
        data: { id: rota, label: 'Servers' },
      });
    if (group) recipients.splice(0, first.length, { kind: 'named', name: group });
    const severities: PolicyDraft['severities'] = ['critical'];
    const next = later.map((to, index) => ({ to: to.map(toNumber), minutes: minutes[index + 1] ?? 1 }));
    const policy = byPolicy
      ? await createPolicies(parts(world, storage, newId)).create(
          team,
          ADMIN[team] ?? '',
          {
            name,
            steps: [{ to: recipients, minutes: minutes[0] ?? 1 }, ...next],
            rounds,
            severities,
            mention: false,
          },
          name,
        )
      : null;
    if (typeof policy === 'string') throw new Error(`No policy: ${policy}`);
    const created = await hooks.create(team, ADMIN[team] ?? '', {
      name,
      recipients: policy ? [] : recipients,
      policy: policy && { id: policy.policy.id, label: name },
      channel: channelOf(team),
      link: true,
      quiet: rules.quiet,
      daily,
      heartbeat: heartbeatMinutes ? { minutes: heartbeatMinutes } : null,
      escalation:
        next.length === 0 || policy
          ? null
          : { firstMinutes: minutes[0] ?? 1, steps: next, rounds, severities },
    });
    if (typeof created === 'string') throw new Error(`No hook: ${created}`);
    return { rules, path: `/hooks/${created.hook.id}`, token: created.token };
  });
}

/** Mutes a hook, or the alerts with these labels, for `ms`. */
export function mute(
  world: World,
  ms: number,
  which: { hook: HookCaller } | Pick<MuteRequest, 'labels'>,
): Promise<void> {
  const hook = 'hook' in which ? which.hook.path.slice('/hooks/'.length) : null;
  const labels = 'labels' in which ? which.labels : [];
  const by = { kind: 'person', userId: ADMIN[PADMA.id] ?? '' } as const;
  return world.inStore(async (storage, newId) => {
    const until = storage.now() + ms;
    const deps = parts(world, storage, newId);
    await tellAlerts(deps, PADMA.id, { kind: 'mute', id: newId(), hook, labels, by, until });
  });
}

/** Schedules a text for a whole minute; returns the schedule's id. */
export function keepSchedule(
  world: World,
  {
    team,
    by,
    number,
    message,
    at,
  }: { team: string; by: string; number: string; message: string; at: number },
): Promise<string> {
  return world.inStore(async ({ schedules, now, wall }, newId) => {
    const id = newId();
    const replyTo = {
      responseUrl: null,
      channel: 'C0GENERAL01',
      userId: by,
      threadTs: null,
      threadLink: null,
    };
    const content: Scheduled = { kind: 'text', to: [toNumber(number)], message, template: null, replyTo };
    const when = {
      start: localTimeAt(at, ZONE),
      zone: ZONE,
      repeat: null,
      until: null,
      times: null,
      skipsHolidays: false,
    };
    await schedules.make(
      { id, workspace: team, by, idempotencyKey: `form of ${id}`, content, when },
      wall(),
      now(),
    );
    return id;
  });
}

export function cancelSchedule(world: World, team: string, id: string): Promise<void> {
  return world.inStore(async ({ schedules }) => void (await schedules.cancel(team, id)));
}

export function revokeHook(world: World, { rules, path }: HookCaller): Promise<void> {
  return world.inStore(async (storage, newId) => {
    const hooks = createHooks(parts(world, storage, newId));
    await hooks.revoke(rules.team, ADMIN[rules.team] ?? '', path.slice('/hooks/'.length));
  });
}
