import { button } from '../../kit/slack/elements.ts';
import type { HomePart } from '../../kit/slack/home-part.ts';
import { ACTION, BROADCAST } from '../../kit/slack/ids.ts';
import { listSurfaces } from '../../kit/slack/list.ts';
import type { Additions, Openings, Services } from '../../kit/slack/services.ts';
import { formSurfaces } from '../../kit/slack/submitted.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { offersTemplates } from '../../templates/slack/options.ts';
import { offersRecipients } from '../../texts/slack/recipient-options.ts';
import { sender } from '../../texts/slack/rights.ts';
import { askingSlack } from '../../workspace/slack/judging.ts';
import type { BroadcastService } from '../service.ts';
import { againForm } from './again.ts';
import { approveBroadcastButton, rejectForm } from './approval/decide.ts';
import { copyScheduleButton } from './copy.ts';
import { channelOf, NEW_BROADCAST } from './form.ts';
import { broadcastsAtHome } from './home.ts';
import {
  asBroadcastButton,
  broadcastFields,
  newBroadcastButton,
  openBroadcastForm,
  textManyButton,
} from './open.ts';
import {
  changeBroadcastButton,
  discardBroadcastButton,
  reviewBroadcastButton,
  reviewClosed,
  sendBroadcastButton,
} from './press.ts';
import { draftAuthor } from './rights.ts';
import { downloadBroadcastButton, rowList, sendRowAgainButton } from './rows.ts';
import { sampleForm } from './sample.ts';
import { steerBroadcast } from './steer.ts';
import { broadcastSubmitted } from './submit.ts';

export type BroadcastServices = { broadcasts: BroadcastService };

declare module '../../kit/slack/services.ts' {
  interface Services extends BroadcastServices {}
}

/** Where requests from Slack come in. */
export const surfaces = (services: Services): readonly Surface[] => [
  copyScheduleButton(services),
  newBroadcastButton(services),
  asBroadcastButton(services),
  textManyButton(services),
  broadcastFields(services),
  broadcastSubmitted(services),
  offersRecipients(services, BROADCAST.to, ['groups', 'userGroups']),
  offersTemplates(services, BROADCAST.template, () => true),
  reviewBroadcastButton(services),
  reviewClosed(services),
  sendBroadcastButton(services),
  ...formSurfaces(services, sampleForm),
  changeBroadcastButton(services),
  discardBroadcastButton(services),
  approveBroadcastButton(services),
  ...formSurfaces(services, rejectForm),
  ...steerBroadcast(services),
  ...listSurfaces(services, rowList),
  sendRowAgainButton(services),
  downloadBroadcastButton(services),
  ...formSurfaces(services, againForm),
];

/** The word after `/sms` that opens its form. */
export const opens = (services: Services): Openings => ({
  broadcast: {
    button: ACTION.newBroadcast,
    open: (client, opener, channel) =>
      openBroadcastForm(
        services,
        client,
        { ...opener, judge: () => sender(askingSlack(services), opener, null) },
        { ...NEW_BROADCAST, channel: channelOf(channel) },
      ),
  },
});

/** What it adds to the form that makes a text. */
export const adds = ({ broadcasts }: Services): Partial<Additions> => ({
  manyButton: ({ broadcasts: { make, textMany } }, intent) =>
    intent === null
      ? button({ action: ACTION.textMany, label: textMany })
      : button({ action: ACTION.asBroadcast, label: make, value: intent }),
  drafts: { author: draftAuthor, one: broadcasts.one, drop: broadcasts.drop },
});

/** What it adds to Home tabs. */
export const home = ({ broadcasts }: Services): HomePart => broadcastsAtHome(broadcasts);
