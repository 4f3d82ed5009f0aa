import { html } from 'hono/html';
import type { Html } from './site.ts';

/** One bar of a chart, with what it stands for in words. */
export interface Bar {
  value: number;
  /** The tooltip. */
  title: string;
}

const WIDTH = 600;
const HEIGHT = 160;
const FLOOR = 132;
const CEILING = 26;

/**
 * A bar chart, one bar for each day. People who can't see it get it in one sentence, and the page has a table with the
 * same values after it.
 *
 * @param most the greatest value in words, shown at its line
 * @param ends the labels below the first, the middle and the last bar
 */
export function barChart(
  id: string,
  sentence: string,
  bars: Bar[],
  most: string,
  ends: [string, string, string],
): Html {
  const greatest = Math.max(...bars.map(({ value }) => value), 0);
  const step = WIDTH / bars.length;
  const heightOf = (value: number) =>
    greatest === 0 || value === 0 ? 0 : Math.max(2, ((FLOOR - CEILING) * value) / greatest);
  const drawn = bars.map(({ value, title }, at) => {
    const height = round(heightOf(value));
    const place = {
      x: round(at * step),
      hit: round(step),
      left: round(at * step + step * 0.15),
      width: round(step * 0.7),
    };
    return html`<g><title>${title}</title><rect class="hit" x="${place.x}" y="0" width="${place.hit}" height="${FLOOR}"/>${
      height === 0
        ? ''
        : html`<rect class="drawn" x="${place.left}" y="${round(FLOOR - height)}" width="${place.width}" height="${height}" rx="2"/>`
    }</g>`;
  });
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}">
<title id="${id}">${sentence}</title>
<line class="grid" x1="0" y1="${CEILING}" x2="${WIDTH}" y2="${CEILING}"/>
<line class="floor" x1="0" y1="${FLOOR}" x2="${WIDTH}" y2="${FLOOR}"/>
${drawn}
${greatest === 0 ? '' : html`<text class="most" x="0" y="${CEILING - 4}">${most}</text>`}
<text x="0" y="${HEIGHT - 6}">${ends[0]}</text>
<text x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle">${ends[1]}</text>
<text x="${WIDTH}" y="${HEIGHT - 6}" text-anchor="end">${ends[2]}</text>
</svg>`;
}

const round = (value: number) => Math.round(value * 10) / 10;
