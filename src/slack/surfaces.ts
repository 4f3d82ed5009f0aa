import type { App } from '@slack/bolt';
import { registerCancel, registerCancelIntent, registerCancelTexts } from './actions/cancel.ts';
import { registerOpenLink, registerOpenUnlink, registerTryAgain } from './actions/key.ts';
import { registerChooseLanguage } from './actions/language.ts';
import {
  registerChooseRecipient,
  registerDontSend,
  registerSendAnyway,
  registerSendToAll,
} from './actions/questions.ts';
import { registerSendAgain } from './actions/send-again.ts';
import { registerSendNow } from './actions/send-now.ts';
import { registerOpenAlerts, registerTurnAlerts } from './alerts/all.ts';
import { registerGiveBackAlerts, registerResolveAlerts, registerTakeAlerts } from './alerts/press.ts';
import { registerConfirmSubscription } from './alerts/subscription.ts';
import { registerSendAboutAlerts, registerTextAboutAlerts, registerTextLive } from './alerts/text.ts';
import { registerBroadcastAgain, registerBroadcastAgainView } from './broadcasts/again.ts';
import {
  registerApproveBroadcast,
  registerAskWhyReject,
  registerRejectBroadcast,
} from './broadcasts/approval/decide.ts';
import {
  registerDownloadBroadcast,
  registerOpenBroadcast,
  registerSendRowAgain,
  registerTurnBroadcast,
} from './broadcasts/details.ts';
import {
  registerAsBroadcast,
  registerBroadcastLive,
  registerNewBroadcast,
  registerTextMany,
} from './broadcasts/open.ts';
import {
  registerChangeBroadcast,
  registerDiscardBroadcast,
  registerReviewBroadcast,
  registerReviewClosed,
  registerSendBroadcast,
} from './broadcasts/press.ts';
import { registerAskSample, registerSendSample } from './broadcasts/sample.ts';
import { registerSteerBroadcast } from './broadcasts/steer.ts';
import { registerBroadcastForm } from './broadcasts/submit.ts';
import { registerAnswerCommand } from './commands/answers.ts';
import { registerSmsCommand } from './commands/sms.ts';
import { registerHomeOpened } from './events/home-opened.ts';
import { registerUninstalled } from './events/uninstalled.ts';
import { registerFindGroups, registerFindTemplates } from './functions/listed.ts';
import { registerSendSmsStep } from './functions/send-sms.ts';
import { registerRecipientOptions } from './options/recipients.ts';
import { registerTemplateOptions } from './options/templates.ts';
import { registerScheduleBroadcast, registerScheduleForm } from './schedules/broadcast.ts';
import { registerChangeSchedule } from './schedules/change.ts';
import { registerCopySchedule } from './schedules/copy.ts';
import { registerOpenSchedules, registerTurnSchedules } from './schedules/list.ts';
import { registerAnswerLate, registerCancelSchedule, registerSkipRun } from './schedules/pressed.ts';
import type { Services } from './services.ts';
import { registerComposeButton, registerComposeShortcut } from './shortcuts/compose.ts';
import { registerTextThis } from './shortcuts/text-this.ts';
import { registerOpenAudit, registerTurnAudit } from './views/audit.ts';
import { registerComposeView } from './views/compose.ts';
import { registerComposeLive } from './views/compose-live.ts';
import { registerDeleteGroup, registerDeleteLargeGroup } from './views/groups/delete.ts';
import { registerAddGroup, registerChangeGroup } from './views/groups/form.ts';
import { registerSaveLargeGroup } from './views/groups/large.ts';
import { registerSaveGroup } from './views/groups/save.ts';
import { registerChangeHook, registerNewHook } from './views/hooks/form.ts';
import { registerOpenHooks, registerTurnHooks } from './views/hooks/list.ts';
import { registerHookLive } from './views/hooks/live.ts';
import { registerRevokeHook } from './views/hooks/revoke.ts';
import { registerSaveHook } from './views/hooks/save.ts';
import { registerLinkView } from './views/link.ts';
import { registerOpenExport } from './views/people/export.ts';
import { registerAskForget, registerForget } from './views/people/forget.ts';
import { registerAddContact, registerAnotherContact, registerChangeContact } from './views/people/form.ts';
import { registerOpenImport, registerPastedPeople } from './views/people/import.ts';
import { registerOpenPage } from './views/people/link.ts';
import { registerOpenPeople, registerSearchPeople, registerTurnPeople } from './views/people/list.ts';
import { registerSaveContact } from './views/people/save.ts';
import { registerChangeRota, registerNewRota, registerRotaLive } from './views/rotas/form.ts';
import { registerDeleteRota, registerOpenRotas, registerTurnRotas } from './views/rotas/list.ts';
import { registerSaveRota } from './views/rotas/save.ts';
import { registerSaveStandIn, registerStandInLive } from './views/rotas/stand-in-save.ts';
import { registerEndStandIn, registerOpenStandIns } from './views/rotas/stand-ins.ts';
import { registerChangeSettings } from './views/settings/form.ts';
import { registerOpenSettings, registerTurnGroups } from './views/settings/overview.ts';
import { registerSaveSettings } from './views/settings/save.ts';
import { registerChangeTemplate, registerNewTemplate, registerTemplateLive } from './views/templates/form.ts';
import {
  registerDeleteTemplate,
  registerOpenTemplates,
  registerTurnTemplates,
} from './views/templates/list.ts';
import { registerSaveTemplate } from './views/templates/save.ts';
import { registerUnlinkView } from './views/unlink.ts';

/** Every place in Slack where input comes in. A new surface is one file, one id in ids.ts and one line here. */
const SURFACES: readonly ((app: App, services: Services) => void)[] = [
  registerSmsCommand,
  registerAnswerCommand,
  registerComposeShortcut,
  registerComposeButton,
  registerTextThis,
  registerComposeView,
  registerComposeLive,
  registerOpenSchedules,
  registerTurnSchedules,
  registerChangeSchedule,
  registerCopySchedule,
  registerScheduleBroadcast,
  registerScheduleForm,
  registerSkipRun,
  registerCancelSchedule,
  registerAnswerLate,
  registerRecipientOptions,
  registerLinkView,
  registerUnlinkView,
  registerCancel,
  registerCancelIntent,
  registerCancelTexts,
  registerSendAgain,
  registerSendRowAgain,
  registerSendAnyway,
  registerSendToAll,
  registerDontSend,
  registerChooseRecipient,
  registerOpenLink,
  registerOpenUnlink,
  registerTryAgain,
  registerSendNow,
  registerHomeOpened,
  registerChooseLanguage,
  registerOpenSettings,
  registerChangeSettings,
  registerSaveSettings,
  registerTurnGroups,
  registerAddGroup,
  registerChangeGroup,
  registerSaveGroup,
  registerDeleteGroup,
  registerSaveLargeGroup,
  registerDeleteLargeGroup,
  registerOpenAudit,
  registerTurnAudit,
  registerOpenPeople,
  registerSearchPeople,
  registerTurnPeople,
  registerAddContact,
  registerAnotherContact,
  registerChangeContact,
  registerSaveContact,
  registerOpenImport,
  registerPastedPeople,
  registerOpenExport,
  registerOpenPage,
  registerAskForget,
  registerForget,
  registerOpenHooks,
  registerTurnHooks,
  registerNewHook,
  registerChangeHook,
  registerHookLive,
  registerSaveHook,
  registerRevokeHook,
  registerConfirmSubscription,
  registerTakeAlerts,
  registerGiveBackAlerts,
  registerResolveAlerts,
  registerOpenAlerts,
  registerTurnAlerts,
  registerTextAboutAlerts,
  registerTextLive,
  registerSendAboutAlerts,
  registerTemplateOptions,
  registerOpenRotas,
  registerTurnRotas,
  registerNewRota,
  registerChangeRota,
  registerRotaLive,
  registerSaveRota,
  registerDeleteRota,
  registerOpenStandIns,
  registerStandInLive,
  registerSaveStandIn,
  registerEndStandIn,
  registerOpenTemplates,
  registerTurnTemplates,
  registerNewTemplate,
  registerChangeTemplate,
  registerTemplateLive,
  registerSaveTemplate,
  registerDeleteTemplate,
  registerApproveBroadcast,
  registerAskWhyReject,
  registerRejectBroadcast,
  registerSteerBroadcast,
  registerOpenBroadcast,
  registerTurnBroadcast,
  registerDownloadBroadcast,
  registerBroadcastAgain,
  registerBroadcastAgainView,
  registerNewBroadcast,
  registerAsBroadcast,
  registerTextMany,
  registerBroadcastLive,
  registerBroadcastForm,
  registerReviewBroadcast,
  registerReviewClosed,
  registerSendBroadcast,
  registerAskSample,
  registerSendSample,
  registerChangeBroadcast,
  registerDiscardBroadcast,
  registerUninstalled,
  registerSendSmsStep,
  registerFindGroups,
  registerFindTemplates,
];

export function registerSurfaces(app: App, services: Services): void {
  for (const register of SURFACES) register(app, services);
}
