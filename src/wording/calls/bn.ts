import type { HookCall } from '../../domain/hook-call.ts';
import { SENDER_NAMES } from '../../domain/sender.ts';
import { age } from '../bangla.ts';
import type { CallsWording } from './types.ts';

const NOBODY_KNOWN = 'অচেনা প্রেরক';

function why({ as, status, alerts, field, seen }: Omit<HookCall, 'at'>): string {
  switch (as) {
    case 'accepted':
      return `${alerts}টি অ্যালার্ট`;
    case 'repeated':
      return `আগের ${alerts}টি অ্যালার্টই আবার`;
    case 'nothing':
      return 'কোনো সমস্যা হওয়া বা মেটার খবর নেই';
    case 'conflict':
      return 'এর কী আগে অন্য তথ্যের সঙ্গে এসেছিল';
    case 'too_large':
      return 'পাঠানো তথ্য বেশি বড়';
    case 'rate_limited':
      return 'খুব ঘন ঘন কল এসেছে';
    case 'unavailable':
      return status === 503 ? 'কিছু জমা হয়নি, আবার পাঠাতে হবে' : 'জমা হয়েছে কি না নিশ্চিত নয়';
    case 'invalid':
      if (field !== null) return `“${field}” পড়া যায়নি`;
      if (seen.length > 0) return `চেনা যায়নি, এতে আছে ${seen.map(name => `“${name}”`).join(', ')}`;
      return status === 408 ? 'তথ্য সময়মতো আসেনি' : 'তথ্য পড়া যায়নি';
  }
}

/** Bangla. */
export const calls: CallsWording = {
  title: '*সাম্প্রতিক কল*',
  none: 'এই হুকে এখনো কোনো কল আসেনি।',
  call: ({ agoMs, ...call }) =>
    `${age(agoMs)} আগে: ${call.sender === null ? NOBODY_KNOWN : SENDER_NAMES[call.sender]}, ${call.status}, ${why(call)}`,
  lastCall: call => `সবশেষ কল ${call}`,
  refused: ({ count, agoMs }) =>
    `:warning: টোকেন বা স্বাক্ষর ভুল থাকায় ${count}টি কল নেওয়া হয়নি (401), শেষটি ${age(agoMs)} আগে`,
};
