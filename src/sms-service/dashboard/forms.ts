import { z } from 'zod';
import { Mistake, type MistakeKind } from '../mistake.ts';
import type { PageContext } from './site.ts';

/** What is wrong with what somebody typed, each with words of its own. */
export type Problem = MistakeKind | 'number' | 'day' | 'period' | 'form';

const formSchema = z.record(z.string().max(50), z.string().max(2000));

/** The fields of a posted form; null when it is none, or too large to be one of ours. */
export async function readForm(c: PageContext): Promise<((name: string) => string) | null> {
  const fields = formSchema.safeParse(await c.req.parseBody());
  if (!fields.success) return null;
  const known = new Map(Object.entries(fields.data));
  return name => known.get(name) ?? '';
}

/**
 * Does what a form asks for, and answers with what `then` makes of it; a mistake of whoever typed is answered by the
 * page that says so. That something isn't there goes on, to the page for that.
 */
export async function attempt<T>(
  work: () => T,
  then: (result: T) => Response | Promise<Response>,
  otherwise: (problem: Problem) => Response | Promise<Response>,
): Promise<Response> {
  let result: T;
  try {
    result = work();
  } catch (error) {
    if (error instanceof Mistake && error.kind !== 'not-found') return otherwise(error.kind);
    throw error;
  }
  return then(result);
}
