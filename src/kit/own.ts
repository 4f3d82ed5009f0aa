import { z } from 'zod';

/*
 * Values by names that come from outside, such as the columns of a file. A name may be one that every object has
 * (`constructor`, `toString`, `__proto__`).
 */

/** The object's own value of this name; undefined if it has none. */
export function ownOf<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Like `z.record`, but keeps a value named `__proto__`, which `z.record` drops. */
export function namedValues<T>(name: z.ZodType<string>, value: z.ZodType<T>) {
  return z.custom<Record<string, T>>(
    values =>
      typeof values === 'object' &&
      values !== null &&
      !Array.isArray(values) &&
      Object.entries(values).every(
        ([key, entry]) => name.safeParse(key).success && value.safeParse(entry).success,
      ),
  );
}
