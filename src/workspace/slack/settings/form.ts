import { z } from 'zod';
import type { Form } from '../../../kit/slack/form.ts';
import type { Permission } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import { parseStored } from '../../../kit/slack/view-state.ts';
import { changesBetween, type Settings } from '../../settings.ts';
import { channelWarning } from '../channel-warning.ts';
import { admin, manager } from '../permissions.ts';
import { type SettingExtras, userGroupsOf } from './group-fields.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups.ts';
import { changeLines } from './words.ts';

const nameSchema = z.enum(GROUP_NAMES);

/** Managers may change most groups of settings; some are for admins only. */
const changer: Permission<GroupName> = (services, user, name) =>
  (GROUPS[name].adminsOnly ? admin : manager)(services, user, null);

/**
 * The form of a group of settings, opened by "Change" in the overview. A change that reaches more people or costs more has to be
 * confirmed.
 */
export const settingForm: Form<{
  subject: GroupName;
  current: Settings;
  draft: Record<string, unknown>;
  extras: SettingExtras;
}> = {
  id: 'setting',
  openers: { change: value => parseStored(nameSchema, value) },
  subject: nameSchema,
  permission: changer,
  requiresLiveFacts: true,
  command: `${COMMAND} settings`,
  title: ({ settings }, name) => settings.group[name],
  submit: ({ settings }) => settings.save,
  load: async ({ settings }, { workspace }) => ({ current: await settings.of(workspace) }),
  draft: (settings, name) => GROUPS[name].draft(settings),
  async extras(_services, { client, workspace }, { subject: name }) {
    return { userGroups: GROUPS[name].asksUserGroups ? await userGroupsOf(client, workspace) : [] };
  },
  fields: ({ settings }, name) => GROUPS[name].fields(settings),
  check: (_services, _user, { settings }, { subject, draft, current }) =>
    GROUPS[subject].check?.(settings, draft, current) ?? {},
  version: draft => draft,
  changed: ({ settings }, { subject, draft, current }) => [
    settings.changedMeanwhile,
    changeLines(settings, changed(subject, draft, current)),
  ],
  warning({ settings }, { subject, draft, current }) {
    const after = { ...current, ...GROUPS[subject].changes(draft, current) };
    if (!reachesMore(current, after)) return null;
    return [settings.lookOnceMore, changeLines(settings, changed(subject, draft, current))];
  },
  async save(services, submitter, words, { subject, draft, current }) {
    const { workspace, userId, client } = submitter;
    const differences = changed(subject, draft, current);
    if (differences.length === 0) return { message: words.settings.nothingChanged };
    const changes = GROUPS[subject].changes(draft, current);
    await services.settings.save(workspace, userId, changes);
    await services.home.publish(client, submitter);
    // The language of this message may have changed with the settings.
    const newWords = await services.words.of(workspace, userId);
    const channel = changes.broadcastApproval?.channel ?? null;
    const isNew = channel !== null && channel !== current.broadcastApproval?.channel;
    const absent = isNew ? await channelWarning(client, newWords, { channel, userId }) : null;
    const lines = [
      newWords.settings.saved,
      changeLines(newWords.settings, differences),
      ...(absent ? [absent] : []),
    ];
    return { message: lines.join('\n') };
  },
};

function changed(name: GroupName, draft: Record<string, unknown>, current: Settings) {
  const valuesOf = (settings: Settings): Partial<Settings> =>
    Object.fromEntries(GROUPS[name].settings.map(setting => [setting, settings[setting]]));
  return changesBetween(valuesOf(current), valuesOf({ ...current, ...GROUPS[name].changes(draft, current) }));
}

type DailyCap = Settings['personCap'];

/**
 * True if a change lets more people send or see texts, may cost more, or can't be undone (a shorter retention time deletes texts).
 */
function reachesMore(current: Settings, after: Settings): boolean {
  return (
    moreSenders(current.senders, after.senders) ||
    (after.guests && !current.guests) ||
    (after.otherTeams && !current.otherTeams) ||
    (after.everyoneAdds && !current.everyoneAdds) ||
    more(current.channels, after.channels) ||
    (after.receipts === 'channel' && current.receipts === 'sender') ||
    (current.maskNumbers && !after.maskNumbers) ||
    (after.nameContacts && !current.nameContacts) ||
    (after.alertsIgnoreDoNotText && !current.alertsIgnoreDoNotText) ||
    (after.alertsMention && !current.alertsMention) ||
    (after.alertsTextCritical && !current.alertsTextCritical) ||
    looser(current.personCap, after.personCap) ||
    looser(current.workflowCap, after.workflowCap) ||
    looser(current.workspaceCap, after.workspaceCap) ||
    more(after.blocklist, current.blocklist) ||
    signsMore(current, after) ||
    after.retentionDays < current.retentionDays ||
    after.broadcastTexts > current.broadcastTexts ||
    looser(spending(current), spending(after)) ||
    lessApproval(current.broadcastApproval, after.broadcastApproval) ||
    after.promotionalHours.from < current.promotionalHours.from ||
    after.promotionalHours.to > current.promotionalHours.to ||
    more(current.managers, after.managers)
  );
}

function moreSenders(current: Settings['senders'], after: Settings['senders']): boolean {
  if (current === null || after === null) return current !== after && after === null;
  return more(current.people, after.people) || more(current.groups, after.groups);
}

/** True if the second list has an item that the first doesn't; null is the list of all items. */
function more(current: readonly string[] | null, after: readonly string[] | null): boolean {
  if (current === null) return false;
  return after === null || after.some(item => !current.includes(item));
}

/** True if texts become longer, or say something else. */
const signsMore = (current: Settings, after: Settings): boolean =>
  after.signsAll && (!current.signsAll || after.signOff !== current.signOff);

const spending = ({ broadcastCredits }: Settings): DailyCap => ({ texts: null, credits: broadcastCredits });

/** True if some broadcasts need no approval any more, or if the approvers change. */
function lessApproval(current: Settings['broadcastApproval'], after: Settings['broadcastApproval']): boolean {
  if (current === null) return false;
  return after === null || after.above > current.above || after.channel !== current.channel;
}

function looser(current: DailyCap, after: DailyCap): boolean {
  const higher = (was: number | null, is: number | null): boolean =>
    was !== null && (is === null || is > was);
  const amount = (credits: DailyCap['credits']): number | null => (credits === null ? null : Number(credits));
  return higher(current.texts, after.texts) || higher(amount(current.credits), amount(after.credits));
}
