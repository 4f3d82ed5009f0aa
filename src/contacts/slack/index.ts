import { button } from '../../kit/slack/elements.ts';
import { fieldPattern } from '../../kit/slack/form.ts';
import { formListeners } from '../../kit/slack/form-submission.ts';
import { listByWord, listListeners, opensList } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { CommandWord, HomeSection, Services } from '../../kit/slack/services.ts';
import { openByCommand } from '../../kit/slack/view-buttons.ts';
import type { Worker } from '../../kit/worker.ts';
import { offersRecipients } from '../../texts/slack/recipient-options.ts';
import type { DoNotTextList } from '../do-not-text.ts';
import type { ContactGroups } from '../groups.ts';
import type { Importing } from '../importing/importing.ts';
import type { ReadFile } from '../importing/reading/thread.ts';
import type { SortRows } from '../importing/sort-rows.ts';
import type { ContactBook } from '../service.ts';
import type { Contacts } from '../store/store.ts';
import { contactForm, deleteContactButton } from './contact-form.ts';
import { eraseForm } from './erase-form.ts';
import { groupForm, membersForm } from './group-form.ts';
import { deleteGroupButton, groupList, textGroupButton } from './group-list.ts';
import { groupPeople, memberButtons } from './group-people.ts';
import { importModal, OPEN_IMPORT, openExportButton, openImportButton, openPageButton } from './import.ts';
import { peopleList } from './people-list.ts';
import { searchListeners } from './search.ts';

export type ContactServices = {
  contactGroups: ContactGroups;
  contactBook: ContactBook;
  contacts: Contacts;
  importing: Importing;
  sortRows: SortRows;
  readFile: ReadFile;
  /** Woken when an erasure begins. */
  erasureWorker: Pick<Worker, 'wake'>;
  doNotTextList: DoNotTextList;
  /** The workspace's name; null if unknown. */
  workspaceName: (workspace: string) => Promise<string | null>;
};

declare module '../../kit/slack/services.ts' {
  interface Services extends ContactServices {}
}

export const listeners = (services: Services): readonly SlackListener[] => [
  ...searchListeners(services, peopleList),
  ...formListeners(services, contactForm),
  ...formListeners(services, eraseForm),
  ...listListeners(services, groupList),
  ...searchListeners(services, groupPeople),
  ...memberButtons(services),
  ...formListeners(services, groupForm),
  ...formListeners(services, membersForm),
  offersRecipients(services, fieldPattern(membersForm, 'people'), []),
  deleteContactButton(services),
  deleteGroupButton(services),
  textGroupButton(services),
  openImportButton(services),
  openExportButton(services),
  openPageButton(services),
];

/** Words after `/sms` that open the lists of people and of groups, and the link to the import page. */
export const commandWords = (services: Services): CommandWord[] => [
  listByWord(services, peopleList, ['people', 'contacts', 'কন্টাক্ট']),
  listByWord(services, groupList, ['groups', 'গ্রুপ']),
  {
    spelled: ['import', 'ইমপোর্ট'],
    button: OPEN_IMPORT,
    open: (client, opener) => openByCommand(services, client, opener, importModal(services)),
  },
];

/** The buttons in the Home tabs of users who may see people. */
export const home = (): HomeSection => ({
  buttons: ({ words, mayRead }) =>
    mayRead
      ? [
          button({ action: opensList(peopleList), label: words.people.title }),
          button({ action: opensList(groupList), label: words.groups.title }),
        ]
      : [],
});
