import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { button } from '../kit/slack/elements.ts';
import { openerOf } from '../kit/slack/form.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { openForm } from '../kit/slack/form-view.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { CommandWord, HomeSection, Services } from '../kit/slack/services.ts';
import { auditKinds } from './audit.ts';
import { createHolidays, type Holidays } from './service.ts';
import { holidaysForm } from './slack/form.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

type HolidayServices = { holidays: Holidays };

declare module '../kit/slack/services.ts' {
  interface Services extends HolidayServices {}
  interface Extensions {
    /**
     * Told that a workspace's list of holidays changes, right before and right after. Each stores durably that it has to look at
     * what follows from it, and does so later.
     */
    holidaysChanged: readonly ((workspace: string) => Promise<void>)[];
  }
}

const listeners = (services: Services): readonly SlackListener[] => formListeners(services, holidaysForm);

const commandWords = (services: Services): CommandWord[] => [
  {
    spelled: ['holidays', 'holiday', 'ছুটি'],
    button: openerOf(holidaysForm, 'open'),
    open: (client, opener) => openForm(services, client, opener, holidaysForm, null),
  },
];

const home = (): HomeSection => ({
  managing: ({ holidays: { title } }) => [button({ action: openerOf(holidaysForm, 'open'), label: title })],
});

function create(services: Services): CreatedFeature<HolidayServices> {
  const { storage, audit, clock } = services;
  const announce = (workspace: string): Promise<unknown> =>
    Promise.all((services.extensions.holidaysChanged ?? []).map(tell => tell(workspace)));
  return {
    services: { holidays: createHolidays({ documents: storage.documents, audit, clock, announce }) },
  };
}

export const holidays: Feature<'holidays'> = {
  name: 'holidays',
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.holidayAudit },
  create,
  listeners,
  home,
  commandWords,
};
