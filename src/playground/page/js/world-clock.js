// @ts-check
import { byId } from './dom.js';
import { store } from './store.js';
import { clock } from './times.js';

const TICK_MS = 200;

let shown = { now: 0, at: 0, speed: 1 };
let ticking = /** @type {any} */ (undefined);

/** Shows what time it is here, if that isn't the time outside: the clock runs fast, or did. */
export function renderWorldClock() {
  const { now, speed, aheadMs } = store.state;
  shown = { now, at: performance.now(), speed };
  byId('world-clock').hidden = speed === 1 && aheadMs < 1000;
  clearInterval(ticking);
  if (byId('world-clock').hidden) return;
  tick();
  ticking = setInterval(tick, TICK_MS);
}

function tick() {
  const { now, at, speed } = shown;
  const time = clock(now + (performance.now() - at) * speed, { second: '2-digit' });
  byId('world-clock').textContent =
    speed === 1 ? `It is ${time} here.` : `It is ${time} here: time passes ${speed} times as fast.`;
}
