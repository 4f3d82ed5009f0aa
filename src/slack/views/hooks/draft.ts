import { createHash } from 'node:crypto';
import { type HookDraft, hookDraftSchema, MAX_RECIPIENTS } from '../../../alerts/hooks.ts';
import { parsePattern } from '../../../alerts/pattern.ts';
import { SEVERITIES, type Severity } from '../../../domain/alert.ts';
import { LANGUAGES } from '../../../domain/intent.ts';
import { keyOf, type Recipient } from '../../../domain/recipient.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { HooksWording, Wording } from '../../../wording/index.ts';
import { HOOK } from '../../ids.ts';
import type { FormState } from '../../kit/state.ts';
import { numbersError, recipientsIn } from '../recipients-field.ts';
import { readEscalation } from './escalation.ts';
import { readLimits } from './limits.ts';

export const MAX_NAME = 60;
const SHOWN_CHARACTERS = 24;

/** What a new form starts with. */
export const NEW_HOOK: HookDraft = {
  name: '',
  recipients: [],
  channel: '',
  templates: { firing: null, resolved: null },
  template: null,
  rules: [{ severities: SEVERITIES.filter(severity => severity !== 'info'), to: null }],
  quiet: null,
  resolved: true,
  reminders: true,
  language: null,
  escalation: null,
  link: false,
  daily: null,
  heartbeat: null,
};

/** The content of a hook's form as far as it can be read, and what is wrong with the rest, by block id. */
export type HookReading = { draft: HookDraft; errors: Record<string, string> };

/**
 * @param before the hook that it changes; null: it makes one
 * @throws Outdated
 */
export function readHookForm(
  words: Wording,
  state: FormState,
  before: Pick<HookDraft, 'link'> | null,
): HookReading {
  const said = words.hooks.wrong;
  const errors: Record<string, string> = {};
  const name = state.text(HOOK.name).trim();
  if (name === '' || name.length > MAX_NAME) errors[HOOK.name] = said.name;

  const recipients = recipientsIn(state, HOOK.recipients);
  const recipientsWrong = recipientsError(words, recipients);
  if (recipientsWrong !== null) errors[HOOK.recipients] = recipientsWrong;

  const severities = SEVERITIES.filter(severity => state.choices(HOOK.severities)?.includes(severity));
  if (severities.length === 0) errors[HOOK.severities] = said.severities;

  const channel = state.conversation(HOOK.channel) ?? '';
  if (channel === '') errors[HOOK.channel] = said.channel;

  const [from, to] = [state.time(HOOK.quietFrom), state.time(HOOK.quietTo)];
  if ((from === null) !== (to === null)) errors[from === null ? HOOK.quietFrom : HOOK.quietTo] = said.quiet;

  const templateIn = (block: string): string | null => {
    const template = state.text(block).trim();
    if (template === '') return null;
    const wrong = templateError(said, template);
    if (wrong === null) return template;
    errors[block] = wrong;
    return null;
  };
  const also = state.choices(HOOK.also) ?? [];
  const { escalation, errors: wrongSteps } = readEscalation(words, state);
  const { limits, errors: wrongLimits } = readLimits(words, state, before?.link ?? false);
  const draft: HookDraft = {
    name,
    recipients: recipients.filter(who => who.kind !== 'unreadable'),
    channel,
    templates: { firing: templateIn(HOOK.firing), resolved: templateIn(HOOK.resolved) },
    template: state.choice(HOOK.template),
    rules: [{ severities, to: null }],
    quiet: from !== null && to !== null && from !== to ? { from, to } : null,
    resolved: also.includes('resolved'),
    reminders: also.includes('reminders'),
    language: LANGUAGES.find(language => language === state.choice(HOOK.language)) ?? null,
    escalation,
    ...limits,
  };
  return { draft, errors: { ...errors, ...wrongSteps, ...wrongLimits } };
}

/** What is wrong with chosen recipients; null: nothing. */
export function recipientsError(words: Wording, recipients: readonly Recipient[]): string | null {
  const { hooks } = words;
  const wrong = numbersError(words, recipients);
  if (wrong !== null) return wrong;
  if (recipients.length === 0) return hooks.wrong.nobody;
  return recipients.length > MAX_RECIPIENTS ? hooks.wrong.tooMany(MAX_RECIPIENTS) : null;
}

function templateError(said: HooksWording['wrong'], source: string): string | null {
  const parsed = parsePattern(source);
  if (parsed.ok) return null;
  switch (parsed.problem.kind) {
    case 'unknown_name':
      return said.unknownName(harmless(parsed.problem.name, SHOWN_CHARACTERS));
    case 'unclosed':
      return said.unclosed;
    case 'too_long':
      return said.templateTooLong;
  }
}

/** Severities that are texted, to anybody. */
export function severitiesOf({ rules }: HookDraft): Severity[] {
  return SEVERITIES.filter(severity => rules.some(({ severities }) => severities.includes(severity)));
}

/** Tells two versions of what people decide apart; what recipients were called when they were chosen doesn't count. */
export function versionOf(draft: HookDraft): string {
  const { recipients, escalation, ...rest } = hookDraftSchema.parse(draft);
  const steps = escalation?.steps.map(({ to, minutes }) => [to.map(keyOf), minutes]);
  return createHash('sha256')
    .update(JSON.stringify([recipients.map(keyOf), escalation && { ...escalation, steps }, rest]))
    .digest('base64');
}
