import { rank } from '../../domain/alert.ts';
import type { Statement } from '../phrase.ts';
import type { Crowd } from './crowds.ts';
import { type Followed, OCCASIONS, type Occasion } from './state.ts';

/** One text to one number: what it says, in the words of the hook it is mainly about. */
export type AlertText = {
  number: string;
  hook: string;
  statement: Statement;
  /** It tells of a group's first critical alert, which doesn't wait for the usual limits. */
  urgent: boolean;
  hooks: string[];
  /** Those that it says are firing, by their ids. */
  incidents: number[];
  /** The same, and those of which it says that something is over. */
  about: number[];
};

/**
 * Something a crowd waits to be told. `quiet`: when the quiet hours it waits for end; null: it needn't wait for any.
 */
export type WaitingAlert = {
  alert: Followed;
  group: string;
  occasion: Occasion;
  crowd: Crowd;
  quiet: number | null;
  /** Its incident's id; null: it is over for so long that we don't know it. */
  incident: number | null;
};

/** What one text says about everything that a number waits for. */
export function textOf(waiting: readonly WaitingAlert[]): Omit<AlertText, 'number' | 'urgent'> {
  const lead = leadOf(waiting);
  const others = waiting.filter(one => one.occasion !== lead.occasion || one.group !== lead.group);
  const firing = others.filter(({ occasion }) => occasion !== 'resolved');
  const { severity, name, facts, hook } = lead.alert;
  return {
    hook,
    hooks: [...new Set(waiting.map(({ alert }) => alert.hook))],
    incidents: [
      ...new Set(
        waiting.flatMap(({ occasion, incident }) =>
          occasion === 'resolved' || incident === null ? [] : incident,
        ),
      ),
    ],
    about: [...new Set(waiting.flatMap(({ incident }) => incident ?? []))],
    statement: {
      occasion: lead.occasion,
      severity,
      name,
      facts,
      inGroup: waiting.length - others.length,
      others: {
        alerts: firing.length,
        groups: new Set(firing.map(({ group }) => group)).size,
        resolved: others.length - firing.length,
      },
    },
  };
}

/** What a text is mainly about: firing before resolved, then the most severe, then the oldest. */
function leadOf(waiting: readonly WaitingAlert[]): WaitingAlert {
  return waiting.reduce((lead, one) => (comesBefore(one, lead) < 0 ? one : lead));
}

const comesBefore = (a: WaitingAlert, b: WaitingAlert): number =>
  OCCASIONS.indexOf(a.occasion) - OCCASIONS.indexOf(b.occasion) ||
  rank(a.alert.severity) - rank(b.alert.severity) ||
  Number(a.alert.facts === null) - Number(b.alert.facts === null) ||
  a.alert.id - b.alert.id;
