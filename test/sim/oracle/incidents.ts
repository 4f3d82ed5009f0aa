import { type Evidence, HOLDING, type Incident, masked, mayHaveGone, waitsAfter, when } from '../diary.ts';
import type { SeenRequest } from '../service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The time between a decision to text and the request: a few seconds, unless something is in trouble. */
const SOON_MS = 30 * SECOND;
/** The time that a decision takes. */
const DECIDED_MS = SECOND;

const isOver = ({ message }: SeenRequest): boolean => message.startsWith('RESOLVED');

/** True if a text, which may cover several alerts, says that this one is over. */
export const saysOver = (message: string, name: string): boolean =>
  new RegExp(`RESOLVED[^;]*\\b${name}\\b`).test(message);

/** Judges how alerts went: who was texted and when, and who wasn't. */
export function judgeIncidents(evidence: Evidence): string[] {
  return [
    ...evidence.incidents
      .filter(({ isOfStorm }) => !isOfStorm)
      .flatMap(incident => storyOf(incident, evidence)),
    ...judgeStorm(evidence),
    ...judgeAllowances(evidence),
    ...judgeHeartbeats(evidence),
  ];
}

/** The requests about an alert, and uncertain texts without a request: their readers count as informed. */
function textsOf({ name }: Incident, { requests, stored }: Evidence): SeenRequest[] {
  const unsure = stored
    .filter(
      text =>
        text.state === 'uncertain' &&
        !requests.some(({ number, message }) => number === text.number && message === text.message),
    )
    .map(text => ({ ...NO_REQUEST, number: text.number, message: text.message, leftAt: text.madeAt }));
  return [...requests, ...unsure].filter(({ message }) => new RegExp(`\\b${name}\\b`).test(message));
}

const NO_REQUEST: SeenRequest = {
  leftAt: 0,
  at: 0,
  account: '',
  apiKey: '',
  number: '',
  message: '',
  came: 'silent',
  refused: true,
  logId: null,
  cost: 0n,
  heardAt: null,
  isClear: false,
  isOverfull: false,
};

function faultsOf(incident: Incident, evidence: Evidence): string[] {
  const { hook, firedAt, takenAt, resolvedAt, givenBackAt, isScripted } = incident;
  const { steps, waitsMs, rounds } = hook;
  const texts = textsOf(incident, evidence);
  const shown = evidence.posts.filter(post =>
    JSON.stringify([post.text, post.blocks]).includes(incident.name),
  );
  if (firedAt === null) return [];
  // After all its recipients were erased, its post names nothing of it.
  const isErased = steps
    .flat()
    .every(number =>
      evidence.erased.some(
        person => person.team === hook.team && person.number === number && person.at !== null,
      ),
    );
  // The newest post of the hook says that texts are held back.
  const [hookName = null] = /^\*[^*]+\*/m.exec(shown[0]?.text ?? '') ?? [];
  const ofItsHook = evidence.posts.filter(
    ({ teamId, text }) =>
      teamId === hook.team && hookName !== null && text.includes(hookName) && /held back/.test(text),
  );
  const turns = Array.from({ length: steps.length * (incident.isCritical ? rounds : 1) }, (_, turn) => ({
    to: steps[turn % steps.length] ?? [],
    afterMs: Array.from({ length: turn }, (_, before) => waitsMs[before % steps.length] ?? 0).reduce(
      (sum, ms) => sum + ms,
      0,
    ),
  })).slice(0, incident.isCritical ? undefined : 1);
  const endsAt = Math.min(takenAt ?? Number.POSITIVE_INFINITY, resolvedAt ?? Number.POSITIVE_INFINITY);
  const isCalm = isToTheSecond(evidence);
  const isCalmButKeys = evidence.isCalm && !evidence.wasUnlinked;
  const { to: isFor, mustNot, mustBy, someBy, notBefore } = incident;
  const people = isFor ?? steps[0] ?? [];
  const isLimited = hook.daily !== null || hook.credits !== null;
  const over = texts.filter(({ message }) => saysOver(message, incident.name));
  const firing = texts.filter(text => !over.includes(text));
  const to = (number: string, some: readonly SeenRequest[]): SeenRequest[] =>
    some.filter(text => text.number === number);
  const again = (number: string): number =>
    evidence.sentAgain.filter(press => press.team === hook.team && press.masked === masked(number)).length;
  const isDoNotText = (number: string): boolean =>
    evidence.doNotText.some(mark => mark.team === hook.team && mark.number === number);
  // The text had been claimed when the alert ended, so it might have gone; only afterwards was it cancelled.
  const wasActive = (reader: string): boolean =>
    evidence.stored.some(
      ({ number, message, state, settledAt }) =>
        number === reader &&
        message.includes(incident.name) &&
        state === 'cancelled' &&
        (settledAt ?? 0) > (incident.overAt ?? Number.POSITIVE_INFINITY) + DECIDED_MS,
    );
  /** A text about other alerts may only have room for the number of resolved ones. */
  const hearsHowMany = (reader: string, after: number): boolean =>
    evidence.requests.some(
      ({ number, message, leftAt }) => number === reader && leftAt > after && /\d resolved/.test(message),
    );
  const numbers = [...new Set(steps.flat())];
  if (mustNot) return incident.isRefused ? [`its hook took the call, and ${mustNot}`] : [];
  const wrong: [boolean, string][] = [
    [shown.length === 0 && !isErased, 'its channel was never told'],
    ...incident.notBy.map((person): [boolean, string] => [
      shown.some(({ blocks, text }) =>
        new RegExp(`Acknowledged by[^.:]*${masked(person)}|Acknowledged by[^.:]*${person}`).test(
          JSON.stringify([text, blocks]),
        ),
      ),
      `it is called acknowledged by ${person}, who had no say or came too late`,
    ]),
    ...people.map((number): [boolean, string] => [
      mustBy !== null &&
        isCalmButKeys &&
        !to(number, texts).some(text => text.leftAt <= mustBy && !waitsAfter(text)),
      `${number} was to be texted by ${when(mustBy)}`,
    ]),
    [
      someBy !== null && isCalmButKeys && !texts.some(text => text.leftAt <= someBy && !waitsAfter(text)),
      `somebody was to be texted by ${when(someBy)}`,
    ],
    [
      resolvedAt === null && over.length > 0 && !incident.mayBeTaken && !incident.isSingle,
      'people were told that it is over, and it isn’t',
    ],
    [
      texts.some(({ came, cost }) => came === 'accepted' && cost > ONE_PART),
      'a text about it takes more than one part',
    ],
    [
      incident.isSingle &&
        isCalm &&
        shown.every(({ blocks }) => JSON.stringify(blocks).includes('"take_alerts"')),
      'nobody can end it, and after more than an hour it can still be acknowledged',
    ],
    [
      endsAt > firedAt + SOON_MS &&
        incident.to === null &&
        firing.length === 0 &&
        !isErased &&
        ![...shown, ...ofItsHook].some(({ blocks, text }) =>
          /No text|Not texted|held back|before a text went out|Acknowledged|Text to (01|<@)/i.test(
            JSON.stringify([text, blocks]),
          ),
        ),
      'nobody was texted, and nobody was told why',
    ],
    ...numbers.map((number): [boolean, string] => {
      const most =
        turns.filter(turn => turn.to.includes(number)).length +
        (givenBackAt === null ? 0 : 1) +
        again(number);
      const gone = to(number, firing).filter(mayHaveGone).length;
      // By a clock that was set, a sender's repeat comes much later and counts as a reminder.
      return [gone > most && !evidence.wasSet, `${number} was texted ${gone} times, and has ${most} turns`];
    }),
    ...numbers.map((number): [boolean, string] => [
      to(number, over).filter(mayHaveGone).length > 1 + again(number),
      `its end was texted to ${number} twice`,
    ]),
    ...numbers.map((number): [boolean, string] => [
      incident.to === null &&
        to(number, over).length > 0 &&
        to(number, firing).length === 0 &&
        !wasActive(number),
      `${number} hears that it is over, and never heard of it`,
    ]),
    ...numbers.map((number): [boolean, string] => [
      !evidence.wasUnlinked &&
        resolvedAt !== null &&
        to(number, firing).some(({ came }) => came === 'accepted') &&
        to(number, over).length === 0 &&
        !hearsHowMany(number, resolvedAt) &&
        // If a clock was set while no process ran, the app sees an hour pass.
        !(evidence.wasSet && shown.some(({ text }) => /waited too long/.test(text))),
      `${number} was texted, and not that it is over`,
    ]),
  ];
  if (
    isCalm &&
    !isLimited &&
    notBefore === null &&
    !isScripted &&
    takenAt === null &&
    givenBackAt === null &&
    !incident.mayBeTaken
  ) {
    for (const [nth, turn] of turns.entries()) {
      const due = Math.min(firedAt, firing[0]?.leftAt ?? firedAt) + turn.afterMs;
      const early = firing.filter(text => turn.to.includes(text.number) && text.leftAt < due - 3 * SECOND);
      const first = turns.findIndex(earlier => earlier.to.some(number => turn.to.includes(number))) === nth;
      const failed = firing.some(text => text.refused || text.came === 'silent');
      // A warning waits until a minute after each number's last text.
      const otherTexts = evidence.requests.filter(
        request =>
          !incident.isCritical &&
          turn.to.includes(request.number) &&
          !firing.includes(request) &&
          request.leftAt > due - MINUTE &&
          request.leftAt < endsAt,
      );
      const dueBy = Math.max(due, ...otherTexts.map(({ leftAt }) => leftAt + MINUTE)) + SOON_MS;
      // A number gets a limited number of warnings in a quarter of an hour.
      const [most, seconds] = USUAL[1];
      const isFull = turn.to.some(
        number =>
          !incident.isCritical &&
          to(number, evidence.requests).filter(
            ({ leftAt }) => leftAt > endsAt - seconds * SECOND && leftAt < endsAt,
          ).length >= most,
      );
      // No text goes while its key's minute is used up.
      const isKeyFull =
        evidence.requests.filter(
          ({ apiKey, leftAt }) =>
            evidence.teamOfKey.get(apiKey) === hook.team && leftAt > due - MINUTE && leftAt < endsAt,
        ).length >= FULL_MINUTE;
      wrong.push(
        [
          nth > 0 && first && early.length > 0 && !failed,
          `step ${nth + 1} was due at ${when(due)}, and texted before`,
        ],
        [
          endsAt > dueBy &&
            turn.to.some(number => to(number, firing).length === 0 && !isDoNotText(number)) &&
            first &&
            !failed &&
            !isFull &&
            !isKeyFull,
          `step ${nth + 1} was due at ${when(due)}, and never texted`,
        ],
      );
    }
  }
  if (
    turns.length > 1 &&
    incident.to === null &&
    endsAt === Number.POSITIVE_INFINITY &&
    !incident.mayBeTaken
  ) {
    wrong.push([
      !shown.some(({ text, blocks }) => /Nobody (has )?acknowledged/.test(JSON.stringify([text, blocks]))),
      'nobody answered, and its channel was never told',
    ]);
  }
  return wrong.filter(([is]) => is).map(([, words]) => words);
}

/** True if nothing went wrong outside, so that events happen to the second. */
const isToTheSecond = ({ wasUnlinked, deaths, lostCommits, isServiceWell, requests }: Evidence): boolean =>
  !wasUnlinked &&
  deaths.length === 0 &&
  lostCommits === 0 &&
  isServiceWell &&
  requests.every(({ came }) => !HOLDING.includes(came));

function storyOf(incident: Incident, evidence: Evidence): string[] {
  const faults = faultsOf(incident, evidence);
  if (faults.length === 0) return [];
  const { name, hook, firedAt, takenAt, resolvedAt, givenBackAt } = incident;
  return [
    [
      `“${name}” (${hook.team}, ${incident.isCritical ? 'critical' : 'warning'}): ${faults.join('; ')}`,
      `  fired ${when(firedAt)}, taken ${when(takenAt)}, given back ${when(givenBackAt)}, over ${when(resolvedAt)}; steps ${hook.steps.map((to, nth) => `${to} for ${(hook.waitsMs[nth] ?? 0) / SECOND} s`).join(', then ')}, ${hook.rounds} times`,
      ...textsOf(incident, evidence).map(
        request =>
          `  request at ${when(request.leftAt)} to ${request.number}: ${request.came}: ${request.message}`,
      ),
    ].join('\n'),
  ];
}

/** The most texts to one number within n seconds: a promise to people's phones. */
const USUAL = [
  [1, 60],
  [5, 15 * 60],
] as const;
const CRITICAL = [
  [5, 60],
  [15, 15 * 60],
] as const;
/** A key's minute may be used up from this many requests on. */
const FULL_MINUTE = 58;
/** A text may leave this many seconds after its decision. */
const LATE_S = 8;
/** Alerts within ten seconds of a critical text share the next text. */
const GATHERED_MS = 5 * SECOND;
/** The credits of one part. */
const PRICE = 0.35;
const ONE_PART = 3500n;
const dayOf = (at: number): number => Math.floor((at + 6 * 3_600_000) / 86_400_000);

function judgeStorm({ incidents, requests, stored, isServiceWell, deaths }: Evidence): string[] {
  const storm = incidents.filter(({ isOfStorm }) => isOfStorm);
  const [sample] = storm;
  if (!sample || !isServiceWell || deaths.length > 0) return [];
  const [number] = sample.hook.steps.flat();
  // A text counts from its decision: it may wait for its key, or be overtaken on the way.
  const countedAt = ({ message, leftAt }: SeenRequest): number =>
    stored.find(text => text.number === number && text.message === message)?.createdAt ?? leftAt;
  const texts = requests
    .filter(request => request.number === number && mayHaveGone(request))
    .map(request => ({ ...request, leftAt: countedAt(request) }))
    .toSorted((one, other) => one.leftAt - other.leftAt);
  const wrong: string[] = [];
  // Only critical texts are exempt from the usual limits, and only they are gathered.
  const isUrgent = ({ message }: SeenRequest): boolean => /critical/i.test(message);
  for (const [nth, text] of texts.entries()) {
    for (const [most, seconds] of isUrgent(text) ? CRITICAL : USUAL) {
      const from = texts[nth - most];
      if (from && text.leftAt - from.leftAt < (seconds - LATE_S) * SECOND)
        wrong.push(
          `${number} got more than ${most} texts in ${seconds} s of a storm, up to ${when(text.leftAt)}`,
        );
    }
    const before = isUrgent(text) ? texts.slice(0, nth).findLast(isUrgent) : undefined;
    if (before && text.leftAt - before.leftAt < GATHERED_MS)
      wrong.push(
        `${number} got critical texts of a storm ${text.leftAt - before.leftAt} ms apart, at ${when(text.leftAt)}`,
      );
  }
  const fired = storm.filter(({ firedAt }) => firedAt !== null);
  const { quiet } = sample.hook;
  const mayText = fired.some(({ isCritical }) => isCritical) || quiet === null;
  if (mayText && fired.length > 0 && texts.length === 0)
    wrong.push(`nobody was texted about a storm of ${fired.length} alerts`);
  if (!storm.some(({ isCritical }) => isCritical) && quiet !== null && texts.length > 0)
    wrong.push(`${number} was texted in quiet hours: ${texts[0]?.message}`);
  return wrong.slice(0, 2);
}

/** Checks daily limits of hooks: no more warnings than allowed, and the waiting ones go on the next day. */
function judgeAllowances(evidence: Evidence): string[] {
  const { incidents, requests, sentAgain, now, wasSet } = evidence;
  // By a clock that was set, another day may have begun.
  if (wasSet) return [];
  const hooks = new Set(incidents.map(({ hook }) => hook).filter(({ daily, credits }) => daily ?? credits));
  return [...hooks].flatMap(hook => {
    const incidentsOfHook = incidents.filter(incident => incident.hook === hook);
    if (sentAgain.length > 0) return [];
    // Critical texts may exceed the limit.
    const isOnlyLimited = incidentsOfHook.every(incident => !incident.isCritical);
    const limited = incidentsOfHook.filter(incident => !incident.isCritical);
    const texts = requests.filter(({ message }) => limited.some(({ name }) => message.includes(name)));
    const unlike = [...new Map(texts.map(text => [`${text.number} ${text.message}`, text])).values()];
    const most = hook.daily ?? Math.floor(Number(hook.credits) / PRICE);
    const days = Map.groupBy(unlike, ({ leftAt }) => dayOf(leftAt));
    const wrong = [...days.values()]
      .filter(some => isOnlyLimited && some.length > most)
      .map(
        some =>
          `a hook that may text ${most} a day texted ${some.length}, the last at ${when(some.at(-1)?.leftAt ?? 0)}`,
      );
    const [first] = incidentsOfHook;
    const began = dayOf(first?.firedAt ?? now);
    const waits = (days.get(began)?.length ?? 0) >= most && most < (first?.hook.steps[0]?.length ?? 0);
    if (waits && dayOf(now) > began && !days.has(began + 1) && isToTheSecond(evidence))
      wrong.push('what waited for the next day never went');
    return wrong;
  });
}

/** Checks that people are texted once about a job that stopped, and once about its return. */
function judgeHeartbeats({
  heartbeats,
  requests,
  deaths,
  lostCommits,
  wasUnlinked,
  sentAgain,
}: Evidence): string[] {
  // Texts that a key held up may have expired before it is released.
  const isKeyFine = !wasUnlinked && requests.every(({ came }) => !HOLDING.includes(came));
  if (!isKeyFine) return [];
  return heartbeats.flatMap(({ hook, name, doNotTextStops, stoppedAt, backAt, everyMs, calls }) => {
    const texts = requests.filter(
      ({ number, message }) => hook.steps.flat().includes(number) && message.includes(name),
    );
    const [stopped, back] = [texts.filter(text => !isOver(text)), texts.filter(isOver)];
    const again = sentAgain.filter(press =>
      hook.steps.flat().some(number => masked(number) === press.masked),
    ).length;
    const isOfStop = (from: number, to: number): boolean =>
      stoppedAt !== null && from <= stoppedAt && to > stoppedAt;
    const gaps = calls.some((at, nth) => {
      const from = calls[nth - 1] ?? at;
      return at - from > everyMs - 10 * SECOND && !isOfStop(from, at);
    });
    const wrong: [boolean, string][] = [
      [doNotTextStops && stopped.length > 0, 'it called whenever it could, and its silence was texted'],
      [stopped.filter(mayHaveGone).length > 1 + again && !gaps, 'its silence was texted more than once'],
      [
        back.filter(mayHaveGone).length > stopped.length && deaths.length === 0,
        'it is back more often than it was silent',
      ],
      [
        stoppedAt !== null &&
          backAt !== null &&
          stopped.length === 0 &&
          deaths.length === 0 &&
          lostCommits === 0,
        'it was silent for eight minutes, and nobody was texted',
      ],
      [
        stopped.some(({ leftAt }) => !gaps && stoppedAt !== null && leftAt < stoppedAt + everyMs - SECOND),
        'its silence was texted too early',
      ],
      [
        backAt !== null && stopped.some(({ came }) => came === 'accepted') && back.length === 0,
        'it is back, and nobody was texted',
      ],
    ];
    return wrong
      .filter(([is]) => is)
      .map(
        ([, words]) =>
          `heartbeat “${name}”: ${words} (stopped ${when(stoppedAt)}, back ${when(backAt)}; ${texts.map(text => `${when(text.leftAt)} ${text.came} ${text.message}`)})`,
      );
  });
}
