import type { KnownBlock } from '@slack/types';
import type { Clock } from '../../kit/clock.ts';
import { maskNumber } from '../../kit/number.ts';
import { button, section } from '../../kit/slack/elements.ts';
import type { HomeSection, HomeViewer, UserRef } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import { figuresOf } from '../progress-figures.ts';
import { type Broadcast, isActive } from '../store/model.ts';
import type { Broadcasts } from '../store/store.ts';
import { ACTION } from './ids.ts';
import { broadcastBlocks } from './progress.ts';
import { reviewButton } from './review.ts';

/** How many under way and how many that are over are shown; each takes a few of the hundred blocks of a Home tab. */
const UNDER_WAY = 8;
const OVER = 4;
/** How many that wait for their author. */
const DRAFTS = 5;
/** Among how many of the newest those are looked for that a person may steer. */
const LATEST = 50;

/** Broadcasts under way, with the same figures and buttons as their posts, and the last ones that are over. */
export function broadcastsSection(words: Wording, all: readonly Broadcast[], wall: number): KnownBlock[] {
  const shown = [
    ...all.filter(isActive).slice(0, UNDER_WAY),
    ...all.filter(({ state }) => state === 'ended').slice(0, OVER),
  ];
  if (shown.length === 0) return [];
  return [
    { type: 'header', text: { type: 'plain_text', text: words.progress.home.heading } },
    ...shown.flatMap(broadcast => broadcastBlocks(words, maskNumber, broadcast, wall)),
  ];
}

/** Broadcasts that wait for this person to look at them. */
function draftBlocks({ words, userId }: HomeViewer, all: readonly Broadcast[]): KnownBlock[] {
  const drafts = all.filter(({ request, state }) => request.by === userId && state === 'review');
  if (drafts.length === 0) return [];
  const { broadcasts } = words;
  return [
    { type: 'header', text: { type: 'plain_text', text: broadcasts.drafts } },
    ...drafts.slice(0, DRAFTS).map(({ id, size, wall }) => ({
      ...section(broadcasts.draft({ texts: size.texts, leftOut: size.rows - size.texts, at: wall })),
      accessory: reviewButton(words, id),
    })),
  ];
}

/** Broadcasts that this person may steer, and their own that wait for a review. */
export const broadcastsAtHome = (broadcasts: Pick<Broadcasts, 'of' | 'drafts'>): HomeSection => ({
  buttons: ({ words }, maySend) =>
    maySend ? [button({ action: ACTION.newBroadcast, label: words.broadcasts.make })] : [],
  async sections(reader) {
    const { workspace, userId, words, asOf, manages } = reader;
    const [all, drafts] = await Promise.all([broadcasts.of(workspace, LATEST), broadcasts.drafts(workspace)]);
    const theirs = all.filter(({ request }) => manages || request.by === userId);
    return [...broadcastsSection(words, theirs, asOf), ...draftBlocks(reader, drafts)];
  },
});

/** For so long after somebody looked at their Home tab, it follows the broadcasts that it shows. */
const LOOKED_MS = 15 * 60_000;
/**
 * A person's tab changes this often by itself, for at most so many people of a workspace at a time: of the hundred pages a
 * minute that Slack takes for each (views.publish is in its tier 4), half are left for what people do.
 */
const EVERY_MS = 5000;
/** While none is under way, how soon to look whether one is. */
const IDLE_MS = 60_000;
const AT_ONCE = 4;
/** Beyond this many, those who looked first are no longer followed for. */
const MAX_LOOKERS = 2000;

type Following = Worker & {
  /** Somebody opened their Home tab, or pressed something in it. */
  looked(who: UserRef): void;
  /** Whether they see everybody's broadcasts, or only their own. */
  sees(who: UserRef, everybodys: boolean): void;
};

/** `shows`: what it showed of broadcasts under way when it was last published. */
type Looker = { who: UserRef; lookedAt: number; seesAll: boolean; shows: string };

/** Publishes the Home tabs of those who looked lately anew while broadcasts that they show go on. */
export function createFollowing(deps: {
  broadcasts: Pick<Broadcasts, 'going'>;
  refresh: (who: UserRef) => Promise<void>;
  clock: Clock;
  log: Log;
}): Following {
  const { broadcasts, refresh, clock, log } = deps;
  /** Those whose tab was published longest ago come first. */
  const lookers = new Map<string, Looker>();
  const nameOf = ({ workspace, userId }: UserRef): string => `${workspace} ${userId}`;

  const worker = createWorker({
    name: 'home',
    clock,
    log,
    async pass() {
      const now = clock.now();
      for (const [name, { lookedAt }] of lookers) if (now - lookedAt >= LOOKED_MS) lookers.delete(name);
      if (lookers.size === 0) return null;
      const going = await broadcasts.going();
      const published = new Map<string, number>();
      for (const [name, looker] of [...lookers]) {
        const { workspace } = looker.who;
        const count = published.get(workspace) ?? 0;
        const shows = shownOf(going, looker);
        if (shows === looker.shows || count === AT_ONCE) continue;
        published.set(workspace, count + 1);
        lookers.delete(name);
        lookers.set(name, { ...looker, shows });
        void refresh(looker.who);
      }
      return now + (going.length > 0 ? EVERY_MS : IDLE_MS);
    },
  });

  return {
    ...worker,
    looked(user) {
      const name = nameOf(user);
      const looker = lookers.get(name);
      lookers.set(name, { who: user, seesAll: false, shows: '', ...looker, lookedAt: clock.now() });
      const [first] = lookers.keys();
      if (lookers.size > MAX_LOOKERS && first !== undefined) lookers.delete(first);
      worker.wake();
    },
    sees(user, everybodys) {
      const looker = lookers.get(nameOf(user));
      if (looker) looker.seesAll = everybodys;
    },
  };
}

/** Equal as long as a person's tab shows the same of what is under way; empty: nothing is. */
function shownOf(going: readonly Broadcast[], { who: user, seesAll }: Looker): string {
  return going
    .filter(
      ({ workspace, request }) => workspace === user.workspace && (seesAll || request.by === user.userId),
    )
    .map(broadcast => JSON.stringify([broadcast.id, broadcast.pause?.why, figuresOf(broadcast)]))
    .join();
}
