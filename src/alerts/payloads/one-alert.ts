import { z } from 'zod';
import type { Severity } from '../../domain/alert.ts';
import { type CallReading, digestOf, type HookPayload, KEY_MS, nameFrom, oneLine } from './payload.ts';

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
  instance?: string;
  /** What is wrong, in the sender's words. */
  summary: string;
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
  const { status, severity, alert, instance = '', startsAt, moment, forMs = KEY_MS } = sent;
  const payload: HookPayload = {
    group: fingerprint,
    alerts: [
      {
        fingerprint,
        status,
        severity,
        name: nameFrom([alert, instance].filter(Boolean).join(' ')),
        startsAt,
        facts: {
          labels: said({ alertname: oneLine(alert), instance, severity, ...sent.labels }),
          annotations: said({ summary: oneLine(sent.summary), ...sent.annotations }),
          ...{ title: '', message: '', value: '', composed: false },
        },
      },
    ],
    leftOut: 0,
    single: false,
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
