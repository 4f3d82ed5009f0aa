import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Clock } from '../domain/clock.ts';
import type { Contact } from '../domain/contact.ts';
import type { Audit, Contacts, PageLink } from '../storage/ports.ts';
import type { Wording } from '../wording/index.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { type Html, html } from './html.ts';

/** How many contacts are read at a time. */
const TOGETHER = 200;
/** More columns than any list of people has. */
const MOST_COLUMNS = 500;

export type ExportPages = {
  page(link: PageLink, words: Wording): Promise<Html>;
  /** Records the export in the audit log, then sends the file as it is read. */
  download(link: PageLink, words: Wording, response: ServerResponse): Promise<void>;
};

export function createExportPages(parts: { contacts: Contacts; audit: Audit; clock: Clock }): ExportPages {
  const { contacts, audit, clock } = parts;

  async function* allOf({ workspace, group }: PageLink): AsyncGenerator<Contact[]> {
    for (let after: Contact | null = null; ; ) {
      const page: Contact[] = await contacts.listed(workspace, after?.number ?? null, TOGETHER);
      if (page.length === 0) return;
      yield page.filter(({ groups }) => group === null || groups.includes(group));
      after = page.at(-1) ?? null;
    }
  }

  async function sizeOf({ workspace, group }: PageLink): Promise<number> {
    const found = await contacts.find(workspace, group === null ? {} : { groups: [group] });
    return group === null ? found.counts.contacts : (found.sizes.get(group) ?? 0);
  }

  return {
    async page(link, { pages }) {
      const its = pages.export;
      return html`<p>${its.intro(await sizeOf(link))}</p>
<form method="post"><p><button>${its.download}</button></p></form>`;
    },

    async download(link, { pages }, response) {
      const { heading, yes, language } = pages.export;
      const { groups } = await contacts.find(link.workspace, { allGroups: true });
      const names = new Map(groups.map(({ id, name }) => [id, name]));
      const own = new Set<string>();
      for await (const page of allOf(link)) {
        for (const { columns } of page)
          for (const column of Object.keys(columns)) if (own.size < MOST_COLUMNS) own.add(column);
      }
      const people = await sizeOf(link);
      await audit.record(link.workspace, {
        what: 'people_exported',
        people,
        at: clock.wall(),
        by: link.userId,
      });
      response.writeHead(200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="contacts.csv"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      const { name, number, language: its, note, never, groups: ofGroups } = heading;
      response.write(BYTE_ORDER_MARK + csvLine([name, number, its, note, never, ofGroups, ...own]));
      for await (const page of allOf(link)) {
        const lines = page.map(one =>
          csvLine([
            one.name,
            one.number,
            one.language === null ? '' : language[one.language],
            one.note,
            one.never === null ? '' : yes,
            one.groups.flatMap(id => names.get(id) ?? []).join(', '),
            ...[...own].map(column => one.columns[column] ?? ''),
          ]),
        );
        if (response.destroyed) return;
        if (!response.write(lines.join('')))
          await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      response.end();
    },
  };
}
