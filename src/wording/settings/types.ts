import type { NumberFault } from '../../domain/number.ts';
import type { Labelled } from '../parts.ts';

type CapWords = { texts: number | null; credits: string | null };

/** The settings modal, group by group, and how settings are described elsewhere. */
export type SettingsWording = {
  title: string;
  intro: string;
  change: string;
  back: string;
  save: string;
  saveAnyway: string;
  oneMoment: string;
  saved: string;
  nothingChanged: string;
  /** Above a form that Slack or the store didn't let us save; it still has what was typed. */
  notSaved(because: string): string;
  storeAway: string;
  saveUnsure: string;
  /** Before something that reaches more people, costs more or can't be undone. */
  lookOnceMore: string;
  /** Somebody else changed the same settings while the form was open. */
  changedMeanwhile: string;
  group: {
    senders: string;
    contacts: string;
    channels: string;
    limits: string;
    broadcasts: string;
    later: string;
    privacy: string;
    blocklist: string;
    never: string;
    alerts: string;
    managers: string;
  };
  /** The name of each setting, to precede its value. */
  name: {
    senders: string;
    guests: string;
    otherTeams: string;
    everyoneAdds: string;
    channels: string;
    receipts: string;
    maskNumbers: string;
    nameContacts: string;
    alertsDespiteNever: string;
    alertsMention: string;
    language: string;
    personCap: string;
    workflowCap: string;
    workspaceCap: string;
    blocklist: string;
    retentionDays: string;
    lowBalance: string;
    lateMinutes: string;
    managers: string;
    broadcastTexts: string;
    broadcastCredits: string;
    broadcastApproval: string;
    promotionalHours: string;
  };
  value: {
    senders(who: { people: string[]; groups: string[] } | null): string;
    may(may: boolean): string;
    /** Who may add people. */
    adders(everyone: boolean): string;
    channels(ids: string[] | null): string;
    receipts: { channel: string; sender: string };
    masked(masked: boolean): string;
    named(named: boolean): string;
    despiteNever(despite: boolean): string;
    mentions(mentions: boolean): string;
    /** @param name the language's name in itself; null: the server's default */
    language(name: string | null): string;
    cap(cap: CapWords): string;
    days(days: number): string;
    below(amount: string | null): string;
    minutes(minutes: number): string;
    people(ids: string[]): string;
    numbers(count: number): string;
    broadcastTexts(people: number): string;
    /** Above how many people somebody else approves, and where they are asked. */
    approval(rule: { above: number; channel: string } | null): string;
    /** Times of day in Bangladesh, `HH:MM`. */
    hours(hours: { from: string; to: string }): string;
  };
  changed: {
    value(change: { name: string; from: string; to: string }): string;
    list(change: { name: string; came: string[]; left: string[] }): string;
  };
  field: {
    who: Labelled & { everyone: string; chosen: string };
    people: Labelled;
    groups: Labelled;
    others: Labelled & { guests: string; otherTeams: string };
    adders: Labelled & { everyone: string; managers: string };
    where: Labelled & { every: string; chosen: string };
    channels: Labelled;
    receipts: Labelled & { channel: string; sender: string };
    nameContacts: Labelled & { named: string; unnamed: string };
    alertsDespiteNever: Labelled & { no: string; yes: string };
    alertsMention: Labelled & { no: string; yes: string };
    personTexts: Labelled;
    personCredits: Labelled;
    workflowTexts: Labelled;
    workflowCredits: Labelled;
    workspaceTexts: Labelled;
    workspaceCredits: Labelled;
    lowBalance: Labelled;
    lateMinutes: Labelled;
    mask: Labelled & { masked: string; whole: string };
    retention: Labelled;
    language: Labelled & { default: string };
    blocklist: Labelled;
    moreNumbers: Labelled;
    managers: Labelled;
    broadcastTexts: Labelled;
    broadcastCredits: Labelled;
    approvalAbove: Labelled;
    approvalChannel: Labelled;
    promotionalFrom: Labelled;
    promotionalTo: Labelled;
  };
  note: {
    /** Slack didn't list the user groups. */
    noGroupsListed: string;
    noGroups: string;
    limits: string;
    managers: string;
    promotionalHours: string;
  };
  wrong: {
    nobodyChosen: string;
    noChannelChosen: string;
    chosenInVain: string;
    tooMany(limit: number): string;
    count: string;
    credits: string;
    days(min: number, max: number): string;
    minutes(max: number): string;
    people(min: number, max: number): string;
    noApprovalChannel: string;
    /** A channel was chosen, and not for which broadcasts. */
    channelInVain: string;
    hours(widest: { from: string; to: string }): string;
    numbers(bad: { typed: string; why: NumberFault }[], more: number): string;
  };
};
