/** The part of Slack's package, which has no types, that `slack-hook.ts` uses. */
declare module '@slack/cli-hooks/src/protocols.js' {
  /** How Slack's CLI wants to be answered, by the arguments that it adds. */
  export function getProtocol(args: readonly string[]): { respond(answer: string): void };
}
