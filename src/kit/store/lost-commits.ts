/** A store that syncs once a second loses less than this. */
const LOST_MS = 5000;
/** After this many tries, transactions no longer wait for this process and the others to restore their commits. */
const MAX_TRIES = 40;
/** Memory for recent commits; `latest` and `earlier` take this much each. */
const MAX_CHARS = 16 * 2 ** 20;

/** This process's recent commits, in case the store restarts without them. */
export type LostCommits<Commit> = {
  /** @param chars its length as it was written */
  add(commit: Commit, chars: number, now: number): void;
  /**
   * Writes lost commits again. Resolves when transactions may continue: all processes have restored theirs, or the time for
   * that is over.
   *
   * @param epoch of the restarted store
   */
  recover(epoch: string): Promise<void>;
};

/**
 * A store that syncs once a second, or a replica that takes over, may come back without commits that it had confirmed. This
 * process has acted on them: it has sent texts and told people. So it writes them again, the oldest first, before any text is
 * claimed. Each commit compares the records it read, as it did the first time; a commit that builds on another process's is
 * tried again until that one is there. No process runs a new transaction until all have restored their commits, because it
 * would change records that another process's commit has to find unchanged, and that process's texts would be sent again.
 *
 * @param store.lastKept the number of our last commit that the store still has; null if it doesn't know
 * @param store.write false if the commit wasn't written, or its outcome is unknown
 * @param store.mayTryAgain resolves after a pause; true while no text may be claimed
 * @param store.sayRecovered tells the other processes that this one has restored its commits, or gives up on them
 * @param store.othersRecovered true if all live processes have said so
 * @param store.failed called with the error if the store didn't answer
 */
export function createLostCommits<Commit extends { readonly number: number }>(store: {
  lastKept: () => Promise<number | null>;
  write: (commit: Commit) => Promise<boolean>;
  mayTryAgain: () => Promise<boolean>;
  sayRecovered: (epoch: string) => Promise<void>;
  othersRecovered: (epoch: string) => Promise<boolean>;
  failed: (error: unknown) => void;
}): LostCommits<Commit> {
  /** Commits since `since`; `earlier` has those of the period before it. */
  let latest: Commit[] = [];
  let earlier: Commit[] = [];
  let since = Number.NEGATIVE_INFINITY;
  let chars = 0;

  /** The commits after the last one that the store has. */
  function after(last: number | null): Commit[] {
    const all = [...earlier, ...latest];
    // If the store doesn't know the number, it has none of our commits, or the last one is so old that the number expired.
    const from = last ?? (all[0]?.number === 1 ? 0 : Number.POSITIVE_INFINITY);
    return all.filter(({ number }) => number > from);
  }

  /** @returns the commits that are still missing; null if the store didn't answer which it has */
  async function writeOnce(missing: readonly Commit[] | null): Promise<Commit[] | null> {
    try {
      const remaining: Commit[] = [];
      for (const commit of missing ?? after(await store.lastKept()))
        if (!(await store.write(commit))) remaining.push(commit);
      return remaining;
    } catch (error) {
      store.failed(error);
      return null;
    }
  }

  async function writeRemaining(first: Promise<Commit[] | null>): Promise<void> {
    let missing = await first;
    while ((missing === null || missing.length > 0) && (await store.mayTryAgain()))
      missing = await writeOnce(missing);
  }

  const orFalse = (question: Promise<boolean>): Promise<boolean> =>
    question.catch(error => {
      store.failed(error);
      return false;
    });

  /** Waits until `condition` is true; returns the number of unused tries. */
  async function waitUntil(condition: () => Promise<boolean>, tries: number): Promise<number> {
    let unused = tries;
    while (unused > 0 && !(await orFalse(condition()))) unused = (await store.mayTryAgain()) ? unused - 1 : 0;
    return unused;
  }

  return {
    add(commit, size, now) {
      if (now - since > LOST_MS || chars > MAX_CHARS) {
        earlier = latest;
        latest = [];
        since = now;
        chars = 0;
      }
      latest.push(commit);
      chars += size;
    },
    async recover(epoch) {
      const first = writeOnce(null);
      let isWhole = false;
      void writeRemaining(first).then(() => {
        isWhole = true;
      });
      isWhole = (await first)?.length === 0;
      const tries = await waitUntil(async () => isWhole, MAX_TRIES);
      const say = async (): Promise<boolean> => {
        await store.sayRecovered(epoch);
        return store.othersRecovered(epoch);
      };
      await waitUntil(say, Math.max(tries, 1));
    },
  };
}
