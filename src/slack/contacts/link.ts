import type { KnownBlock } from '@slack/types';
import type { Wording } from '../../wording/index.ts';
import { ACTION } from '../ids.ts';
import { actions, button, section } from '../kit/elements.ts';
import { asIs } from '../kit/press.ts';
import type { Surface } from '../kit/surface.ts';
import { onView } from '../kit/view.ts';
import { anybody } from '../rights.ts';
import type { Services } from '../services.ts';

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
