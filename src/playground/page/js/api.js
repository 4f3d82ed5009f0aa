// @ts-check
import { store } from './store.js';

export async function fetchState() {
  const query = new URLSearchParams({ team: store.team, user: store.user });
  const answer = await fetch(`page/state?${query}`);
  if (!answer.ok) throw new Error(`The playground answered ${answer.status}`);
  return answer.json();
}

/** Does something as the chosen person. @param {Record<string, unknown>} action @returns {Promise<any>} */
export async function act(action) {
  const answer = await fetch('page/act', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ team: store.team, user: store.user, ...action }),
  });
  return answer.json();
}

/** Calls `changed` whenever the playground has news, and `connection` when it connects or disconnects. */
export function listen(/** @type {() => void} */ changed, /** @type {(open: boolean) => void} */ connection) {
  const events = new EventSource('page/events');
  events.addEventListener('change', changed);
  events.addEventListener('open', () => {
    connection(true);
    changed();
  });
  events.addEventListener('error', () => connection(false));
}
