// @ts-check
import { html } from 'htm/preact';

/** @typedef {Extract<import('../http/page-state.ts').PageBlock, { type: 'data_visualization' }>} ChartBlock */

/** How wide and high a chart is drawn, in its own units. */
const [WIDE, HIGH] = [320, 120];

/** A chart, with a table of its numbers for whom a picture tells nothing. @param {{ block: ChartBlock }} props */
export function Chart({ block }) {
  const { title, chart } = block;
  const series = chart.type === 'pie' ? [{ name: title, data: chart.segments }] : chart.series;
  const names = chart.type === 'pie' ? chart.segments.map(one => one.label) : series.map(one => one.name);
  const labels = chart.type === 'pie' ? names : chart.axis_config.categories;
  const axes =
    chart.type === 'pie'
      ? ''
      : [chart.axis_config.x_label, chart.axis_config.y_label].filter(Boolean).join(' · ');
  const picture = { pie, bar: bars, line: lines, area: lines }[chart.type];
  return html`<figure class="block-chart">
    <figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${chart.type === 'pie' ? HIGH : WIDE} ${HIGH}`} aria-hidden="true">
      ${picture(
        series.map(one => one.data),
        labels,
        chart.type === 'area',
      )}
    </svg>
    <p class="legend" aria-hidden="true">${names.map((name, at) => html`<span class=${`hue-${at}`}>${name}</span>`)}</p>
    ${axes && html`<p class="hint">${axes}</p>`}
    <table class="visually-hidden">
      <tr><th></th>${series.map(one => html`<th scope="col">${one.name}</th>`)}</tr>
      ${labels.map(label => html`<tr><th scope="row">${label}</th>${series.map(one => html`<td>${valueAt(one.data, label)}</td>`)}</tr>`)}
    </table>
  </figure>`;
}

/** @typedef {{ label: string, value: number }[]} Points */

/** @param {Points} points @param {string} label */
const valueAt = (points, label) => points.find(one => one.label === label)?.value ?? 0;

/** The highest of all values, and 1 at the least. @param {Points[]} all */
const most = all => Math.max(1, ...all.flat().map(one => one.value));

/** @param {Points[]} all */
function pie([points = []]) {
  const whole = points.reduce((sum, one) => sum + one.value, 0);
  const [middle, radius] = [HIGH / 2, HIGH / 4];
  const around = 2 * Math.PI * radius;
  let before = 0;
  return points.map(({ value }, at) => {
    const [part, from] = [(value / whole) * around, before];
    before += part;
    return html`<circle class=${`hue-${at}`} cx=${middle} cy=${middle} r=${radius} fill="none" stroke="currentColor"
      stroke-width=${radius * 2} stroke-dasharray=${`${part} ${around}`} stroke-dashoffset=${-from} />`;
  });
}

/** @param {Points[]} all @param {string[]} labels */
function bars(all, labels) {
  const slot = WIDE / labels.length;
  const width = (slot * 0.8) / all.length;
  return all.map((points, at) =>
    labels.map((label, place) => {
      const height = (Math.max(0, valueAt(points, label)) / most(all)) * HIGH;
      return html`<rect class=${`hue-${at}`} x=${place * slot + slot * 0.1 + at * width} y=${HIGH - height} width=${width}
        height=${height} fill="currentColor" />`;
    }),
  );
}

/** @param {Points[]} all @param {string[]} labels @param {boolean} isFilled */
function lines(all, labels, isFilled) {
  const step = WIDE / Math.max(1, labels.length - 1);
  return all.map((points, at) => {
    const path = labels.map(
      (label, place) => `${place * step},${HIGH - (valueAt(points, label) / most(all)) * HIGH}`,
    );
    return isFilled
      ? html`<polygon class=${`hue-${at}`} points=${`0,${HIGH} ${path.join(' ')} ${WIDE},${HIGH}`} fill="currentColor" opacity="0.7" />`
      : html`<polyline class=${`hue-${at}`} points=${path.join(' ')} fill="none" stroke="currentColor" stroke-width="2.5" />`;
  });
}
