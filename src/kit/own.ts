import { z } from 'zod';

/*
 * Values by names that come from outside, such as the columns of somebody's file. A name may be one that every object
 * has (`constructor`, `toString`, `__proto__`).
 */

/** The value that stands under this name itself; undefined: there is none. */
export function ownOf<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Like `z.record`, which leaves out what is called `__proto__`. */
export function namedValues<T>(name: z.ZodType<string>, value: z.ZodType<T>) {
  return z.custom<Record<string, T>>(
    given =>
      typeof given === 'object' &&
      given !== null &&
      !Array.isArray(given) &&
      Object.entries(given).every(
        ([key, its]) => name.safeParse(key).success && value.safeParse(its).success,
      ),
  );
}
