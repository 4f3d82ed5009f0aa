import { cancelButton, cancelIntentButton, cancelTextsButton } from './actions/cancel.ts';
import { openLinkButton, tryAgainButton } from './actions/key.ts';
import { chooseLanguageButton } from './actions/language.ts';
import {
  chooseRecipientButton,
  dontSendButton,
  sendAnywayButton,
  sendToAllButton,
} from './actions/questions.ts';
import { sendAgainButton } from './actions/send-again.ts';
import { sendNowButton } from './actions/send-now.ts';
import { alertList } from './alerts/all.ts';
import { giveBackAlerts, resolveAlerts, takeAlerts } from './alerts/press.ts';
import { confirmSubscriptionButton } from './alerts/subscription.ts';
import { aboutAlertsForm } from './alerts/text.ts';
import { againForm } from './broadcasts/again.ts';
import { approveBroadcastButton, rejectForm } from './broadcasts/approval/decide.ts';
import { asBroadcastButton, broadcastFields, newBroadcastButton, textManyButton } from './broadcasts/open.ts';
import {
  changeBroadcastButton,
  discardBroadcastButton,
  reviewBroadcastButton,
  reviewClosed,
  sendBroadcastButton,
} from './broadcasts/press.ts';
import { downloadBroadcastButton, rowList, sendRowAgainButton } from './broadcasts/rows.ts';
import { sampleForm } from './broadcasts/sample.ts';
import { steerBroadcast } from './broadcasts/steer.ts';
import { broadcastSubmitted } from './broadcasts/submit.ts';
import { answerCommandButton } from './commands/answers.ts';
import { type OpeningWords, smsCommand } from './commands/sms.ts';
import { openExportButton } from './contacts/export.ts';
import { forgetForm } from './contacts/forget.ts';
import { contactForm } from './contacts/form.ts';
import { importModal, openImportButton, pastedPeopleForm } from './contacts/import.ts';
import { openPageButton } from './contacts/link.ts';
import { peopleList, peopleSurfaces } from './contacts/list.ts';
import { homeOpened } from './events/home-opened.ts';
import { uninstalled } from './events/uninstalled.ts';
import { findGroups, findTemplates } from './functions/listed.ts';
import { sendSmsStep } from './functions/send-sms.ts';
import { deleteGroupButton, groupForm } from './groups/form.ts';
import { stepTo } from './hooks/escalation.ts';
import { hookForm } from './hooks/form.ts';
import { hookList, revokeHookButton } from './hooks/list.ts';
import { BROADCAST, INPUT } from './ids.ts';
import { openForm } from './kit/filling-in.ts';
import { fieldId, fieldPattern } from './kit/form.ts';
import { listSurfaces, openList, type PagedList } from './kit/list.ts';
import type { FeatureInSlack } from './kit/serve.ts';
import { formSurfaces } from './kit/submitted.ts';
import { openByCommand } from './kit/view.ts';
import { offersRecipients } from './options/recipients.ts';
import { rotaForm } from './rotas/form.ts';
import { deleteRotaButton, rotaList } from './rotas/list.ts';
import { endStandInButton, standInForm } from './rotas/stand-ins.ts';
import { changeScheduleButton } from './schedules/change.ts';
import { copyScheduleButton } from './schedules/copy.ts';
import { scheduleList } from './schedules/list.ts';
import { answerLateButton, cancelScheduleButton, skipRunButton } from './schedules/pressed.ts';
import { whenForm } from './schedules/when.ts';
import type { Services } from './services.ts';
import { auditList } from './settings/audit.ts';
import { settingForm } from './settings/form.ts';
import { settingsList } from './settings/list.ts';
import { composeButton, composeShortcut } from './shortcuts/compose.ts';
import { textThisShortcut } from './shortcuts/text-this.ts';
import { templateForm } from './templates/form.ts';
import { deleteTemplateButton, templateList } from './templates/list.ts';
import { offersTemplates } from './templates/options.ts';
import { composeSubmitted } from './views/compose.ts';
import { composeFields } from './views/compose-live.ts';
import { linkSubmitted } from './views/link.ts';
import { unlinkForm } from './views/unlink.ts';

/** Words after `/sms` that open what a feature shows. */
function openingWords(services: Services): OpeningWords {
  const opens =
    <Place>(list: PagedList<Services, Place>): OpeningWords['people'] =>
    (client, opener) =>
      openList(services, client, opener, list);
  return {
    people: opens(peopleList),
    import: (client, opener) => openByCommand(services, client, opener, importModal(services)),
    templates: opens(templateList),
    groups: opens(settingsList),
    settings: opens(settingsList),
    hooks: opens(hookList),
    scheduled: opens(scheduleList),
    unlink: (client, opener) => openForm(services, client, opener, unlinkForm, null),
  };
}

/** Every place in Slack where input comes in, by feature. */
export function featuresInSlack(services: Services): FeatureInSlack[] {
  const all = ['groups', 'userGroups', 'rotas'] as const;
  return [
    {
      name: 'texts',
      surfaces: [
        smsCommand(services, openingWords(services)),
        answerCommandButton(services),
        composeShortcut(services),
        composeButton(services),
        textThisShortcut(services),
        composeSubmitted(services),
        ...composeFields(services),
        offersRecipients(services, INPUT.recipient.block, ['groups', 'rotas']),
        offersTemplates(services, INPUT.template.block, () => true),
        cancelButton(services),
        cancelIntentButton(services),
        cancelTextsButton(services),
        sendAgainButton(services),
        sendAnywayButton(services),
        sendToAllButton(services),
        dontSendButton(services),
        chooseRecipientButton(services),
        sendNowButton(services),
      ],
    },
    {
      name: 'workspace',
      surfaces: [
        openLinkButton(services),
        linkSubmitted(services),
        ...formSurfaces(services, unlinkForm),
        tryAgainButton(services),
        homeOpened(services),
        chooseLanguageButton(services),
        ...listSurfaces(services, settingsList),
        ...formSurfaces(services, settingForm),
        ...listSurfaces(services, auditList),
        ...uninstalled(services),
      ],
    },
    {
      name: 'contacts',
      surfaces: [
        ...peopleSurfaces(services),
        ...formSurfaces(services, contactForm),
        ...formSurfaces(services, forgetForm),
        ...formSurfaces(services, groupForm),
        deleteGroupButton(services),
        openImportButton(services),
        pastedPeopleForm(services),
        openExportButton(services),
        openPageButton(services),
      ],
    },
    {
      name: 'templates',
      surfaces: [
        ...listSurfaces(services, templateList),
        ...formSurfaces(services, templateForm),
        deleteTemplateButton(services),
      ],
    },
    {
      name: 'schedules',
      surfaces: [
        ...listSurfaces(services, scheduleList),
        changeScheduleButton(services),
        copyScheduleButton(services),
        ...formSurfaces(services, whenForm),
        skipRunButton(services),
        cancelScheduleButton(services),
        ...answerLateButton(services),
      ],
    },
    {
      name: 'rotas',
      surfaces: [
        ...listSurfaces(services, rotaList),
        ...formSurfaces(services, rotaForm),
        offersRecipients(services, fieldPattern(rotaForm, 'people'), []),
        deleteRotaButton(services),
        ...formSurfaces(services, standInForm),
        offersRecipients(services, fieldPattern(standInForm, 'who'), []),
        endStandInButton(services),
      ],
    },
    {
      name: 'broadcasts',
      surfaces: [
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
      ],
    },
    {
      name: 'alerts',
      surfaces: [
        ...listSurfaces(services, hookList),
        ...formSurfaces(services, hookForm),
        offersRecipients(services, fieldPattern(hookForm, 'recipients'), all),
        offersRecipients(services, stepTo(fieldId(hookForm, 'escalation'), '\\d'), all),
        // A hook is everybody's.
        offersTemplates(services, fieldPattern(hookForm, 'template'), ({ owner }) => owner === null),
        revokeHookButton(services),
        confirmSubscriptionButton(services),
        takeAlerts(services),
        giveBackAlerts(services),
        resolveAlerts(services),
        ...listSurfaces(services, alertList),
        ...formSurfaces(services, aboutAlertsForm),
        offersRecipients(services, fieldPattern(aboutAlertsForm, 'to'), all),
      ],
    },
    {
      name: 'workflows',
      surfaces: [sendSmsStep(services), findGroups(services), findTemplates(services)],
    },
  ];
}
