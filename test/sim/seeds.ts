/** Seeds whose stories once failed: they are always told again. */
export const ONCE_FAILED: readonly number[] = [];

/** The stories of each check: half of them in each of two files, which run beside each other. */
export const FIXED = Array.from({ length: 200 }, (_, index) => index + 1);

/** Short stories in which a process dies at each commit. */
export const SHORT = [2, 5] as const;
