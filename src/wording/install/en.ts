import type { InstallWording } from './types.ts';

/** English. */
export const install: InstallWording = {
  app: 'SMS',
  add: 'Add to Slack',
  again: 'Start again',
  open: 'Open Slack',
  openInBrowser: 'Open Slack in your browser',
  install: {
    title: 'Text Bangladesh mobiles from Slack',
    text: 'Slack will ask you to choose a workspace and to approve what the app can do there. After that, an admin links your SMS account’s API key.',
  },
  installed: {
    title: 'SMS is installed',
    text: 'We’ve sent you a message in Slack about what to do next.',
  },
  orgInstalled: {
    title: 'SMS is installed for your organisation',
    text: 'Add it to workspaces in your organisation’s Slack settings. Then, in each workspace, an admin types /sms link.',
  },
  denied: {
    title: 'Not installed',
    text: 'You didn’t approve the app in Slack, so nothing has changed. You can start again whenever you like.',
  },
  expired: {
    title: 'That took too long, or started in another browser',
    text: 'You have ten minutes to install the app, in the browser you started in, and each link works once. Nothing has changed. Start again here.',
  },
  rotating: {
    title: 'Not installed: token rotation is on',
    text: 'This app needs tokens that don’t expire. Slack can’t turn token rotation off again, so whoever runs the app has to create it in Slack once more, without token rotation.',
  },
  away: {
    title: 'Not installed: something didn’t answer',
    text: 'Slack or our own database didn’t answer in time. Nothing is lost. Start again in a minute.',
  },
  failed: {
    title: 'Not installed',
    text: 'Something went wrong between Slack and this app. Start again. If it keeps happening, ask whoever runs the app to check its log.',
  },
  welcomeBack: command =>
    `SMS is installed again. Your API key, settings and log are still here. Try it out: \`${command} 01712345678 Hello\``,
  welcome: command =>
    `:wave: Thank you for installing SMS. Next, a workspace admin links your SMS account’s API key, with the button or with \`${command} link\`. Then everyone here can send texts: \`${command} 01712345678 Hello\``,
};
