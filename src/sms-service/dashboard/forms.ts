import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { readBody } from '../http/body.ts';
import { Mistake, type MistakeKind } from '../mistake.ts';
import type { PageContext } from './site.ts';

/** What is wrong with what somebody typed; each has its own wording. */
export type Problem = MistakeKind | 'number' | 'day' | 'period' | 'form';

const MAX_FORM_BYTES = 64 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const formSchema = z.map(z.string().max(50), z.string().max(2000));

/** The fields of a posted form; null if it isn't a form, is too large to be one of ours, or was cut off. */
export async function readForm(c: PageContext): Promise<((name: string) => string) | null> {
  if (!FORM_TYPE.test(c.req.header('content-type') ?? '')) return null;
  // Not by way of hono's own request, whose limit of bodies can't count those that come in chunks here.
  const body = await readBody(c.env.incoming, MAX_FORM_BYTES);
  if (body === 'too-large') throw new HTTPException(413);
  if (body === 'aborted') return null;
  const fields = formSchema.safeParse(new Map(new URLSearchParams(body.toString())));
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
