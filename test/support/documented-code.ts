import { readFileSync } from 'node:fs';

/** The code blocks in this language below a heading of docs/hooks.md. */
export function documentedCode(heading: string, language: string): string[] {
  const sections = readFileSync('docs/hooks.md', 'utf8').split(/^## /m);
  const section = sections.find(candidate => candidate.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , code = '']) => code);
}

/** The rows of a table below a heading of docs/hooks.md, found by its first column's name; cells without backticks. */
export function documentedTable(heading: string, firstColumn: string): string[][] {
  const sections = readFileSync('docs/hooks.md', 'utf8').split(/^## /m);
  const section = sections.find(candidate => candidate.startsWith(`${heading}\n`)) ?? '';
  const [, table = ''] = section.split(`| ${firstColumn} |`);
  const [, , ...lines] = table.split('\n');
  const end = lines.findIndex(line => !line.startsWith('|'));
  return lines.slice(0, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim().replace(/^`|`$/g, '')),
  );
}
