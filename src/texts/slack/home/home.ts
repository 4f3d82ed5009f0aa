import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../kit/clock.ts';
import { problemOf } from '../../../kit/slack/modals.ts';
import type { HomeSection, UserRef } from '../../../kit/slack/services.ts';
import { slackFailure, type WebFor, withRetries } from '../../../kit/slack/web-api.ts';
import { wordProblem } from '../../../kit/words/wording.ts';
import type { Log } from '../../../log.ts';
import { gatherHome, type HomeParts, homeView, troubleView } from './view.ts';

export type Home = {
  /**
   * Shows a person's Home tab as things are now. Never throws. In one process, one is published at a time, and whatever
   * was asked for meanwhile is published after it, so the last one wins.
   *
   * @param hash of the page the person was looking at: if another process has published a newer one, we look again
   */
  publish(client: WebClient, who: UserRef, hash?: string): Promise<void>;
  /** The same though they did nothing. If that fails, they keep the page they have. Never throws. */
  refresh(who: UserRef): Promise<void>;
};

/** They have a page, and whichever it is, it is replaced. */
const ANY_HASH = '';
/** Waits before further attempts; the person is looking at the page. */
const AGAIN_MS = [500, 2000];

export function createHome(
  deps: HomeParts & {
    webFor: WebFor;
    /** What features add. */
    parts: () => readonly HomeSection[];
    /** Told who looks, and whether they see everybody's. */
    following: { looked(who: UserRef): void; sees(who: UserRef, everybodys: boolean): void };
    clock: Clock;
    log: Log;
  },
): Home {
  const { webFor, following, clock, log } = deps;
  const inFlight = new Map<string, { again: boolean; done: Promise<void> }>();

  /** The page; people without one are told why it can't be made, others keep theirs, which says when it was made. */
  async function viewFor(who: UserRef, hash: string | undefined): Promise<HomeView> {
    try {
      const facts = await gatherHome(deps, who);
      following.sees(who, facts.role !== 'other');
      return await homeView(facts, deps.parts());
    } catch (error) {
      if (hash !== undefined) throw error;
      log.warn({ err: error }, 'can’t build the Home tab');
      const words = deps.words.atOnce(who.workspace, who.userId);
      return troubleView(words, wordProblem(words, problemOf(error, false)));
    }
  }

  /** Publishes once. `conflict`: another process has published since the hash was made. */
  async function publishNow(
    client: WebClient,
    who: UserRef,
    hash: string | undefined,
  ): Promise<'done' | 'conflict'> {
    const view = await viewFor(who, hash);
    try {
      await withRetries(clock, AGAIN_MS, () =>
        client.views.publish({ user_id: who.userId, view, ...(hash ? { hash } : {}) }),
      );
      return 'done';
    } catch (error) {
      const failure = slackFailure(error);
      if (failure.kind === 'refused' && failure.error === 'hash_conflict') return 'conflict';
      throw error;
    }
  }

  async function publishUntilNewest(
    client: WebClient,
    who: UserRef,
    hash: string | undefined,
    mine: { again: boolean },
  ): Promise<void> {
    let known = hash;
    while (mine.again) {
      mine.again = false;
      if ((await publishNow(client, who, known)) === 'conflict') mine.again = true;
      known = undefined;
    }
  }

  function publishInTurn(client: WebClient, who: UserRef, hash: string | undefined): Promise<void> {
    const name = `${who.workspace} ${who.userId}`;
    const running = inFlight.get(name);
    if (running) {
      running.again = true;
      return running.done;
    }
    const mine = { again: true, done: Promise.resolve() };
    inFlight.set(name, mine);
    mine.done = publishUntilNewest(client, who, hash, mine)
      .catch(error => log.warn({ err: error }, 'can’t publish the Home tab'))
      .finally(() => inFlight.delete(name));
    return mine.done;
  }

  return {
    publish(client, who, hash) {
      following.looked(who);
      return publishInTurn(client, who, hash);
    },
    async refresh(who) {
      const client = await webFor(who.workspace).catch(() => null);
      if (client) await publishInTurn(client, who, ANY_HASH);
    },
  };
}
