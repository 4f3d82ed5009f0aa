import { plural, thereAt, timeOf, when } from '../../kit/words/english.ts';
import type { HoldClauses } from '../../kit/words/languages.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { SenderLink, Severity } from '../alert.ts';
import { en as calls } from './calls/en.ts';
import { en as hooks } from './hooks/en.ts';
import { en as mutes } from './mutes/en.ts';
import { en as setUp } from './set-up/en.ts';

/** Alerts of a severity, after their number. */
function ofSeverity(severity: Severity, alerts: number): string {
  if (severity === 'critical' || severity === 'info') return severity;
  const one = severity === 'none' ? 'alert' : severity;
  return alerts === 1 ? one : `${one}s`;
}

type RestCounts = {
  firing: readonly { severity: Severity; alerts: number }[];
  tests: number;
  resolved: number;
};

/** What people hear who have to know or can mend something. `mention`: whom a post in a channel mentions; empty in a direct message. */
const to = (mention: string): string => (mention === '' ? '' : `${mention} `);
const notice = {
  /** To whoever is on call, while no text can go. `why`: see `blockedBecause`. */
  blocked: ({ named, hook, why, channel }: { named: string; hook: string; why: string; channel: string }) =>
    `:rotating_light: ${named === '' ? `Alerts of the hook *${hook}*` : `${named} (hook *${hook}*)`}: it’s your turn, but no text can go to you: ${why}. See <#${channel}>.`,
  /** To admins: there is no room for more alerts. */
  full: (alerts: number) =>
    `:warning: Too many alerts are firing at once: ${plural(alerts, 'more alert')} just came in, and we only count them. Of critical ones, one text an hour says how many there are; nobody gets a text about the others. Revoke or change a hook that sends too much: \`/sms hooks\`.`,
  /** To whoever made the rota, which a hook texts. */
  rotaEmpty: ({ rota, hook }: { rota: string; hook: string }) =>
    `:warning: Nobody is on call in the rota ${rota}, so an alert of the hook *${hook}* reached nobody there. Put someone on call: \`/sms oncall\`.`,
  /** A call names somebody whom nobody knows. */
  unknownName: ({ names, hook, mention }: { names: readonly string[]; hook: string; mention: string }) =>
    `:warning: ${to(mention)}A call of the hook *${hook}* names ${names.join(', ')}, and we can’t tell who that is. If it names nobody else, the hook’s own people are texted. Correct “to” in the call, or add a contact, group or rota of that name.`,
  /** People and groups that a hook texts, and that can't be: a line for each follows. */
  unreachable: ({ hook, mention }: { hook: string; mention: string }) =>
    `:warning: ${to(mention)}Alerts of the hook *${hook}* don’t reach everyone. Mend this, or choose someone else:`,
  because: ({ who, because }: { who: string; because: string }) => `${who}: ${because}`,
  /** `rotas`: those that it texts, in which nobody is left. */
  emptied: ({ hook, mention, rotas }: { hook: string; mention: string; rotas: readonly string[] }) =>
    `:warning: ${to(mention)}The hook *${hook}* has nobody left who gets a text: people were erased, or an import was undone. Choose someone: \`/sms hooks\`${rotas.length > 0 ? `, or \`/sms oncall\` for ${rotas.map(rota => `“${rota}”`).join(', ')}` : ''}.`,
  /** Why admins hear. */
  makerLeft: 'You get this because whoever made it has left this workspace.',
};

import { en as alertAudit } from './audit/en.ts';

/** What texts about alerts say, and what Slack shows about them. */
/** What goes into texts uses only the letters of GSM-7: a single other one would halve what fits. */
const alerts = {
  /** One alert, for hooks without words of their own. `place` or `summary` empty: not said; `name` empty: there is no room. */
  said: ({ head, name, place, summary }: { head: string; name: string; place: string; summary: string }) =>
    [head, name, name && place && 'on', place].filter(Boolean).join(' ') + (summary && `: ${summary}`),
  /** Alerts that one word introduces, among others. */
  introduced: ({ head, names }: { head: string; names: string }) => `${head} ${names}`,
  placed: ({ name, place }: { name: string; place: string }) => `${name} on ${place}`,
  /** In place of the severity: somebody tries whether the sender reaches us. */
  test: 'TEST',
  severity: {
    critical: 'CRITICAL',
    error: 'ERROR',
    warning: 'WARNING',
    info: 'INFO',
    none: 'ALERT',
  } satisfies Record<Severity, string>,
  /** What critical alerts are called that a storm leaves no room for: they are only counted. */
  beyond: 'further alerts',
  status: { firing: 'firing', resolved: 'resolved' },
  /** After the named alert: how many others are called the same, and how many still fire in its group if it is over. */
  more: ({ alerts, still }: { alerts: number; still: number }) =>
    `(${[...(alerts > 0 ? [`+${alerts} more`] : []), ...(still > 0 ? [`${still} still firing`] : [])].join(', ')})`,
  /** Several alerts that are called the same. */
  times: ({ name, alerts }: { name: string; alerts: number }) => `${name} x${alerts}`,
  /** Begins a text that names several alerts. `more`: another text went before. */
  total: ({ severity, alerts, more }: { severity: Severity; alerts: number; more: boolean }) =>
    `${alerts} ${more ? 'more ' : ''}${ofSeverity(severity, alerts)}`,
  /** Beyond the alerts that a text names: how many of each severity, how many tests, and how many that are over. */
  rest: ({ firing, tests, resolved }: RestCounts) =>
    [
      ...firing.map(({ severity, alerts }, index) =>
        [index === 0 ? `+${alerts} more` : alerts, ofSeverity(severity, alerts)].join(' '),
      ),
      ...(tests > 0 ? [plural(tests, 'test')] : []),
      ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ].join(', '),
  /** The same where there is room for nothing else. */
  uncounted: (alerts: number) => `+${alerts} more`,
  /** Introduces alerts that are over. */
  resolved: 'RESOLVED',
  /** Introduces an alert that was texted before and is still firing. */
  reminder: 'STILL ',
  /** What a sender's links are called. */
  link: {
    runbook: 'Runbook',
    page: 'Alert',
    source: 'Source',
    dashboard: 'Dashboard',
    panel: 'Panel',
    silence: 'Silence',
  } satisfies Record<SenderLink['what'], string>,
  notice,
  /** Lines of the posts in a hook's channel. */
  post: {
    /** `earlier`: fired, and nobody said that they are over. */
    headline: ({
      hook,
      firing,
      resolved,
      earlier,
      tests,
    }: { hook: string } & Record<'firing' | 'resolved' | 'earlier' | 'tests', number>) =>
      `*${hook}*: ${[
        ...(firing > 0 ? [`${plural(firing, 'alert')} firing`] : []),
        ...(resolved > 0 ? [`${resolved} resolved`] : []),
        ...(earlier > 0 ? [plural(earlier, 'earlier alert')] : []),
        ...(tests > 0 ? [plural(tests, 'test')] : []),
        ...(firing + resolved + earlier + tests === 0 ? ['an update on earlier alerts'] : []),
      ].join(', ')}`,
    /** Some names with counts, and how many more alerts there are. */
    andMore: ({ named, more }: { named: string; more: number }) => `${named} and ${more} more`,
    /** Alerts that have no line of their own. */
    others: (named: string) => `Also: ${named}`,
    resolved: (named: string) => `:large_green_circle: resolved: ${named}`,
    /** Who did something, and when. */
    handler: ({ who, at, until }: { who: string; at: number; until: number | null }) =>
      `${who}, ${when(at)}${until === null ? '' : `, until ${when(until)}`}`,
    /** `who`: what people did. `open`: how many groups have nobody on them. */
    acknowledged: ({ who, open }: { who: string; open: number }) =>
      `:raising_hand: Acknowledged by ${who}: nobody else gets a text.${open > 0 ? ` ${plural(open, 'group')} still ${open === 1 ? 'needs' : 'need'} someone.` : ''}`,
    /** Somebody's acknowledgement has ended by itself. */
    overdue: ({ who, since }: { who: string; since: number }) =>
      `:hourglass: ${who} had it until ${when(since)}. If you’re still on it, press “Acknowledge” again.`,
    /** Whoever acknowledged it can't be texted. */
    acknowledgerLost: (who: string) => `:warning: ${who} acknowledged it and can’t be texted, so others are.`,
    /** Texts of some incidents reach nobody: there is nobody who can be texted. */
    nobodyReached: ':rotating_light: Nobody could be texted about this. Someone has to look at it here.',
    /** No text can go at all. */
    blocked: (why: string) => `:rotating_light: No text can go out: ${why}.`,
    /** Beside that, where none of those on call is known in Slack. */
    noSlackAccount: (who: readonly string[]) =>
      `:no_entry: ${who.join(', ')} ${who.length === 1 ? 'has' : 'have'} no Slack account, so nobody on call was told. Call them.`,
    blockedBecause: {
      no_key: 'no API key is linked; an admin can link one with `/sms link`',
      key_held: 'the SMS service doesn’t accept the API key or its account; an admin has to look into it',
      no_credits:
        'the account is out of SMS credits; after topping up, an admin or manager presses “Try again”',
    },
    /** `who`: whose mute ends first, at `until`. */
    mutedUntil: ({ alerts, who, until }: { alerts: number; who: string; until: number }) =>
      `:mute: ${plural(alerts, 'alert')} muted until ${when(until)} by ${who}: nobody gets a text.`,
    /** A post of its own. `endedBy`: who ended it before its time; null: nobody. */
    muteEnded: ({
      hook,
      who,
      endedBy,
      covered,
      firing,
    }: { hook: string; who: string; endedBy: string | null } & Record<'covered' | 'firing', number>) =>
      `:loud_sound: *${hook}*: ${endedBy === null ? `the mute by ${who} has ended` : `${endedBy} ended ${endedBy === who ? 'their own mute' : `the mute by ${who}`}`}. It covered ${covered === 0 ? 'no alerts' : plural(covered, 'alert')}${firing > 0 ? `, and ${firing} ${firing === 1 ? 'is' : 'are'} still firing` : ''}.`,
    resolvedHere: (who: string) => `:white_check_mark: Resolved here by ${who}.`,
    /** `who`: whom the next step texts; `more`: how many others. */
    next: ({ who, more, at }: { who: string; more: number; at: number }) =>
      `:alarm_clock: Next: ${who}${more > 0 ? ` and ${more} more` : ''} at ${timeOf(at)}.`,
    /** The last step is on. */
    nobodyNext: (at: number) =>
      `:alarm_clock: If nobody acknowledges it, there’ll be a post here, ${when(at)}.`,
    /** `texted`: who has been texted; empty if nobody knows. */
    unanswered: (texted: string) => `:rotating_light: Nobody acknowledged this. ${texted}`.trimEnd(),
    /** A post of its own. `mention`: everybody in the channel, as Slack mentions them; empty: nobody. */
    nobodyAnswered: ({ named, mention, texted }: { named: string; mention: string; texted: string }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Nobody has acknowledged ${named}. ${texted}`.trimEnd(),
    /** A post of its own: critical alerts that came later. `mention`: whoever is texted; empty: they aren't known in Slack. */
    fresh: ({ named, mention }: { named: string; mention: string }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Also firing now: ${named}.`,
    /** Who of those that were to be texted has been. */
    allTexted: 'Everyone on the list has been texted.',
    nobodyTexted: 'As far as we know, no text has gone out.',
    notAllTexted: ({ who, more }: { who: readonly string[]; more: number }) =>
      `As far as we know, no text has gone out to ${who.join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''}.`,
    /** A post of its own: texts about it don't go out. `mention`: those whom they are for; empty: they aren't known in Slack. */
    unpaged: ({ named, mention }: { named: string; mention: string }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Texts about ${named} aren’t going out. Someone has to look at it here.`,
    /** The same to an admin. */
    unpagedHook: ({ named, hook, channel }: { named: string; hook: string; channel: string }) =>
      `:rotating_light: Texts about alerts of the hook *${hook}* aren’t going out. ${named} is firing, and whoever is on call may not know: see <#${channel}>.`,
    /** In place of a post about a trouble, once that has ended. `said`: what it was. */
    ended: ({
      how,
      at,
      said,
    }: {
      how: 'mended' | 'acknowledged' | 'muted' | 'over';
      at: number;
      said: string;
    }) =>
      `:white_check_mark: ${{ mended: 'Mended', acknowledged: 'Acknowledged', muted: 'Muted', over: 'Over' }[how]} ${timeOf(at)}. ${said}`,
    wasUnpaged: (named: string) => `Texts about ${named} weren’t going out.`,
    wasUnanswered: (named: string) => `Nobody had acknowledged ${named}.`,
    /** What becomes of a text whose key the service refuses: a clause. */
    onHold: ({ why, fix, until }: HoldClauses & { until: number }) =>
      `on hold until ${timeOf(until)}: ${why}; ${fix}`,
    texted: ({ numbers, fate }: { numbers: string; fate: string }) => `:iphone: Text to ${numbers}: ${fate}`,
    /** Texts of which no line says what became of them. */
    moreTexts: (texts: number) => `(and ${plural(texts, 'more text')})`,
    notTexted: (because: string) => `:no_entry: No text: ${because}`,
    held: ({ alerts, until, because }: { alerts: number; until: number; because: string }) =>
      `:hourglass_flowing_sand: ${plural(alerts, 'alert')} held back: ${because}. Next text ${when(until)}`,
    because: {
      pace: 'a number gets at most 1 text a minute, 5 in 15 minutes, 11 an hour and 21 in 3 hours',
      together: 'critical alerts that come within 10 seconds of a text go in one more text',
      quiet: 'only critical alerts are texted in quiet hours',
      daily: 'this hook has reached its limit for today',
    },
    /** `alerts` 0: those of the text on the same line. */
    undeliverable: ({ who, alerts, because }: { who: string; alerts: number; because: string }) =>
      `:no_entry: Not texted to ${who}${alerts > 0 ? ` (${plural(alerts, 'alert')})` : ''}: ${because}`,
    moreUndeliverable: (recipients: number) =>
      `:no_entry: Not texted to ${plural(recipients, 'more recipient')}.`,
    unrouted: (alerts: number) =>
      `${plural(alerts, 'alert')} not texted: this hook doesn’t text alerts of that severity.`,
    emptySteps: (steps: number) =>
      `${plural(steps, 'step')} had nobody to text, so we went straight to the next one.`,
    /** The hook has texted as much as it may today; `times` is 1. */
    limitReached: (_times: number) =>
      ':no_entry: This hook has reached its limit for today. Until midnight, only the first critical alert of each group gets a text.',
    overUntold: (alerts: number) => `${plural(alerts, 'alert')} resolved before a text went out.`,
    folded: (alerts: number) =>
      `${plural(alerts, 'alert')} fired again within minutes, so no new text was sent.`,
    /** Somebody pressed a sender’s test button: what it called its tests. */
    tried: (named: string) => `:test_tube: Only a test, texted once, with nothing to acknowledge: ${named}`,
    reminded: (alerts: number) => `${plural(alerts, 'alert')} still firing: sending a reminder.`,
    repeated: (alerts: number) => `${plural(alerts, 'alert')} still firing: this hook sends no reminders.`,
    leftOut: (alerts: number) => `${plural(alerts, 'more alert')} left out by the sender.`,
    untracked: (alerts: number) =>
      `${plural(alerts, 'more alert')} not listed or texted: too many are firing at once.`,
    /** Uncounted, since one alert may have been muted several times. */
    muted: (_alerts: number) => 'Some of it was muted for a while, and nobody got a text then.',
    unlisted: (alerts: number) =>
      `${plural(alerts, 'more alert')} not listed here: too many came in at once.`,
    /** `ids`: what the operator can use to find what was set aside. */
    unreadable: (ids: readonly string[]) =>
      `:warning: This app can no longer read part of this hook’s data, so a text, or a line here, may be missing. Ask whoever runs this app to look into it, and give them ${ids.length === 1 ? 'this ID' : 'these IDs'}: ${ids.map(id => `\`${id}\``).join(', ')}.`,
    uncertain: ({ number, because }: { number: string; because: string }) =>
      `:grey_question: An alert’s text to *${number}* may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient or in the SMS service’s log.`,
    /** To the hook's maker: we can't post in its channel. */
    astray: ({ hook, channel }: { hook: string; channel: string }) =>
      `:warning: I can’t post about the hook *${hook}* in <#${channel}>, so I’m sending its posts to you. Type \`/invite @SMS\` there, or choose another channel.`,
  },
};

/** What people read who do something about alerts: buttons below a post, what a press answers, and their modals. */
const responding = {
  button: {
    acknowledge: 'Acknowledge',
    /** Where several incidents share a post, each with a button of its own. */
    acknowledgeAll: 'Acknowledge all',
    resolve: 'Resolve here',
    textSomebody: 'Text someone else',
    showAll: 'Show all',
    extend: 'Keep it longer',
    giveBack: 'Give it back',
    mute: 'Mute',
    previous: 'Previous',
    next: 'Next',
  },
  confirmResolve: {
    title: 'Resolve these alerts here?',
    text: 'No more texts about these alerts, even if your monitoring keeps sending them. People who were texted get an all-clear, if this hook sends those. If they’re resolved there and fire again, they count as new.',
    confirm: 'Resolve',
    deny: 'Cancel',
  },
  /** Only to the person who pressed. */
  told: {
    /** They have it. `cancelled`: how many texts were cancelled; `sending`: how many are being sent all the same. */
    yours: ({ cancelled, sending }: { cancelled: number; sending: number }) =>
      [
        'You have it. Nobody else gets a text.',
        ...(cancelled > 0
          ? [
              `${plural(cancelled, 'text')} that ${cancelled === 1 ? 'was' : 'were'} still waiting ${cancelled === 1 ? 'was' : 'were'} cancelled.`,
            ]
          : []),
        ...(sending > 0
          ? [`${plural(sending, 'text')} ${sending === 1 ? 'is' : 'are'} already being sent.`]
          : []),
      ].join(' '),
    mistake: 'You can give it back in the post for as long as it fires.',
    /** Somebody was first. */
    theirs: ({ who, at }: { who: string; at: number }) => `${who} already has it, ${when(at)}.`,
    givenBack: 'Nobody has it now. The others will be texted again.',
    /** Of no use to whoever doesn't have it. */
    nobodys: 'Nobody has it now. Press “Acknowledge” if you’ll look into it.',
    /** Null: until it is over. */
    longer: (until: number | null) =>
      until === null ? 'You have it until it’s over.' : `You have it until ${when(until)}.`,
    resolved: 'You’ve resolved it here. No more texts about these alerts.',
    over: 'This is over. Nothing in this post is still firing.',
    /** It is stored, and not carried out yet. */
    soon: 'Got it. The post will show it in a moment.',
  },
  all: {
    title: 'All alerts',
    counts: ({ firing, resolved }: { firing: number; resolved: number }) =>
      `${plural(firing, 'alert')} firing, ${resolved} resolved`,
    /** `alert`: its severity and name. */
    since: ({ alert, at }: { alert: string; at: number }) => `${alert}, since ${when(at)}`,
    page: ({ from, to, of }: { from: number; to: number; of: number }) => `${from}–${to} of ${of}`,
    none: 'The alerts of this post are no longer listed.',
  },
  text: {
    title: 'Text someone else',
    submit: 'Send',
    field: {
      label: 'Who else should get a text',
      hint: 'Those of them who haven’t had a text about it get one now, even if someone has already acknowledged it. Limits for each number still apply.',
    },
    /** What it will say, with the latest of these alerts at the time. */
    says: 'The text will say:',
    /** Nothing of the post is left to text about. */
    nothing: 'There’s nothing left in this post to text about.',
    sent: 'Those who haven’t had a text about it are getting one now. Follow it in the post.',
  },
};

/** The page behind the link in a text about alerts, by which its reader can take them. What is filled in is plain text. */
const alertPage = {
  /** `firing`: how many alerts fire; 0: all of it is over. */
  title: (firing: number) => (firing > 0 ? `${plural(firing, 'alert')} firing` : 'This is over'),
  /** After a name: how many alerts are called that. */
  times: (count: number) => `×${count}`,
  moreNames: (count: number) => `and ${count} more`,
  /** Times are times of day, in epoch milliseconds. */
  since: (at: number) => `Started ${thereAt(at)}.`,
  /** Of a heartbeat: when the last one came. */
  silent: (at: number) => `No heartbeat since ${thereAt(at)}.`,
  standing: {
    nobody: 'Nobody has it yet.',
    /** `until` null: until it is over. */
    you: ({ at, until }: { at: number; until: number | null }) =>
      `You have it, since ${thereAt(at)}${until === null ? '' : `, until ${thereAt(until)}`}.`,
    /** Theirs ended by itself, and nobody has acknowledged it since. */
    youHad: (since: number) =>
      `You had it until ${thereAt(since)}. If you’re still on it, acknowledge it again; otherwise it’s the others’ turn.`,
    number: ({ number, at }: { number: string; at: number }) =>
      number === ''
        ? `A teammate has it, since ${thereAt(at)}. The post in Slack says who.`
        : `${number} has it, since ${thereAt(at)}.`,
    /** They took it in Slack. `name`: null if we don't know it. */
    teammate: ({ name, at }: { name: string | null; at: number }) =>
      name === null
        ? `A teammate has it, since ${thereAt(at)}. The post in Slack says who.`
        : `${name} has it, since ${thereAt(at)}.`,
    over: (at: number) => `Over since ${thereAt(at)}.`,
  },
  moreIncidents: (count: number) => `And ${count} more like these.`,
  /** What a press of the button below does. */
  ask: 'Press this if you’ll look into it. Then nobody else gets a text about it, and Slack shows that you have it. Nothing changes until you press it.',
  take: 'Acknowledge',
  /** Above a button that takes it back. */
  mistake: 'You can give it back for as long as it fires.',
  undo: 'Give it back',
  extend: 'Keep it longer',
  /** A heading above numbers and what became of their texts. */
  others: 'Also texted',
  moreOthers: (count: number) => `and ${plural(count, 'more number')}`,
  /** What was pressed isn't done yet. */
  noted: 'Got it. This takes a moment.',
  lookAgain: 'Look again',
  /** The heading where there is nothing to show. */
  nothing: 'Nothing to see here',
  gone: 'This link no longer works: the alert is over, or part of the link is missing.',
  later: 'This page doesn’t work right now. Try again in a minute, or call someone.',
};

/** Its own failures: what went wrong, and what to do about it. */
export const problems: ProblemWords<'alerts'> = {
  problem: {
    ALERTS_NOT_YOURS: () =>
      'Guests and people from other workspaces can only do this if these alerts text them. If you should be able to, ask a workspace admin.',
  },
};

export const en = { ...hooks, ...calls, ...mutes, ...setUp, alerts, responding, alertPage, alertAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
