import type { Clock } from '../kit/clock.ts';
import { writeDateTime } from '../kit/day.ts';
import { ownOf } from '../kit/own.ts';
import { type FilePages, sendCsv } from '../kit/pages/file-pages.ts';
import type { PageLink } from '../kit/pages/magic-links.ts';
import type { Permission } from '../kit/slack/listener.ts';
import { parseStoredJson } from '../kit/slack/view-state.ts';
import type { Wording } from '../kit/words/wording.ts';
import { whyNotSent } from '../texts/why-not-sent.ts';
import type { Audit } from '../workspace/audit-log.ts';
import type { People } from '../workspace/people.ts';
import { filterSchema, type LogFilter, stateOf } from './filter.ts';
import type { TextMatch, TextSearch } from './search.ts';

/** The purpose of links to the page. */
export const TEXTS_FILE = 'texts';

/** A link's filter. */
const filterOf = ({ about }: PageLink): LogFilter => parseStoredJson(filterSchema, about ?? '');

/** The file with the texts that a person looked for, as their list shows them. Each download is recorded in the audit log. */
export function createTextPages(deps: {
  textSearch: Pick<TextSearch, 'all'>;
  audit: Audit;
  people: Pick<People, 'knownName'>;
  permission: Permission<LogFilter>;
  clock: Pick<Clock, 'wall'>;
}): FilePages {
  const { textSearch, audit, people, clock } = deps;

  /** Names of senders, each looked up once. */
  function createNames(workspace: string, { textLog: { sources } }: Wording) {
    const names = new Map<string, string>();
    return async (actors: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      for (const actor of new Set(actors)) {
        if (!names.has(actor))
          names.set(actor, ownOf(sources, actor) ?? (await people.knownName(workspace, actor)) ?? actor);
      }
      return names;
    };
  }

  return {
    purpose: TEXTS_FILE,
    permission: (services, user, link) => deps.permission(services, user, filterOf(link)),
    refused: ({ textLog: { file } }) => file.notAllowed,

    async page(link, { textLog: { file } }) {
      return { title: file.title, intro: file.intro(!filterOf(link).mine), download: file.download };
    },

    async download(link, words, response) {
      const { workspace, userId } = link;
      const filter = filterOf(link);
      const at = clock.wall();
      await audit.record(workspace, { what: 'texts_downloaded', everybodys: !filter.mine, at, by: userId });
      const namesOf = createNames(workspace, words);
      const rows = async function* (): AsyncGenerator<(TextMatch & { sender: string })[]> {
        for await (const matches of textSearch.all({ workspace, userId }, filter)) {
          const names = await namesOf(matches.map(({ text }) => text.actor));
          yield matches.map(match => ({ ...match, sender: names.get(match.text.actor) ?? '' }));
        }
      };
      const {
        time,
        sender,
        to,
        state,
        reason,
        parts,
        cost,
        logId,
        text: ofText,
      } = words.textLog.file.heading;
      await sendCsv(response, 'texts', {
        header: [time, sender, to, state, reason, parts, cost, logId, ofText],
        pages: rows(),
        cellsOf: ({ text, shown, message, sender: name }) => [
          writeDateTime(text.madeAt),
          name,
          shown,
          words.textLog.states[stateOf(text)],
          whyNotSent(words, text) ?? '',
          String(text.parts),
          text.cost ?? '',
          text.logId ?? '',
          message ?? '',
        ],
      });
    },
  };
}
