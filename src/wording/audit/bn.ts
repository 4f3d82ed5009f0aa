import { intoGroups, mention, when } from '../bangla.ts';
import type { AuditWording } from './types.ts';

/** Bangla. */
export const audit: AuditWording = {
  title: 'অডিট লগ',
  intro: 'কে কী বদলেছেন, নতুনগুলো আগে। API কী-টি কখনো এখানে দেখানো হয় না।',
  none: 'এখনো কিছু বদলানো হয়নি।',
  newer: 'নতুনগুলো',
  older: 'পুরোনোগুলো',
  line: ({ at, by, what }) => `${when(at)} ${by === null ? 'এই অ্যাপ' : mention(by)}: ${what}`,
  keyLinked: 'API কী যুক্ত করেছেন',
  keyUnlinked: texts => `API কী সরিয়েছেন${texts > 0 ? ` (অপেক্ষায় থাকা ${texts}টি এসএমএস পাঠানো হয়নি)` : ''}`,
  hookMade: hook => `“${hook}” হুক তৈরি করেছেন`,
  hookChanged: hook => `“${hook}” হুক বদলেছেন`,
  hookRevoked: hook => `“${hook}” হুক মুছে ফেলেছেন`,
  rotaMade: rota => `“${rota}” রোস্টার তৈরি করেছেন`,
  rotaChanged: rota => `“${rota}” রোস্টার বদলেছেন`,
  rotaRemoved: rota => `“${rota}” রোস্টার মুছে ফেলেছেন`,
  rotaOverride: ({ rota, did, from, to }) =>
    `“${rota}” রোস্টারে ${when(from)} থেকে ${when(to)} পর্যন্ত বদলি ${did === 'added' ? 'দিয়েছেন' : 'বাদ দিয়েছেন'}`,
  triedAgain: 'অপেক্ষায় থাকা এসএমএসগুলো আবার পাঠানোর চেষ্টা করতে বলেছেন',
  group: name => `গ্রুপ “${name}”`,
  contactNamed: ({ number, name }) =>
    name === null ? `${number} নম্বরের নাম মুছে ফেলেছেন` : `${number} নম্বরের নাম দিয়েছেন “${name}”`,
  contactAdded: contact => `${contact} যোগ করেছেন`,
  contactChanged: ({ contact, fields }) =>
    `${contact}-এর ${fields.map(field => audit.contactField[field]).join(', ')} বদলেছেন`,
  contactField: {
    name: 'নাম',
    number: 'নম্বর',
    language: 'ভাষা',
    note: 'নোট',
    columns: 'কলাম',
    groups: 'গ্রুপ',
  },
  neverText: contact => `${contact}-কে আর এসএমএস পাঠানো হবে না`,
  stopped: contact => `${contact} আর এসএমএস পেতে চান না বলে জানিয়েছেন`,
  textAgain: contact => `${contact}-কে আবার এসএমএস পাঠানোর অনুমতি দিয়েছেন`,
  contactForgotten: ({ texts, cancelled }) =>
    `একজনের তথ্য মুছে ফেলেছেন: ${texts}টি এসএমএসে নম্বর ও লেখা আর নেই${cancelled > 0 ? ` (অপেক্ষায় থাকা ${cancelled}টি বাতিল)` : ''}`,
  templateSaved: name => `“${name}” টেমপ্লেট সেভ করেছেন`,
  templateRemoved: name => `“${name}” টেমপ্লেট মুছে ফেলেছেন`,
  imported: ({ new: added, changed, same, groups }) =>
    `${intoGroups(groups)}কন্টাক্ট ইমপোর্ট করেছেন: নতুন ${added}, বদলেছে ${changed}, একই আছে ${same}`,
  importUndone: ({ people, groups }) => `${intoGroups(groups)}${people}টি কন্টাক্টের ইমপোর্ট ফিরিয়ে নিয়েছেন`,
  exported: people => `${people}টি কন্টাক্ট এক্সপোর্ট করেছেন`,
  groupRemoved: name => `“${name}” গ্রুপটি মুছে ফেলেছেন`,
  scheduleChanged: ({ did, author }) => {
    const said = {
      changed: 'বদলেছেন',
      skipped: 'বাদ দিয়েছেন',
      cancelled: 'বাতিল করেছেন',
      sent: 'দেরিতে পাঠিয়েছেন',
    };
    return `${mention(author)}-এর নির্ধারিত একটি এসএমএস ${said[did]}`;
  },
  broadcastStarted: people => `${people} জনের কাছে একটি ব্রডকাস্ট শুরু করেছেন`,
  broadcastApproved: ({ author, people }) => `${mention(author)}-এর ${people} জনের ব্রডকাস্ট অনুমোদন করেছেন`,
  broadcastRejected: ({ author, people }) => `${mention(author)}-এর ${people} জনের ব্রডকাস্ট নাকচ করেছেন`,
  broadcastDownloaded: ({ author, people }) => `${mention(author)}-এর ${people} জনের ব্রডকাস্ট ডাউনলোড করেছেন`,
};
