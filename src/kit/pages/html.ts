/** A piece of HTML in which everything from outside is escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What may be filled in: text and numbers are escaped; null and false add nothing. */
type Filling = string | number | Html | readonly Html[] | null | false;

/** HTML as written here, with everything filled in escaped. Put quotes around filled-in attribute values. */
export function html(parts: TemplateStringsArray, ...fillings: readonly Filling[]): Html {
  const filled = fillings.map((filling, index) => sourceOf(filling) + (parts[index + 1] ?? ''));
  return new Html((parts[0] ?? '') + filled.join(''));
}

function sourceOf(filling: Filling): string {
  if (filling === null || filling === false) return '';
  if (filling instanceof Html) return filling.source;
  if (typeof filling === 'object') return filling.map(({ source }) => source).join('\n');
  return String(filling).replace(/[&<>"']/g, character => ESCAPED[character] ?? character);
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
