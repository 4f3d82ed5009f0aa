import type { KnownBlock } from '@slack/types';
import { type HookDraft, MAX_DAILY_TEXTS, MAX_SILENT_MINUTES } from '../../../alerts/hooks.ts';
import { readCount, readCredits } from '../../../domain/written-values.ts';
import type { Wording } from '../../../wording/index.ts';
import { HOOK } from '../../ids.ts';
import { context } from '../../kit/elements.ts';
import { checkboxes, shortText } from '../../kit/fields.ts';
import type { FormState } from '../../kit/state.ts';
import { live, typed } from '../hook-fields.ts';

const LINK = 'link';

type HookLimits = Pick<HookDraft, 'link' | 'daily' | 'heartbeat'>;

/** @param linksWork whether a link from this app opens on a phone */
export function linkField({ escalation }: Wording, { link }: HookLimits, linksWork: boolean): KnownBlock {
  if (!linksWork) return context(escalation.noLink);
  const { field } = escalation;
  return live(
    checkboxes(HOOK.link, field.link, [{ value: LINK, label: field.link.add }], link ? [LINK] : []),
  );
}

/** What it may text on a day. */
export function dailyFields({ escalation: { field } }: Wording, { daily }: HookLimits): KnownBlock[] {
  return [
    shortText(HOOK.dailyTexts, field.dailyTexts, daily && 'texts' in daily ? daily.texts : null),
    shortText(HOOK.dailyCredits, field.dailyCredits, daily && 'credits' in daily ? daily.credits : null),
  ];
}

export function heartbeatField({ escalation: { field } }: Wording, { heartbeat }: HookLimits): KnownBlock {
  return typed(HOOK.heartbeat, field.heartbeat, heartbeat ? String(heartbeat.minutes) : '', { most: 10 });
}

/**
 * What these fields say as far as they can be read, and what is wrong with the rest, by block id.
 *
 * @param link whether texts end in a link so far: that stays where the form can't ask
 */
export function readLimits(
  words: Wording,
  state: FormState,
  link: boolean,
): { limits: HookLimits; errors: Record<string, string> } {
  const said = words.escalation.wrong;
  const errors: Record<string, string> = {};
  const texts = readCount(state.text(HOOK.dailyTexts));
  const credits = readCredits(state.text(HOOK.dailyCredits));
  const silence = readCount(state.text(HOOK.heartbeat));
  const isTooMany = texts === 'bad' || (texts ?? 0) > MAX_DAILY_TEXTS;
  if (isTooMany) errors[HOOK.dailyTexts] = said.texts(MAX_DAILY_TEXTS);
  if (credits === 'bad') errors[HOOK.dailyCredits] = words.settings.wrong.credits;
  else if (credits !== null && texts !== null) errors[HOOK.dailyCredits] = said.twoLimits;
  const isTooLong = silence === 'bad' || (silence ?? 0) > MAX_SILENT_MINUTES;
  if (isTooLong) errors[HOOK.heartbeat] = said.silence(MAX_SILENT_MINUTES);
  const limits: HookLimits = {
    link: state.choices(HOOK.link)?.includes(LINK) ?? link,
    daily: null,
    heartbeat: isTooLong || silence === null ? null : { minutes: silence },
  };
  if (texts !== null && !isTooMany) limits.daily = { texts };
  else if (credits !== null && credits !== 'bad') limits.daily = { credits };
  return { limits, errors };
}
