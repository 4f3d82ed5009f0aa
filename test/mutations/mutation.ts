/**
 * A line that guards money, durability or authority, and a way to break it.
 *
 * `from` stands in `file` once; a unit test holds the lists to that. Whoever changes such a line changes its entry, too,
 * and runs `npm run mutations -- <part of the promise>`.
 */
export type Mutation = {
  /** The promise that is broken with it. */
  guards: string;
  file: string;
  from: string;
  to: string;
  /** Files of tests of which one has to fail. */
  tests: readonly string[];
  /** Only the tests whose names contain this, where a file has many others. */
  named?: string;
};

/** The contract that both engines keep; each engine has a file that runs it. */
export const ON_SQLITE = ['test/contracts/storage.test.ts'] as const;
export const ON_REDIS = ['test/contracts/storage-redis.test.ts'] as const;
