import type { Credits } from '../../../kit/credits.ts';
import { numberErrors, readNumbers } from '../../../kit/parse-values.ts';
import { channel, checkboxes, longList, radio, textField } from '../../../kit/slack/fields.ts';
import { LANGUAGES } from '../../../kit/words/languages.ts';
import { LANGUAGE_NAMES } from '../../../kit/words/wording.ts';
import { areAllowedHours, WIDEST_HOURS } from '../../promotional-hours.ts';
import {
  MAX_BLOCKED,
  MAX_LATE_MINUTES,
  MAX_LISTED,
  MAX_ROWS,
  MAX_SIGN_OFF,
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

/* The groups of settings, each with its form. */

const OUTSIDERS = ['guests', 'otherTeams'] as const;

/** A group whose draft has the settings' own values. */
const asStored = <Name extends keyof Settings>(
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
  /** Null if the field is missing, because Slack didn't list the groups. */
  groups: string[] | null;
  others: string[];
};

/** Permission to send: for everyone or some people, with or without guests and people from other teams. */
const senders: SettingsGroup<Senders> = {
  settings: ['senders', 'guests', 'otherTeams'],
  asksUserGroups: true,
  draft: settings => ({
    who: settings.senders === null ? 'everyone' : 'chosen',
    people: settings.senders?.people ?? [],
    groups: settings.senders?.groups ?? [],
    others: OUTSIDERS.filter(name => settings[name]),
  }),
  fields: words => ({
    who: choice(words.field.who, ['everyone', 'chosen']),
    people: peopleIn(words.field.people, MAX_LISTED),
    groups: userGroupField(words),
    others: {
      blocks(id, chosen) {
        const choices = OUTSIDERS.map(value => ({ value, label: words.field.others[value] }));
        return checkboxes(id, words.field.others, choices, chosen);
      },
      read: (state, id) => ({ value: state.choices(id) ?? [] }),
    },
  }),
  check({ wrong }, { who: scope, people, groups }, before) {
    const groupIds = groups ?? before.senders?.groups ?? [];
    const isAnyChosen = people.length + groupIds.length > 0;
    // An admin may choose names and overlook the choice above them; one who switches back to everyone means it.
    if (scope === 'everyone')
      return isAnyChosen && before.senders === null ? { who: wrong.chosenInVain } : {};
    if (!isAnyChosen) return { people: wrong.nobodyChosen };
    return groupIds.length > MAX_LISTED ? { groups: wrong.tooMany(MAX_LISTED) } : {};
  },
  changes: ({ who: scope, people, groups, others: outsiders }, before) => ({
    senders: scope === 'everyone' ? null : { people, groups: groups ?? before.senders?.groups ?? [] },
    guests: outsiders.includes('guests'),
    otherTeams: outsiders.includes('otherTeams'),
  }),
};

/** Permission to add contacts. */
const contacts = asStored(['everyoneAdds'], ({ field }) => ({
  everyoneAdds: flag(field.adders),
}));

type Channels = {
  where: 'every' | 'chosen';
  channels: string[];
  receipts: Settings['receipts'];
  nameContacts: boolean;
};

/** The channels where `/sms` works, and the place of receipts. */
const channels: SettingsGroup<Channels> = {
  settings: ['channels', 'receipts', 'nameContacts'],
  draft: settings => ({
    where: settings.channels === null ? 'every' : 'chosen',
    channels: settings.channels ?? [],
    receipts: settings.receipts,
    nameContacts: settings.nameContacts,
  }),
  fields: ({ field }) => ({
    where: choice(field.where, ['every', 'chosen']),
    channels: channelsIn(field.channels, MAX_LISTED),
    receipts: choice(field.receipts, ['channel', 'sender']),
    nameContacts: flag(field.nameContacts, 'yes'),
  }),
  check({ wrong }, { where, channels: chosen }, before) {
    if (where === 'chosen') return chosen.length === 0 ? { channels: wrong.noChannelChosen } : {};
    // An admin may choose channels and overlook the choice above them; one who switches back to all channels means it.
    return chosen.length > 0 && before.channels === null ? { where: wrong.chosenInVain } : {};
  },
  changes: ({ where, channels: chosen, ...rest }) => ({
    ...rest,
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

/** The limits of a day, and the balance below which managers and the admin who linked the key are warned. */
const limits: SettingsGroup<Caps> = {
  settings: ['personCap', 'workflowCap', 'workspaceCap', 'lowBalance'],
  draft: ({ personCap, workflowCap, workspaceCap, lowBalance }) => ({
    personTexts: personCap.texts,
    personCredits: personCap.credits,
    workflowTexts: workflowCap.texts,
    workflowCredits: workflowCap.credits,
    workspaceTexts: workspaceCap.texts,
    workspaceCredits: workspaceCap.credits,
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

/** The limits of a broadcast, its approval, and the hours for promotional texts. */
const broadcasts: SettingsGroup<Broadcasting> = {
  settings: ['broadcastTexts', 'broadcastCredits', 'broadcastApproval', 'promotionalHours'],
  draft: ({ broadcastTexts, broadcastCredits, broadcastApproval, promotionalHours }) => ({
    broadcastTexts,
    broadcastCredits,
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
    // An admin may choose a channel and overlook the number; one who clears the number and leaves the channel means it.
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

/** The ten seconds to take a text back, and the line at the end of texts. */
const texts: SettingsGroup<Pick<Settings, 'undo' | 'signOff' | 'signsAll'>> = {
  ...asStored(['undo', 'signOff', 'signsAll'], ({ field, note }) => ({
    undo: flag(field.undo),
    signOff: below(note.signOff, {
      blocks: (id, line) => textField(id, field.signOff, line, { most: MAX_SIGN_OFF }),
      read: (state, id) => ({ value: state.text(id).trim() }),
    }),
    signsAll: flag(field.signsAll),
  })),
  check: ({ wrong }, { signOff, signsAll }) =>
    signsAll && signOff === '' ? { signOff: wrong.noSignOff } : {},
};

/** Scheduled texts: those that were missed while the app was down, and the workspace's working days. */
const later = asStored(['lateMinutes', 'workingDays'], ({ field, note, wrong }) => ({
  lateMinutes: neededCount(field.lateMinutes, wrong.minutes(MAX_LATE_MINUTES), {
    least: 0,
    most: MAX_LATE_MINUTES,
  }),
  workingDays: {
    blocks(id, days) {
      const choices = WEEKDAYS.map(day => ({ value: String(day), label: note.weekday(day) }));
      return checkboxes(id, field.workingDays, choices, days.map(String));
    },
    read(state, id) {
      const days = WEEKDAYS.filter(day => state.choices(id)?.includes(String(day)));
      return days.length > 0 ? { value: days } : { value: days, error: wrong.noWorkingDay };
    },
  },
}));

/** From Sunday on. */
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** The masking of numbers, the retention time, and the workspace's language. */
const privacy = asStored(['maskNumbers', 'retentionDays', 'language'], ({ field, wrong }) => {
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
      read: (state, id) => ({ value: LANGUAGES.find(language => language === state.choice(id)) ?? null }),
    },
  };
});

/** Numbers that are never texted. `blocked`: the typed text of each field. */
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

/** Permission for alerts to text numbers that are marked "never text"; nothing else may. */
const doNotText = asStored(['alertsIgnoreDoNotText'], ({ field }) => ({
  alertsIgnoreDoNotText: flag(field.alertsIgnoreDoNotText),
}));

/** Permission for hooks to mention their whole channels, and whether people may do without a text. */
const alerts = asStored(['alertsMention', 'alertsTextCritical'], ({ field }) => ({
  alertsMention: flag(field.alertsMention),
  alertsTextCritical: flag(field.alertsTextCritical),
}));

const managers = asStored(['managers'], ({ field, note }) => ({
  managers: below(note.managers, peopleIn(field.managers, MAX_LISTED)),
}));

/** In the order of the overview. */
const ALL = {
  senders,
  contacts,
  channels,
  limits,
  texts,
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
/** With drafts of any type, because only a group itself knows its draft's type. */
export const GROUPS = ALL as unknown as Record<GroupName, SettingsGroup<Record<string, unknown>>>;
