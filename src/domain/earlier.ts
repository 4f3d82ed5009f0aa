import { z } from 'zod';

/**
 * A schema that also reads what was stored when groups were lists of numbers.
 *
 * @param field by which the values of the union are told apart
 */
export function alsoEarlier<S extends z.ZodType>(schema: S, field: string) {
  return z.preprocess(stored => {
    const was = stored !== null && typeof stored === 'object' ? Object(stored)[field] : undefined;
    const is = typeof was === 'string' ? NOW[`${field} ${was}`] : undefined;
    return is === undefined ? stored : { ...Object(stored), [field]: is };
  }, schema);
}

const NOW: Record<string, string | undefined> = {
  'kind list': 'named',
  'kind LIST_UNKNOWN': 'NAME_UNKNOWN',
  'kind LIST_EMPTY': 'NAMED_GROUP_EMPTY',
  'what list': 'group',
  'what list_removed': 'group_removed',
};
