import type { PausableWork } from '../../kit/in-turns.ts';
import { readJson } from '../../kit/json.ts';

/** What a body's content type has to be so that it is read, as a sentence for whoever sent another one. */
export const READ_TYPES = 'The body should be JSON ("Content-Type: application/json") or a form.';

const JSON_TYPE = /^\s*(?:application\/(?:[\w.-]+\+)?json|text\/plain|text\/json)\b/i;
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\b/i;

export const isReadType = (contentType: string): boolean =>
  JSON_TYPE.test(contentType) || FORM_TYPE.test(contentType);

/** A body as what it says: JSON, however it is declared, the fields of a form, or words. Undefined: it is none of them. */
export function* sentBody(body: Buffer, contentType: string): PausableWork<unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    yield;
    // Some send JSON and call it a form, as curl does if it isn't told.
    if (/^\s*[{[]/.test(text)) return readJson(text);
    if (/^\s*text\/plain\b/i.test(contentType) && text.trim() !== '') return { message: text.trim() };
    if (!FORM_TYPE.test(contentType)) return readJson(text);
    const fields = Object.fromEntries(new URLSearchParams(text));
    yield;
    // Slack's way: all of it as JSON in one field.
    const { payload } = fields;
    return Object.keys(fields).length === 1 && payload !== undefined ? readJson(payload) : fields;
  } catch {
    return undefined;
  }
}
