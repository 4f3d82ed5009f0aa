import { expect, test } from 'vitest';
import { fold } from '../../../src/kit/name-matching.ts';
import {
  nameRankInAnyScript,
  nearInAnyScript,
  soughtName,
  soundsIn,
  soundsSought,
} from '../../../src/kit/name-sounds.ts';

/** Names and surnames as Bangladeshi shops, schools and hospitals write them in both scripts, and places, by the government's list. */
const SAME: readonly (readonly [latin: string, bangla: string])[] = [
  ['Rahima', 'রহিমা'],
  ['Rohima Khatun', 'রহিমা খাতুন'],
  ['Mohammad', 'মোহাম্মদ'],
  ['Muhammad', 'মুহাম্মাদ'],
  ['Md. Sakibul Islam', 'মো: সাকিবুল ইসলাম'],
  ['Md Hasan', 'মোঃ হাছান'],
  ['Mosammat', 'মোছাঃ'],
  ['Ahmed', 'আহম্মেদ'],
  ['Ahmad', 'আহমদ'],
  ['Hossain', 'হোসেন'],
  ['Hussein', 'হুসাইন'],
  ['Abdullah', 'আব্দুল্লাহ'],
  ['Abdul Zobbar', 'আবদুল জব্বার'],
  ['Uddin', 'উদ্দীন'],
  ['Akhter', 'আক্তার'],
  ['Aktar', 'আখতার'],
  ['Chowdhury', 'চৌধুরী'],
  ['Choudhury', 'চৌধুরী'],
  ['Sheikh', 'শেখ'],
  ['Shah', 'শাহ'],
  ['Miah', 'মিয়া'],
  ['Molla', 'মোল্লা'],
  ['Talukder', 'তালুকদার'],
  ['Mazumder', 'মজুমদার'],
  ['Biswas', 'বিশ্বাস'],
  ['Siddique', 'সিদ্দিক'],
  ['Haque', 'হক'],
  ['Huq', 'হক'],
  ['Nazmul', 'নাজমুল'],
  ['Asaduzzaman', 'আসাদুজ্জামান'],
  ['Rakibujjaman', 'রাকিবুজ্জামান'],
  ['Shafiq', 'শফিক'],
  ['Anowar', 'আনোয়ার'],
  ['Yasmin', 'ইয়াসমিন'],
  ['Yusuf', 'ইউসুফ'],
  ['Zahid', 'জাহিদ'],
  ['Parvez', 'পারভেজ'],
  ['Tanveer', 'তানভীর'],
  ['Ayesha', 'আয়েশা'],
  ['Fatema', 'ফাতেমা'],
  ['Sumaiya', 'সুমাইয়া'],
  ['Khadija', 'খাদিজা'],
  ['Krishna', 'কৃষ্ণ'],
  ['Chandra', 'চন্দ্র'],
  ['Ghosh', 'ঘোষ'],
  ['Dutta', 'দত্ত'],
  ['Roy', 'রায়'],
  ['Bhowmik', 'ভৌমিক'],
  ['Barua', 'বড়ুয়া'],
  ['Tripura', 'ত্রিপুরা'],
  ['Marma', 'মার্মা'],
  ['Chakma', 'চাকমা'],
  ['Narayanganj', 'নারায়ণগঞ্জ'],
  ['Mymensingh', 'ময়মনসিংহ'],
  ['Khagrachhari', 'খাগড়াছড়ি'],
  ['Brahmanbaria', 'ব্রাহ্মণবাড়িয়া'],
  ['Lakshmipur', 'লক্ষ্মীপুর'],
  ['Satkhira', 'সাতক্ষীরা'],
  ['Chandpur', 'চাঁদপুর'],
  ['Panchagarh', 'পঞ্চগড়'],
];

const finds = (typed: string, name: string): boolean => {
  const sought = soundsSought(typed, true);
  return sought !== null && soundsIn(name).includes(sought);
};

test('a name is found in the other script, from either side', () => {
  expect(SAME.filter(([latin, bangla]) => !finds(latin, bangla))).toEqual([]);
  const short = ['Roy', 'Md Hasan'];
  expect(SAME.filter(([latin, bangla]) => !short.includes(latin) && !finds(bangla, latin))).toEqual([]);
});

test.each([
  ['Rahima', 'রহমান'],
  ['Karim', 'কামাল'],
  ['Salma', 'আসমা'],
  ['Nasrin', 'নাসিমা'],
  ['Jamal', 'জামান'],
  ['Shirin', 'শারমিন'],
])('%s isn’t %s', (latin, bangla) => {
  expect([finds(latin, bangla), finds(bangla, latin)]).toEqual([false, false]);
});

test('the beginning of a name finds it; one letter, both scripts at once, and names in the same script don’t', () => {
  const rank = (typed: string, name: string) =>
    nameRankInAnyScript({ folded: fold(name), sounds: soundsIn(name) }, soughtName(typed, false));
  expect(rank('rahi', 'রহিমা')).toBe(3);
  expect(rank('kha', 'রহিমা খাতুন'), 'also a later word').toBe(null);
  expect(rank('khat', 'রহিমা খাতুন')).toBe(3);
  expect(rank('রহি', 'Rahima')).toBe(3);
  expect(rank('rohim', 'Rahima'), 'Latin letters find Latin names').toBe(null);
  expect([rank('r', 'রহিমা'), rank('rah রহ', 'রহিমা'), rank('', 'রহিমা')]).toEqual([null, null, 0]);
});

test('the longest name before a message that sounds alike wins; an equal spelling is as near', () => {
  const near = (name: string, ...typed: string[]) =>
    nearInAnyScript(
      { folded: fold(name), sounds: soundsIn(name) },
      typed.map(name => soughtName(name, true)),
    );
  expect(near('রহিমা খাতুন', 'Rahima Khatun come', 'Rahima Khatun', 'Rahima')).toEqual({ at: 1, far: 0 });
  expect(near('রহিমা', 'Rahima come', 'Rahima')).toEqual({ at: 1, far: 0 });
  expect(near('রহমান', 'Rahima come', 'Rahima'), 'not one that only begins alike').toBeNull();
});
