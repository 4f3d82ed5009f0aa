// @ts-check

// Slack shows emoji as its own pictures, so that they look the same everywhere. The ones an app is likely to
// use are drawn here; the others are left to the machine's fonts.

const GREEN = '#1f9d6b';
const RED = '#d8433a';
const AMBER = '#e6a100';
const BLUE = '#2d7fd3';
const GREY = '#7d8a86';

/** Path, fill, and a second path drawn in white on it. @type {Record<string, [string, string, string?]>} */
const DRAWN = {
  check: ['M3 3h14v14H3z', GREEN, 'm6 10.3 2.8 2.8L14.2 7'],
  cross: ['M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0', RED, 'm7.2 7.2 5.6 5.6m0-5.6-5.6 5.6'],
  warning: ['M10 2.6 18.4 17H1.6z', AMBER, 'M10 8v4.2m0 2.3v.1'],
  stop: ['M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0', RED, 'M6.5 10h7'],
  info: ['M3 3h14v14H3z', BLUE, 'M10 9v5m0-8v.1'],
  ask: [
    'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0',
    GREY,
    'M7.8 8.1a2.2 2.2 0 1 1 3.1 2c-.7.4-.9.8-.9 1.4m0 2.3v.1',
  ],
  wait: ['M5 2.5h10v3L11.3 10l3.7 4.5v3H5v-3L8.7 10 5 5.5z', AMBER, 'M7.5 6h5M8 15.5h4'],
  clock: ['M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0', GREY, 'M10 6v4h3.2'],
  chat: ['M3 4h14v9.5h-7L6 17v-3.5H3z', BLUE, 'M6.5 7.5h7M6.5 10h4.5'],
  phone: ['M6 2h8v16H6z', GREY, 'M9 15.5h2'],
  key: ['M12.5 2.5a5 5 0 1 0-4.4 7.3L3 15v2.5h3V15h2v-2.2l2.3-2.3A5 5 0 0 0 12.5 2.5z', AMBER, 'M12 6.5v.1'],
  lock: ['M5 9V7a5 5 0 0 1 10 0v2h1v8.5H4V9zM7.5 9h5V7a2.5 2.5 0 0 0-5 0z', AMBER, 'M10 12v2.5'],
  money: ['M2.5 5h15v10h-15z', GREEN, 'M10 8.2v3.6M5.5 10v.1m9 0v.1'],
  bell: ['M10 2.5a5 5 0 0 0-5 5V12l-2 3h14l-2-3V7.5a5 5 0 0 0-5-5z', AMBER, 'M8.8 17h2.4'],
  siren: ['M4.5 15.5V11a5.5 5.5 0 0 1 11 0v4.5H17V18H3v-2.5z', RED, 'M7.5 11a2.5 2.5 0 0 1 2.5-2.5'],
  bulb: ['M10 2a5.5 5.5 0 0 0-3 10v2.5h6V12a5.5 5.5 0 0 0-3-10zM7.5 15.5h5V18h-5z', AMBER],
  hand: [
    'M6 10V5.2a1.2 1.2 0 0 1 2.4 0V3.4a1.2 1.2 0 0 1 2.4 0v1.2a1.2 1.2 0 0 1 2.4 0v2a1.2 1.2 0 0 1 2.4 0V12a5.8 5.8 0 0 1-5.8 6c-2.4 0-3.6-1.4-4.6-3.2L3 11.4a1.2 1.2 0 0 1 2-1.2z',
    AMBER,
  ],
  red: ['M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0', RED],
  green: ['M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0', GREEN],
  yellow: ['M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0', AMBER],
};

/** Shortcode to character, and to a drawing where there is one. @type {Record<string, [string, string?]>} */
const EMOJI = {
  white_check_mark: ['✅', 'check'],
  heavy_check_mark: ['✔️', 'check'],
  ballot_box_with_check: ['☑️', 'check'],
  x: ['❌', 'cross'],
  warning: ['⚠️', 'warning'],
  no_entry: ['⛔', 'stop'],
  no_entry_sign: ['🚫', 'stop'],
  information_source: ['ℹ️', 'info'],
  hourglass: ['⌛', 'wait'],
  hourglass_flowing_sand: ['⏳', 'wait'],
  no_bell: ['🔕', 'bell'],
  busts_in_silhouette: ['👥'],
  double_vertical_bar: ['⏸️'],
  black_square_for_stop: ['⏹️'],
  clock3: ['🕒', 'clock'],
  alarm_clock: ['⏰', 'clock'],
  speech_balloon: ['💬', 'chat'],
  iphone: ['📱', 'phone'],
  calling: ['📲', 'phone'],
  key: ['🔑', 'key'],
  lock: ['🔒', 'lock'],
  moneybag: ['💰', 'money'],
  bell: ['🔔', 'bell'],
  rotating_light: ['🚨', 'siren'],
  bulb: ['💡', 'bulb'],
  red_circle: ['🔴', 'red'],
  large_green_circle: ['🟢', 'green'],
  large_yellow_circle: ['🟡', 'yellow'],
  tada: ['🎉'],
  wave: ['👋', 'hand'],
  raising_hand: ['🙋', 'hand'],
  point_right: ['👉'],
  mega: ['📣'],
  pager: ['📟', 'phone'],
  wastebasket: ['🗑️'],
  eyes: ['👀'],
  thumbsup: ['👍'],
  '+1': ['👍'],
  gear: ['⚙️'],
  memo: ['📝'],
  envelope: ['✉️'],
  incoming_envelope: ['📨'],
  repeat: ['🔁'],
  question: ['❓', 'ask'],
  grey_question: ['❔', 'ask'],
  globe_with_meridians: ['🌐'],
};
const BY_CHARACTER = new Map(
  Object.entries(EMOJI).map(([name, [character]]) => [character.replace('\ufe0f', ''), name]),
);
const PATTERN = new RegExp(`:([a-z0-9_+-]+):|(${[...BY_CHARACTER.keys()].join('|')})\ufe0f?`, 'gu');

/** Text with shortcodes as characters, for places that hold only text. @param {string} text */
export const emojiText = text =>
  text.replaceAll(/:([a-z0-9_+-]+):/g, (whole, name) => EMOJI[name]?.[0] ?? whole);

/** Text with its emoji as pictures. @param {string} text @returns {any[]} */
export function emojiNodes(text) {
  const out = [];
  let from = 0;
  for (const match of text.matchAll(PATTERN)) {
    const name = match[1] ?? BY_CHARACTER.get(match[2] ?? '') ?? '';
    const known = EMOJI[name];
    if (!known) continue;
    out.push(text.slice(from, match.index), picture(name, known));
    from = match.index + match[0].length;
  }
  out.push(text.slice(from));
  return out.filter(one => one !== '');
}

/** @param {string} name @param {[string, string?]} known */
function picture(name, [character, drawing]) {
  const [path, fill, mark] = DRAWN[drawing ?? ''] ?? [];
  if (!path) return character;
  const svg = element('svg', {
    viewBox: '0 0 20 20',
    class: 'emoji',
    role: 'img',
    'aria-label': name.replaceAll('_', ' '),
  });
  svg.append(
    element('path', {
      d: path,
      fill: fill ?? GREY,
      stroke: fill ?? GREY,
      'stroke-width': '1.6',
      'stroke-linejoin': 'round',
    }),
  );
  if (mark)
    svg.append(
      element('path', {
        d: mark,
        fill: 'none',
        stroke: '#fff',
        'stroke-width': '1.8',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      }),
    );
  return svg;
}

/** @param {string} tag @param {Record<string, string>} attributes */
function element(tag, attributes) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
