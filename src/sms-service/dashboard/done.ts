import type { PageContext } from './site.ts';
import type { Words } from './wording/words.ts';

/** What may just have been done when a page is shown after a form. */
export type Done = keyof Words['operators']['done'];

/** What was just done according to the address, in words; only if it is one of ours. */
export function doneOf(c: PageContext): string | undefined {
  const { done } = c.var.words.operators;
  const said = c.req.method === 'GET' ? c.req.query('done') : undefined;
  return said !== undefined && Object.hasOwn(done, said) ? done[said as Done] : undefined;
}
