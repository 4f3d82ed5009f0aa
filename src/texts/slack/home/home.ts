import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../kit/clock.ts';
import type { ShownBlock } from '../../../kit/slack/charts.ts';
import { problemOf } from '../../../kit/slack/modals.ts';
import type { Pictures, TakenBlock } from '../../../kit/slack/pictures.ts';
import type { HomeSection, UserRef } from '../../../kit/slack/services.ts';
import { slackFailure, type WebFor, withRetries } from '../../../kit/slack/web-api.ts';
import { wordProblem } from '../../../kit/words/wording.ts';
import type { Worker } from '../../../kit/worker.ts';
import type { Log } from '../../../log.ts';
import { createFollowing } from './follow.ts';
import { gatherHome, type HomeParts, homeView, pageDigest, troubleView } from './view.ts';

export type Home = {
  /**
   * Publishes a person's Home tab. Never throws. In one process, one is published at a time; requests meanwhile lead to one
   * more, so the last state wins.
   *
   * @param hash of the page that the person sees: if another process has published a newer one, the page is built again
   */
  publish(client: WebClient, user: UserRef, hash?: string): Promise<void>;
  /** Publishes an update that the person didn't ask for. If it fails, they keep their page. Never throws. */
  refresh(user: UserRef): Promise<void>;
};

/** Stands for any page that the person may have, which stays if the new one can't be built. */
const ANY_HASH = '';
/** Short, because the person is looking at the page. */
const RETRY_WAITS_MS = [500, 2000];

export function createHome(
  deps: HomeParts & {
    webFor: WebFor;
    pictures: Pictures;
    parts: () => readonly HomeSection[];
    clock: Clock;
    log: Log;
  },
): Home & { worker: Worker } {
  const { webFor, pictures, clock, log } = deps;
  const inFlight = new Map<string, { isStale: boolean; done: Promise<void> }>();

  const following = createFollowing({
    async digestOf(user) {
      try {
        return (await build(user, withoutAsking)).digest;
      } catch (error) {
        log.debug({ err: error }, 'can’t look at a Home tab again');
        return null;
      }
    },
    refresh,
    clock,
    log,
  });

  /** Slack said who the viewer is when they opened the page. A press on it is checked anew. */
  const withoutAsking: HomeParts = {
    ...deps,
    people: {
      ...deps.people,
      async freshFacts(workspace, userId) {
        const cached = await deps.people.lastKnown(workspace, userId);
        return cached ? { kind: 'known', facts: cached } : { kind: 'unavailable', retryAt: clock.now() };
      },
    },
  };

  async function build(user: UserRef, from: HomeParts): Promise<{ page: ShownBlock[]; digest: string }> {
    const facts = await gatherHome(from, user);
    const page = await homeView(facts, deps.parts());
    return { page, digest: pageDigest(page, facts) };
  }

  /** The page. If it can't be built, people without a page see why; others keep theirs, which says when it was built. */
  async function viewFor(
    user: UserRef,
    hash: string | undefined,
  ): Promise<{ page: ShownBlock[]; digest: string }> {
    try {
      return await build(user, hash === ANY_HASH ? withoutAsking : deps);
    } catch (error) {
      if (hash !== undefined) throw error;
      log.warn({ err: error }, 'can’t build the Home tab');
      const words = deps.words.cached(user.workspace, user.userId);
      return { page: troubleView(words, wordProblem(words, problemOf(error, false))), digest: '' };
    }
  }

  /** `conflict`: another process has published since the hash was made. */
  async function publishNow(
    client: WebClient,
    user: UserRef,
    hash: string | undefined,
  ): Promise<'done' | 'conflict'> {
    const { page, digest } = await viewFor(user, hash);
    const publishAs = (blocks: TakenBlock[]) =>
      withRetries(clock, RETRY_WAITS_MS, () => {
        const view = { type: 'home' as const, blocks };
        return client.views.publish({ user_id: user.userId, view, ...(hash ? { hash } : {}) });
      });
    try {
      await pictures.show(user.workspace, 'home', page, publishAs);
      following.shows(user, digest);
      return 'done';
    } catch (error) {
      const failure = slackFailure(error);
      if (failure.kind === 'refused' && failure.error === 'hash_conflict') return 'conflict';
      if (failure.kind === 'refused') following.refused(user);
      throw error;
    }
  }

  async function publishUntilNewest(
    client: WebClient,
    user: UserRef,
    hash: string | undefined,
    publishing: { isStale: boolean },
  ): Promise<void> {
    let currentHash = hash;
    while (publishing.isStale) {
      publishing.isStale = false;
      if ((await publishNow(client, user, currentHash)) === 'conflict') publishing.isStale = true;
      currentHash = undefined;
    }
  }

  function publishInTurn(client: WebClient, user: UserRef, hash: string | undefined): Promise<void> {
    const name = `${user.workspace} ${user.userId}`;
    const running = inFlight.get(name);
    if (running) {
      running.isStale = true;
      return running.done;
    }
    const publishing = { isStale: true, done: Promise.resolve() };
    inFlight.set(name, publishing);
    publishing.done = publishUntilNewest(client, user, hash, publishing)
      .catch(error => log.warn({ err: error }, 'can’t publish the Home tab'))
      .finally(() => inFlight.delete(name));
    return publishing.done;
  }

  async function refresh(user: UserRef): Promise<void> {
    const client = await webFor(user.workspace).catch(() => null);
    if (client) await publishInTurn(client, user, ANY_HASH);
  }

  return {
    publish(client, user, hash) {
      following.looked(user);
      return publishInTurn(client, user, hash);
    },
    refresh,
    worker: following,
  };
}
