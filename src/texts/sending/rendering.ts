import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { LocalNumber } from '../../kit/number.ts';
import type { KeptPeople, KnownPerson } from '../people.ts';
import { fillIn, hasStop, type Pieces, valuesOf } from '../placeholders.ts';
import type { StopLinks } from '../text-links.ts';

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

/** The same for a few numbers whose contacts were looked up already. */
export type Fill = (
  workspace: string,
  pieces: Pieces,
  numbers: readonly LocalNumber[],
  contacts: ReadonlyMap<LocalNumber, KnownPerson>,
  links: 'kept' | 'sample',
) => Promise<Rendered>;

export function createFill(stopLinks: Pick<StopLinks, 'keep' | 'sample'>): Fill {
  return async (workspace, pieces, numbers, contacts, links) => {
    const isKept = hasStop(pieces) && links === 'kept';
    const kept = isKept ? await stopLinks.keep(workspace, numbers, null) : null;
    const texts = new Map<LocalNumber, string>();
    const lacking: Lacking[] = [];
    for (const number of numbers) {
      const contact = contacts.get(number) ?? null;
      const link = kept?.get(number) ?? stopLinks.sample();
      const filled = fillIn(pieces, valuesOf(contact, link));
      if (filled.ok) texts.set(number, filled.text.trim());
      else lacking.push({ number, name: contact?.name ?? '', missing: filled.missing });
    }
    return { texts, lacking };
  };
}

export function createRender({ contacts, fill }: { contacts: KeptPeople; fill: Fill }): Render {
  return async (workspace, pieces, numbers, links) => {
    const texts = new Map<LocalNumber, string>();
    const lacking: Lacking[] = [];
    for (let from = 0; from < numbers.length; from += TOGETHER) {
      if (from > 0) await endOfTurn();
      const some = numbers.slice(from, from + TOGETHER);
      const found = await contacts.withNumbers(workspace, some);
      const known = new Map(found.contacts.map(one => [one.number, one]));
      const filled = await fill(workspace, pieces, some, known, links);
      for (const [number, text] of filled.texts) texts.set(number, text);
      lacking.push(...filled.lacking);
    }
    return { texts, lacking };
  };
}
