import type { Clock } from '../../../kit/clock.ts';
import type { UserRef } from '../../../kit/slack/services.ts';
import { createWorker, type Worker } from '../../../kit/worker.ts';
import type { Log } from '../../../log.ts';

/** A Home tab follows what changes for this long after its user opened it or pressed a button in it. */
const LOOKED_MS = 10 * 60_000;
/**
 * A tab is looked at again at most this often, and at most `MAX_PER_WORKSPACE` pages are published then: of the hundred a minute
 * that Slack accepts for each workspace (views.publish is in its tier 4), half remain for people's own actions.
 */
const EVERY_MS = 5000;
const MAX_PER_WORKSPACE = 4;
/** All tabs that are built again in one pass; the others' turn comes in the next ones. */
const MAX_PER_PASS = 20;
/** Beyond this many tabs, the app stops following those that it looked at longest ago. */
const MAX_LOOKERS = 2000;

/** `shows`: a digest of what the person sees; null until the page is published. */
type Looker = { user: UserRef; lookedAt: number; shows: string | null };

type Following = Worker & {
  /** A person opened their Home tab, or pressed a button in it. */
  looked(user: UserRef): void;
  /** The person has got a page. */
  shows(user: UserRef, digest: string): void;
  /** Slack refused the person's page: it isn't followed until they open it again. */
  refused(user: UserRef): void;
};

/**
 * Publishes recently opened Home tabs again when something on them has changed. Whatever a page shows, from whichever feature, is
 * followed, because the page itself is built and compared; it is built from sums that are kept as things happen.
 *
 * @param digestOf of the page as it would be now; null if it can't be built
 */
export function createFollowing(deps: {
  digestOf: (user: UserRef) => Promise<string | null>;
  refresh: (user: UserRef) => Promise<void>;
  clock: Clock;
  log: Log;
}): Following {
  const { digestOf, refresh, clock, log } = deps;
  /** Ordered by when the app last looked at their tab. */
  const lookers = new Map<string, Looker>();
  const nameOf = ({ workspace, userId }: UserRef): string => `${workspace} ${userId}`;
  let nextAt = Number.NEGATIVE_INFINITY;

  async function hasChanged({ user, shows }: Looker): Promise<boolean> {
    const digest = shows === null ? null : await digestOf(user);
    return digest !== null && digest !== shows;
  }

  const worker = createWorker({
    name: 'home',
    clock,
    log,
    async pass() {
      const now = clock.now();
      // Woken because a user opened their tab: the others' turn doesn't come sooner.
      if (now < nextAt) return nextAt;
      for (const [name, { lookedAt }] of lookers) if (now - lookedAt >= LOOKED_MS) lookers.delete(name);
      const due = [...lookers].slice(0, MAX_PER_PASS);
      for (const [name, looker] of due) {
        lookers.delete(name);
        lookers.set(name, looker);
      }
      const changed = await Promise.all(due.map(([, looker]) => hasChanged(looker)));
      const published = new Map<string, number>();
      for (const [index, [, { user }]] of due.entries()) {
        const count = published.get(user.workspace) ?? 0;
        if (!changed[index] || count === MAX_PER_WORKSPACE) continue;
        published.set(user.workspace, count + 1);
        void refresh(user);
      }
      if (lookers.size === 0) return null;
      nextAt = now + EVERY_MS;
      return nextAt;
    },
  });

  return {
    ...worker,
    looked({ workspace, userId }) {
      // Callers pass objects with more in them, such as a client with its token, which must not stay in memory.
      const user = { workspace, userId };
      const name = nameOf(user);
      const shows = lookers.get(name)?.shows ?? null;
      lookers.delete(name);
      lookers.set(name, { user, shows, lookedAt: clock.now() });
      const [first] = lookers.keys();
      if (lookers.size > MAX_LOOKERS && first !== undefined) lookers.delete(first);
      worker.wake();
    },
    shows(user, digest) {
      const looker = lookers.get(nameOf(user));
      if (looker) looker.shows = digest;
    },
    refused(user) {
      lookers.delete(nameOf(user));
    },
  };
}
