import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { LocalNumber } from '../domain/number.ts';
import { fillIn, hasStop, type Pieces, valuesOf } from '../domain/placeholders.ts';
import type { Contacts } from '../storage/ports.ts';
import type { StopLinks } from '../workspaces/stop-links.ts';

/** So many are looked up at once; others have their turn in between. */
const TOGETHER = 200;

/** Somebody of whom a template says what nobody knows. `name`: empty if that isn't known either. */
export type Lacking = { number: LocalNumber; name: string; missing: string[] };

/** What a template comes to. */
export type Rendered = {
  /** By number, in the order that was asked. */
  texts: ReadonlyMap<LocalNumber, string>;
  /** Those for whom it comes to nothing. */
  lacking: Lacking[];
};

/**
 * Fills a template for each of these numbers with what the workspace's contacts say of them; white space at the ends of a text
 * goes, as everywhere. For 10,000 numbers as well as for one.
 *
 * @param links `kept`: they work from now on; `sample`: they are only as long
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
