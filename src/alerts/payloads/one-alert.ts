import { z } from 'zod';
import { NO_FACTS, type Severity } from '../alert.ts';
import {
  type CallReading,
  digestOf,
  type GivenLinks,
  type HookPayload,
  KEY_MS,
  linksFrom,
  nameFrom,
  oneLine,
  placeFrom,
} from './payload.ts';

/** An id, which some programs write as a number and some as a text. */
export const id = z.union([z.string().min(1), z.number()], 'should be an id').transform(String);

/** What a program says of one thing that is wrong, or is right again. */
export type OneAlert = {
  /** What the thing is, as ids that stay the same from the alert to its end. */
  thing: readonly string[];
  status: 'firing' | 'resolved';
  severity: Severity;
  /** What people call it. */
  alert: string;
  /** Where it is; empty: not said. */
  place?: string;
  /** What is wrong, in the sender's words. */
  summary: string;
  description?: string;
  links?: GivenLinks;
  /** Somebody pressed a test button. */
  test?: boolean;
  /** It can’t resolve: nothing says later which one is over. */
  single?: boolean;
  /** Other facts, which a hook's own texts can name: `labels.…` and `annotations.…`; null: not said. */
  labels?: Record<string, string | null>;
  annotations?: Record<string, string | null>;
  /** By the sender's clock, in epoch milliseconds; null: not said. */
  startsAt: number | null;
  /** What tells two calls about it apart; a call with the same one is a redelivery for `forMs`. */
  moment: string;
  forMs?: number;
};

/** A call about one thing, in our terms. */
export function oneAlert(sent: OneAlert): CallReading {
  const fingerprint = digestOf(...sent.thing);
  const { status, severity, startsAt, moment, forMs = KEY_MS, test = false, single = false } = sent;
  const [alert, summary] = [oneLine(sent.alert), oneLine(sent.summary)];
  const place = placeFrom(sent.place);
  const payload: HookPayload = {
    group: fingerprint,
    alerts: [
      {
        fingerprint,
        status,
        severity,
        name: nameFrom(alert),
        place,
        startsAt,
        facts: {
          ...NO_FACTS,
          ...{ summary, description: sent.description ?? '', links: linksFrom(sent.links ?? {}) },
          labels: said({ alertname: alert, instance: place, severity, ...sent.labels }),
          annotations: said({ summary, ...sent.annotations }),
        },
      },
    ],
    leftOut: 0,
    single,
    test,
    to: null,
    sameness: {
      identity: digestOf('moment', ...sent.thing, status, moment),
      digest: null,
      forMs,
      ends: null,
    },
  };
  return { kind: 'read', payload };
}

function said(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
