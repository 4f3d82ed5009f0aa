import type { Credits } from '../../../kit/credits.ts';
import { numberErrors, readNumbers } from '../../../kit/parse-values.ts';
import { channel, checkboxes, longList, radio } from '../../../kit/slack/fields.ts';
import { LANGUAGES } from '../../../kit/words/languages.ts';
import { LANGUAGE_NAMES } from '../../../kit/words/wording.ts';
import { areAllowedHours, WIDEST_HOURS } from '../../promotional-hours.ts';
import {
  MAX_BLOCKED,
  MAX_LATE_MINUTES,
  MAX_LISTED,
  MAX_ROWS,
  RETENTION_DAYS,
  type Settings,
} from '../../settings.ts';
import {
  below,
  channelsIn,
  choice,
  count,
  credits,
  flag,
  neededCount,
  peopleIn,
  type SettingsGroup,
  timeIn,
  userGroupField,
} from './group-fields.ts';

/* What can be set, form by form. */

const others = ['guests', 'otherTeams'] as const;

/** Settings that are filled in as they are kept. */
const asKept = <Name extends keyof Settings>(
  settings: readonly Name[],
  fields: SettingsGroup<Pick<Settings, Name>>['fields'],
): SettingsGroup<Pick<Settings, Name>> => ({
  settings,
  fields,
  draft: all => Object.fromEntries(settings.map(name => [name, all[name]])) as Pick<Settings, Name>,
  changes: draft => draft,
});

type Senders = {
  who: 'everyone' | 'chosen';
  people: string[];
  /** Null: the field is missing, as Slack didn't list the groups. */
  groups: string[] | null;
  others: string[];
};

/** Who may send: everybody or some, and whether that includes guests and people from other workspaces. */
const senders: SettingsGroup<Senders> = {
  settings: ['senders', 'guests', 'otherTeams'],
  asksUserGroups: true,
  draft: settings => ({
    who: settings.senders === null ? 'everyone' : 'chosen',
    people: settings.senders?.people ?? [],
    groups: settings.senders?.groups ?? [],
    others: others.filter(one => settings[one]),
  }),
  fields: words => ({
    who: choice(words.field.who, ['everyone', 'chosen']),
    people: peopleIn(words.field.people, MAX_LISTED),
    groups: userGroupField(words),
    others: {
      blocks(id, chosen) {
        const choices = others.map(value => ({ value, label: words.field.others[value] }));
        return checkboxes(id, words.field.others, choices, chosen);
      },
      read: (state, id) => ({ value: state.choices(id) ?? [] }),
    },
  }),
  check({ wrong }, { who, people, groups }, before) {
    const its = groups ?? before.senders?.groups ?? [];
    const some = people.length + its.length > 0;
    // People choose names and overlook the choice above them; somebody who switches back to everybody means it.
    if (who === 'everyone') return some && before.senders === null ? { who: wrong.chosenInVain } : {};
    if (!some) return { people: wrong.nobodyChosen };
    return its.length > MAX_LISTED ? { groups: wrong.tooMany(MAX_LISTED) } : {};
  },
  changes: ({ who, people, groups, others: also }, before) => ({
    senders: who === 'everyone' ? null : { people, groups: groups ?? before.senders?.groups ?? [] },
    ...{ guests: also.includes('guests'), otherTeams: also.includes('otherTeams') },
  }),
};

/** Who may add people to the workspace's contacts. */
const contacts = asKept(['everyoneAdds'], ({ field }) => ({
  everyoneAdds: flag(field.adders),
}));

type Channels = {
  where: 'every' | 'chosen';
  channels: string[];
  receipts: Settings['receipts'];
  nameContacts: boolean;
};

/** Where texts may be sent from, and where their receipts appear. */
const channels: SettingsGroup<Channels> = {
  settings: ['channels', 'receipts', 'nameContacts'],
  draft: settings => ({
    where: settings.channels === null ? 'every' : 'chosen',
    channels: settings.channels ?? [],
    ...{ receipts: settings.receipts, nameContacts: settings.nameContacts },
  }),
  fields: ({ field }) => ({
    where: choice(field.where, ['every', 'chosen']),
    channels: channelsIn(field.channels, MAX_LISTED),
    receipts: choice(field.receipts, ['channel', 'sender']),
    nameContacts: flag(field.nameContacts, 'yes'),
  }),
  check({ wrong }, { where, channels: chosen }, before) {
    if (where === 'chosen') return chosen.length === 0 ? { channels: wrong.noChannelChosen } : {};
    // People choose channels and overlook the choice above them; somebody who switches back to all channels means it.
    return chosen.length > 0 && before.channels === null ? { where: wrong.chosenInVain } : {};
  },
  changes: ({ where, channels: chosen, ...others }) => ({
    ...others,
    channels: where === 'chosen' ? chosen : null,
  }),
};

type Caps = {
  personTexts: number | null;
  personCredits: Credits | null;
  workflowTexts: number | null;
  workflowCredits: Credits | null;
  workspaceTexts: number | null;
  workspaceCredits: Credits | null;
  lowBalance: Credits | null;
};

/** What a day may cost, and when admins are told about a low balance. */
const limits: SettingsGroup<Caps> = {
  settings: ['personCap', 'workflowCap', 'workspaceCap', 'lowBalance'],
  draft: ({ personCap, workflowCap, workspaceCap, lowBalance }) => ({
    ...{ personTexts: personCap.texts, personCredits: personCap.credits },
    ...{ workflowTexts: workflowCap.texts, workflowCredits: workflowCap.credits },
    ...{ workspaceTexts: workspaceCap.texts, workspaceCredits: workspaceCap.credits },
    lowBalance,
  }),
  fields: ({ field, note, wrong }) => ({
    personTexts: below(note.limits, count(field.personTexts, wrong.count)),
    personCredits: credits(field.personCredits, wrong.credits),
    workflowTexts: count(field.workflowTexts, wrong.count),
    workflowCredits: credits(field.workflowCredits, wrong.credits),
    workspaceTexts: count(field.workspaceTexts, wrong.count),
    workspaceCredits: credits(field.workspaceCredits, wrong.credits),
    lowBalance: credits(field.lowBalance, wrong.credits),
  }),
  changes: draft => ({
    personCap: { texts: draft.personTexts, credits: draft.personCredits },
    workflowCap: { texts: draft.workflowTexts, credits: draft.workflowCredits },
    workspaceCap: { texts: draft.workspaceTexts, credits: draft.workspaceCredits },
    lowBalance: draft.lowBalance,
  }),
};

type Broadcasting = {
  broadcastTexts: number | null;
  broadcastCredits: Credits | null;
  approvalAbove: number | null;
  approvalChannel: string | null;
  promotionalFrom: string;
  promotionalTo: string;
};

/** How large and how expensive a broadcast may be, who else has to approve it, and when promotional texts go. */
const broadcasts: SettingsGroup<Broadcasting> = {
  settings: ['broadcastTexts', 'broadcastCredits', 'broadcastApproval', 'promotionalHours'],
  draft: ({ broadcastTexts, broadcastCredits, broadcastApproval, promotionalHours }) => ({
    ...{ broadcastTexts, broadcastCredits },
    approvalAbove: broadcastApproval?.above ?? null,
    approvalChannel: broadcastApproval?.channel ?? null,
    promotionalFrom: promotionalHours.from,
    promotionalTo: promotionalHours.to,
  }),
  fields: ({ field, note, wrong }) => ({
    broadcastTexts: count(field.broadcastTexts, wrong.people(1, MAX_ROWS), { most: MAX_ROWS }),
    broadcastCredits: credits(field.broadcastCredits, wrong.credits),
    approvalAbove: count(field.approvalAbove, wrong.people(0, MAX_ROWS), { least: 0, most: MAX_ROWS }),
    approvalChannel: {
      blocks: (id, chosen) => channel(id, field.approvalChannel, chosen ?? '', true),
      read: (state, id) => ({ value: state.conversation(id) }),
    },
    promotionalFrom: below(note.promotionalHours, timeIn(field.promotionalFrom, WIDEST_HOURS.from)),
    promotionalTo: timeIn(field.promotionalTo, WIDEST_HOURS.to),
  }),
  check({ wrong }, { approvalAbove, approvalChannel, promotionalFrom: from, promotionalTo: to }, before) {
    const isEarly = from < WIDEST_HOURS.from;
    const hours = areAllowedHours({ from, to })
      ? {}
      : { [isEarly ? 'promotionalFrom' : 'promotionalTo']: wrong.hours(WIDEST_HOURS) };
    if (approvalAbove !== null && approvalChannel === null)
      return { ...hours, approvalChannel: wrong.noApprovalChannel };
    // People choose a channel and overlook the number; somebody who clears the number and leaves the channel means it.
    const isInVain = approvalAbove === null && approvalChannel !== null && before.broadcastApproval === null;
    return isInVain ? { ...hours, approvalAbove: wrong.channelInVain } : hours;
  },
  changes: ({ broadcastTexts, broadcastCredits, approvalAbove: above, approvalChannel, ...hours }) => ({
    broadcastTexts: broadcastTexts ?? MAX_ROWS,
    broadcastCredits,
    broadcastApproval:
      above === null || approvalChannel === null ? null : { above, channel: approvalChannel },
    promotionalHours: { from: hours.promotionalFrom, to: hours.promotionalTo },
  }),
};

/** Texts that were to go out while the app was down. */
const later = asKept(['lateMinutes'], ({ field, wrong }) => ({
  lateMinutes: neededCount(field.lateMinutes, wrong.minutes(MAX_LATE_MINUTES), {
    ...{ least: 0, most: MAX_LATE_MINUTES },
  }),
}));

/** How much of numbers is shown, how long texts are kept, and the language of what everybody reads. */
const privacy = asKept(['maskNumbers', 'retentionDays', 'language'], ({ field, wrong }) => {
  const { min: least, max: most } = RETENTION_DAYS;
  const languages = [
    { value: 'default', label: field.language.default },
    ...LANGUAGES.map(language => ({ value: language, label: LANGUAGE_NAMES[language] })),
  ];
  return {
    maskNumbers: flag(field.mask, 'yes'),
    retentionDays: neededCount(field.retention, wrong.days(least, most), { least, most }),
    language: {
      blocks: (id, language) => radio(id, field.language, languages, language ?? 'default'),
      read: (state, id) => ({ value: LANGUAGES.find(one => one === state.choice(id)) ?? null }),
    },
  };
});

/** Numbers that are never texted. `blocked`: as they are typed, field by field. */
const blocklist: SettingsGroup<{ blocked: string[] }> = {
  settings: ['blocklist'],
  draft: settings => ({ blocked: [settings.blocklist.join('\n')] }),
  fields: words => ({
    blocked: {
      blocks(id, texts) {
        const lines = texts.flatMap(typed => (typed === '' ? [] : typed.split('\n')));
        return longList(`${id}_`, words.field.blocklist, words.field.moreNumbers, lines);
      },
      read(state, id) {
        const typed = state.texts(`${id}_`);
        const error = numberErrors(words, typed);
        const [first] = typed;
        const { numbers } = readNumbers(typed.map(({ text }) => text).join('\n'));
        if (first && numbers.length > MAX_BLOCKED) error[first.block] ??= words.wrong.tooMany(MAX_BLOCKED);
        return { value: typed.map(({ text }) => text), error };
      },
    },
  }),
  changes: ({ blocked }) => ({ blocklist: readNumbers(blocked.join('\n')).numbers }),
};

/** The only way to text numbers that are marked as never to be texted. */
const doNotText = asKept(['alertsIgnoreDoNotText'], ({ field }) => ({
  alertsIgnoreDoNotText: flag(field.alertsIgnoreDoNotText),
}));

/** What hooks may do in their channels. */
const alerts = asKept(['alertsMention'], ({ field }) => ({
  alertsMention: flag(field.alertsMention),
}));

/** Who may change all other settings, besides the workspace's admins. */
const managers = asKept(['managers'], ({ field, note }) => ({
  managers: below(note.managers, peopleIn(field.managers, MAX_LISTED)),
}));

/** Every group of settings, in the order they are shown. */
const ALL = {
  senders,
  contacts,
  channels,
  limits,
  broadcasts,
  later,
  privacy,
  blocklist,
  doNotText: { ...doNotText, adminsOnly: true },
  alerts: { ...alerts, adminsOnly: true },
  managers: { ...managers, adminsOnly: true },
};
export type GroupName = keyof typeof ALL;
export const GROUP_NAMES = Object.keys(ALL) as [GroupName, ...GroupName[]];
/** Each with a draft that only it knows. */
export const GROUPS = ALL as unknown as Record<GroupName, SettingsGroup<Record<string, unknown>>>;
