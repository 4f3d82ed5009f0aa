import type { SentState } from './states.ts';

/* Reads a chat message for Slack, Discord or Teams: its attachments, embeds, blocks and cards. */

const PARTS = ['attachments', 'embeds', 'blocks', 'sections', 'body', 'items', 'elements'] as const;
const TEXT_FIELDS = [
  'pretext',
  'title',
  'activityTitle',
  'activitySubtitle',
  'text',
  'description',
  'content',
] as const;
const MAX_DEPTH = 4;

/** The words of a message's parts in order, without its own text; empty if it has no parts with words. */
export function chatWordsIn(body: object, depth = 0): string {
  const texts: string[] = [];
  for (const name of PARTS) {
    const parts: unknown = Reflect.get(body, name);
    for (const part of Array.isArray(parts) ? parts.slice(0, 20) : []) {
      if (typeof part !== 'object' || part === null || depth > MAX_DEPTH) continue;
      for (const field of TEXT_FIELDS) {
        const text: unknown = Reflect.get(part, field);
        if (typeof text === 'string') texts.push(text);
        else if (typeof text === 'object' && text !== null && 'text' in text && typeof text.text === 'string')
          texts.push(text.text);
        else if (typeof text === 'object' && text !== null) texts.push(chatWordsIn(text, depth + 1));
      }
      texts.push(chatWordsIn(part, depth + 1));
    }
  }
  return texts.filter(text => text.trim() !== '').join('\n');
}

/** The state by the first colour: resolved for green, firing for red or Slack's `warning`; null for any other colour. */
export function colourIn(body: object): SentState | null {
  for (const name of ['attachments', 'embeds'] as const) {
    const parts: unknown = Reflect.get(body, name);
    const [first]: unknown[] = Array.isArray(parts) ? parts : [];
    const color = typeof first === 'object' && first !== null && 'color' in first ? first.color : null;
    if (color === 'good') return 'resolved';
    if (color === 'danger' || color === 'warning') return 'firing';
    const [, hex] = /^#?([0-9a-f]{6})$/i.exec(String(color)) ?? [];
    const rgb = typeof color === 'number' ? color : hex ? Number.parseInt(hex, 16) : null;
    if (rgb === null) continue;
    const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
    if (green > 1.4 * red && green > blue) return 'resolved';
    if (red > 1.4 * green && red > blue) return 'firing';
  }
  return null;
}
