import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Clock, within } from '../../kit/clock.ts';
import { createSingleFlight } from '../../kit/fair-scheduler.ts';
import { fold } from '../../kit/name-matching.ts';
import { nameRankInAnyScript, type SoughtName, soughtName, soundsIn } from '../../kit/name-sounds.ts';
import { parseNumber } from '../../kit/number.ts';
import { createSlackBackoff, type WebFor } from '../../kit/slack/web-api.ts';

/** Slack has no search for people: we keep its list for this long, and show it while a newer one is on its way. */
const FRESH_MS = 10 * 60_000;
/** The size of a page, and how many pages we read at most: 10,000 people. */
const PAGE = 500;
const PAGES = 20;
/** How many names we keep in all; beyond that, we forget the workspaces that were unused longest. */
const MAX_NAMES = 100_000;
/** How long somebody who types waits for the first list; after that they get what there is without it. */
const WAIT_MS = 1200;

/** A person or user group in Slack, by the names people use. */
export type SlackName = { id: string; name: string; handle: string };

export type Teammates = {
  /**
   * Teammates and user groups whose name or handle contains what was typed, in either script, the best match first; only those we know by
   * now.
   */
  offered(
    workspace: string,
    typed: string,
    most: number,
  ): Promise<{ people: SlackName[]; groups: SlackName[] }>;
  /** The names of people and user groups, by id; without those that Slack doesn't give. */
  names(workspace: string): Promise<ReadonlyMap<string, string>>;
  /** Whose number it is, by the phone in the Slack profile; without numbers that several have. */
  numbers(workspace: string): Promise<ReadonlyMap<string, string>>;
};

/** `folded`, `sounds`: the forms we search. */
type Known = SlackName & { folded: string; sounds: string; number?: string };
type List = { people: Known[]; groups: Known[]; at: number };

const memberSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  deleted: z.boolean().nullish(),
  is_bot: z.boolean().nullish(),
  profile: z
    .object({
      display_name: z.string().nullish(),
      real_name: z.string().nullish(),
      phone: z.string().nullish().catch(null),
    })
    .nullish(),
});
const groupSchema = z.object({ id: z.string(), name: z.string(), handle: z.string() });
/** Slack's own bot, which isn't marked as one. */
const SLACKBOT = 'USLACKBOT';

/** Teammates by `users.list` (scope users:read), user groups by `usergroups.list` (scope usergroups:read). */
export function createTeammates({ webFor, clock }: { webFor: WebFor; clock: Clock }): Teammates {
  const lists = new LRUCache<string, List>({
    maxSize: MAX_NAMES,
    sizeCalculation: ({ people, groups }) => Math.max(1, people.length + groups.length),
  });
  const once = createSingleFlight<void>();
  const callSlack = { people: createSlackBackoff(clock), groups: createSlackBackoff(clock) };

  async function load(workspace: string): Promise<void> {
    const web = await webFor(workspace);
    if (!web) return;
    const before = lists.get(workspace);
    const [people, groups] = await Promise.all([
      callSlack.people(workspace, () => everybody(web)),
      callSlack.groups(workspace, () => userGroups(web, workspace)),
    ]);
    lists.set(workspace, {
      people: people.kind === 'answered' ? people.answer : (before?.people ?? []),
      groups: groups.kind === 'answered' ? groups.answer : (before?.groups ?? []),
      at: people.kind === 'unavailable' ? Number.NEGATIVE_INFINITY : clock.now(),
    });
  }

  /** The list as far as we know it, perhaps none; an old one is refreshed meanwhile. */
  async function known(workspace: string): Promise<List | null> {
    const there = lists.get(workspace);
    if (there && clock.now() - there.at < FRESH_MS) return there;
    const loading = once(workspace, () => load(workspace)).catch(() => undefined);
    if (there) return there;
    await within(clock, WAIT_MS, loading, undefined);
    return lists.get(workspace) ?? null;
  }

  return {
    async offered(workspace, typed, most) {
      const list = await known(workspace);
      const sought = soughtName(typed, false);
      return {
        people: best(list?.people ?? [], sought, most),
        groups: best(list?.groups ?? [], sought, most),
      };
    },
    async names(workspace) {
      const { people = [], groups = [] } = (await known(workspace)) ?? {};
      return new Map([...people, ...groups].map(({ id, name }) => [id, name]));
    },
    async numbers(workspace) {
      const { people = [] } = (await known(workspace)) ?? {};
      const byNumber = Map.groupBy(people, ({ number }) => number);
      return new Map(
        [...byNumber].flatMap(([number, [one, ...others]]) =>
          number && one && others.length === 0 ? [[number, one.id] as const] : [],
        ),
      );
    },
  };
}

function best(all: readonly Known[], sought: SoughtName, most: number): SlackName[] {
  return all
    .flatMap(one => {
      const rank = nameRankInAnyScript(one, sought);
      return rank === null ? [] : [{ one, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || (a.one.folded < b.one.folded ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one);
}

/** As many as Slack gives: if it stops halfway, those it gave by then. */
async function everybody(web: WebClient): Promise<Known[]> {
  const found: Known[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const asked = web.users.list({ limit: PAGE, ...(cursor ? { cursor } : {}) });
    const told = await (found.length === 0 ? asked : asked.catch(() => null));
    const { members, response_metadata } = told ?? {};
    for (const member of members ?? []) {
      const { data: one } = memberSchema.safeParse(member);
      if (!one || one.deleted || one.is_bot || one.id === SLACKBOT) continue;
      const real = one.profile?.real_name || one.real_name || '';
      const handle = one.name ?? '';
      const name = one.profile?.display_name || real || handle || one.id;
      const phone = parseNumber(one.profile?.phone ?? '');
      const number = phone.ok ? { number: phone.number } : {};
      found.push({ ...searchable({ id: one.id, name, handle }, [name, real, handle]), ...number });
    }
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) break;
  }
  return found;
}

async function userGroups(web: WebClient, workspace: string): Promise<Known[]> {
  // Slack needs the team only with an organisation's token, and ignores it otherwise.
  const { usergroups = [] } = await web.usergroups.list({ team_id: workspace });
  return usergroups.flatMap(group => {
    const { data: one } = groupSchema.safeParse(group);
    return one ? searchable(one, [one.name, one.handle]) : [];
  });
}

function searchable(one: SlackName, names: string[]): Known {
  const { id, name, handle } = one;
  const all = [...new Set(names.map(fold))].join(' ').trim();
  return { id, name, handle, folded: all, sounds: soundsIn(names.join(' ')) };
}
