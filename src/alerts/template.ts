/*
 * The language of templates: text with `{{ name }}` in it, where a name may be followed by others for when it is
 * empty (`{{ annotations.summary or labels.alertname }}`). There is nothing else: no code, no loops, no way out.
 */

/** What a template may name, beside `labels.…` and `annotations.…`. */
const TEMPLATE_NAMES = [
  'alert',
  'summary',
  'severity',
  'status',
  'count',
  'more',
  'hook',
  'title',
  'message',
  'value',
] as const;
type PlainName = (typeof TEMPLATE_NAMES)[number];
export type TemplateName = PlainName | `labels.${string}` | `annotations.${string}`;

/** A text as it is, or names of which the first that is not empty is said. */
type Piece = string | readonly TemplateName[];
export type Template = readonly Piece[];

/** What a hook's texts look like; null: the default of its language. */
export type Templates = { firing: string | null; resolved: string | null };

/** Longer than any template needs to be. */
const MAX_TEMPLATE = 2000;

export type TemplateProblem =
  | { kind: 'unknown_name'; name: string }
  /** `{{` without `}}`. */
  | { kind: 'unclosed' }
  | { kind: 'too_long' };

/** Reads a template, in one pass. */
export function parseTemplate(
  source: string,
): { ok: true; template: Template } | { ok: false; problem: TemplateProblem } {
  if (source.length > MAX_TEMPLATE) return { ok: false, problem: { kind: 'too_long' } };
  const template: Piece[] = [];
  let at = 0;
  for (;;) {
    const open = source.indexOf('{{', at);
    if (open < 0) break;
    const close = source.indexOf('}}', open + 2);
    if (close < 0) return { ok: false, problem: { kind: 'unclosed' } };
    const words = source
      .slice(open + 2, close)
      .split(/\s/)
      .filter(word => word !== '');
    const strange = words.find(isOutOfPlace) ?? (words.length % 2 === 0 ? (words.at(-1) ?? '') : undefined);
    if (strange !== undefined) return { ok: false, problem: { kind: 'unknown_name', name: strange } };
    template.push(source.slice(at, open), words.filter(isName));
    at = close + 2;
  }
  template.push(source.slice(at));
  return { ok: true, template };
}

/** What a template names; nothing where there is none, or it can't be read. */
export function namesIn(source: string | null): TemplateName[] {
  const parsed = parseTemplate(source ?? '');
  return parsed.ok ? parsed.template.flatMap(piece => (typeof piece === 'string' ? [] : piece)) : [];
}

/** Fills a template. What is not there is empty. The outer blanks go, and of several in a row one stays. */
export function renderTemplate(template: Template, lookUp: (name: TemplateName) => string): string {
  const filled = template.map(piece =>
    typeof piece === 'string' ? piece : (piece.map(lookUp).find(value => value !== '') ?? ''),
  );
  return filled
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** Names and `or` take turns. */
function isOutOfPlace(word: string, index: number): boolean {
  return index % 2 === 0 ? !isName(word) : word !== 'or';
}

function isName(name: string): name is TemplateName {
  if ((TEMPLATE_NAMES as readonly string[]).includes(name)) return true;
  return /^(labels|annotations)\.[^\s{}]+$/.test(name);
}
