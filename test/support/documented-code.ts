import { readFileSync } from 'node:fs';

/** The blocks of code in this language below a heading in docs/hooks.md, as people copy them. */
export function documentedCode(heading: string, language: string): string[] {
  const sections = readFileSync('docs/hooks.md', 'utf8').split(/^## /m);
  const section = sections.find(one => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , code = '']) => code);
}
