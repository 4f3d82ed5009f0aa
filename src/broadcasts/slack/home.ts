import type { KnownBlock } from '@slack/types';
import type { Clock } from '../../kit/clock.ts';
import { maskNumber } from '../../kit/number.ts';
import { button, section } from '../../kit/slack/elements.ts';
import type { HomeSection, HomeViewer, UserRef } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { HomeWatcher } from '../../texts/extensions.ts';
import { figuresOf } from '../progress-figures.ts';
import { type Broadcast, isActive } from '../store/model.ts';
import type { Broadcasts } from '../store/store.ts';
import { ACTION } from './ids.ts';
import { broadcastBlocks } from './progress.ts';
import { reviewButton } from './review.ts';

/** Active and ended broadcasts that are shown. Each takes a few of the hundred blocks of a Home tab. */
const MAX_ACTIVE = 8;
const MAX_ENDED = 4;
/** Drafts that are shown to their author. */
const MAX_DRAFTS = 5;
/** The newest broadcasts, of which a Home tab shows those that its user may control. */
const MAX_LOOKED_AT = 50;

/** Active broadcasts, with the figures and buttons of their posts, and the latest ended ones. */
export function broadcastsSection(words: Wording, all: readonly Broadcast[], wall: number): KnownBlock[] {
  const shown = [
    ...all.filter(isActive).slice(0, MAX_ACTIVE),
    ...all.filter(({ state }) => state === 'ended').slice(0, MAX_ENDED),
  ];
  if (shown.length === 0) return [];
  return [
    { type: 'header', text: { type: 'plain_text', text: words.progress.home.heading } },
    ...shown.flatMap(broadcast => broadcastBlocks(words, maskNumber, broadcast, wall)),
  ];
}

/** This person's broadcasts that wait for their review. */
function draftBlocks({ words, userId }: HomeViewer, all: readonly Broadcast[]): KnownBlock[] {
  const drafts = all.filter(({ request, state }) => request.by === userId && state === 'review');
  if (drafts.length === 0) return [];
  const { broadcasts } = words;
  return [
    { type: 'header', text: { type: 'plain_text', text: broadcasts.drafts } },
    ...drafts.slice(0, MAX_DRAFTS).map(({ id, size, wall }) => ({
      ...section(broadcasts.draft({ texts: size.texts, leftOut: size.rows - size.texts, at: wall })),
      accessory: reviewButton(words, id),
    })),
  ];
}

/** The Home tab's button for a new broadcast, the broadcasts that its user may control, and their own drafts. */
export const broadcastsAtHome = (broadcasts: Pick<Broadcasts, 'of' | 'drafts'>): HomeSection => ({
  buttons: ({ words }, maySend) =>
    maySend ? [button({ action: ACTION.newBroadcast, label: words.broadcasts.make })] : [],
  async sections(reader) {
    const { workspace, userId, words, asOf, manages } = reader;
    const [all, drafts] = await Promise.all([
      broadcasts.of(workspace, MAX_LOOKED_AT),
      broadcasts.drafts(workspace),
    ]);
    const theirs = all.filter(({ request }) => manages || request.by === userId);
    return [...broadcastsSection(words, theirs, asOf), ...draftBlocks(reader, drafts)];
  },
});

/** The app keeps a Home tab up to date for this long after its user opened it or pressed a button in it. */
const LOOKED_MS = 15 * 60_000;
/**
 * A tab updates at most this often, for at most `MAX_PER_WORKSPACE` people at a time: of the hundred pages a minute
 * that Slack accepts for each workspace (views.publish is in its tier 4), half remain for people's own actions.
 */
const EVERY_MS = 5000;
/** The next look for active broadcasts while there are none. */
const IDLE_MS = 60_000;
const MAX_PER_WORKSPACE = 4;
/** Beyond this many tabs, the app stops following those that it published longest ago. */
const MAX_LOOKERS = 2000;

/** `shows`: the active broadcasts in the tab as last published. */
type Looker = { user: UserRef; lookedAt: number; seesAll: boolean; shows: string };

/** Publishes the recently opened Home tabs again while broadcasts that they show are active. */
export function createFollowing(deps: {
  broadcasts: Pick<Broadcasts, 'going'>;
  refresh: (user: UserRef) => Promise<void>;
  clock: Clock;
  log: Log;
}): Worker & HomeWatcher {
  const { broadcasts, refresh, clock, log } = deps;
  /** Ordered by when the app last published their tab. */
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
        const { workspace } = looker.user;
        const count = published.get(workspace) ?? 0;
        const shows = activeDigest(going, looker);
        if (shows === looker.shows || count === MAX_PER_WORKSPACE) continue;
        published.set(workspace, count + 1);
        lookers.delete(name);
        lookers.set(name, { ...looker, shows });
        void refresh(looker.user);
      }
      return now + (going.length > 0 ? EVERY_MS : IDLE_MS);
    },
  });

  return {
    ...worker,
    looked(user) {
      const name = nameOf(user);
      const looker = lookers.get(name);
      lookers.set(name, { user, seesAll: false, shows: '', ...looker, lookedAt: clock.now() });
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

/** Equal as long as a person's tab shows the same active broadcasts; empty if there are none. */
function activeDigest(going: readonly Broadcast[], { user, seesAll }: Looker): string {
  return going
    .filter(
      ({ workspace, request }) => workspace === user.workspace && (seesAll || request.by === user.userId),
    )
    .map(broadcast => JSON.stringify([broadcast.id, broadcast.pause?.why, figuresOf(broadcast)]))
    .join();
}
