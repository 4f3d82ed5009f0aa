/** The part of Eleventy, which has no types, that `pages.ts` uses. */
declare module '@11ty/eleventy' {
  export type MarkdownToken = {
    type: string;
    children: MarkdownToken[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  };

  type Markdown = {
    core: { ruler: { push(name: string, rule: (state: { tokens: MarkdownToken[] }) => void): void } };
  };

  type Config = {
    addTemplate(path: string, content: string, data: object): void;
    amendLibrary(name: 'md', change: (markdown: Markdown) => void): void;
  };

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: null; config: (config: Config) => void },
    );
    write(): Promise<unknown>;
  }
}
