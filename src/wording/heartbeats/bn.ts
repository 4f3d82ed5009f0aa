import { inBengali, when } from '../bangla.ts';
import type { HeartbeatsWording } from './types.ts';

/** A duration in whole units, rounded down. */
function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 90) return `${inBengali(minutes)} মিনিট`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${inBengali(hours)} ঘণ্টা` : `${inBengali(Math.floor(hours / 24))} দিন`;
}

/** Bangla. */
export const heartbeats: HeartbeatsWording = {
  firing: ({ hook, severity, ms }) => `${severity} ${hook}: ${lasting(ms)} হার্টবিট নেই`,
  resolved: ({ hook, ms }) => `ঠিক হয়েছে ${hook}: ${lasting(ms)} পর হার্টবিট ফিরেছে`,
  unwatched: ({ from, until }) =>
    `:warning: ${when(from)} থেকে ${when(until)} পর্যন্ত দেখা যায়নি: তখন অ্যাপটিতে কল করা যাচ্ছিল না। ওই সময়টা হিসাবে ধরা হয়নি।`,
  silent: at => `${when(at)}-এর পর আর কল আসেনি`,
  waiting: 'প্রথম কলের অপেক্ষায়',
  calledAt: at => `শেষ কল এসেছে ${when(at)}`,
  stopped: at => `:rotating_light: ${when(at)}-এর পর আর কল আসেনি`,
  tryIt: 'আপনার কাজটির শেষে এই লাইনটি দিন; প্রতিটি কল একটি হার্টবিট। প্রথম কলের পর থেকে, কল থেমে গেলে এসএমএস যায়।',
};
