import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/day.ts';
import { createKeyedLimiter, createSingleFlight } from '../../kit/fair-scheduler.ts';
import { createSlackBackoff, type WebFor } from '../../kit/slack/web-api.ts';
import { cut } from '../../kit/slack-text.ts';
import { type Documents, documentAt, documentIn } from '../../kit/store/documents.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import { isZone } from '../../kit/time-zone.ts';
import type { FactsAnswer, People, PersonFacts } from '../people.ts';

const FRESH_MS = 5 * 60_000;
/**
 * Concurrent look-ups of a workspace: more than those of one recipient look-up, so that the sender and the deciders are looked up
 * meanwhile.
 */
const LOOKUP_CONCURRENCY = 8;
/** The pages of people in which we look for admins to name, and the number of admins that we name. */
const MAX_PAGES = 3;
const MAX_ADMINS = 3;
/** In characters. */
const MAX_NAME = 60;

const cachedSchema = z.object({
  facts: z.object({
    deactivated: z.boolean(),
    admin: z.boolean(),
    guest: z.boolean(),
    otherTeam: z.boolean(),
    phone: z.string().nullable(),
    zone: z.string().nullable(),
    name: z.string().nullable(),
  }),
  at: z.number(),
});

const flag = z.boolean().nullish().catch(null);
const userSchema = z.object({
  id: z.string(),
  team_id: z.string().nullish(),
  deleted: flag,
  is_bot: flag,
  tz: z.string().nullish().catch(null),
  is_admin: flag,
  is_owner: flag,
  is_primary_owner: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
  enterprise_user: z
    .object({ teams: z.array(z.string()).catch([]) })
    .nullish()
    .catch(null),
  real_name: z.string().nullish().catch(null),
  profile: z
    .object({
      phone: z.string().nullish().catch(null),
      display_name: z.string().nullish().catch(null),
      real_name: z.string().nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type SlackUser = z.infer<typeof userSchema>;

/** People by `users.info` and `users.list` (scope users:read). Facts are cached; each use says how old they may be. */
export function createPeople(deps: { webFor: WebFor; documents: Documents; clock: Clock }): People {
  const { webFor, documents, clock } = deps;
  const callSlack = { info: createSlackBackoff(clock), list: createSlackBackoff(clock) };
  const once = createSingleFlight<FactsAnswer>();
  const turns = createKeyedLimiter(LOOKUP_CONCURRENCY);

  async function ask(workspace: string, userId: string): Promise<FactsAnswer> {
    const result = await turns(workspace, () =>
      callSlack.info(workspace, async () => {
        const web = await webFor(workspace);
        return web && userSchema.parse((await web.users.info({ user: userId })).user);
      }),
    );
    if (result.kind !== 'answered') return result;
    if (!result.answer) return { kind: 'refused', error: 'not_installed' };
    const facts = factsOf(result.answer, workspace);
    await documents.set(workspace, documentOf(userId), { facts, at: clock.now() }, DAY_MS);
    return { kind: 'known', facts };
  }

  const askOnce = (workspace: string, userId: string): Promise<FactsAnswer> =>
    once(`${workspace} ${userId}`, () => ask(workspace, userId));

  type Cached = z.infer<typeof cachedSchema>;
  const read = (workspace: string, userId: string): Promise<Cached | undefined> =>
    documents.get(workspace, documentOf(userId), cachedSchema).catch(ifUnreadable(undefined));
  const isFresh = (cached: Cached): boolean => clock.now() - cached.at < FRESH_MS;
  const isRecent = (cached: Cached): boolean => clock.now() - cached.at < DAY_MS;

  return {
    async remembered(workspace, userId) {
      const cached = await read(workspace, userId);
      return cached && isFresh(cached) ? cached.facts : null;
    },
    async lastKnown(workspace, userId) {
      const cached = await read(workspace, userId);
      return cached && isRecent(cached) ? cached.facts : null;
    },
    at: (workspace, userId) => documentAt(workspace, documentOf(userId)),
    factsIn(tx, workspace, userId, now) {
      try {
        const cached = documentIn(tx, workspace, documentOf(userId), cachedSchema, now);
        return cached && isFresh(cached) ? cached.facts : null;
      } catch (error) {
        return ifUnreadable(null)(error);
      }
    },
    async knownName(workspace, userId) {
      return (await read(workspace, userId))?.facts.name ?? null;
    },
    async facts(workspace, userId) {
      const cached = await read(workspace, userId);
      if (cached && isFresh(cached)) return { kind: 'known', facts: cached.facts };
      const answer = await askOnce(workspace, userId);
      const isKnown = answer.kind === 'unavailable' && cached && isRecent(cached);
      return isKnown ? { kind: 'known', facts: cached.facts } : answer;
    },
    freshFacts: askOnce,
    async admins(workspace) {
      const result = await callSlack.list(workspace, async () => {
        const web = await webFor(workspace);
        return web ? findAdmins(web, workspace) : [];
      });
      // Without names, a refusal says "an admin".
      return result.kind === 'answered' ? result.answer : [];
    },
  };
}

async function findAdmins(web: WebClient, workspace: string): Promise<string[]> {
  const admins: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && admins.length < MAX_ADMINS; page++) {
    const { members, response_metadata } = await web.users.list({
      limit: 200,
      ...(cursor ? { cursor } : {}),
    });
    for (const member of members ?? []) {
      const user = userSchema.safeParse(member);
      if (!user.success || user.data.deleted || user.data.is_bot) continue;
      if (factsOf(user.data, workspace).admin) admins.push(user.data.id);
    }
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) break;
  }
  return admins.slice(0, MAX_ADMINS);
}

function factsOf(user: SlackUser, workspace: string): PersonFacts {
  const elsewhere = user.team_id != null && user.team_id !== workspace;
  const inOrg = user.enterprise_user?.teams.includes(workspace) ?? false;
  const otherTeam = Boolean(user.is_stranger) || (elsewhere && !inOrg);
  const deactivated = user.deleted ?? false;
  return {
    deactivated,
    // An admin of another team, or a deactivated one, isn't an admin here.
    admin: isAdmin(user) && !otherTeam && !deactivated,
    guest: Boolean(user.is_restricted || user.is_ultra_restricted),
    otherTeam,
    phone: user.profile?.phone?.trim() || null,
    zone: user.tz && isZone(user.tz) ? user.tz : null,
    name: nameOf(user),
  };
}

function nameOf({ profile, real_name }: SlackUser): string | null {
  const name = [profile?.display_name, profile?.real_name, real_name].find(candidate => candidate?.trim());
  return name ? cut(name.trim(), MAX_NAME) : null;
}

const isAdmin = (user: SlackUser): boolean =>
  Boolean(user.is_admin || user.is_owner || user.is_primary_owner);

const documentOf = (userId: string): string => `person ${userId}`;
