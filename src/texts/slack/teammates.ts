import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Clock, within } from '../../kit/clock.ts';
import { createSingleFlight } from '../../kit/fair-scheduler.ts';
import { fold } from '../../kit/name-matching.ts';
import { nameRankInAnyScript, type SoughtName, soughtName, soundsIn } from '../../kit/name-sounds.ts';
import { parseNumber } from '../../kit/number.ts';
import { createSlackBackoff, type WebFor } from '../../kit/slack/web-api.ts';

/** Slack has no search for people, so we cache its list for this long. An old one is used while a new one loads. */
const FRESH_MS = 10 * 60_000;
/** Together these limit a list to 10,000 people. */
const PAGE_SIZE = 500;
const MAX_PAGES = 20;
/** Cached names in all. Beyond that, workspaces that were unused longest are dropped. */
const MAX_NAMES = 100_000;
/** A person who types waits this long for the first list. */
const FIRST_LIST_TIMEOUT_MS = 1200;

export type SlackName = { id: string; name: string; handle: string };

export type Teammates = {
  /**
   * Teammates and user groups whose name or handle contains the typed text, in either script, the best match first; only
   * cached ones.
   */
  offered(
    workspace: string,
    typed: string,
    most: number,
  ): Promise<{ people: SlackName[]; groups: SlackName[] }>;
  /** The cached names of people and user groups, by id. */
  names(workspace: string): Promise<ReadonlyMap<string, string>>;
  /** User ids by the phone in the Slack profile, without numbers that several people have. */
  numbers(workspace: string): Promise<ReadonlyMap<string, string>>;
};

/** A cached name. `folded`, `sounds`: the forms that the search compares. */
type IndexedName = SlackName & { folded: string; sounds: string; number?: string };
type List = { people: IndexedName[]; groups: IndexedName[]; at: number };

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
/** Slack's own bot isn't marked as one. */
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
    const previous = lists.get(workspace);
    const [people, groups] = await Promise.all([
      callSlack.people(workspace, () => everybody(web)),
      callSlack.groups(workspace, () => userGroups(web, workspace)),
    ]);
    lists.set(workspace, {
      people: people.kind === 'answered' ? people.answer : (previous?.people ?? []),
      groups: groups.kind === 'answered' ? groups.answer : (previous?.groups ?? []),
      at: people.kind === 'unavailable' ? Number.NEGATIVE_INFINITY : clock.now(),
    });
  }

  /** The cached list, if any. Reloads an old one in the background. */
  async function listOf(workspace: string): Promise<List | null> {
    const current = lists.get(workspace);
    if (current && clock.now() - current.at < FRESH_MS) return current;
    const loading = once(workspace, () => load(workspace)).catch(() => undefined);
    if (current) return current;
    await within(clock, FIRST_LIST_TIMEOUT_MS, loading, undefined);
    return lists.get(workspace) ?? null;
  }

  return {
    async offered(workspace, typed, most) {
      const list = await listOf(workspace);
      const sought = soughtName(typed, false);
      return {
        people: bestMatches(list?.people ?? [], sought, most),
        groups: bestMatches(list?.groups ?? [], sought, most),
      };
    },
    async names(workspace) {
      const { people = [], groups = [] } = (await listOf(workspace)) ?? {};
      return new Map([...people, ...groups].map(({ id, name }) => [id, name]));
    },
    async numbers(workspace) {
      const { people = [] } = (await listOf(workspace)) ?? {};
      const byNumber = Map.groupBy(people, ({ number }) => number);
      return new Map(
        [...byNumber].flatMap(([number, [teammate, ...further]]) =>
          number && teammate && further.length === 0 ? [[number, teammate.id] as const] : [],
        ),
      );
    },
  };
}

function bestMatches(all: readonly IndexedName[], sought: SoughtName, max: number): SlackName[] {
  return all
    .flatMap(entry => {
      const rank = nameRankInAnyScript(entry, sought);
      return rank === null ? [] : [{ entry, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || (a.entry.folded < b.entry.folded ? -1 : 1))
    .slice(0, max)
    .map(({ entry }) => entry);
}

/** Reads all teammates. Keeps the pages read so far if Slack fails after the first. */
async function everybody(web: WebClient): Promise<IndexedName[]> {
  const people: IndexedName[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const request = web.users.list({ limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) });
    const response = await (people.length === 0 ? request : request.catch(() => null));
    const { members, response_metadata } = response ?? {};
    for (const member of members ?? []) {
      const { data: person } = memberSchema.safeParse(member);
      if (!person || person.deleted || person.is_bot || person.id === SLACKBOT) continue;
      const real = person.profile?.real_name || person.real_name || '';
      const handle = person.name ?? '';
      const name = person.profile?.display_name || real || handle || person.id;
      const phone = parseNumber(person.profile?.phone ?? '');
      const number = phone.ok ? { number: phone.number } : {};
      people.push({ ...searchable({ id: person.id, name, handle }, [name, real, handle]), ...number });
    }
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) break;
  }
  return people;
}

async function userGroups(web: WebClient, workspace: string): Promise<IndexedName[]> {
  // Slack needs the team only with an organisation's token, and ignores it otherwise.
  const { usergroups = [] } = await web.usergroups.list({ team_id: workspace });
  return usergroups.flatMap(group => {
    const { data: parsed } = groupSchema.safeParse(group);
    return parsed ? searchable(parsed, [parsed.name, parsed.handle]) : [];
  });
}

function searchable(entry: SlackName, names: string[]): IndexedName {
  const { id, name, handle } = entry;
  const all = [...new Set(names.map(fold))].join(' ').trim();
  return { id, name, handle, folded: all, sounds: soundsIn(names.join(' ')) };
}
