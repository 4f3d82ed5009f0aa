import { LINKS, type SenderLink } from '../alert.ts';

/** Longer addresses are left out: half an address leads nowhere. */
const MAX_CHARACTERS = 700;

type Address = string | null | undefined;
/** What a sender gave as links: of each kind one, or several of which the first address counts. */
export type GivenLinks = { [What in SenderLink['what']]?: Address | readonly Address[] };

/** The links that a sender gave, as far as they are addresses that a browser may open. */
export function linksFrom(given: GivenLinks): SenderLink[] {
  return LINKS.flatMap(what => {
    const url = [given[what] ?? []].flat().find(one => typeof one === 'string' && isAddress(one.trim()));
    return url ? [{ what, url: url.trim() }] : [];
  });
}

/** Whether it is a whole address of a page, without spaces or what Slack would read as its own marks. */
function isAddress(url: string): boolean {
  return url.length <= MAX_CHARACTERS && /^https?:\/\/[^\s<>|"\\]{3,}$/i.test(url) && URL.canParse(url);
}
