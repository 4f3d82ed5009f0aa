/** At most so many UTF-16 units, which is how Slack counts, and never half a character at the end. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** The same, with an ellipsis where something is missing. */
export function abridged(text: string, limit: number): string {
  return text.length <= limit ? text : `${cut(text, limit - 1)}…`;
}
