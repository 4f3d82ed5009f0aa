import { contacts } from '../contacts/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import type { HomeSection, Services } from '../kit/slack/services.ts';
import { auditKinds } from './audit.ts';
import { createTextPages } from './download.ts';
import { createTextSearch, type TextSearch } from './search.ts';
import { logReader, openLogButton, textLogListeners } from './slack/list.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

type HistoryServices = { textSearch: TextSearch };

declare module '../kit/slack/services.ts' {
  interface Services extends HistoryServices {}
}

const home = (): HomeSection => ({ belowTexts: words => [openLogButton(words)] });

function create(services: Services): CreatedFeature<HistoryServices> {
  const { history: store, settings, naming, stopLinks, alertLinks, audit, people, clock } = services;
  const links = [stopLinks, alertLinks];
  const textSearch = createTextSearch({ history: store, settings, naming, links, clock });
  return {
    services: { textSearch },
    extend: () => ({
      filePages: [createTextPages({ textSearch, audit, people, clock, permission: logReader })],
    }),
  };
}

/** Everything that was texted: a list to search, and a file of it. */
export const history: Feature<'history'> = {
  name: 'history',
  dependsOn: [contacts],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.textLogAudit },
  create,
  listeners: textLogListeners,
  home,
};
