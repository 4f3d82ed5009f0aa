import { button } from '../../kit/slack/elements.ts';
import { fieldPattern } from '../../kit/slack/form.ts';
import { formListeners } from '../../kit/slack/form-submission.ts';
import { openForm } from '../../kit/slack/form-view.ts';
import { listListeners } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { CommandWord, Extensions, HomeSection, Services } from '../../kit/slack/services.ts';
import { offersTemplates } from '../../templates/slack/options.ts';
import { offersRecipients } from '../../texts/slack/recipient-options.ts';
import { failure } from '../problem.ts';
import type { BroadcastService } from '../service.ts';
import { approveBroadcastButton, rejectForm } from './approval.ts';
import {
  discardBroadcastButton,
  reviewBroadcastButton,
  reviewClosed,
  sendBroadcast,
  steerBroadcast,
} from './buttons.ts';
import { broadcastForm, newIn } from './form.ts';
import { broadcastsAtHome, openApprovalButton } from './home.ts';
import { ACTION } from './ids.ts';
import { copyScheduleButton, textManyButton } from './open.ts';
import { draftAuthor } from './permissions.ts';
import { sampleForm } from './review.ts';
import {
  againForm,
  downloadBroadcastButton,
  rowArrivedButton,
  rowList,
  sendRowAgainButton,
} from './rows-modal.ts';

export type BroadcastServices = { broadcasts: BroadcastService };

declare module '../../kit/slack/services.ts' {
  interface Services extends BroadcastServices {}
}

export const listeners = (services: Services): readonly SlackListener[] => [
  copyScheduleButton(services),
  textManyButton(services),
  ...formListeners(services, broadcastForm),
  offersRecipients(services, fieldPattern(broadcastForm, 'to'), ['groups', 'userGroups', 'many']),
  offersTemplates(services, fieldPattern(broadcastForm, 'template'), () => true),
  reviewBroadcastButton(services),
  reviewClosed(services),
  sendBroadcast(services),
  ...formListeners(services, sampleForm),
  discardBroadcastButton(services),
  approveBroadcastButton(services),
  openApprovalButton(services),
  ...formListeners(services, rejectForm),
  ...steerBroadcast(services),
  ...listListeners(services, rowList),
  sendRowAgainButton(services),
  rowArrivedButton(services),
  downloadBroadcastButton(services),
  ...formListeners(services, againForm),
];

/** The word after `/sms` that opens the form. */
export const commandWords = (services: Services): CommandWord[] => [
  {
    spelled: ['broadcast', 'broadcasts', 'ব্রডকাস্ট'],
    button: ACTION.newBroadcast,
    open: (client, opener, { channel }) => openForm(services, client, opener, broadcastForm, newIn(channel)),
  },
];

/** Extends the form for a text by a button, and the schedules by broadcasts in review. */
export const adds = ({ broadcasts }: Services): Partial<Extensions> => ({
  manyButton: ({ broadcasts: { make, textMany } }, intent) =>
    intent === null
      ? button({ action: ACTION.textMany, label: textMany })
      : button({ action: ACTION.asBroadcast, label: make, value: intent }),
  drafts: {
    author: draftAuthor,
    one: async (workspace, id) => (await broadcasts.one(workspace, id)) ?? failure('BROADCAST_GONE'),
    drop: broadcasts.drop,
    endRuns: broadcasts.endRuns,
  },
});

export const home = ({ broadcasts }: Services): HomeSection => broadcastsAtHome(broadcasts);
