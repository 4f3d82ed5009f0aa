// @ts-check

/** What this page knows, and as whom it looks. Team, person and channel survive a reload. */
export const store = {
  team: kept(sessionStorage, 'team'),
  user: kept(sessionStorage, 'user'),
  channel: kept(sessionStorage, 'channel'),
  /** Which tab of the app's direct messages is open. @type {'messages' | 'home'} */
  tab: 'messages',
  /** @type {any} */
  state: null,
  /** The world's time when the page was loaded: ephemeral posts from before are gone, as in Slack. */
  loadedAt: 0,
  /** @type {Map<string, string>} */
  readUpTo: new Map(),
};

/** @param {'team' | 'user' | 'channel'} key @param {string} value */
export function choose(key, value) {
  store[key] = value;
  keep(sessionStorage, key, value);
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
export const person = id => store.state?.people.find((/** @type {any} */ one) => one.id === id);

/** @param {string} id */
export const channel = id => store.state?.channels.find((/** @type {any} */ one) => one.id === id);

/** Posts of a channel that this person still sees. @param {string} id */
export function postsOf(id) {
  return store.state.posts.filter(
    (/** @type {any} */ post) =>
      post.channel === id && (post.kind === 'channel' || Number(post.ts) * 1000 >= store.loadedAt),
  );
}
