import type { RequestListener } from 'node:http';
import type { Clock } from '../domain/clock.ts';
import { maskNumber } from '../domain/number.ts';
import type { ReadBody } from '../http/body.ts';
import type { SparingLog } from '../http/sparing-log.ts';
import type { TextLink } from '../storage/texts/links.ts';
import type { Wording } from '../wording/index.ts';
import type { NeverText } from '../workspaces/never-text.ts';
import { isSample, type StopLinks } from '../workspaces/text-links.ts';
import { type Html, html } from './html.ts';
import { button, sendInBoth, textLinkRoute } from './text-link.ts';
import type { Visits } from './visits.ts';

/** How long somebody who pressed by mistake can undo it. */
const UNDO_MS = 24 * 3_600_000;

/** The page behind the link in a text that lets its reader stop getting texts from this workspace. */
export function stopRoute(parts: {
  stopLinks: Pick<StopLinks, 'find'>;
  neverText: NeverText;
  /** What a workspace is called; null: not known now. */
  nameOf: (workspace: string) => Promise<string | null>;
  readBody: ReadBody;
  visits: Visits;
  clock: Pick<Clock, 'wall'>;
  logSparingly: SparingLog;
}): RequestListener {
  const { stopLinks, neverText, nameOf, clock, ...rest } = parts;

  /** The current state for somebody. */
  async function standing({ workspace, number }: TextLink): Promise<'texted' | 'stopped' | 'undoable'> {
    const never = (await neverText.of(workspace, [number])).get(number);
    if (!never) return 'texted';
    return never.by === null && clock.wall() - never.at < UNDO_MS ? 'undoable' : 'stopped';
  }

  return textLinkRoute<TextLink | 'sample'>({
    ...rest,
    find: async token => (isSample(token) ? 'sample' : stopLinks.find(token)),
    words: ({ stop }) => stop,
    async press(link, what) {
      if (link === 'sample') return true;
      if (what !== 'undo') await neverText.stop(link.workspace, null, link.number);
      else if ((await standing(link)) === 'undoable')
        await neverText.allow(link.workspace, null, link.number);
      return true;
    },
    async show(link, response) {
      if (link === 'sample') {
        sendInBoth(response, 200, ({ stop }) => ({ title: stop.title, body: html`<p>${stop.sample}</p>` }));
        return true;
      }
      const [stands, sender] = await Promise.all([standing(link), nameOf(link.workspace)]);
      const number = maskNumber(link.number);
      sendInBoth(response, 200, ({ stop }) => ({
        title: stop.title,
        body: pageBody(stop, stands, { number, sender }),
      }));
      return true;
    },
  });
}

function pageBody(
  words: Wording['stop'],
  stands: 'texted' | 'stopped' | 'undoable',
  who: { number: string; sender: string | null },
): Html {
  if (stands === 'texted') {
    return html`<p>${words.ask(who)}</p>
${button('stop', words.stop, '')}`;
  }
  return html`<p>${words.done(who)}</p>
${
  stands === 'undoable' &&
  html`<p>${words.mistake}</p>
${button('undo', words.undo, 'second')}`
}`;
}
