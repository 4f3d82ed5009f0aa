import {
  type Incident,
  isAnnounced,
  isFiring,
  isOpen,
  type Notified,
  type TextInFlight,
  type TrackedAlert,
  type UnresolvedRecipients,
} from '../incidents/state.ts';
import type { TextItem } from './compose-text.ts';

/* A text tells its reader of an incident what is new to them, and what they know if they are reminded. */

/** The alerts that are a reason to text a number: those that no responder is on, or all that fire; null if only ends are. */
type TextReason = 'open' | 'all' | null;

/** Why a number is to be texted. It is reminded if it was last texted before `remindBefore`. */
export type NumberRequest = { reason: TextReason; remindBefore: number };

/** A reader's knowledge of an incident, and why they may be told more. */
export type Knowledge = {
  firingUpTo: number;
  endedUpTo: number;
  reason: TextReason;
  /** The text repeats what the reader knows. */
  isReminded: boolean;
  /** The reader's last text is still on its way. */
  isPending: boolean;
};

/** The part of a text that is about one incident. */
export type TextSection = {
  incident: Incident;
  items: TextItem[];
  /** It tells of firing alerts; false if it tells only of ends. */
  isNews: boolean;
  isForAll: boolean;
  /** Ends aren't told with it, because the reader's last text is still on its way. */
  keepsEnds: boolean;
  /** It tells the reader of the incident's first critical alert. */
  isUrgent: boolean;
  isCritical: boolean;
};

type Ended = Pick<Knowledge, 'firingUpTo' | 'endedUpTo'>;

const isEndFor = (alert: TrackedAlert, { firingUpTo, endedUpTo }: Ended): boolean =>
  alert.endChange > endedUpTo && alert.firstChange > 0 && alert.firstChange <= firingUpTo;

/** True if a number that was told of an alert hasn't been told that it ended. */
export const owesEnds = ({ alerts, notified }: Incident): boolean =>
  alerts.some(alert => alert.endChange > 0 && notified.some(entry => isEndFor(alert, entry)));

/** Responders and people whom a responder added hear of all that fires; everyone else of what no responder is on. */
export const reasonFor = ({ reason }: UnresolvedRecipients): 'open' | 'all' =>
  reason === 'acknowledger' || reason === 'someone_else' ? 'all' : 'open';

/** A number's knowledge of an incident, by its entry, and whether it is reminded. */
export function knowledgeOf(
  number: string,
  entry: Notified | undefined,
  { reason, remindBefore }: NumberRequest,
  texts: ReadonlyMap<number, TextInFlight>,
): Knowledge {
  return {
    firingUpTo: entry?.firingUpTo ?? 0,
    endedUpTo: entry?.endedUpTo ?? 0,
    reason,
    isReminded: remindBefore > 0 && remindBefore > (entry?.at ?? -1),
    isPending: texts.get(entry?.text ?? 0)?.pending.includes(number) ?? false,
  };
}

/**
 * The section of a text about an incident; null if there is nothing to tell. If it tells of a firing alert, it tells of all that are new to
 * the reader.
 */
export function whatToTell(incident: Incident, knowledge: Knowledge): TextSection | null {
  const { firingUpTo, reason, isReminded, isPending } = knowledge;
  const firing = incident.alerts.filter(isAnnounced);
  const fresh = firing.filter(alert => alert.change > firingUpTo);
  const counts = (alert: TrackedAlert): boolean => reason === 'all' || isOpen(incident, alert);
  const isNews = reason !== null && (fresh.some(counts) || (isReminded && firing.some(counts)));
  // A reader whose text is still on its way may not have heard that the alert fires.
  const ended = isPending ? [] : incident.alerts.filter(alert => isEndFor(alert, knowledge));
  if (!isNews && ended.length === 0) return null;
  const itemsOf = (occasion: TextItem['occasion'], alerts: readonly TrackedAlert[]): TextItem[] =>
    alerts.map(alert => ({ incident, alert, occasion }));
  const repeated = isNews && isReminded ? firing.filter(alert => alert.change <= firingUpTo) : [];
  const items = [
    ...(isNews ? itemsOf('firing', fresh) : []),
    ...itemsOf('reminder', repeated),
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
