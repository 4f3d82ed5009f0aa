import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { LocalNumber } from '../domain/number.ts';
import { fillIn, hasStop, type Pieces, valuesOf } from '../domain/placeholders.ts';
import type { Contacts } from '../storage/ports.ts';
import type { StopLinks } from '../workspaces/stop-links.ts';

/** How many are looked up at once; others get their turn in between. */
const TOGETHER = 50;

/** Somebody for whom a template needs something that we don't know. `name`: empty if that isn't known either. */
export type Lacking = { number: LocalNumber; name: string; missing: string[] };

/** The result of a template. */
export type Rendered = {
  /** By number, in the order asked. */
  texts: ReadonlyMap<LocalNumber, string>;
  /** People for whom it gives no text. */
  lacking: Lacking[];
};

/**
 * Fills a template for each of these numbers with what the workspace's contacts say about them; trims the texts, as
 * everywhere. Works for 10,000 numbers as well as for one.
 *
 * @param links `kept`: they work from now on; `sample`: they only have the right length
 */
export type Render = (
  workspace: string,
  pieces: Pieces,
  numbers: readonly LocalNumber[],
  links: 'kept' | 'sample',
) => Promise<Rendered>;

export function createRender({
  contacts,
  stopLinks,
}: {
  contacts: Pick<Contacts, 'find'>;
  stopLinks: Pick<StopLinks, 'keep' | 'sample'>;
}): Render {
  return async (workspace, pieces, numbers, links) => {
    const texts = new Map<LocalNumber, string>();
    const lacking: Lacking[] = [];
    const isKept = hasStop(pieces) && links === 'kept';
    for (let from = 0; from < numbers.length; from += TOGETHER) {
      if (from > 0) await endOfTurn();
      const some = numbers.slice(from, from + TOGETHER);
      const [{ contacts: known }, kept] = await Promise.all([
        contacts.find(workspace, { numbers: some }),
        isKept ? stopLinks.keep(workspace, some) : null,
      ]);
      const byNumber = new Map(known.map(one => [one.number, one]));
      for (const number of some) {
        const contact = byNumber.get(number) ?? null;
        const link = kept?.get(number) ?? stopLinks.sample();
        const filled = fillIn(pieces, valuesOf(contact, link));
        if (filled.ok) texts.set(number, filled.text.trim());
        else lacking.push({ number, name: contact?.name ?? '', missing: filled.missing });
      }
    }
    return { texts, lacking };
  };
}
