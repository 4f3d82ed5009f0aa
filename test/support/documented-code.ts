import { readFileSync } from 'node:fs';

/** The blocks of code in docs/hooks.md that stand under a heading, in this language, as people copy them. */
export function documentedCode(heading: string, language: string): string[] {
  const sections = readFileSync('docs/hooks.md', 'utf8').split(/^## /m);
  const section = sections.find(one => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , code = '']) => code);
}
