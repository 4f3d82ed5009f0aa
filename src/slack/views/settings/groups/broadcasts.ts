import { MAX_ROWS } from '../../../../domain/broadcast.ts';
import { areAllowedHours, WIDEST_HOURS } from '../../../../domain/promotional-hours.ts';
import { readCount, readCredits } from '../../../../domain/written-values.ts';
import type { Settings } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { context } from '../../../kit/elements.ts';
import { channel, shortText, timeOfDay } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** How large and how expensive a broadcast may be, who else has to approve it, and when promotional texts go. */
export const broadcasts: Group = {
  settings: ['broadcastTexts', 'broadcastCredits', 'broadcastApproval', 'promotionalHours'],
  blocks: ({ field, note }, settings) => [
    shortText(SETTING.broadcastTexts, field.broadcastTexts, settings.broadcastTexts),
    shortText(SETTING.broadcastCredits, field.broadcastCredits, settings.broadcastCredits),
    shortText(SETTING.approvalAbove, field.approvalAbove, settings.broadcastApproval?.above ?? null),
    channel(SETTING.approvalChannel, field.approvalChannel, settings.broadcastApproval?.channel ?? '', true),
    context(note.promotionalHours),
    timeOfDay(SETTING.promotionalFrom, field.promotionalFrom, settings.promotionalHours.from),
    timeOfDay(SETTING.promotionalTo, field.promotionalTo, settings.promotionalHours.to),
  ],
  read({ wrong }, state, before) {
    const errors: Record<string, string> = {};
    const texts = readCount(state.text(SETTING.broadcastTexts)) ?? MAX_ROWS;
    if (texts === 'bad' || texts > MAX_ROWS) errors[SETTING.broadcastTexts] = wrong.people(1, MAX_ROWS);
    const credits = readCredits(state.text(SETTING.broadcastCredits));
    if (credits === 'bad') errors[SETTING.broadcastCredits] = wrong.credits;

    const above = readCount(state.text(SETTING.approvalAbove), 0);
    if (above === 'bad' || (above ?? 0) > MAX_ROWS) errors[SETTING.approvalAbove] = wrong.people(0, MAX_ROWS);
    const chosen = state.conversation(SETTING.approvalChannel);
    if (above !== null && chosen === null) errors[SETTING.approvalChannel] = wrong.noApprovalChannel;
    // People choose a channel and overlook the number; somebody who clears the number and leaves the channel means it.
    if (above === null && chosen !== null && before.broadcastApproval === null)
      errors[SETTING.approvalAbove] = wrong.channelInVain;

    const hours = {
      from: state.time(SETTING.promotionalFrom) ?? WIDEST_HOURS.from,
      to: state.time(SETTING.promotionalTo) ?? WIDEST_HOURS.to,
    };
    if (!areAllowedHours(hours)) {
      const isEarly = hours.from < WIDEST_HOURS.from;
      errors[isEarly ? SETTING.promotionalFrom : SETTING.promotionalTo] = wrong.hours(WIDEST_HOURS);
    }
    if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
    const changes: Partial<Settings> = {
      broadcastTexts: texts as number,
      broadcastCredits: credits as Settings['broadcastCredits'],
      broadcastApproval:
        above === null || chosen === null ? null : { above: above as number, channel: chosen },
      promotionalHours: hours,
    };
    return { kind: 'changes', changes };
  },
};
