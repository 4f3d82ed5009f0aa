import type { PlainTextOption } from '@slack/types';
import { abridged, cut } from '../../kit/cut.ts';
import { internationalNumber, isLocalNumber, parseNumber, type ShowNumber } from '../../kit/number.ts';
import { unescapeSlack } from '../../kit/slack-text.ts';
import type { Recipient } from '../recipient.ts';

/** Slack's limits; some of its pages say 150 for a value. */
const MAX_TEXT = 75;
const MAX_VALUE = 75;

/** An option in a field for recipients. */
export function option(value: string, text: string, description = ''): PlainTextOption {
  return {
    value: cut(value, MAX_VALUE),
    text: { type: 'plain_text', text: abridged(text, MAX_TEXT) },
    ...(description === ''
      ? {}
      : { description: { type: 'plain_text', text: abridged(description, MAX_TEXT) } }),
  };
}

/** A recipient as an option: its value says who it is, its text what they are called. */
export function optionOf(who: Recipient, description?: string): PlainTextOption {
  switch (who.kind) {
    case 'number':
      return option(`number ${who.number}`, internationalNumber(who.number), description);
    case 'teammate':
      return option(`teammate ${who.userId}`, who.label, description);
    case 'usergroup':
    case 'contact':
    case 'group':
    case 'rota':
      return option(`${who.kind} ${who.id}`, who.label, description);
    case 'named':
      return option(`named ${who.name}`, who.name, description);
    case 'unreadable':
      return option(`typed ${who.typed}`, who.typed, description);
  }
}

/** What a recipient is called where nothing is formatted. */
export function plainName(who: Recipient, show: ShowNumber): string {
  switch (who.kind) {
    case 'number':
      return show(who.number);
    case 'named':
      return who.name;
    case 'unreadable':
      return who.typed;
    default:
      return who.label;
  }
}

/** The recipient that an option stands for; null: it isn't one of ours. */
export function recipientIn(chosen: {
  value: string;
  text?: { text: string } | undefined;
}): Recipient | null {
  const [, kind, id = ''] = /^(\w+) (.+)$/su.exec(chosen.value) ?? [];
  const label = unescapeSlack(chosen.text?.text ?? id);
  switch (kind) {
    case 'number':
      return isLocalNumber(id) ? { kind, number: id } : null;
    case 'teammate':
      return { kind, userId: id, label };
    case 'usergroup':
    case 'contact':
    case 'group':
    case 'rota':
      return { kind, id, label };
    case 'named':
      return { kind, name: id };
    case 'typed':
      return typedNumber(id);
    default:
      return null;
  }
}

/** What was typed as a number. */
export function typedNumber(typed: string): Recipient {
  const read = parseNumber(typed);
  if (read.ok) return { kind: 'number', number: read.number };
  return { kind: 'unreadable', typed, problem: { kind: 'NUMBER_INVALID', typed, why: read.why } };
}
