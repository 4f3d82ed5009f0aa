import { mention, of, say, spokenAt, thereAt } from '../../../kit/words/bangla.ts';
import type { RotaTurn } from '../../swap.ts';
import type { Words } from '../en.ts';

const turn = ({ place, from, to }: RotaTurn): string =>
  `${thereAt(from)} থেকে ${thereAt(to)} পর্যন্ত${place === 'second' ? ' (দ্বিতীয় জন)' : ''}`;

/** Short enough for an option. */
const shortTurn = ({ place, from, to }: RotaTurn): string =>
  `${spokenAt(from)} – ${spokenAt(to)}${place === 'second' ? ' (দ্বিতীয় জন)' : ''}`;

const THERE = 'বাংলাদেশ সময়';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ও ${names.at(-1)}`;

export const swaps: Words['swaps'] = {
  open: 'ডিউটি অদল-বদল…',
  title: 'ডিউটি অদল-বদল',
  ask: 'জিজ্ঞেস করুন',
  intro: rota =>
    `*${rota}* রোস্টারের কাউকে আপনার একটি পালা নিতে বলুন। প্রত্যেকে একটি মেসেজ পাবেন; কেউ হ্যাঁ বললে পালাটি তাঁর হবে। তার আগে কিছুই বদলাবে না; কেউ না নিলে ডিউটি আপনারই।`,
  noTurns: 'এই রোস্টারে সামনে আপনার এমন কোনো পালা নেই, যা অন্য কেউ নিতে পারেন।',
  nobodyToAsk:
    'এই রোস্টারে আর কারও এখানে Slack অ্যাকাউন্ট নেই, তাই কাউকে জিজ্ঞেস করা যাচ্ছে না। ফোনে কথা বলে বদলি ডিউটি যোগ করুন।',
  notAsked: names =>
    `Slack অ্যাকাউন্ট নেই বলে এখান থেকে জিজ্ঞেস করা যাবে না: ${names.join(', ')}। ফোনে কথা বলে বদলি ডিউটি যোগ করুন।`,
  field: {
    turn: { label: 'আপনার পালা', hint: 'বাংলাদেশ সময়।' },
    ask: { label: 'কাকে জিজ্ঞেস করবেন', hint: 'কয়েকজনকে জিজ্ঞেস করলে যিনি আগে হ্যাঁ বলবেন পালাটি তাঁর।' },
    inReturn: { label: 'বদলে আপনি নেবেন', hint: 'শুধু একজনকে জিজ্ঞেস করলে।' },
  },
  nothing: 'কিছু না',
  turn: shortTurn,
  theirTurn: (name, time) => `${name}: ${shortTurn(time)}`,
  wrong: {
    turn: 'এই পালা বদলে গেছে বা শুরু হয়ে গেছে। অন্য একটি বেছে নিন।',
    nobody: 'অন্তত একজনকে বেছে নিন।',
    tooMany: limit => say`বেশি হয়ে গেছে: একসঙ্গে সর্বোচ্চ ${limit} জনকে জিজ্ঞেস করা যায়।`,
    notInRota: 'যাঁরা এখনো এই রোস্টারে আছেন, তাঁদের মধ্য থেকে বেছে নিন।',
    inReturn: 'এই পালা যাঁর, শুধু তাঁকে জিজ্ঞেস করুন, অথবা “কিছু না” বেছে নিন।',
  },
  asked: names =>
    `:white_check_mark: ${listed(names)}-কে জিজ্ঞেস করা হয়েছে। উত্তর এলে মেসেজে জানতে পারবেন; প্রশ্নটি বাতিলও করতে পারবেন সেখান থেকে।`,
  asks: {
    question: ({ by, rota, turn: time }) =>
      `:arrows_counterclockwise: ${mention(by)} জানতে চান: *${rota}* রোস্টারে একটি পালা কি আপনি নিতে পারবেন? ${turn(time)} (${THERE})।`,
    inReturn: time => `বদলে আপনার এই পালাটি তিনি নেবেন: ${turn(time)}।`,
    several: count => say`তিনি ${count} জনকে জিজ্ঞেস করেছেন। যিনি আগে হ্যাঁ বলবেন, পালাটি তাঁর।`,
    until: 'পালা শুরু হওয়া পর্যন্ত উত্তর দেওয়া যাবে।',
    yes: 'হ্যাঁ, আমি নেব',
    no: 'না',
  },
  over: {
    yours: ':white_check_mark: আপনি হ্যাঁ বলেছেন: পালাটি এখন আপনার।',
    taken: by => `পালাটি ${mention(by)} নিচ্ছেন।`,
    refused: 'আপনি না বলেছেন।',
    notInRota: 'আপনি আর এই রোস্টারে নেই, তাই পালাটি নিতে পারছেন না।',
    withdrawn: by => `${mention(by)} প্রশ্নটি বাতিল করেছেন।`,
    begun: 'পালা শুরু হয়ে গেছে, তাই এখন আর বদলানো যাবে না।',
    gone: 'এই প্রশ্নের সময় শেষ হয়ে গেছে। কিছু বদলানো হয়নি।',
  },
  impossible: {
    rota_gone: () => ':warning: কেউ এই রোস্টার মুছে ফেলেছেন, তাই কিছু বদলানো হয়নি।',
    not_theirs: by => `:warning: এই পুরো সময় আর ${of(by)} ডিউটি নয়, তাই কিছু বদলানো হয়নি।`,
    return_not_theirs: () =>
      ':warning: বদলে যে পালাটি নেওয়ার কথা, তা বদলে গেছে বা শুরু হয়ে গেছে, তাই কিছু বদলানো হয়নি। অন্য একটি বেছে আবার জিজ্ঞেস করুন।',
    too_many: () =>
      ':warning: এই রোস্টারে আর বদলি ডিউটি রাখা যাচ্ছে না, তাই কিছু বদলানো হয়নি। একটি বাদ দিয়ে আবার জিজ্ঞেস করুন।',
  },
  asker: {
    question: ({ candidates, rota, turn: time }) =>
      `:arrows_counterclockwise: *${rota}* রোস্টারে আপনার পালা নিতে ${listed(candidates.map(mention))}-কে জিজ্ঞেস করেছেন: ${turn(time)} (${THERE})।`,
    inReturn: time => `বদলে আপনি তাঁর এই পালাটি নেবেন: ${turn(time)}।`,
    until: 'কেউ হ্যাঁ বলার আগে কিছুই বদলাবে না। পালা শুরু হলে প্রশ্নটি আপনা থেকেই শেষ হবে।',
    withdraw: 'বাতিল করুন',
    taken: by => `:white_check_mark: আপনার পালাটি ${mention(by)} নিচ্ছেন।`,
    refused: 'জিজ্ঞেস করার মতো আর কেউ নেই, তাই পালাটি আপনারই থাকল।',
    withdrawn: 'আপনি প্রশ্নটি বাতিল করেছেন। পালাটি আপনারই থাকল।',
    begun: ':warning: পালা শুরু হওয়ার আগে কেউ হ্যাঁ বলেননি, তাই ডিউটি আপনারই।',
  },
  refusal: {
    no: by => `${mention(by)} না বলেছেন।`,
    left: by => `${mention(by)} হ্যাঁ বলেছেন, কিন্তু তিনি আর রোস্টারে নেই।`,
    unreached: by => `${mention(by)} Slack-এ মেসেজ পাচ্ছেন না।`,
  },
  about: ({ rota, turn: time }) =>
    `:arrows_counterclockwise: *${rota}* রোস্টারে আপনার পালা, ${turn(time)} (${THERE}):`,
  swapped: ({ rota, turn: time, inReturn, by, taker }) =>
    [
      `:arrows_counterclockwise: *${rota}*: ${of(by)} একটি পালা ${mention(taker)} নিচ্ছেন, ${turn(time)} (${THERE})।`,
      ...(inReturn ? [`বদলে ${mention(by)} ডিউটি করবেন ${turn(inReturn)}।`] : []),
    ].join(' '),
};
