import type { KnownBlock } from '@slack/types';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import { asIs } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { onView } from '../../kit/slack/view.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { anybody } from '../../workspace/slack/rights.ts';

/** A sentence, the button that opens a page of ours in the browser, and whether browsers may not reach it. */
export function linkBlocks(
  { hasAddress }: Services,
  { pages }: Wording,
  sentence: string,
  url: string,
): KnownBlock[] {
  const { openPage, noAddress } = pages.slack;
  return [
    section(sentence),
    actions(button({ action: ACTION.openPage, label: openPage, style: 'primary', url })),
    ...(hasAddress ? [] : [section(noAddress)]),
  ];
}

/** The browser has already opened the page. */
export function openPageButton(services: Services): Surface {
  return onView(services, ACTION.openPage, { read: asIs, may: anybody, begins: async () => undefined });
}
