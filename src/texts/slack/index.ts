import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { CheckMessage } from '../message.ts';
import type { NameLookup, OnCallRotasOf, RecipientDirectory } from '../recipient-directory.ts';
import type { IsRecipient, RecipientUse } from '../recipient-uses.ts';
import type { FindEach, FindPeople, Reach } from '../sending/find-recipients.ts';
import type { Fill, Render } from '../sending/messages.ts';
import type { Submit } from '../sending/submit.ts';
import type { Intents } from '../store/accept.ts';
import type { Arrivals } from '../store/by-word.ts';
import type { History } from '../store/history.ts';
import type { Queue } from '../store/queue.ts';
import type { Reports } from '../store/reports.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';
import { arrivedButton } from './arrived-button.ts';
import { smsCommand } from './command/sms.ts';
import { answerCommandButton } from './command/subcommands.ts';
import { composeFields, composeSubmitted } from './compose/submitted.ts';
import { INPUT } from './ids.ts';
import type { Naming } from './recipient-names.ts';
import { offersRecipients } from './recipient-options.ts';
import type { ShowInPlace } from './report-post.ts';
import { composeButton, composeShortcut, textThisShortcut } from './shortcuts.ts';
import { openStoryButton } from './story/modal.ts';
import type { Teammates } from './teammates.ts';
import {
  cancelButton,
  cancelIntentButton,
  cancelTextsButton,
  chooseRecipientButton,
  dontSendButton,
  openLinkButton,
  sendAgainButton,
  sendAnywayButton,
  sendNowButton,
  sendToAllButton,
  tryAgainButton,
  undoButton,
} from './text-buttons.ts';

export type TextServices = Pick<Services, 'home'> & TextsOwn;
type TextsOwn = {
  submit: Submit;
  intents: Intents;
  queue: Queue;
  reports: Reports;
  history: History;
  arrivals: Arrivals;
  reach: Reach;
  /** `reach` without asking Slack: people whom only Slack knows are `unavailable`. */
  reachLocally: Reach;
  teammates: Teammates;
  /** Contacts, groups and rotas, as recipients. */
  book: RecipientDirectory & NameLookup;
  findPeople: FindPeople;
  findEach: FindEach;
  /** The SMS service's address, where its dashboard is, too. */
  serviceUrl: string;
  stopLinks: StopLinks;
  alertLinks: AlertLinks;
  render: Render;
  checkMessage: CheckMessage;
  fill: Fill;
  naming: Naming;
  /** A workspace's rotas, of all features. */
  onCallRotas: OnCallRotasOf;
  /** Everything in all features that texts a recipient whom `isIt` accepts. */
  usesOf: (workspace: string, isIt: IsRecipient) => Promise<RecipientUse[]>;
  /** Call it when texts may have become sendable, or reports were added. */
  wake: () => void;
  /** Call it after storing intents without `submit`. */
  planned: () => void;
  showInPlace: ShowInPlace;
};

declare module '../../kit/slack/services.ts' {
  interface Services extends TextsOwn {}
}

export const listeners = (services: Services): readonly SlackListener[] => [
  smsCommand(services),
  answerCommandButton(services),
  composeShortcut(services),
  composeButton(services),
  textThisShortcut(services),
  composeSubmitted(services),
  ...composeFields(services),
  offersRecipients(services, INPUT.recipient.block, ['groups', 'onCall']),
  openLinkButton(services),
  tryAgainButton(services),
  cancelButton(services),
  cancelIntentButton(services),
  cancelTextsButton(services),
  undoButton(services),
  sendAgainButton(services),
  arrivedButton(services),
  openStoryButton(services),
  sendAnywayButton(services),
  sendToAllButton(services),
  dontSendButton(services),
  chooseRecipientButton(services),
  sendNowButton(services),
];
