import { expect, test } from 'vitest';
import { broadcastsSection } from '../../../src/broadcasts/slack/home.ts';
import { PAGE, type RowsPlace, rowList, rowsPage } from '../../../src/broadcasts/slack/rows-modal.ts';
import { wordingIn } from '../../../src/features.ts';
import { maskNumber } from '../../../src/kit/number.ts';
import { listView } from '../../../src/kit/slack/list.ts';
import type { Services } from '../../../src/kit/slack/services.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { LIMITS } from '../../../src/playground/blocks/limits.ts';
import { broadcastWith, rowWith, textOf, WALL } from '../../support/broadcasts.ts';

const starts = Array.from({ length: 200 }, (_, n) => 10_000 + n);
const place = {
  id: 'b'.repeat(36),
  filter: 'uncertain' as const,
  from: 9500,
  earlier: starts,
  again: 'a'.repeat(36),
};
const WHO = { workspace: 'T1', userId: 'U1' };
const evil = '<!channel> *_~`'.repeat(5);

test('a page of rows with the longest names and reasons fits a modal, and text that people wrote stays harmless', async () => {
  const rows = Array.from({ length: PAGE }, (_, n) =>
    rowWith(n, { name: evil, text: textOf({ id: `t${n}`, state: 'uncertain', uncertain: 'redirect' }) }),
  );
  for (const language of LANGUAGES) {
    const words = wordingIn(language);
    const broadcast = broadcastWith({ state: 'ended', endedAt: 1, counts: { uncertain: 2000 } });
    const page = async () =>
      rowsPage(words, maskNumber, { one: broadcast, page: { rows, next: 9515 }, place });
    const view = await listView({} as Services, words, WHO, { ...rowList, page }, place);
    const json = JSON.stringify(view);
    expect(view.blocks.length).toBeLessThanOrEqual(LIMITS.viewBlocks.max);
    expect(json).not.toContain('<!channel>');
    for (const [, value = ''] of json.matchAll(/"value":"((?:[^"\\]|\\.)*)"/g)) {
      const isTurn = value.includes('"earlier\\":[1');
      expect(JSON.parse(`"${value}"`).length).toBeLessThanOrEqual(isTurn ? LIMITS.buttonValue.max : 150);
    }
    expect([...json.matchAll(/"send_row_again"/g)]).toHaveLength(PAGE);
    expect(json).toContain('turn_broadcast');
  }
});

test('"Previous" leads to the page before, back to the first', () => {
  const turned = (place: RowsPlace, next: number | null): RowsPlace[] => {
    const page = { rows: [rowWith(0)], next };
    const at = rowsPage(wordingIn('en'), maskNumber, { one: broadcastWith(), page, place });
    return [at.previous, at.next].filter(step => step !== null);
  };
  let page: RowsPlace = { id: 'b1', filter: 'sent', from: 0, earlier: [], again: null };
  const seen = [page];
  // A page's beginning depends on the rows filtered out before it.
  const nexts = Array.from({ length: 60 }, (_, n) => 17 + 20 * n);
  for (const next of nexts) {
    const turns = turned(page, next);
    page = turns.at(-1) ?? page;
    seen.push(page);
  }
  expect(seen.map(({ from }) => from)).toEqual([0, ...nexts]);
  for (const before of seen.slice(0, -1).reverse()) {
    page = turned(page, null)[0] ?? page;
    expect(page).toEqual(before);
  }
  expect(turned(page, null)).toEqual([]);
});

test('many broadcasts leave room in the Home tab, and each stands there once', () => {
  const many = (state: 'paused' | 'ended') =>
    Array.from({ length: 25 }, (_, n) =>
      broadcastWith({
        id: `${state} ${n}`,
        state,
        pause: state === 'ended' ? null : { why: 'many_refusals', by: null, at: 0, until: null, post: null },
        counts: { sent: 900, refused: 100, uncertain: 10 },
      }),
    );
  for (const language of LANGUAGES) {
    const blocks = broadcastsSection(wordingIn(language), [...many('paused'), ...many('ended')], WALL);
    expect(blocks.length).toBeLessThanOrEqual(40);
    const json = JSON.stringify(blocks);
    expect(json.match(/"value":"paused 0"/g)).toHaveLength(3);
    expect(json).toContain('"value":"ended 0"');
  }
  expect(broadcastsSection(wordingIn('en'), [], WALL)).toEqual([]);
});
