import { readCount, readCredits } from '../../../../domain/written-values.ts';
import { SETTING } from '../../../ids.ts';
import { context } from '../../../kit/elements.ts';
import { shortText } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** What a day may cost, and when admins are told about a low balance. */
export const limits: Group = {
  settings: ['personCap', 'workflowCap', 'workspaceCap', 'lowBalance'],
  blocks: ({ field, note }, { personCap, workflowCap, workspaceCap, lowBalance }) => [
    context(note.limits),
    shortText(SETTING.personTexts, field.personTexts, personCap.texts),
    shortText(SETTING.personCredits, field.personCredits, personCap.credits),
    shortText(SETTING.workflowTexts, field.workflowTexts, workflowCap.texts),
    shortText(SETTING.workflowCredits, field.workflowCredits, workflowCap.credits),
    shortText(SETTING.workspaceTexts, field.workspaceTexts, workspaceCap.texts),
    shortText(SETTING.workspaceCredits, field.workspaceCredits, workspaceCap.credits),
    shortText(SETTING.lowBalance, field.lowBalance, lowBalance),
  ],
  read({ wrong }, state) {
    const errors: Record<string, string> = {};
    const good = <T>(block: string, value: T | 'bad', sentence: string): T | null => {
      if (value !== 'bad') return value as T;
      errors[block] = sentence;
      return null;
    };
    const count = (block: string) => good(block, readCount(state.text(block)), wrong.count);
    const credits = (block: string) => good(block, readCredits(state.text(block)), wrong.credits);
    const changes = {
      personCap: { texts: count(SETTING.personTexts), credits: credits(SETTING.personCredits) },
      workflowCap: { texts: count(SETTING.workflowTexts), credits: credits(SETTING.workflowCredits) },
      workspaceCap: { texts: count(SETTING.workspaceTexts), credits: credits(SETTING.workspaceCredits) },
      lowBalance: credits(SETTING.lowBalance),
    };
    return Object.keys(errors).length > 0 ? { kind: 'wrong', errors } : { kind: 'changes', changes };
  },
};
