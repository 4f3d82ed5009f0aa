import { plural, thereAt, timeOf, when } from '../../kit/words/english.ts';
import type { HoldClauses } from '../../kit/words/languages.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { SenderLink, Severity } from '../alert.ts';
import { en as alertAudit } from './audit/en.ts';
import { en as calling } from './calling/en.ts';
import { en as calls } from './calls/en.ts';
import { en as hooks } from './hooks/en.ts';
import { en as incidents } from './incidents/en.ts';
import { en as mutes } from './mutes/en.ts';
import { en as paging } from './paging/en.ts';
import { en as setUp } from './set-up/en.ts';
import { en as timeline } from './timeline/en.ts';

/** Follows the number of alerts. */
function ofSeverity(severity: Severity, alerts: number): string {
  if (severity === 'critical' || severity === 'info') return severity;
  const noun = severity === 'none' ? 'alert' : severity;
  return alerts === 1 ? noun : `${noun}s`;
}

type RestCounts = {
  firing: readonly { severity: Severity; alerts: number }[];
  tests: number;
  resolved: number;
};

/** `mention`: the people whom a post in a channel mentions; empty in a direct message. */
const to = (mention: string): string => (mention === '' ? '' : `${mention} `);
/** The post of a page may be in a direct message to whoever paged. */
const whereToLook = (channel: string): string =>
  /^[UW]/.test(channel) ? `Ask <@${channel}>` : `See <#${channel}>`;

/** Messages to people who can fix a problem or must know of it. */
const notice = {
  /** To the people on call, while no text can go out. `why`: see `blockedBecause`. */
  blocked: ({ named, hook, why, channel }: { named: string; hook: string; why: string; channel: string }) =>
    `:rotating_light: ${named === '' ? `Alerts of the hook *${hook}*` : `${named} (hook *${hook}*)`}: it’s your turn, but no text can go to you: ${why}. ${whereToLook(channel)}.`,
  /** To admins: a workspace's limit of open alerts is reached. */
  full: (alerts: number) =>
    `:warning: Too many alerts are firing at once: ${plural(alerts, 'more alert')} just came in, and we only count them. Of critical ones, one text an hour says how many there are; nobody gets a text about the others. Revoke or change a hook that sends too much: \`/sms hooks\`.`,
  /** To the maker of a rota that a hook texts. */
  rotaEmpty: ({ rota, hook }: { rota: string; hook: string }) =>
    `:warning: Nobody is on call in the rota ${rota}, so an alert of the hook *${hook}* reached nobody there. Put someone on call: \`/sms oncall\`.`,
  /** A call names unknown recipients. */
  unknownName: ({ names, hook, mention }: { names: readonly string[]; hook: string; mention: string }) =>
    `:warning: ${to(mention)}A call of the hook *${hook}* names ${names.join(', ')}, and we can’t tell who that is. If it names nobody else, the hook’s own people are texted. Correct “to” in the call, or add a contact, group or rota of that name.`,
  /** A line follows for each recipient of the hook who can't be texted. */
  unreachable: ({ hook, mention }: { hook: string; mention: string }) =>
    `:warning: ${to(mention)}Alerts of the hook *${hook}* don’t reach everyone. Mend this, or choose someone else:`,
  because: ({ recipient, because }: { recipient: string; because: string }) => `${recipient}: ${because}`,
  /** `rotas`: the hook's empty rotas. */
  emptied: ({ hook, mention, rotas }: { hook: string; mention: string; rotas: readonly string[] }) =>
    `:warning: ${to(mention)}The hook *${hook}* has nobody left who gets a text: people were erased, or an import was undone. Choose someone: \`/sms hooks\`${rotas.length > 0 ? `, or \`/sms oncall\` for ${rotas.map(rota => `“${rota}”`).join(', ')}` : ''}.`,
  /** Why an admin gets the message. */
  makerLeft: 'You get this because whoever made it has left this workspace.',
};

/** Texts and posts about alerts. Texts use only the characters of GSM-7, because any other character halves the room. */
const alerts = {
  /** One alert, for hooks without words of their own. `place` and `summary` may be missing; `name` is empty if there is no room. */
  said: ({ head, name, place, summary }: { head: string; name: string; place: string; summary: string }) =>
    [head, name, name && place && 'on', place].filter(Boolean).join(' ') + (summary && `: ${summary}`),
  /** Several alerts after one word. */
  introduced: ({ head, names }: { head: string; names: string }) => `${head} ${names}`,
  placed: ({ name, place }: { name: string; place: string }) => `${name} on ${place}`,
  /** In place of the severity, for a sender's test. */
  test: 'TEST',
  severity: {
    critical: 'CRITICAL',
    error: 'ERROR',
    warning: 'WARNING',
    info: 'INFO',
    none: 'ALERT',
  } satisfies Record<Severity, string>,
  /** In a storm, critical alerts that are only counted. */
  beyond: 'further alerts',
  status: { firing: 'firing', resolved: 'resolved' },
  /** After a named alert. `alerts`: others with the same name; `still`: alerts of its group that still fire. */
  more: ({ alerts, still }: { alerts: number; still: number }) =>
    `(${[...(alerts > 0 ? [`+${alerts} more`] : []), ...(still > 0 ? [`${still} still firing`] : [])].join(', ')})`,
  /** Several alerts with the same name. */
  times: ({ name, alerts }: { name: string; alerts: number }) => `${name} x${alerts}`,
  /** Begins a text that names several alerts. `more`: another text went before. */
  total: ({ severity, alerts, more }: { severity: Severity; alerts: number; more: boolean }) =>
    `${alerts} ${more ? 'more ' : ''}${ofSeverity(severity, alerts)}`,
  /** The alerts that a text doesn't name. */
  rest: ({ firing, tests, resolved }: RestCounts) =>
    [
      ...firing.map(({ severity, alerts }, index) =>
        [index === 0 ? `+${alerts} more` : alerts, ofSeverity(severity, alerts)].join(' '),
      ),
      ...(tests > 0 ? [plural(tests, 'test')] : []),
      ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ].join(', '),
  /** The alerts that a text doesn't name, if there is no room for `rest`. */
  uncounted: (alerts: number) => `+${alerts} more`,
  /** Introduces alerts that are over. */
  resolved: 'RESOLVED',
  /** Introduces an alert that was texted before and is still firing. */
  reminder: 'STILL ',
  /** Names of a sender's links. */
  link: {
    runbook: 'Runbook',
    page: 'Alert',
    source: 'Source',
    dashboard: 'Dashboard',
    panel: 'Panel',
    silence: 'Silence',
  } satisfies Record<SenderLink['what'], string>,
  notice,
  /** Below a message that calls a person. `more`: incidents without a line here. */
  called: {
    where: ({ channel, more }: { channel: string; more: number }) =>
      `${more > 0 ? `And ${plural(more, 'more incident')}. ` : ''}The post is in <#${channel}>. You got this because of “How I want to be called”.`,
    over: ({ channel }: { channel: string }) => `The post is in <#${channel}>.`,
  },
  /** Lines of the posts in a hook's channel. */
  post: {
    /** `earlier`: alerts that fired, without a call that they are over. */
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
    /** `named`: some names with counts; `more`: the number of further alerts. */
    andMore: ({ named, more }: { named: string; more: number }) => `${named} and ${more} more`,
    /** Alerts without a line of their own. */
    others: (named: string) => `Also: ${named}`,
    resolved: (named: string) => `:large_green_circle: resolved: ${named}`,
    handler: ({ name, at, until }: { name: string; at: number; until: number | null }) =>
      `${name}, ${when(at)}${until === null ? '' : `, until ${when(until)}`}`,
    /** `names`: see `handler`. `open`: the number of unacknowledged groups. */
    acknowledged: ({ names, open }: { names: string; open: number }) =>
      `:raising_hand: Acknowledged by ${names}: nobody else gets a text.${open > 0 ? ` ${plural(open, 'group')} still ${open === 1 ? 'needs' : 'need'} someone.` : ''}`,
    /** An acknowledgement has expired. */
    overdue: ({ name, since }: { name: string; since: number }) =>
      `:hourglass: ${name} had it until ${when(since)}. If you’re still on it, press “Acknowledge” again.`,
    acknowledgerLost: (name: string) =>
      `:warning: ${name} acknowledged it and can’t be texted, so others are.`,
    /** None of an incident's recipients can be texted. */
    nobodyReached: ':rotating_light: Nobody could be texted about this. Someone has to look at it here.',
    blocked: (why: string) => `:rotating_light: No text can go out: ${why}.`,
    /** After `blocked`, if none of the people on call is known in Slack. */
    noSlackAccount: (names: readonly string[]) =>
      `:no_entry: ${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no Slack account, so nobody on call was told. Call them.`,
    blockedBecause: {
      no_key: 'no API key is linked; an admin can link one with `/sms link`',
      key_held: 'the SMS service doesn’t accept the API key or its account; an admin has to look into it',
      no_credits:
        'the account is out of SMS credits; after topping up, an admin or manager presses “Try again”',
    },
    /** `mutedBy`: the maker of the mute that ends first, at `until`. */
    mutedUntil: ({ alerts, mutedBy, until }: { alerts: number; mutedBy: string; until: number }) =>
      `:mute: ${plural(alerts, 'alert')} muted until ${when(until)} by ${mutedBy}: nobody gets a text.`,
    /** A post of its own. `endedBy`: null if the mute ended by itself. */
    muteEnded: ({
      hook,
      mutedBy,
      endedBy,
      covered,
      firing,
    }: { hook: string; mutedBy: string; endedBy: string | null } & Record<'covered' | 'firing', number>) =>
      `:loud_sound: *${hook}*: ${endedBy === null ? `the mute by ${mutedBy} has ended` : `${endedBy} ended ${endedBy === mutedBy ? 'their own mute' : `the mute by ${mutedBy}`}`}. It covered ${covered === 0 ? 'no alerts' : plural(covered, 'alert')}${firing > 0 ? `, and ${firing} ${firing === 1 ? 'is' : 'are'} still firing` : ''}.`,
    resolvedHere: (names: string) => `:white_check_mark: Resolved here by ${names}.`,
    /** `names`: some of the next step's recipients; `more`: the number of its others. */
    next: ({ names, more, at }: { names: string; more: number; at: number }) =>
      `:alarm_clock: Next: ${names}${more > 0 ? ` and ${more} more` : ''} at ${timeOf(at)}.`,
    /** The last step is running. */
    nobodyNext: (at: number) =>
      `:alarm_clock: If nobody acknowledges it, there’ll be a post here, ${when(at)}.`,
    /** `texted`: `allTexted` or the like; empty if it is unknown. */
    unanswered: (texted: string) => `:rotating_light: Nobody acknowledged this. ${texted}`.trimEnd(),
    /** A post of its own. `mention`: the channel's members as Slack mentions them, or empty. */
    nobodyAnswered: ({ named, mention, texted }: { named: string; mention: string; texted: string }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Nobody has acknowledged ${named}. ${texted}`.trimEnd(),
    /** A post of its own: critical alerts that came later. `mention`: the recipients known in Slack. */
    fresh: ({ named, mention }: { named: string; mention: string }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Also firing now: ${named}.`,
    allTexted: 'Everyone on the list has been texted.',
    nobodyTexted: 'As far as we know, no text has gone out.',
    notAllTexted: ({ names, more }: { names: readonly string[]; more: number }) =>
      `As far as we know, no text has gone out to ${names.join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''}.`,
    /** A post of its own. `mention`: the recipients known in Slack. */
    unpaged: ({ named, mention }: { named: string; mention: string }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Texts about ${named} aren’t going out. Someone has to look at it here.`,
    /** `unpaged` for an admin. */
    unpagedHook: ({ named, hook, channel }: { named: string; hook: string; channel: string }) =>
      `:rotating_light: Texts about alerts of the hook *${hook}* aren’t going out. ${named} is firing, and whoever is on call may not know. ${whereToLook(channel)}.`,
    /** Replaces a post about a trouble that has ended. `said`: `wasUnpaged` or the like. */
    ended: ({
      how,
      at,
      said: sentence,
    }: {
      how: 'mended' | 'acknowledged' | 'muted' | 'over';
      at: number;
      said: string;
    }) =>
      `:white_check_mark: ${{ mended: 'Mended', acknowledged: 'Acknowledged', muted: 'Muted', over: 'Over' }[how]} ${timeOf(at)}. ${sentence}`,
    wasUnpaged: (named: string) => `Texts about ${named} weren’t going out.`,
    wasUnanswered: (named: string) => `Nobody had acknowledged ${named}.`,
    /** The status of a text on hold, as a clause. */
    onHold: ({ why, fix, until }: HoldClauses & { until: number }) =>
      `on hold until ${timeOf(until)}: ${why}; ${fix}`,
    texted: ({ numbers, fate }: { numbers: string; fate: string }) => `:iphone: Text to ${numbers}: ${fate}`,
    /** `names`: people who got a message in Slack. */
    messaged: (names: string) => `:speech_balloon: Message to ${names}`,
    notMessaged: (names: string) =>
      `:no_entry: Slack didn’t take the message to ${names}: a text goes instead, if they have a number.`,
    /** Texts without a line about their status. */
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
    /** `alerts`: 0 if they are the alerts of the text on the same line. */
    undeliverable: ({ recipient, alerts, because }: { recipient: string; alerts: number; because: string }) =>
      `:no_entry: Not texted to ${recipient}${alerts > 0 ? ` (${plural(alerts, 'alert')})` : ''}: ${because}`,
    moreUndeliverable: (recipients: number) =>
      `:no_entry: Not texted to ${plural(recipients, 'more recipient')}.`,
    unrouted: (alerts: number) =>
      `${plural(alerts, 'alert')} not texted: this hook doesn’t text alerts of that severity.`,
    emptySteps: (steps: number) =>
      `${plural(steps, 'step')} had nobody to text, so we went straight to the next one.`,
    /** The count is always 1. */
    limitReached: (_times: number) =>
      ':no_entry: This hook has reached its limit for today. Until midnight, only the first critical alert of each group gets a text.',
    overUntold: (alerts: number) => `${plural(alerts, 'alert')} resolved before a text went out.`,
    folded: (alerts: number) =>
      `${plural(alerts, 'alert')} fired again within minutes, so no new text was sent.`,
    /** A sender’s test button was pressed. `named`: the names of its tests. */
    tried: (named: string) => `:test_tube: Only a test, texted once, with nothing to acknowledge: ${named}`,
    reminded: (alerts: number) => `${plural(alerts, 'alert')} still firing: sending a reminder.`,
    repeated: (alerts: number) => `${plural(alerts, 'alert')} still firing: this hook sends no reminders.`,
    leftOut: (alerts: number) => `${plural(alerts, 'more alert')} left out by the sender.`,
    untracked: (alerts: number) =>
      `${plural(alerts, 'more alert')} not listed or texted: too many are firing at once.`,
    /** Without a count, because an alert may have been muted several times. */
    muted: (_alerts: number) => 'Some of it was muted for a while, and nobody got a text then.',
    restored: (alerts: number) =>
      `:warning: This app was restored from a backup, so nobody knows whether ${alerts === 1 ? 'this alert is' : 'these alerts are'} still firing, or who was texted since. ${alerts === 1 ? 'It counts' : 'They count'} as over here, and the sender’s next call about ${alerts === 1 ? 'it' : 'them'} texts people again.`,
    unlisted: (alerts: number) =>
      `${plural(alerts, 'more alert')} not listed here: too many came in at once.`,
    /** `ids`: of the quarantined records, for the operator. */
    unreadable: (ids: readonly string[]) =>
      `:warning: This app can no longer read part of this hook’s data, so a text, or a line here, may be missing. Ask whoever runs this app to look into it, and give them ${ids.length === 1 ? 'this ID' : 'these IDs'}: ${ids.map(id => `\`${id}\``).join(', ')}.`,
    uncertain: ({ number, because }: { number: string; because: string }) =>
      `:grey_question: An alert’s text to *${number}* may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient or in the SMS service’s log.`,
    /** To the hook's maker, in place of posts in its channel. */
    astray: ({ hook, channel }: { hook: string; channel: string }) =>
      `:warning: I can’t post about the hook *${hook}* in <#${channel}>, so I’m sending its posts to you. Type \`/invite @SMS\` there, or choose another channel.`,
  },
};

/** For responders: the buttons below a post, the answers to a press, and modals. */
const responding = {
  button: {
    acknowledge: 'Acknowledge',
    /** On a post with several incidents, each of which has a button of its own. */
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
  /** Shown only to the person who pressed. */
  answers: {
    /** Numbers of texts. `sending`: too late to cancel. */
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
    /** Another responder was first. */
    theirs: ({ name, at }: { name: string; at: number }) => `${name} already has it, ${when(at)}.`,
    givenBack: 'Nobody has it now. The others will be texted again.',
    /** The answer to a press that only the responder who has the incidents can make. */
    nobodys: 'Nobody has it now. Press “Acknowledge” if you’ll look into it.',
    /** `until`: null if it lasts until the end. */
    longer: (until: number | null) =>
      until === null ? 'You have it until it’s over.' : `You have it until ${when(until)}.`,
    resolved: 'You’ve resolved it here. No more texts about these alerts.',
    over: 'This is over. Nothing in this post is still firing.',
    /** The press is stored, but not carried out yet. */
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
    says: 'The text will say:',
    nothing: 'There’s nothing left in this post to text about.',
    sent: 'Those who haven’t had a text about it are getting one now. Follow it in the post.',
  },
};

/** The page behind the link in a text about alerts. Values are plain text. */
const alertPage = {
  title: (firing: number) => (firing > 0 ? `${plural(firing, 'alert')} firing` : 'This is over'),
  /** After a name: the number of alerts with it. */
  times: (count: number) => `×${count}`,
  moreNames: (count: number) => `and ${count} more`,
  /** Times are times of day, in epoch milliseconds. */
  since: (at: number) => `Started ${thereAt(at)}.`,
  /** `at`: the last heartbeat. */
  silent: (at: number) => `No heartbeat since ${thereAt(at)}.`,
  standing: {
    nobody: 'Nobody has it yet.',
    /** `until`: null if it lasts until the end. */
    you: ({ at, until }: { at: number; until: number | null }) =>
      `You have it, since ${thereAt(at)}${until === null ? '' : `, until ${thereAt(until)}`}.`,
    /** The reader's acknowledgement has expired. */
    youHad: (since: number) =>
      `You had it until ${thereAt(since)}. If you’re still on it, acknowledge it again; otherwise it’s the others’ turn.`,
    number: ({ number, at }: { number: string; at: number }) =>
      number === ''
        ? `A teammate has it, since ${thereAt(at)}. The post in Slack says who.`
        : `${number} has it, since ${thereAt(at)}.`,
    /** Acknowledged in Slack. `name`: null if it is unknown. */
    teammate: ({ name, at }: { name: string | null; at: number }) =>
      name === null
        ? `A teammate has it, since ${thereAt(at)}. The post in Slack says who.`
        : `${name} has it, since ${thereAt(at)}.`,
    over: (at: number) => `Over since ${thereAt(at)}.`,
  },
  moreIncidents: (count: number) => `And ${count} more like these.`,
  ask: 'Press this if you’ll look into it. Then nobody else gets a text about it, and Slack shows that you have it. Nothing changes until you press it.',
  take: 'Acknowledge',
  mistake: 'You can give it back for as long as it fires.',
  undo: 'Give it back',
  extend: 'Keep it longer',
  /** The heading above numbers and the status of their texts. */
  others: 'Also texted',
  moreOthers: (count: number) => `and ${plural(count, 'more number')}`,
  /** A teammate whose name is unknown. */
  somebody: 'a teammate',
  /** The press isn't carried out yet. */
  noted: 'Got it. This takes a moment.',
  lookAgain: 'Look again',
  /** The heading of an empty page. */
  nothing: 'Nothing to see here',
  gone: 'This link no longer works: the alert is over, or part of the link is missing.',
  later: 'This page doesn’t work right now. Try again in a minute, or call someone.',
};

export const problems: ProblemWords<'alerts'> = {
  problem: {
    CHOSE_QUIET: () =>
      'This person is called about critical alerts only, as they chose, so it was not sent to them. If that should change, ask them.',
    ALERTS_NOT_YOURS: () =>
      'Guests and people from other workspaces can only do this if these alerts text them. If you should be able to, ask a workspace admin.',
  },
  leftOut: {
    CHOSE_QUIET: () => 'they’re called about critical alerts only, as they chose',
  },
};

export const en = {
  ...hooks,
  ...calling,
  ...calls,
  ...incidents,
  ...mutes,
  ...paging,
  ...setUp,
  ...timeline,
  alerts,
  responding,
  alertPage,
  alertAudit,
};

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
