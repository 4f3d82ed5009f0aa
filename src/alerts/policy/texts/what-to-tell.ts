import {
  type Incident,
  isAnnounced,
  isFiring,
  isOpen,
  type TrackedAlert,
  type UnresolvedRecipients,
} from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import type { TextItem } from './compose-text.ts';

/** What somebody knows of an incident, and why they may be told more. */
export type Knowledge = {
  firingUpTo: number;
  endedUpTo: number;
  /** Which alerts are a reason to text them: those that no responder is on, or all that fire; null: only ends are. */
  reason: 'open' | 'all' | null;
  /** They are told again what they know. */
  isReminded: boolean;
  /** Their last text is still on its way. */
  isPending: boolean;
};

/** What one incident has to say to somebody. */
export type TextSection = {
  incident: Incident;
  items: TextItem[];
  /** Something fires; otherwise it only tells of ends. */
  isNews: boolean;
  isForAll: boolean;
  /** Ends aren't told with it: they have to wait for the last text. */
  keepsEnds: boolean;
  /** It tells them of the incident's first critical alert. */
  isUrgent: boolean;
  isCritical: boolean;
};

type Ended = Pick<Knowledge, 'firingUpTo' | 'endedUpTo'>;

const isEndFor = (alert: TrackedAlert, { firingUpTo, endedUpTo }: Ended): boolean =>
  alert.endChange > endedUpTo && alert.firstChange > 0 && alert.firstChange <= firingUpTo;

/** Whether somebody who heard of an alert has still to hear that it ended. */
export const owesEnds = ({ alerts, notified }: Incident): boolean =>
  alerts.some(alert => alert.endChange > 0 && notified.some(entry => isEndFor(alert, entry)));

/** When quiet hours end that hold all of an incident's texts back; null: none do. */
export function quietUntil(work: WorkingState, incident: Incident): number | null {
  const isLoud = incident.alerts.some(alert => alert.severity === 'critical' && isAnnounced(alert));
  return isLoud ? null : work.quietUntil(incident.hook);
}

/** These hear of everything, also of what a responder is on. */
export const reasonFor = ({ reason }: UnresolvedRecipients): 'open' | 'all' =>
  reason === 'acknowledger' || reason === 'someone_else' ? 'all' : 'open';

/** What somebody is to hear; null: nothing. Anybody who is told anything is told all that fires. */
export function whatToTell(incident: Incident, knowledge: Knowledge): TextSection | null {
  const { firingUpTo, reason, isReminded, isPending } = knowledge;
  const firing = incident.alerts.filter(isAnnounced);
  const fresh = firing.filter(alert => alert.change > firingUpTo);
  const counts = (alert: TrackedAlert): boolean => reason === 'all' || isOpen(incident, alert);
  const isNews = reason !== null && (fresh.some(counts) || (isReminded && firing.some(counts)));
  // A reader whose text is still on its way may not have heard that it fires.
  const ended = isPending ? [] : incident.alerts.filter(alert => isEndFor(alert, knowledge));
  if (!isNews && ended.length === 0) return null;
  const itemsOf = (occasion: TextItem['occasion'], alerts: readonly TrackedAlert[]): TextItem[] =>
    alerts.map(alert => ({ incident, alert, occasion }));
  const known = isNews && isReminded ? firing.filter(alert => alert.change <= firingUpTo) : [];
  const items = [
    ...(isNews ? itemsOf('firing', fresh) : []),
    ...itemsOf('reminder', known),
    ...itemsOf(
      'resolved',
      ended.filter(alert => !isFiring(alert)),
    ),
  ];
  const isCritical = ({ severity }: TrackedAlert): boolean => severity === 'critical';
  const knowsCritical = firing.some(alert => isCritical(alert) && alert.change <= firingUpTo);
  return {
    incident,
    items,
    isNews,
    isForAll: reason === 'all',
    keepsEnds: isPending,
    isUrgent: isNews && incident.kind !== 'test' && !knowsCritical && fresh.some(isCritical),
    isCritical: items.some(({ alert }) => isCritical(alert)),
  };
}
