import { z } from 'zod';
import { type Clock, doubled } from '../kit/clock.ts';
import { DAY_MS } from '../kit/day.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { InboxAddress, LeasedInbox } from '../kit/inbox/model.ts';
import { readInbox } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { createInboxWorker } from '../kit/inbox/worker.ts';
import { readJson } from '../kit/json.ts';
import type { Pinned } from '../kit/slack/posting.ts';
import { newPost, type StandingPost, standingPostSchema } from '../kit/slack/standing-post.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { Rotas } from './service.ts';
import {
  type Swap,
  type SwapRefusal,
  type SwapRequest,
  swapRequestSchema,
  swapSchema,
  waitsFor,
  withEnd,
  withRefusal,
} from './swap.ts';

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), request: swapRequestSchema }),
  z.object({ kind: z.literal('answer'), by: z.string(), answer: z.enum(['yes', 'no']) }),
  z.object({ kind: z.literal('withdraw') }),
]);
type SwapEvent = z.infer<typeof eventSchema>;

/** A message to send once: `refusal` and `end` to whoever asked, `swapped` to the rota's channel. */
const newsSchema = z.object({
  to: z.string(),
  about: z.union([z.literal(['end', 'swapped']), z.object({ refusal: z.string() })]),
});
export type SwapNews = z.infer<typeof newsSchema>;

const stateSchema = z.object({
  swap: swapSchema,
  /** The direct messages to whoever asked and to the candidates, by user id. */
  posts: z.record(z.string(), standingPostSchema),
  /** What is still to be sent, oldest first. */
  news: z.array(newsSchema),
  /** Failed attempts to bring Slack up to date. */
  failures: z.int(),
});
type SwapState = z.infer<typeof stateSchema>;

const SCHEMAS = { state: stateSchema.nullable(), event: eventSchema };

/** A form may be submitted again within this time. */
const ASKED_ONCE_MS = DAY_MS;
/** A request may have a dozen posts to bring up to date, of up to five seconds each. */
const LEASE_MS = 2 * 60_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };

/** Requests for swaps. Callers check permissions. */
export type Swaps = {
  /** @param id the same for a request that is made again; it asks once */
  ask(workspace: string, id: string, request: SwapRequest): Promise<void>;
  /** A swap that isn't over, or of which not everybody knows yet; null if there is none. */
  look(workspace: string, id: string): Promise<Swap | null>;
  answer(workspace: string, id: string, by: string, answer: 'yes' | 'no'): Promise<void>;
  withdraw(workspace: string, id: string): Promise<void>;
};

export function createSwaps(deps: {
  inboxes: Pick<Inboxes, 'put' | 'look'>;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): Swaps {
  const { inboxes, clock, newId, wake } = deps;
  const addressOf = (workspace: string, name: string): InboxAddress => ({ kind: 'swaps', workspace, name });

  async function put(workspace: string, id: string, event: SwapEvent): Promise<void> {
    const key = { key: `swap ${id}`, digest: null, forMs: ASKED_ONCE_MS, ends: [] };
    const dedupe = event.kind === 'ask' ? key : null;
    const address = addressOf(workspace, id);
    await inboxes.put({ id: newId(), address, body: JSON.stringify(event), dedupe }, clock.now());
    wake();
  }

  return {
    ask: (workspace, id, request) => put(workspace, id, { kind: 'ask', request }),
    async look(workspace, id) {
      const state = await inboxes.look(addressOf(workspace, id));
      return state === null ? null : (stateSchema.safeParse(readJson(state)).data?.swap ?? null);
    },
    answer: (workspace, id, by, answer) => put(workspace, id, { kind: 'answer', by, answer }),
    withdraw: (workspace, id) => put(workspace, id, { kind: 'withdraw' }),
  };
}

/** What Slack shows of a request. */
export type SwapPosts = {
  /** Brings the direct message to one of its people up to date. */
  show(workspace: string, id: string, swap: Swap, userId: string, post: StandingPost): Promise<Pinned>;
  tell(
    workspace: string,
    swap: Swap,
    news: SwapNews,
  ): Promise<{ kind: 'ok' | 'refused' } | Extract<Pinned, { kind: 'away' }>>;
};

/**
 * Handles requests for swaps. A yes moves the turn in one write of the rota, which says who took it if the process dies before the
 * request knows. Then the direct messages say what became of it. A message may come twice.
 */
export function createSwapWorker(deps: {
  inboxes: Inboxes;
  rotas: Pick<Rotas, 'swap'>;
  posts: SwapPosts;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Worker {
  const { inboxes, rotas, posts, runFairly, clock, log, newId } = deps;

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name: id } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    let state = read.state;
    for (const event of read.events) state = await afterEvent(workspace, id, state, event);
    if (state && clock.wall() >= state.swap.turn.from) state = withSwap(state, withEnd(state.swap, BEGUN));
    const isChanged = read.events.length > 0 || state?.swap.end !== read.state?.swap.end;
    // Stores what has changed first, so that another process sends it if this one dies.
    const sent = state && !isChanged ? await send(workspace, id, state) : { state, retryAt: null };
    const isOver = sent.state?.swap.end !== null && !isChanged && sent.retryAt === null;
    const now = clock.now();
    const begins =
      sent.state?.swap.end === null ? now + Math.max(0, sent.state.swap.turn.from - clock.wall(now)) : null;
    const next = {
      state: isOver ? null : JSON.stringify(sent.state),
      dueAt: isChanged ? now : soonest(sent.retryAt, begins),
      intents: [],
      events: [],
      unreadable: read.unreadable,
    };
    await inboxes.commit(read.toCommit, isOver ? { ...next, dueAt: null } : next, now);
  }

  /** A request that is over, or was never made, stays as it is. */
  async function afterEvent(
    workspace: string,
    id: string,
    state: SwapState | null,
    event: SwapEvent,
  ): Promise<SwapState | null> {
    if (event.kind === 'ask')
      return (
        state ?? { swap: { ...event.request, refusals: [], end: null }, posts: {}, news: [], failures: 0 }
      );
    if (!state) return null;
    const { swap } = state;
    if (event.kind === 'withdraw') return withSwap(state, withEnd(swap, { kind: 'withdrawn' }));
    const { by, answer } = event;
    if (!waitsFor(swap, by)) return state;
    if (answer === 'no') return withSwap(state, withRefusal(swap, { by, why: 'no' }));
    const moved = await rotas.swap(workspace, id, swap, by);
    log.info({ workspace, rota: swap.rota.id, came: moved.kind }, 'somebody said yes to a swap');
    if (moved.kind === 'taken')
      return withSwap(state, withEnd(swap, { kind: 'taken', by: moved.by }), moved.channel);
    if (moved.why === 'not_in_rota') return withSwap(state, withRefusal(swap, { by, why: 'left' }));
    if (moved.why === 'begun') return withSwap(state, withEnd(swap, BEGUN));
    return withSwap(state, withEnd(swap, { kind: 'impossible', why: moved.why }));
  }

  async function send(
    workspace: string,
    id: string,
    state: SwapState,
  ): Promise<{ state: SwapState; retryAt: number | null }> {
    const { swap } = state;
    const after = { ...state, posts: { ...state.posts }, news: [...state.news] };
    const away = ({ afterMs }: { afterMs: number | null }) => {
      const wait = Math.max(doubled(WAIT_MS, state.failures), afterMs ?? 0);
      return { state: { ...after, failures: state.failures + 1 }, retryAt: clock.now() + wait };
    };
    for (const userId of [swap.by, ...swap.candidates]) {
      const post = { ...(after.posts[userId] ?? newPost()) };
      after.posts[userId] = post;
      const shown = await posts.show(workspace, id, swap, userId, post);
      if (shown.kind === 'away') return away(shown);
      if (shown.kind === 'refused' && post.at === null && waitsFor(swap, userId)) {
        log.warn({ workspace, error: shown.error }, 'Slack refused a request for a swap');
        const refused = withRefusal(swap, { by: userId, why: 'unreached' });
        return { state: withSwap(after, refused), retryAt: clock.now() };
      }
    }
    for (let news = after.news[0]; news; news = after.news[0]) {
      const posted = await posts.tell(workspace, swap, news);
      if (posted.kind === 'away') return away(posted);
      after.news.shift();
    }
    return { state: { ...after, failures: 0 }, retryAt: null };
  }

  return createInboxWorker({
    inboxes,
    kind: 'swaps',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t look at a request for a swap; trying again',
    handling: deps.handling,
    clock,
    log,
  });
}

const soonest = (...moments: (number | null)[]): number | null => {
  const all = moments.flatMap(moment => moment ?? []);
  return all.length > 0 ? Math.min(...all) : null;
};

const BEGUN = { kind: 'begun' } as const;

/** @param channel the rota's channel, which hears of a swap; null: none */
function withSwap(state: SwapState, swap: Swap, channel: string | null = null): SwapState {
  return { ...state, swap, news: [...state.news, ...newsOf(state.swap, swap, channel)] };
}

/** What whoever asked, and the channel, hear of a change. A last refusal says the end, too. */
function newsOf(before: Swap, after: Swap, channel: string | null): SwapNews[] {
  const to = after.by;
  const refusals = after.refusals.slice(before.refusals.length);
  const isEnd = before.end !== after.end && after.end?.kind !== 'withdrawn' && after.end?.kind !== 'refused';
  return [
    ...refusals.map(({ by }: SwapRefusal) => ({ to, about: { refusal: by } })),
    ...(isEnd ? [{ to, about: 'end' as const }] : []),
    ...(channel === null ? [] : [{ to: channel, about: 'swapped' as const }]),
  ];
}
