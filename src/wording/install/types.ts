type PageText = { title: string; text: string };

/** Installing the app: pages in the browser, and the message afterwards. */
export type InstallWording = {
  /** The app's name, as a modal's title. */
  app: string;
  add: string;
  again: string;
  open: string;
  openInBrowser: string;
  install: PageText;
  installed: PageText;
  orgInstalled: PageText;
  denied: PageText;
  expired: PageText;
  rotating: PageText;
  away: PageText;
  failed: PageText;
  welcome(command: string): string;
  /** To whoever installed it, if an API key is already linked. */
  welcomeBack(command: string): string;
};
