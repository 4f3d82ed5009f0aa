import type { RequestListener } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/day.ts';
import { maskNumber } from '../../kit/number.ts';
import { type Html, html } from '../../kit/pages/layout.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { TextLink } from '../../texts/store/links.ts';
import {
  button,
  isSample,
  type StopLinks,
  sendInBoth,
  type TextLinkParts,
  textLinkRoute,
} from '../../texts/text-links.ts';
import type { DoNotTextList } from '../do-not-text.ts';

/** The time in which the number's owner can undo a press by mistake. */
const UNDO_MS = DAY_MS;

/** The page behind the link in a text by which its reader opts out of texts from this workspace. */
export function stopRoute(
  parts: {
    stopLinks: Pick<StopLinks, 'find'>;
    doNotTextList: DoNotTextList;
    /** The workspace's name; null if unknown. */
    nameOf: (workspace: string) => Promise<string | null>;
    clock: Pick<Clock, 'wall'>;
  } & TextLinkParts,
): RequestListener {
  const { stopLinks, doNotTextList, nameOf, clock, ...rest } = parts;

  /** The state of a number: `undoable` if its owner opted out recently. */
  async function stateOf({ workspace, number }: TextLink): Promise<'texted' | 'stopped' | 'undoable'> {
    const doNotText = (await doNotTextList.of(workspace, [number])).get(number);
    if (!doNotText) return 'texted';
    return doNotText.by === null && clock.wall() - doNotText.at < UNDO_MS ? 'undoable' : 'stopped';
  }

  return textLinkRoute<TextLink | 'sample'>({
    ...rest,
    find: async token => (isSample(token) ? 'sample' : stopLinks.find(token)),
    says: ({ stop }) => stop,
    async press(link, action) {
      if (link === 'sample') return true;
      if (action !== 'undo') await doNotTextList.stop(link.workspace, null, link.number);
      else if ((await stateOf(link)) === 'undoable')
        await doNotTextList.allow(link.workspace, null, link.number);
      return true;
    },
    async show(link, response) {
      if (link === 'sample') {
        sendInBoth(rest.words, response, 200, ({ stop }) => ({
          title: stop.title,
          body: html`<p>${stop.sample}</p>`,
        }));
        return true;
      }
      const [state, sender] = await Promise.all([stateOf(link), nameOf(link.workspace)]);
      const number = maskNumber(link.number);
      const page = ({ stop }: Wording) => ({
        title: stop.title,
        body: pageBody(stop, state, { number, sender }),
      });
      sendInBoth(rest.words, response, 200, page, sender);
      return true;
    },
  });
}

function pageBody(
  words: Wording['stop'],
  state: 'texted' | 'stopped' | 'undoable',
  facts: { number: string; sender: string | null },
): Html {
  if (state === 'texted') {
    return html`<p>${words.ask(facts)}</p>
${button('stop', words.stop, '')}`;
  }
  return html`<p>${words.done(facts)}</p>
${
  state === 'undoable' &&
  html`<p>${words.mistake}</p>
${button('undo', words.undo, 'second')}`
}`;
}
