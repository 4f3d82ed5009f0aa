import type { SentState } from './states.ts';

/* What a chat message for Slack, Discord or Teams shows beside its own text. */

const SHOWN = ['attachments', 'embeds', 'blocks', 'sections', 'body', 'items', 'elements'] as const;
const SAID = [
  'pretext',
  'title',
  'activityTitle',
  'activitySubtitle',
  'text',
  'description',
  'content',
] as const;
const MAX_DEPTH = 4;

/** Its words, in order; empty: there are none. */
export function shownIn(body: object, depth = 0): string {
  const texts: string[] = [];
  for (const name of SHOWN) {
    const within: unknown = Reflect.get(body, name);
    for (const one of Array.isArray(within) ? within.slice(0, 20) : []) {
      if (typeof one !== 'object' || one === null || depth > MAX_DEPTH) continue;
      for (const field of SAID) {
        const said: unknown = Reflect.get(one, field);
        if (typeof said === 'string') texts.push(said);
        else if (typeof said === 'object' && said !== null && 'text' in said && typeof said.text === 'string')
          texts.push(said.text);
        else if (typeof said === 'object' && said !== null) texts.push(shownIn(said, depth + 1));
      }
      texts.push(shownIn(one, depth + 1));
    }
  }
  return texts.filter(text => text.trim() !== '').join('\n');
}

/** Green and red, where a chat message says its state by its colour alone; null: it doesn't. */
export function colourIn(body: object): SentState | null {
  for (const name of ['attachments', 'embeds'] as const) {
    const within: unknown = Reflect.get(body, name);
    const [first]: unknown[] = Array.isArray(within) ? within : [];
    const said = typeof first === 'object' && first !== null && 'color' in first ? first.color : null;
    if (said === 'good') return 'resolved';
    if (said === 'danger' || said === 'warning') return 'firing';
    const [, hex] = /^#?([0-9a-f]{6})$/i.exec(String(said)) ?? [];
    const rgb = typeof said === 'number' ? said : hex ? Number.parseInt(hex, 16) : null;
    if (rgb === null) continue;
    const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
    if (green > 1.4 * red && green > blue) return 'resolved';
    if (red > 1.4 * green && red > blue) return 'firing';
  }
  return null;
}
