/** Where a spreadsheet, whatever separates its columns, would begin to read a formula. */
const FORMULA = /(?<=^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/**
 * One field of a CSV file, by RFC 4180. If a spreadsheet would take what people wrote for a formula, it gets an
 * apostrophe in front, as OWASP advises; amounts and numbers are ours and stay as they are.
 */
export function csvField(value: string | number | null, writtenBy: 'us' | 'people' = 'us'): string {
  const text = value === null ? '' : String(value);
  const harmless = writtenBy === 'people' ? text.replace(FORMULA, "'") : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line of a CSV file. */
export function csvLine(fields: string[]): string {
  return `${fields.join(',')}\r\n`;
}
