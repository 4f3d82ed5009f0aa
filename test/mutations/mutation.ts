/**
 * A line that guards money, durability or authority, and a way to break it.
 *
 * `from` occurs in `file` exactly once; a unit test checks that. If you change such a line, change its entry too, and
 * run `npm run mutations -- <part of the promise>`.
 */
export type Mutation = {
  /** The promise that it breaks. */
  guards: string;
  file: string;
  from: string;
  to: string;
  /** Test files, at least one of which must fail. */
  tests: readonly string[];
  /** Only tests whose names contain this, for files with many others. */
  named?: string;
};

/** The contract that both engines keep; each engine has a file that runs it. */
export const ON_SQLITE = ['test/contracts/storage.test.ts'] as const;
export const ON_REDIS = ['test/real/redis/storage.test.ts'] as const;

/** The simulator's stories. */
export const IN_STORIES = ['test/sim/stories-1.test.ts', 'test/sim/stories-2.test.ts'] as const;
