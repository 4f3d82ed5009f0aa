import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Eleventy, { type MarkdownToken } from '@11ty/eleventy';

/*
 * `npm run pages`: the pages that Slack's Marketplace asks for, from docs/, into site/. Eleventy reads the Markdown and writes the
 * pages; which ones, whose they are, and where their links lead is here.
 */

const ROOT = join(import.meta.dirname, '..');

const PAGES = [
  { name: 'privacy', title: 'Privacy', from: 'docs/marketplace/privacy.md' },
  { name: 'support', title: 'Support', from: 'docs/marketplace/support.md' },
  { name: 'security', title: 'Security', from: 'docs/security.md' },
] as const;

const USAGE = 'npm run pages -- --operator "Padma Logistics" --contact help@example.com';

const values = readOptions();
const operator = values.operator || '[operator]';
const contact = values.contact || '[contact]';
const out = values.out || join(ROOT, 'site');

const eleventy = new Eleventy('tools/pages', out, {
  quietMode: true,
  configPath: null,
  config(config) {
    const common = { layout: 'page.liquid', operator, pages: PAGES, templateEngineOverride: 'md' };
    for (const { name, title, from } of PAGES) {
      const data = { ...common, name, title, up: '../', permalink: `/${name}/index.html` };
      config.addTemplate(`${name}.md`, signed(readFileSync(join(ROOT, from), 'utf8')), data);
    }
    const start = `# SMS for Slack\n\nText messages from Slack to mobiles in Bangladesh. ${signed('Run by [operator]: [contact].')}\n`;
    const data = { ...common, name: '', title: 'Start', up: '', permalink: '/index.html' };
    config.addTemplate('start.md', start, data);
    config.amendLibrary('md', markdown => {
      markdown.core.ruler.push('links_of_pages', ({ tokens }) => {
        for (const { children } of tokens) leadToPages(children ?? []);
      });
    });
  },
});

await eleventy.write();
process.stdout.write(`The pages are in ${out}.\n`);
if (!values.operator || !values.contact)
  process.stdout.write(`They don’t say yet who runs the app: ${USAGE}\n`);

function readOptions(): {
  operator?: string | undefined;
  contact?: string | undefined;
  out?: string | undefined;
} {
  try {
    return parseArgs({
      options: { operator: { type: 'string' }, contact: { type: 'string' }, out: { type: 'string' } },
    }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    process.exit(1);
  }
}

function signed(source: string): string {
  const address = /^[^\s@<>()[\]]+@[^\s@<>()[\]]+$/.test(contact)
    ? `[${contact}](mailto:${contact})`
    : contact;
  return source.replaceAll('[operator]', () => operator).replaceAll('[contact]', () => address);
}

/** Links to another of the pages lead there; those to files that nobody has here become words. */
function leadToPages(inline: readonly MarkdownToken[]): void {
  let isDropped = false;
  for (const token of inline) {
    if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? '';
      const page = PAGES.find(({ from }) => href !== '' && from.endsWith(href.replace(/^(?:\.\.?\/)+/, '/')));
      const isElsewhere = /^(?:https?|mailto):/.test(href);
      if (page) token.attrSet('href', `../${page.name}/`);
      isDropped = !page && !isElsewhere;
    }
    if (isDropped && (token.type === 'link_open' || token.type === 'link_close')) {
      token.type = 'text';
    }
  }
}
