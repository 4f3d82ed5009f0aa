import type { Settings } from '../../settings.ts';

type DailyCap = Settings['personCap'];

/**
 * Whether a change lets more people send or see, may cost more, or can't be undone (what is older than the retention is
 * deleted): such a change is shown for confirmation before it is saved.
 */
export function reachesMore(before: Settings, after: Settings): boolean {
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
