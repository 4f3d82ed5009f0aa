// @ts-check
import { avatar, h, icon } from './dom.js';
import { channel, store } from './store.js';

/**
 * Completions for the word before the caret: a command at the very start, people after @, channels after #.
 * @typedef {{ from: number, to: number, insert: string, node: any, exact: boolean }} Suggestion
 * @param {string} text @param {number} caret
 * @returns {Suggestion[]}
 */
export function suggestions(text, caret) {
  const typed = text.slice(0, caret);
  const command = /^\/\S*$/.exec(typed)?.[0];
  if (command) return commands(command);
  const [, sign = '', word = ''] = /(?:^|[\s(])([@#])([\p{L}\p{M}\p{N}._-]*)$/u.exec(typed) ?? [];
  if (!sign) return [];
  const at = { from: caret - word.length - 1, to: caret };
  return (sign === '@' ? people(word) : channels(word)).map(one => ({ ...at, ...one })).slice(0, 6);
}

/** @param {string} typed @returns {Suggestion[]} */
function commands(typed) {
  return store.state.manifest.commands
    .filter((/** @type {any} */ one) => one.command.startsWith(typed))
    .map((/** @type {any} */ one) => ({
      from: 0,
      to: typed.length,
      insert: `${one.command} `,
      exact: one.command === typed,
      node: [
        icon('bolt'),
        h('code', null, one.command),
        h('code', { class: 'usage' }, one.usageHint ?? ''),
        h('span', { class: 'about' }, one.description ?? ''),
      ],
    }));
}

/** People by handle or name; inserts what Slack turns into a mention. @param {string} word */
function people(word) {
  const wanted = word.toLowerCase();
  return store.state.people
    .filter((/** @type {any} */ one) => !one.deleted && !one.isBot)
    .filter((/** @type {any} */ one) =>
      [one.name, ...one.realName.toLowerCase().split(' ')].some(name => name.startsWith(wanted)),
    )
    .map((/** @type {any} */ one) => ({
      insert: `@${one.name} `,
      exact: false,
      node: [
        avatar(one, true),
        h('b', null, one.realName),
        h('span', { class: 'about' }, one.title || one.role),
      ],
    }));
}

/** @param {string} word */
function channels(word) {
  return store.state.channels
    .filter((/** @type {any} */ one) => one.kind !== 'im' && one.name.startsWith(word.toLowerCase()))
    .map((/** @type {any} */ one) => ({
      insert: `#${one.name} `,
      exact: false,
      node: [h('b', null, `#${one.name}`), h('span', { class: 'about' }, channel(one.id)?.topic ?? '')],
    }));
}

/** The usage of the command that has been typed, or null. @param {string} text */
export function usageOf(text) {
  const name = /^(\/\S+)\s/.exec(text)?.[1];
  return store.state.manifest.commands.find((/** @type {any} */ one) => one.command === name) ?? null;
}
