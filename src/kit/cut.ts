/** At most `limit` UTF-16 units, which is how Slack counts, without half a character at the end. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** The same, with an ellipsis if something was cut. */
export function abridged(text: string, limit: number): string {
  return text.length <= limit ? text : `${cut(text, limit - 1)}…`;
}
