import type { WebClientOptions } from '@slack/web-api';
import type { Access } from '../../kit/slack/bolt.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { formListeners } from '../../kit/slack/form-submission.ts';
import { openForm } from '../../kit/slack/form-view.ts';
import { listByWord, listListeners } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { IsSlacks } from '../../kit/slack/posting.ts';
import type { CommandWord, Services } from '../../kit/slack/services.ts';
import type { Audit } from '../audit-log.ts';
import type { LinkedKeys } from '../linked-keys.ts';
import type { People, UserGroups } from '../people.ts';
import type { Sealer } from '../sealing.ts';
import type { Languages, SettingsStore } from '../settings.ts';
import type { Uninstall } from '../uninstall.ts';
import { chooseLanguageButton, homeOpened, uninstalled } from './events.ts';
import { linkSubmitted, unlinkForm } from './link.ts';
import { settingForm } from './settings/form.ts';
import { auditList, settingsList } from './settings/list.ts';

export type WorkspaceServices = Pick<Services, 'words' | 'poster' | 'pictures' | 'permissionFacts'> &
  OwnServices;
type OwnServices = {
  sealer: Sealer;
  clientOptions: WebClientOptions;
  access: Access;
  isSlacks: IsSlacks;
  keys: LinkedKeys;
  people: People;
  userGroups: UserGroups;
  settings: SettingsStore;
  languages: Languages;
  audit: Audit;
  uninstall: Uninstall;
};

declare module '../../kit/slack/services.ts' {
  interface Services extends OwnServices {}
}

export const listeners = (services: Services): readonly SlackListener[] => [
  linkSubmitted(services),
  ...formListeners(services, unlinkForm),
  homeOpened(services),
  chooseLanguageButton(services),
  ...listListeners(services, settingsList),
  ...formListeners(services, settingForm),
  ...listListeners(services, auditList),
  ...uninstalled(services),
];

export const commandWords = (services: Services): CommandWord[] => [
  listByWord(services, settingsList, ['settings', 'সেটিংস']),
  {
    spelled: ['unlink', 'আনলিংক', 'আনলিঙ্ক'],
    button: openerOf(unlinkForm, 'open'),
    open: (client, opener) => openForm(services, client, opener, unlinkForm, null),
  },
];
