/** The most that a store which syncs once a second has lost when it comes back, with room to spare. */
const LOST_MS = 5000;
/** For so many tries at most, this process' steps wait for what it and the others have to write again. */
const WAITED_FOR = 40;
/** How much is kept in memory for that, twice at most. */
const LOST_CHARS = 16 * 2 ** 20;

/** What this process has written lately, in case the store comes back without it. */
export type LostCommits<Commit> = {
  /** @param chars how long it is, as it was written */
  add(commit: Commit, chars: number, now: number): void;
  /**
   * Writes again what the store has lost; resolves when steps may go on: once all processes have, or were waited for long enough.
   *
   * @param epoch of the store that came back
   */
  recover(epoch: string): Promise<void>;
};

/**
 * A store that syncs once a second, or a replica that takes over, may come back without what this process was told is written. It
 * has acted on that: texts have gone, and people were told. So it writes those commits once more, the oldest first, before
 * anything is claimed. Each compares what it read, as it did the first time; one that builds on another process' commit is
 * tried again until that one is there. Until all processes have done so, none takes a further step: it would change records that
 * another's commit has to find as they were, and that one's texts would go out again.
 *
 * @param store.lastKept the number of the last of our commits that the store still has; null: it doesn't say
 * @param store.write false: it couldn't be written, or nobody knows
 * @param store.mayTryAgain resolves a while later: whether nothing is claimed yet
 * @param store.sayRecovered tells the others that nothing of ours is lacking at this epoch, or that we no longer wait for it
 * @param store.othersRecovered whether all that live have said so
 * @param store.failed hears why the store didn't answer
 */
export function createLostCommits<Commit extends { readonly number: number }>(store: {
  lastKept: () => Promise<number | null>;
  write: (commit: Commit) => Promise<boolean>;
  mayTryAgain: () => Promise<boolean>;
  sayRecovered: (epoch: string) => Promise<void>;
  othersRecovered: (epoch: string) => Promise<boolean>;
  failed: (error: unknown) => void;
}): LostCommits<Commit> {
  /** What came since `since`, and what came before that. */
  let latest: Commit[] = [];
  let earlier: Commit[] = [];
  let since = Number.NEGATIVE_INFINITY;
  let chars = 0;

  function after(last: number | null): Commit[] {
    const all = [...earlier, ...latest];
    // Where the store doesn't say, it has none of ours, or our last one is so old that it forgot the number.
    const from = last ?? (all[0]?.number === 1 ? 0 : Number.POSITIVE_INFINITY);
    return all.filter(({ number }) => number > from);
  }

  /** @returns what is still to be written; null: the store didn't say what it has */
  async function writeOnce(left: readonly Commit[] | null): Promise<Commit[] | null> {
    try {
      const lacking: Commit[] = [];
      for (const commit of left ?? after(await store.lastKept()))
        if (!(await store.write(commit))) lacking.push(commit);
      return lacking;
    } catch (error) {
      store.failed(error);
      return null;
    }
  }

  async function goOn(first: Promise<Commit[] | null>): Promise<void> {
    let left = await first;
    while ((left === null || left.length > 0) && (await store.mayTryAgain())) left = await writeOnce(left);
  }

  const asked = (question: Promise<boolean>): Promise<boolean> =>
    question.catch(error => {
      store.failed(error);
      return false;
    });

  /** Waits until `isSo`, in the tries that are left; returns how many are left then. */
  async function waitUntil(isSo: () => Promise<boolean>, tries: number): Promise<number> {
    let left = tries;
    while (left > 0 && !(await asked(isSo()))) left = (await store.mayTryAgain()) ? left - 1 : 0;
    return left;
  }

  return {
    add(commit, size, now) {
      if (now - since > LOST_MS || chars > LOST_CHARS) {
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
      void goOn(first).then(() => {
        isWhole = true;
      });
      isWhole = (await first)?.length === 0;
      const left = await waitUntil(async () => isWhole, WAITED_FOR);
      const say = async (): Promise<boolean> => {
        await store.sayRecovered(epoch);
        return store.othersRecovered(epoch);
      };
      await waitUntil(say, Math.max(left, 1));
    },
  };
}
