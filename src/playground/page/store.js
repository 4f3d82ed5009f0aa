// @ts-check

/** @typedef {import('../http/page-state.ts').PageState} PageState */
/** @typedef {import('../http/page-actions.ts').PageAction} PageAction */

/** What this page knows, and as whom it looks. Team, person and channel survive a reload. */
export const store = {
  team: kept(sessionStorage, 'team'),
  user: kept(sessionStorage, 'user'),
  channel: kept(sessionStorage, 'channel'),
  /** Which tab of the app's direct messages is open. @type {'messages' | 'home'} */
  tab: 'messages',
  /** As the playground last told it. */
  state: /** @type {PageState} */ (/** @type {unknown} */ (null)),
  /** Whether the playground answers. */
  heard: true,
  /** The world's time when the page was loaded: ephemeral posts from before are gone, as in Slack. */
  loadedAt: 0,
  /** The newest post that was seen, by person and channel. @type {Map<string, string>} */
  readUpTo: new Map(),
  /** What is in the message box, by workspace, person and channel. @type {Map<string, string>} */
  drafts: new Map(),
  /** The open drawer of a narrow page. @type {'' | 'sidebar' | 'side'} */
  drawer: '',
  /** What else is open above the page; the app's own modals are in `state`. @type {Dialog | null} */
  dialog: null,
  /** A question before something is done. @type {{ confirm: Confirm, answer: (yes: boolean) => void } | null} */
  question: null,
  /** @type {{ id: number, text: string }[]} */
  toasts: [],
};

/**
 * @typedef {{ kind: 'inspect', post: PageState['posts'][number] } | { kind: 'step', callbackId: string }
 *   | { kind: 'panel', id: string }} Dialog
 * @typedef {import('@slack/types').ConfirmationDialog} Confirm
 */

let draw = () => {};
/** Has `redraw` called whenever something changed. @param {() => void} redraw */
export function onChange(redraw) {
  draw = redraw;
}

/** Changes what the page knows, and draws it. @param {Partial<typeof store>} change */
export function set(change) {
  Object.assign(store, change);
  draw();
}

/** Chooses somebody, somewhere. @param {{ team?: string, user?: string, channel?: string }} where */
export function choose(where) {
  for (const [key, value] of Object.entries(where)) keep(sessionStorage, key, value);
  Object.assign(store, where);
}

/** Keeps something for the next visit, if the browser allows it. @param {Storage} storage @param {string} key @param {string} value */
export function keep(storage, key, value) {
  try {
    storage.setItem(`playground.${key}`, value);
  } catch {
    // Without storage it lasts until the reload.
  }
}

/** What was kept, or nothing. @param {Storage} storage @param {string} key */
export function kept(storage, key) {
  try {
    return storage.getItem(`playground.${key}`) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} id */
export const person = id => store.state?.people.find(one => one.id === id);

/** @param {string} id */
export const channel = id => store.state?.channels.find(one => one.id === id);

/** Posts of a channel that this person still sees. @param {string} id */
export const postsOf = id =>
  store.state.posts.filter(
    post => post.channel === id && (post.kind === 'channel' || Number(post.ts) * 1000 >= store.loadedAt),
  );

/** Does something as the chosen person. @param {PageAction} action @returns {Promise<any>} */
export async function act(action) {
  const answer = await fetch('page/act', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ team: store.team, user: store.user, ...action }),
  });
  return answer.json();
}

/** The same, and says what was wrong with it, if anything. @param {PageAction} action */
export async function order(action) {
  const { problem } = await act(action);
  if (problem) toast(problem);
}

/**
 * Opens a place in its own tab, signed in. The tab has to be opened before anything is waited for: browsers take what comes
 * later for a pop-up. It is asked for by POST, so that no other site's link signs this browser in.
 * @param {string} place
 */
export const enter = place => async (/** @type {Event} */ event) => {
  event.preventDefault();
  const tab = window.open('', `place-${place}`);
  const answer = await fetch(`page/go/${place}`, { method: 'POST' });
  const { problem, leadsTo } = await answer.json();
  if (tab && leadsTo) tab.location = leadsTo;
  else tab?.close();
  if (problem) toast(problem);
};

/** Busy until it is done. @param {Event} event @param {() => Promise<unknown>} work */
export async function busy({ currentTarget }, work) {
  const node = /** @type {Element | null} */ (currentTarget);
  node?.setAttribute('aria-busy', 'true');
  await work();
  node?.removeAttribute('aria-busy');
}

let toasted = 0;
/** A passing sentence at the foot of the page. @param {string} text */
export function toast(text) {
  toasted += 1;
  const id = toasted;
  set({ toasts: [...store.toasts, { id, text }] });
  setTimeout(() => set({ toasts: store.toasts.filter(one => one.id !== id) }), 6000);
}

/** Announces something to people who use a screen reader. @param {string} text */
export function announce(text) {
  // A repeated sentence is announced again.
  const line = document.createElement('p');
  line.textContent = text;
  document.getElementById('announce')?.replaceChildren(line);
}

/** Shows Slack's confirmation dialog; resolves true if the person confirms. @param {Confirm} confirm @returns {Promise<boolean>} */
export function askFirst(confirm) {
  return new Promise(resolve => {
    const answer = (/** @type {boolean} */ yes) => {
      set({ question: null });
      resolve(yes);
    };
    set({ question: { confirm, answer } });
  });
}
