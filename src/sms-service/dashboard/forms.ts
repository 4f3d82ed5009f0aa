import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { Mistake, type MistakeKind } from '../mistake.ts';
import type { PageContext } from './site.ts';

/** What is wrong with what somebody typed; each has its own wording. */
export type Problem = MistakeKind | 'number' | 'day' | 'period' | 'form';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const formSchema = z.map(z.string().max(50), z.string().max(2000));

/** The fields of a posted form; null if it isn't a form, is too large to be one of ours, or was cut off. */
export async function readForm(c: PageContext): Promise<((name: string) => string) | null> {
  if (!FORM_TYPE.test(c.req.header('content-type') ?? '')) return null;
  const body = await c.req.text().catch((error: unknown) => {
    // The body limit throws its own exception; anything else means that the caller has left.
    if (error instanceof HTTPException) throw error;
    return null;
  });
  if (body === null) return null;
  const fields = formSchema.safeParse(new Map(new URLSearchParams(body)));
  return fields.success ? name => fields.data.get(name) ?? '' : null;
}

/**
 * Does what a form asks for, and answers with the result of `then`; if it was a mistake by whoever typed, answers with
 * the page that says so. "No such thing" is passed on, to the page for that.
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
