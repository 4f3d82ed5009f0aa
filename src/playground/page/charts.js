// @ts-check
import { html } from 'htm/preact';

/** @typedef {Extract<import('../http/page-state.ts').PageBlock, { type: 'data_visualization' }>} ChartBlock */
/** @typedef {{ label: string, value: number }[]} Points */

/** The size of a chart's drawing, and the part of its height for the values. */
const [WIDE, HIGH] = [340, 160];
const [TOP, BOTTOM] = [16, 138];
/** The diameter of a pie. */
const ROUND = 120;

/** A chart, with a table of its numbers for screen readers. @param {{ block: ChartBlock }} props */
export function Chart({ block }) {
  const { title, chart } = block;
  const isPie = chart.type === 'pie';
  const series = isPie ? [{ name: title, data: chart.segments }] : chart.series;
  const labels = isPie ? chart.segments.map(one => one.label) : chart.axis_config.categories;
  const names = isPie ? labels : series.map(one => one.name);
  const axes = isPie ? [] : [chart.axis_config.x_label, chart.axis_config.y_label].filter(Boolean);
  const points = series.map(one => one.data);
  return html`<figure class="block-chart">
    <figcaption>${title}</figcaption>
    <svg viewBox=${isPie ? `0 0 ${ROUND} ${ROUND}` : `0 0 ${WIDE} ${HIGH}`} class=${chart.type} aria-hidden="true">
      ${isPie ? pie(points) : plot(chart.type, points, labels)}
    </svg>
    <p class="legend" aria-hidden="true">${names.map((name, at) => html`<span class=${`hue-${at}`}>${name}</span>`)}</p>
    ${axes.length > 0 && html`<p class="hint">${axes.join(' · ')}</p>`}
    <table class="visually-hidden">
      <tr><th></th>${series.map(one => html`<th scope="col">${one.name}</th>`)}</tr>
      ${labels.map(label => html`<tr><th scope="row">${label}</th>${series.map(one => html`<td>${valueAt(one.data, label)}</td>`)}</tr>`)}
    </table>
  </figure>`;
}

/** @param {Points} points @param {string} label */
const valueAt = (points, label) => points.find(one => one.label === label)?.value ?? 0;

/** @param {Points[]} all */
function pie([points = []]) {
  const whole = points.reduce((sum, one) => sum + one.value, 0);
  const [middle, radius] = [ROUND / 2, ROUND / 4];
  const around = 2 * Math.PI * radius;
  let before = 0;
  return points.map(({ value }, at) => {
    const [part, from] = [(value / whole) * around, before];
    before += part;
    return html`<circle class=${`hue-${at}`} cx=${middle} cy=${middle} r=${radius} fill="none" stroke="currentColor"
      stroke-width=${radius * 2} stroke-dasharray=${`${part} ${around}`} stroke-dashoffset=${-from} />`;
  });
}

/**
 * Bars or lines between the lowest value (at most zero) and the highest, with both written at their height and the labels below.
 * @param {'bar' | 'line' | 'area'} type @param {Points[]} all @param {string[]} labels
 */
function plot(type, all, labels) {
  const values = all.flat().map(one => one.value);
  const least = Math.min(0, ...values);
  // Without a value above zero, there is still a height to draw in.
  const most = Math.max(least < 0 ? 0 : 1, ...values);
  const y = (/** @type {number} */ value) => TOP + ((most - value) / (most - least)) * (BOTTOM - TOP);
  const slot = WIDE / labels.length;
  const x = (/** @type {number} */ place) => (place + 0.5) * slot;
  const heights = [...new Set([most, 0, least])];
  return [
    heights.map(
      value => html`<line class="axis" x1="0" x2=${WIDE} y1=${y(value)} y2=${y(value)} />
        ${value !== 0 && html`<text class="axis" x="0" y=${y(value) - 4}>${value.toLocaleString('en')}</text>`}`,
    ),
    type === 'bar' ? bars(all, labels, slot, y) : lines(all, labels, type === 'area', x, y),
    names(labels, slot, x),
  ];
}

/** @param {Points[]} all @param {string[]} labels @param {number} slot @param {(value: number) => number} y */
function bars(all, labels, slot, y) {
  const width = (slot * 0.8) / all.length;
  return all.map((points, at) =>
    labels.map((label, place) => {
      const value = valueAt(points, label);
      const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
      return html`<rect class=${`hue-${at}`} x=${place * slot + slot * 0.1 + at * width} y=${top} width=${width}
        height=${bottom - top} rx="1.5" fill="currentColor"><title>${label}: ${value}</title></rect>`;
    }),
  );
}

/**
 * @param {Points[]} all @param {string[]} labels @param {boolean} isFilled
 * @param {(place: number) => number} x @param {(value: number) => number} y
 */
function lines(all, labels, isFilled, x, y) {
  return all.map((points, at) => {
    const path = labels.map((label, place) => `${x(place)},${y(valueAt(points, label))}`).join(' ');
    const ends = [`${x(0)},${y(0)}`, `${x(labels.length - 1)},${y(0)}`];
    return [
      isFilled
        ? html`<polygon class=${`hue-${at}`} points=${`${ends[0]} ${path} ${ends[1]}`} fill="currentColor" opacity="0.7" />`
        : html`<polyline class=${`hue-${at}`} points=${path} fill="none" stroke="currentColor" stroke-width="2.5" />`,
      labels.map((label, place) => {
        const value = valueAt(points, label);
        return html`<circle class=${`hue-${at}`} cx=${x(place)} cy=${y(value)} r="3" fill="currentColor"><title>${label}: ${value}</title></circle>`;
      }),
    ];
  });
}

/** About the width of a character. */
const CHARACTER = 6;

/** As many labels as fit, among them the last. @param {string[]} labels @param {number} slot @param {(place: number) => number} x */
function names(labels, slot, x) {
  const longest = Math.max(...labels.map(label => label.length)) * CHARACTER;
  const step = longest < slot ? 1 : Math.ceil((longest * 1.5) / slot);
  return labels.map((label, place) => {
    if ((labels.length - 1 - place) % step !== 0) return null;
    const half = (label.length * CHARACTER) / 2;
    const isFirst = x(place) < half;
    const isLast = x(place) > WIDE - half;
    const [at, anchor] = isFirst ? [0, 'start'] : isLast ? [WIDE, 'end'] : [x(place), 'middle'];
    return html`<text class="axis" x=${at} y=${BOTTOM + 16} text-anchor=${anchor}>${label}</text>`;
  });
}
