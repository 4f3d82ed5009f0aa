import { z } from 'zod';
import type { Form } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/ids.ts';
import { kept } from '../../../kit/slack/kept.ts';
import type { Right } from '../../../kit/slack/surface.ts';
import { changesBetween } from '../../changes.ts';
import type { Settings } from '../../settings.ts';
import { admin, manager } from '../rights.ts';
import type { SettingExtras } from './group-fields.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups.ts';
import { reachesMore } from './reach.ts';
import { userGroupsOf } from './user-groups.ts';
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
  asksNow: true,
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
