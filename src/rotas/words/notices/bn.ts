import { say, spokenAt, thereAt } from '../../../kit/words/bangla.ts';
import type { NoticedTurn, NoticedTurns } from '../../notice-times.ts';
import type { Words } from '../en.ts';

/** NoticedTurns in one notice; a text in Bangla has less room. */
const MOST = { text: 2, message: 15 };

const place = ({ place: where }: Pick<NoticedTurn, 'place'>): string =>
  where === 'second' ? ' (দ্বিতীয় জন)' : '';

function inText(turns: NoticedTurns): string {
  const named = turns.slice(0, MOST.text).map(turn => {
    const until = turn.until === null ? '' : ` – ${spokenAt(turn.until)}`;
    return `${turn.rota}${place(turn)} ${spokenAt(turn.from)}${until}`;
  });
  const more = turns.length - named.length;
  return `${named.join('; ')}${more > 0 ? say`; আরও ${more}টি` : ''}`;
}

function inMessage(heading: string, turns: NoticedTurns): string {
  const lines = turns.slice(0, MOST.message).map(turn => {
    const until = turn.until === null ? '' : ` ${thereAt(turn.until)} পর্যন্ত`;
    return `• *${turn.rota}*${place(turn)}: ${thereAt(turn.from)} থেকে${until}`;
  });
  const more = turns.length - lines.length;
  return [heading, ...lines, ...(more > 0 ? [say`আরও ${more}টি: \`/sms oncall\``] : [])].join('\n');
}

export const onCallNotices: Words['onCallNotices'] = {
  title: 'আমার ডিউটির খবর',
  intro: 'আপনার নিজের ডিউটির খবর কীভাবে পাবেন, তা ঠিক করুন। অন্য কারও কিছু বদলাবে না।',
  field: {
    evening: {
      label: 'আগের দিন সন্ধ্যায়',
      hint: 'বাংলাদেশ সময় সন্ধ্যা ৬টায়, পরদিন যেসব ডিউটি শুরু হবে সেগুলোর খবর।',
    },
    handOver: { label: 'ডিউটি শুরু হলে' },
    monday: { label: 'সোমবারে, পুরো সপ্তাহের', hint: 'বাংলাদেশ সময় সকাল ৮টায়।' },
  },
  way: { message: 'Slack-এ মেসেজ', text: 'এসএমএস', nothing: 'কিছু না' },
  byRota: 'রোস্টারে যা ঠিক করা আছে: এসএমএস, বা কিছু না',
  cost: 'এসএমএসের খরচ অন্য সব এসএমএসের মতোই, ওয়ার্কস্পেসের। আপনার Slack প্রোফাইলের ফোন নম্বরে যাবে।',
  saved: ':white_check_mark: সেভ হয়েছে। এখন থেকে এভাবেই আপনার ডিউটির খবর পাবেন।',
  text: {
    evening: turns => `কাল আপনার ডিউটি: ${inText(turns)}`,
    monday: turns => `এ সপ্তাহে আপনার ডিউটি: ${inText(turns)}`,
  },
  message: {
    evening: turns => inMessage(':pager: কাল আপনার ডিউটি (বাংলাদেশ সময়):', turns),
    monday: turns => inMessage(':pager: এ সপ্তাহে আপনার ডিউটি (বাংলাদেশ সময়):', turns),
    hand_over: turns => inMessage(':pager: এখন আপনার ডিউটি (বাংলাদেশ সময়):', turns),
  },
  change: 'অন্যভাবে খবর পেতে `/sms oncall` লিখে “আমার ডিউটির খবর” চাপুন।',
  notTexted: ':warning: আপনার ডিউটির খবর এসএমএসে পাঠানো যায়নি:',
};
