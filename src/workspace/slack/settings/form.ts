import { z } from 'zod';
import type { Form } from '../../../kit/slack/form.ts';
import { kept } from '../../../kit/slack/state.ts';
import type { Right } from '../../../kit/slack/surface.ts';
import { COMMAND } from '../../../kit/slack/surface.ts';
import { changesBetween, type Settings } from '../../settings.ts';
import { admin, manager } from '../rights.ts';
import { type SettingExtras, userGroupsOf } from './group-fields.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups.ts';
import { changeLines } from './words.ts';

const nameSchema = z.enum(GROUP_NAMES);

/** Whoever may change a group of settings; some are for admins only. */
const changer: Right<GroupName> = (services, who, name) =>
  (GROUPS[name].adminsOnly ? admin : manager)(services, who, null);

/**
 * "Change" on a group of settings: its form, on top of the overview. A change that reaches more people or costs more is shown once
 * more before it is saved.
 */
export const settingForm: Form<{
  about: GroupName;
  before: Settings;
  draft: Record<string, unknown>;
  extras: SettingExtras;
}> = {
  id: 'setting',
  ways: { change: value => kept(nameSchema, value) },
  about: nameSchema,
  may: changer,
  requiresLiveFacts: true,
  command: `${COMMAND} settings`,
  title: ({ settings }, name) => settings.group[name],
  submit: ({ settings }) => settings.save,
  load: async ({ settings }, { workspace }) => ({ before: await settings.of(workspace) }),
  draft: (settings, name) => GROUPS[name].draft(settings),
  async extras(_services, { client, workspace }, { about: name }) {
    return { userGroups: GROUPS[name].asksUserGroups ? await userGroupsOf(client, workspace) : [] };
  },
  fields: ({ settings }, name) => GROUPS[name].fields(settings),
  check: (_services, _who, { settings }, { about, draft, before }) =>
    GROUPS[about].check?.(settings, draft, before) ?? {},
  version: draft => draft,
  changed: ({ settings }, { about, draft, before }) => [
    settings.changedMeanwhile,
    changeLines(settings, changed(about, draft, before)),
  ],
  warning({ settings }, { about, draft, before }) {
    const after = { ...before, ...GROUPS[about].changes(draft, before) };
    if (!reachesMore(before, after)) return null;
    return [settings.lookOnceMore, changeLines(settings, changed(about, draft, before))];
  },
  async save(services, submitter, { settings: said }, { about, draft, before }) {
    const { workspace, userId, client } = submitter;
    const changes = changed(about, draft, before);
    if (changes.length === 0) return { said: said.nothingChanged };
    await services.settings.save(workspace, userId, GROUPS[about].changes(draft, before));
    await services.home.publish(client, submitter);
    // The saved setting may be the language of this message.
    const { settings: now } = await services.words.of(workspace, userId);
    return { said: [now.saved, changeLines(now, changes)].join('\n') };
  },
};

function changed(name: GroupName, draft: Record<string, unknown>, before: Settings) {
  const its = (settings: Settings): Partial<Settings> =>
    Object.fromEntries(GROUPS[name].settings.map(one => [one, settings[one]]));
  return changesBetween(its(before), its({ ...before, ...GROUPS[name].changes(draft, before) }));
}

type DailyCap = Settings['personCap'];

/**
 * Whether a change lets more people send or see, may cost more, or can't be undone (what is older than the retention is
 * deleted): such a change is shown for confirmation before it is saved.
 */
function reachesMore(before: Settings, after: Settings): boolean {
  return (
    moreSenders(before.senders, after.senders) ||
    (after.guests && !before.guests) ||
    (after.otherTeams && !before.otherTeams) ||
    (after.everyoneAdds && !before.everyoneAdds) ||
    more(before.channels, after.channels) ||
    (after.receipts === 'channel' && before.receipts === 'sender') ||
    (before.maskNumbers && !after.maskNumbers) ||
    (after.nameContacts && !before.nameContacts) ||
    (after.alertsDespiteNever && !before.alertsDespiteNever) ||
    (after.alertsMention && !before.alertsMention) ||
    looser(before.personCap, after.personCap) ||
    looser(before.workflowCap, after.workflowCap) ||
    looser(before.workspaceCap, after.workspaceCap) ||
    more(after.blocklist, before.blocklist) ||
    after.retentionDays < before.retentionDays ||
    after.broadcastTexts > before.broadcastTexts ||
    looser(spending(before), spending(after)) ||
    lessApproval(before.broadcastApproval, after.broadcastApproval) ||
    after.promotionalHours.from < before.promotionalHours.from ||
    after.promotionalHours.to > before.promotionalHours.to ||
    more(before.managers, after.managers)
  );
}

function moreSenders(before: Settings['senders'], after: Settings['senders']): boolean {
  if (before === null || after === null) return before !== after && after === null;
  return more(before.people, after.people) || more(before.groups, after.groups);
}

/** Whether the second list has something that the first doesn't; null: everything there is. */
function more(before: readonly string[] | null, after: readonly string[] | null): boolean {
  if (before === null) return false;
  return after === null || after.some(one => !before.includes(one));
}

const spending = ({ broadcastCredits }: Settings): DailyCap => ({ texts: null, credits: broadcastCredits });

/** Some broadcasts need no approval any more, or others are asked for it. */
function lessApproval(before: Settings['broadcastApproval'], after: Settings['broadcastApproval']): boolean {
  if (before === null) return false;
  return after === null || after.above > before.above || after.channel !== before.channel;
}

function looser(before: DailyCap, after: DailyCap): boolean {
  const higher = (was: number | null, is: number | null): boolean =>
    was !== null && (is === null || is > was);
  const amount = (credits: DailyCap['credits']): number | null => (credits === null ? null : Number(credits));
  return higher(before.texts, after.texts) || higher(amount(before.credits), amount(after.credits));
}
