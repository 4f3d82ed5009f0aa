/* Emoji by Slack's names: those that work messages are likely to have. */

const BY_NAME: ReadonlyMap<string, string> = new Map(
  `white_check_mark ✅  heavy_check_mark ✔️  ballot_box_with_check ☑️  x ❌  negative_squared_cross_mark ❎  warning ⚠️
   no_entry ⛔  no_entry_sign 🚫  octagonal_sign 🛑  rotating_light 🚨  fire 🔥  boom 💥  bell 🔔  no_bell 🔕  sos 🆘
   exclamation ❗  heavy_exclamation_mark ❗  grey_exclamation ❕  bangbang ‼️  question ❓  grey_question ❔
   information_source ℹ️  red_circle 🔴  large_orange_circle 🟠  large_yellow_circle 🟡  large_green_circle 🟢
   large_blue_circle 🔵  white_circle ⚪  black_circle ⚫  small_red_triangle 🔺  small_red_triangle_down 🔻
   large_green_square 🟩  large_red_square 🟥  large_yellow_square 🟨  +1 👍  thumbsup 👍  -1 👎  thumbsdown 👎
   ok_hand 👌  wave 👋  clap 👏  pray 🙏  raised_hands 🙌  muscle 💪  point_right 👉  point_left 👈  point_up ☝️
   point_down 👇  eyes 👀  tada 🎉  sparkles ✨  star ⭐  star2 🌟  heart ❤️  green_heart 💚  crescent_moon 🌙  bulb 💡
   zap ⚡  rocket 🚀  ship 🚢  truck 🚚  package 📦  car 🚗  ambulance 🚑  house 🏠  office 🏢  hospital 🏥  factory 🏭
   mega 📣  loudspeaker 📢  speech_balloon 💬  memo 📝  pencil 📝  clipboard 📋  calendar 📆  date 📅
   spiral_calendar_pad 🗓️  clock1 🕐  clock3 🕒  alarm_clock ⏰  hourglass ⌛  hourglass_flowing_sand ⏳  stopwatch ⏱️
   email 📧  envelope ✉️  incoming_envelope 📨  inbox_tray 📥  phone ☎️  telephone_receiver 📞  iphone 📱  calling 📲
   pager 📟  link 🔗  lock 🔒  unlock 🔓  key 🔑  mag 🔍  wrench 🔧  hammer_and_wrench 🛠️  gear ⚙️  construction 🚧
   bug 🐛  robot_face 🤖  computer 💻  chart_with_upwards_trend 📈  chart_with_downwards_trend 📉  bar_chart 📊
   moneybag 💰  money_with_wings 💸  dollar 💵  credit_card 💳  shopping_trolley 🛒  receipt 🧾  gift 🎁  seedling 🌱
   ear_of_rice 🌾  droplet 💧  ocean 🌊  rain_cloud 🌧️  thunder_cloud_and_rain ⛈️  cyclone 🌀  sunny ☀️
   arrow_right ➡️  arrow_left ⬅️  arrow_up ⬆️  arrow_down ⬇️  repeat 🔁  arrows_counterclockwise 🔄  recycle ♻️
   heavy_plus_sign ➕  heavy_minus_sign ➖  globe_with_meridians 🌐  earth_asia 🌏  round_pushpin 📍  pushpin 📌
   smile 😄  slightly_smiling_face 🙂  grinning 😀  joy 😂  wink 😉  blush 😊  cry 😢  disappointed 😞  sweat_smile 😅
   thinking_face 🤔  raising_hand 🙋  bust_in_silhouette 👤  busts_in_silhouette 👥  flag-bd 🇧🇩  100 💯`
    .split(/ {2,}|\n +/)
    .map(pair => pair.split(' '))
    .flatMap(([name = '', character = '']) => (character === '' ? [] : [[name, character] as const])),
);

/** An emoji's name as Slack writes it, and its skin tone. */
const NAMED = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,40}):(?::skin-tone-([2-6]):)?(?![\p{L}\p{N}])/gu;
/** Slack's tone 2 is the lightest of five. */
const LIGHTEST = 0x1f3fb;

/** Replaces known names between colons by their emoji; other names stay. */
export function withEmoji(text: string): string {
  return text.replace(NAMED, (whole, name: string, tone: string | undefined) => {
    const character = BY_NAME.get(name);
    if (character === undefined) return whole;
    return tone === undefined ? character : character + String.fromCodePoint(LIGHTEST + Number(tone) - 2);
  });
}
