/** A piece of HTML, in which everything that came from elsewhere is escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What may be filled in: text and numbers are escaped, nothing is left out as nothing. */
type Filling = string | number | Html | readonly Html[] | null | false;

/** HTML as written here, with what is filled in escaped. Attributes need quotes around what is filled in. */
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
