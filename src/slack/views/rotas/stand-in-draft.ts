import type { Recipient } from '../../../domain/recipient.ts';
import {
  isOnCallFor,
  isPerson,
  isSamePerson,
  MAX_AHEAD_MS,
  type Rota,
  type Span,
} from '../../../domain/rota.ts';
import { DEFAULT_ZONE, momentOf } from '../../../domain/zone.ts';
import type { Wording } from '../../../wording/index.ts';
import { STAND_IN } from '../../ids.ts';
import type { FormState } from '../../kit/state.ts';
import { numbersError, recipientsIn } from '../recipients-field.ts';
import { YES } from './draft.ts';

/** What a form says; null: not everything yet. `errors`: by block id. */
export type SpanReading = { span: Span | null; errors: Record<string, string> };

/** @throws Outdated */
export function readStandIn(words: Wording, state: FormState, at: number): SpanReading {
  const said = words.rotas.standIns.wrong;
  const errors: Record<string, string> = {};
  const chosen = recipientsIn(state, STAND_IN.who);
  const isNobody = state.choices(STAND_IN.nobody)?.includes(YES) ?? false;
  const [who = null, ...more] = chosen.filter(isPerson);
  const wrong = numbersError(words, chosen);
  if (wrong !== null) errors[STAND_IN.who] = wrong;
  else if (!isNobody && who === null) errors[STAND_IN.who] = said.who;
  else if (more.length > 0 || (isNobody && who !== null)) errors[STAND_IN.who] = said.one;

  const from = momentIn(state, STAND_IN.fromDate, STAND_IN.fromTime);
  const to = momentIn(state, STAND_IN.toDate, STAND_IN.toTime);
  if (from === null) errors[STAND_IN.fromDate] = said.missing;
  if (to === null) errors[STAND_IN.toDate] = said.missing;
  else if (from !== null && to <= from) errors[STAND_IN.toDate] = said.order;
  else if (to <= at) errors[STAND_IN.toDate] = said.over;
  else if (to > at + MAX_AHEAD_MS) errors[STAND_IN.toDate] = said.far;
  const isRead = from !== null && to !== null && Object.keys(errors).length === 0;
  return { span: isRead ? { who, from, to } : null, errors };
}

/** What somebody of a rota may not do, if they don't manage it: give away a time that isn't theirs, or to somebody else. */
export function notTheirs(words: Wording, rota: Rota, me: Recipient, span: Span): Record<string, string> {
  const said = words.rotas.standIns.wrong;
  const { who } = span;
  if (!rota.people.some(one => isSamePerson(one, who))) return { [STAND_IN.who]: said.notInRota };
  const mine = isSamePerson(who, me) || isOnCallFor(rota, me, span);
  return mine ? {} : { [STAND_IN.fromDate]: said.notYours };
}

function momentIn(state: FormState, date: string, time: string): number | null {
  const [day, hour] = [state.date(date), state.time(time)];
  return day === null || hour === null ? null : momentOf(`${day}T${hour}`, DEFAULT_ZONE);
}
