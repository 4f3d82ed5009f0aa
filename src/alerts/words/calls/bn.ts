import { age, quoted, say } from '../../../kit/words/bangla.ts';
import { SENDER_NAMES } from '../../payloads/senders/names.ts';
import { isHeartbeat, type RefusalReason, type Understood } from '../../recent-calls.ts';
import type { CallLine, Words } from './en.ts';

const UNKNOWN_SENDER = 'অচেনা প্রেরক';

const REFUSED: Record<RefusalReason, string> = {
  empty: 'কিছুই লেখা ছিল না',
  wordless: 'কোনো শব্দ নেই, শুধু সংখ্যা বা চিহ্ন',
  binary: 'এটি লেখা নয়',
  packed: 'অচেনা উপায়ে কম্প্রেস করা',
  too_large: 'পাঠানো তথ্য বেশি বড়',
  key: 'Idempotency-Key ফাঁকা বা বেশি লম্বা',
  key_reused: 'এই key দিয়ে আগে অন্য তথ্য এসেছিল',
  to: '“to”-তে এমন কেউ নেই যাঁকে এসএমএস পাঠানো যায়',
  not_understood: 'কী সমস্যা তা কোথাও লেখা নেই',
};

const CHANGE: Record<RefusalReason, string> = {
  empty: 'প্রোগ্রামটি যেন অ্যালার্টের লেখা পাঠায়।',
  wordless: 'কী সমস্যা তা কথায় লিখে পাঠান।',
  binary: 'JSON, ফর্ম বা সাধারণ লেখা পাঠান।',
  packed: 'কম্প্রেস করা বন্ধ করুন, অথবা gzip ব্যবহার করুন।',
  too_large: 'একবারে কম অ্যালার্ট পাঠান (Alertmanager-এ `max_alerts`), অথবা লম্বা ফিল্ড বাদ দিন।',
  key: 'Idempotency-Key হেডারে ১ থেকে ২৫৫টি ক্যারেক্টার থাকতে হবে।',
  key_reused: 'প্রতিটি এসএমএসের জন্য আলাদা Idempotency-Key দিন।',
  to: 'পুরো নম্বর, Slack-এর কেউ, অথবা কন্টাক্ট বা গ্রুপের নাম দিন।',
  not_understood: '“title” বা “message”-এর মতো একটি ফিল্ড যোগ করুন।',
};

function why({ as, status, alerts, field, seen, refusal }: CallLine): string {
  switch (as) {
    case 'accepted':
      return say`${alerts}টি অ্যালার্ট`;
    case 'repeated':
      return say`আগের ${alerts}টি অ্যালার্টই আবার`;
    case 'nothing':
      return 'জানানোর মতো কোনো অ্যালার্ট নেই';
    case 'rate_limited':
      return 'খুব ঘন ঘন কল এসেছে';
    case 'unavailable':
      return status === 503 ? 'কিছু সেভ হয়নি, আবার পাঠাতে হবে' : 'সেভ হয়েছে কি না নিশ্চিত নয়';
    case 'not_understood':
    case 'conflict':
    case 'too_large':
    case 'invalid':
      if (seen.length > 0) return `চেনা যায়নি, এতে আছে ${seen.map(quoted).join(', ')}`;
      if (refusal !== null) return REFUSED[refusal];
      if (field !== null) return `“${field}” পড়া যায়নি`;
      return status === 408 ? 'তথ্য সময়মতো আসেনি' : 'তথ্য পড়া যায়নি';
  }
}

const STATE: Record<Understood['state'], string> = {
  firing: 'সমস্যা শুরু',
  resolved: 'ঠিক হয়েছে',
  test: 'টেস্ট',
};

const TEXTED: Record<Understood['texted'], string> = {
  people: 'এই হুকে যেমন ঠিক করা আছে, সেভাবে এসএমএস',
  named: 'কলে যাঁদের নাম আছে তাঁদের কাছে এসএমএস',
  told: 'আগে যাঁরা জেনেছেন তাঁদের কাছে এসএমএস',
  nobody: 'শুধু পোস্ট',
};

const calls: Words['calls'] = {
  title: '*সাম্প্রতিক কল*',
  none: 'এই হুকে এখনো কোনো কল আসেনি।',
  call: ({ agoMs, ...call }) =>
    `${age(agoMs)} আগে: ${isHeartbeat(call) ? `হার্টবিট, ${String(call.status)}` : `${call.sender === null ? UNKNOWN_SENDER : SENDER_NAMES[call.sender]}, ${String(call.status)}, ${why(call)}`}`,
  understood: ({ name, place, state, texted }) =>
    `• ${STATE[state]}: ${name}${place === '' ? '' : ` · ${place}`} (${TEXTED[texted]})`,
  more: count => say`• আরও ${count}টি`,
  excerpt: start => `• শুরুটা এ রকম: ${start}`,
  lastCall: call => `সবশেষ কল ${call}`,
  refused: ({ count, agoMs }) =>
    say`:warning: টোকেন বা সিগনেচার ভুল থাকায় ${count}টি কল নেওয়া হয়নি (401), শেষটি ${age(agoMs)} আগে`,
  nothingMade: ({ hook, reasons, seen }) => {
    const total = reasons.reduce((sum, { count }) => sum + count, 0);
    const has = seen.length > 0 ? ` (এতে আছে ${seen.map(quoted).join(', ')})` : '';
    return [
      say`:warning: *${hook}* হুকে আসা ${total}টি কলের জন্য কাউকে এসএমএস পাঠানো হয়নি, কারণ যা এসেছে তা কাজে লাগানো যায়নি:`,
      ...reasons.map(({ why: reason, count }) =>
        [
          '• ',
          total === 1 ? '' : say`${count}টিতে `,
          `${REFUSED[reason]}${reason === 'not_understood' ? has : ''}। ${CHANGE[reason]}`,
        ].join(''),
      ),
      'যে প্রোগ্রাম কল করে সেখানে দেখুন। কলগুলোর শুরুটা দেখতে পাবেন `/sms hooks`-এ গিয়ে *বদলান* চাপলে।',
    ].join('\n');
  },
};

export const bn: Words = { calls };
