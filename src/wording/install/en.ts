import type { InstallWording } from './types.ts';

/** English. */
export const install: InstallWording = {
  app: 'SMS',
  add: 'Add to Slack',
  again: 'Begin again',
  open: 'Open Slack',
  openInBrowser: 'Open Slack in the browser',
  install: {
    title: 'Text Bangladesh mobiles from Slack',
    text: 'Slack asks you in which workspace, and what the app may do there. Afterwards an admin links the API key of your account at the SMS service.',
  },
  installed: {
    title: 'SMS is installed',
    text: 'It has sent you a message in Slack that says what to do next.',
  },
  orgInstalled: {
    title: 'SMS is installed for your organisation',
    text: 'Add it to workspaces in your organisation’s settings in Slack. In each of them, an admin types /sms link.',
  },
  denied: {
    title: 'Not installed',
    text: 'You did not agree in Slack, so nothing was changed. You can begin again whenever you like.',
  },
  expired: {
    title: 'This took too long, or began elsewhere',
    text: 'An installation ends in the browser it began in, within ten minutes, and once. Nothing was changed; begin again here.',
  },
  rotating: {
    title: 'Not installed: token rotation is on',
    text: 'This app keeps tokens that do not expire. Whoever runs it has to set the app up anew without token rotation: Slack can’t switch it off again.',
  },
  away: {
    title: 'Not installed: something did not answer',
    text: 'Slack or our own store did not answer in time. Nothing is lost; begin again in a minute.',
  },
  failed: {
    title: 'Not installed',
    text: 'Something went wrong between Slack and this app. Begin again; if it goes on, ask whoever runs the app to look into its log.',
  },
  welcomeBack: command =>
    `SMS is installed again. The API key, the settings and the log are as they were: \`${command} 01712345678 Hello\` sends.`,
  welcome: command =>
    `:wave: Thank you for installing SMS. Next, a workspace admin links the API key of your account at the SMS service: with the button, or by typing \`${command} link\`. Then anyone here can send: \`${command} 01712345678 Hello\``,
};
