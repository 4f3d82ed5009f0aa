import type { Sender } from '../../payloads/senders/names.ts';
import type { Words } from './en.ts';

const where: Record<Sender, string> = {
  alertmanager: 'Alertmanager-এর কনফিগারেশনে, আপনার রুটগুলোর পাশে দিন। তারপর রিলোড করুন।',
  grafana:
    'Grafana-তে: *Alerting → Contact points → Add contact point*, integration *Webhook*। তারপর একটি notification policy-তে এই contact point বেছে নিন।',
  uptime_kuma:
    'Uptime Kuma-তে: *Settings → Notifications → Setup Notification*, type *Webhook*। Request body যেমন আছে তেমনই থাক: *Preset - application/json*।',
  zabbix:
    'Zabbix-এ: *Alerts → Media types → Create media type*, type *Webhook*। আগের প্যারামিটারগুলোর জায়গায় এগুলো দিন, আর *Problem* ও *Problem recovery* নামের message template যোগ করুন। তারপর কোনো ইউজারকে এই media দিন, আর recovery operations-সহ একটি trigger action তৈরি করুন।',
  healthchecks:
    'Healthchecks-এ: *Integrations → Add Integration → Webhook*। *POST* বেছে নিন, আর “down” ও “up” দুই দিকেই একই জিনিস দিন।',
  github:
    'GitHub-এ: *Settings → Webhooks → Add webhook*। *Let me select individual events* বেছে নিয়ে *Workflow runs*-এ টিক দিন। GitHub টোকেন পাঠাতে পারে না, তাই secret দিয়ে সই করে।',
  sentry:
    'Sentry-তে: *Settings → Custom Integrations → Create New Integration → Internal Integration*। *Alert Rule Action* চালু করুন, আর আপনার alert-এ integration-টি বেছে নিন।',
  gitlab:
    'GitLab-এ: *Settings → Webhooks → Add new webhook*। *Pipeline events*, *Deployment events* বা আর যা জানতে চান তাতে টিক দিন।',
  pagerduty:
    'যে প্রোগ্রাম PagerDuty-র Events API জানে, সেখানে PagerDuty-র ঠিকানার জায়গায় এই ঠিকানা দিন; routing key যেকোনোটি হতে পারে।',
  datadog: 'Datadog-এ: *Integrations → Webhooks → New*। তারপর monitor-এ webhook-টির নাম লিখুন: `@webhook-…`।',
  cloudwatch:
    'Amazon SNS-এ: আপনার alarm-এর টপিকে *Create subscription*, protocol *HTTPS*। এরপর হুকের চ্যানেলে সেটি নিশ্চিত করতে বলা হবে।',
  uptimerobot: 'UptimeRobot-এ: *Integrations → Webhook*। JSON হিসেবে পাঠান, down ও up দুটোর জন্যই।',
  netdata: 'Netdata Cloud-এ: *Space settings → Alerts & Notifications → Add configuration → Webhook*।',
  pingdom: 'Pingdom-এ: *Integrations → Add integration*, type *Webhook*। তারপর আপনার check-গুলোতে এটি বেছে নিন।',
  sensu:
    'Sensu-র জন্য: এটি সেভ করে `sensuctl create -f sms-handler.yml` চালান। তারপর check-এ handler-টির নাম দিন।',
  json: 'স্ক্রিপ্টের জন্য: এই কমান্ডে একটি এসএমএস যায়। যে প্রোগ্রাম হেডার পাঠাতে পারে না, সে নিচের ঠিকানায় কল করবে, যাতে টোকেনও আছে; পারলে হেডারই ব্যবহার করুন, কারণ ঠিকানা লগে থেকে যায়।',
};

const setUp: Words['setUp'] = {
  where,
  thenTest: 'এরপর দেখে নিন এসএমএস আসে কি না:',
  test: {
    button: 'টেস্ট পাঠান…',
    title: 'টেস্ট পাঠান',
    send: 'টেস্ট পাঠান',
    asks: ({ hook, to, channel }) =>
      `আপনার প্রোগ্রাম যেভাবে করবে, *${hook}* হুকে সেভাবে একটি কল যাবে। এসএমএস যাবে ${to}-এর কাছে, পোস্ট হবে <#${channel}>-এ।`,
    says: 'এসএমএসটি:',
    message: hook => `${hook} হুক কাজ করছে। কোনো সমস্যা হয়নি।`,
    sent: channel => `:white_check_mark: টেস্ট পাঠানো হচ্ছে। এসএমএসের কী হলো তা দেখা যাবে <#${channel}>-এ।`,
  },
};

export const bn: Words = { setUp };
