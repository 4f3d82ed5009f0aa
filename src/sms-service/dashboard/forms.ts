import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { Mistake, type MistakeKind } from '../mistake.ts';
import type { PageContext } from './site.ts';

/** What is wrong with what somebody typed, each with words of its own. */
export type Problem = MistakeKind | 'number' | 'day' | 'period' | 'form';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const formSchema = z.map(z.string().max(50), z.string().max(2000));

/** The fields of a posted form; null when it is none, is too large to be one of ours, or never came to its end. */
export async function readForm(c: PageContext): Promise<((name: string) => string) | null> {
  if (!FORM_TYPE.test(c.req.header('content-type') ?? '')) return null;
  const body = await c.req.text().catch((error: unknown) => {
    // The body's limit is told by an exception of its own; else the caller has left.
    if (error instanceof HTTPException) throw error;
    return null;
  });
  if (body === null) return null;
  const fields = formSchema.safeParse(new Map(new URLSearchParams(body)));
  return fields.success ? name => fields.data.get(name) ?? '' : null;
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
