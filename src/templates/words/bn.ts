import { changedMeanwhile, deleted, gone, nameTaken, quoted, saved, say } from '../../kit/words/bangla.ts';
import { bn as templateAudit } from './audit/bn.ts';
import type { Words } from './en.ts';

const templates: Words['templates'] = {
  title: 'টেমপ্লেট',
  intro:
    'যে লেখা বারবার পাঠান। যেটুকু একেকজনের জন্য আলাদা, সেখানে { } দিন: `{name}`-এর জায়গায় নাম বসবে, `{জমি}`-র জায়গায় কন্টাক্টের “জমি” কলামে যা আছে; নাম না থাকলে `{name|গ্রাহক}` হবে “গ্রাহক”। `{stop}`-এর জায়গায় একটি লিংক বসবে, যেটি খুলে প্রাপক নিজের এসএমএস বন্ধ করতে পারেন। `{শেষের লাইন}`-এর জায়গায় সেটিংসে লেখা শেষের লাইনটি বসবে। `{` চিহ্নটিই লিখতে চাইলে `{{` লিখুন।',
  none: 'এখনো কোনো টেমপ্লেট নেই।',
  add: 'নতুন টেমপ্লেট',
  change: 'বদলান',
  delete: 'মুছে ফেলুন',
  confirmDelete: {
    title: 'টেমপ্লেট মুছে ফেলবেন?',
    text: name =>
      `“${name}” আর কেউ বেছে নিতে পারবেন না। যেসব ওয়ার্কফ্লোতে এটি আছে, সেগুলো থেকে আর এসএমএস যাবে না; হুকগুলো সাধারণ লেখা পাঠাবে।`,
    confirm: 'মুছে ফেলুন',
    deny: 'থাকুক',
  },
  choose: 'টেমপ্লেট ছাড়া',
  whose: { workspace: 'সবার', own: 'শুধু আপনার' },
  line: ({ name, text, parts }) => say`*${name}* · অন্তত ${parts} পার্ট\n${text}`,
  formTitle: { make: 'নতুন টেমপ্লেট', change: 'টেমপ্লেট বদলান' },
  field: {
    name: { label: 'নাম', hint: 'যেমন “ধান কাটার দিন”।' },
    text: {
      label: 'লেখা',
      hint: '{name} বা কন্টাক্টের যেকোনো কলাম, নাম না থাকলে {name|গ্রাহক}। এসএমএস বন্ধ করার লিংকের জন্য {stop}, যেমন “আর না চাইলে: {stop}”; বাংলা লেখায় তাতে প্রায় সব সময় দুই পার্ট লাগে। { চিহ্নটিই লিখতে চাইলে {{ লিখুন।',
    },
    whose: { label: 'কারা ব্যবহার করতে পারবেন?', own: 'শুধু আপনি', workspace: 'এই ওয়ার্কস্পেসের সবাই' },
  },
  saved,
  deleted,
  gone: gone('টেমপ্লেট'),
  changedMeanwhile: changedMeanwhile('টেমপ্লেট'),
  taken: nameTaken('টেমপ্লেট'),
  tooMany: limit =>
    say`:warning: সেভ হয়নি: এখানে সর্বোচ্চ ${limit}টি টেমপ্লেট রাখা যায়, ততগুলোই আছে। আগে অদরকারি একটি মুছে ফেলুন।`,
  wrong: {
    name: limit => say`সর্বোচ্চ ${limit} ক্যারেক্টারের একটি নাম লিখুন।`,
    text: 'মেসেজে কী লিখবেন?',
    tooLong: limit => say`লেখাটি বেশি লম্বা: সর্বোচ্চ ${limit} ক্যারেক্টার।`,
  },
  preview: {
    somebody: 'রানু বেগম',
    nothing: 'লেখার সঙ্গে সঙ্গে এখানে দেখতে পাবেন লেখাটি কেমন হবে আর কত পার্ট লাগবে।',
    noColumn: ({ column, near }) =>
      `:warning: আপনাদের কোনো কন্টাক্টে ${quoted(column)} নেই।${near === null ? '' : ` ${quoted(near)} লিখতে চেয়েছিলেন?`}`,
    columns: ({ names, more }) =>
      say`কন্টাক্টের কলাম: ${names.join(', ')}${more > 0 ? say` ও আরও ${more}টি` : ''}`,
    needs: columns =>
      `:point_right: যাঁদের ${columns.map(quoted).join(', ')} লেখা আছে, শুধু তাঁদেরই পাঠানো যাবে। অন্যদের জন্য বিকল্প দিন।`,
  },
};

export const bn: Words = { templates, templateAudit };
