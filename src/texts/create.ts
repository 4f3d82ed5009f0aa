import type { CreatedFeature } from '../kit/feature.ts';
import { SERVICE_CODES } from '../kit/problem.ts';
import type { Delivered } from '../kit/slack/posting.ts';
import type { Services } from '../kit/slack/services.ts';
import { withDefaults } from './extensions.ts';
import { createServiceHealth } from './gateway/answering.ts';
import { createGateway, type Gateway } from './gateway/client.ts';
import type { RequestOutcome } from './gateway/reply.ts';
import { createTextsByKey } from './key-changes.ts';
import { createDispatcher } from './sending/dispatcher.ts';
import { createFindRecipients, createReach } from './sending/find-recipients.ts';
import { createHousekeeping, createReaper } from './sending/housekeeping.ts';
import { createLocalPlanner } from './sending/local-planner.ts';
import { createCheckMessage, createFill, createMessagesOf, createRender } from './sending/messages.ts';
import { createPlanner } from './sending/planner.ts';
import { createReporter, withBalanceCheck } from './sending/reporter.ts';
import { createResolver } from './sending/resolver.ts';
import { deliverBySource } from './sending/sources.ts';
import { createSubmit } from './sending/submit.ts';
import { createDelivery } from './slack/deliver-report.ts';
import { createHome } from './slack/home/home.ts';
import type { TextServices } from './slack/index.ts';
import { createQuestions } from './slack/questions.ts';
import { createNaming } from './slack/recipient-names.ts';
import { createSeveralPost, createShowInPlace } from './slack/report-post.ts';
import { createTeammates } from './slack/teammates.ts';
import { PROMPT_MS } from './store/promptness.ts';
import { createAlertLinks, createStopLinks } from './text-links.ts';

declare module '../kit/infrastructure.ts' {
  interface Externals {
    /** The SMS service. */
    gateway: Gateway;
  }
}

/** Turns intents into texts, sends these through the SMS service, and reports to Slack. */
export function create(services: Services): CreatedFeature<TextServices> {
  const { extensions, storage, config, time, clock, log, sealer, externals, publicUrl } = services;
  const { access, poster, people, userGroups, settings, keys, words, languages } = services;
  const { intents, claims, queue, reports, history, arrivals, retention, inboxes, deletions, documents } =
    storage;
  const { book, doNotText, closesAt, settled, sourceOf, sweeps, usesOf, onCallRotas } =
    withDefaults(services);
  const { webFor } = access;
  const counts = counting(services);
  const serviceHealth = createServiceHealth(clock);

  // Each worker stores work for the next one, and wakes it.
  const wake = (): void => {
    dispatcher.wake();
    reporter.wake();
  };
  const gateway = externals.gateway ?? createGateway({ baseUrl: config.smsBaseUrl, clock });
  const address = () => (services.hasTextedLinks() ? publicUrl() : null);
  const textLinks = { links: storage.textLinks, sealer, address, clock };
  // Stop links need the feature with the do-not-text list, which serves their page.
  const stopLinks = createStopLinks({
    ...textLinks,
    address: () => (extensions.doNotText ? address() : null),
  });
  const alertLinks = createAlertLinks(textLinks);
  const { find, findEach, findPeople } = createFindRecipients({
    people,
    groups: userGroups,
    nameLookup: book,
    clock,
  });
  const reach = createReach({ find, doNotText, settings });
  const silent = async () => ({ kind: 'unavailable' as const, retryAt: clock.now() });
  const { find: findLocally } = createFindRecipients({
    people: { remembered: people.remembered, facts: silent },
    groups: { members: silent },
    nameLookup: book,
    clock,
  });
  const reachLocally = createReach({ find: findLocally, doNotText, settings });
  const naming = createNaming({ contacts: book, people, log });
  const fill = createFill(stopLinks);
  const render = createRender({ contacts: book, fill });
  const checkMessage = createCheckMessage({ render, fields: book, stopLinks });

  const telling = { poster, history, keys, people, settings, naming, words, clock };
  const showInPlace = createShowInPlace({ poster, reports, settings, words });
  const deliver = createDelivery({
    ...telling,
    ask: createQuestions({ reach, checkMessage, history, keys, book, naming, clock }),
    showOutcome: createSeveralPost({ ...telling, showInPlace }),
    manyButtons: (words, intent) => (extensions.manyButton ? [extensions.manyButton(words, intent)] : []),
  });
  const reporter = createReporter({
    reports,
    clock,
    log,
    deliver: withBalanceCheck(deliverBySource(deliver, sourceOf), {
      queue,
      keys,
      settings,
      clock,
      warned: () => reporter.wake(),
    }),
    delivered: ({ kind }) => counts.reports({ result: kind }),
  });
  const dispatcher = createDispatcher({
    claims,
    queue,
    keys,
    doNotText,
    closesAt,
    gateway,
    clock,
    wall: time.wall,
    log,
    reporter,
    counted(outcome) {
      counts.outcome(outcome);
      serviceHealth.note(outcome);
    },
    waited: ms => counts.waitedSeconds(ms / 1000),
    settled,
  });
  const planner = createPlanner({
    history,
    keys,
    people,
    groups: userGroups,
    settings,
    reach,
    sourceOf,
    clock,
    log,
    messagesOf: createMessagesOf({ checkMessage, alertLinks }),
  });
  const localPlanner = createLocalPlanner({
    keys,
    people,
    doNotText: doNotText.inStep,
    sourceOf,
    clock,
    log,
  });
  const resolver = createResolver({ intents, planner, clock, log, wake });
  const reaper = createReaper({ claims, clock, log, reaped: wake });
  const housekeeping = createHousekeeping({
    retention,
    inboxes,
    sweeps,
    deletions,
    documents,
    settings,
    clock,
    log,
  });
  const home = createHome({
    history,
    keys,
    people,
    userGroups,
    settings,
    languages,
    words,
    webFor,
    pictures: services.pictures,
    clock,
    log,
    naming,
    stopLinks,
    alertLinks,
    parts: () => services.homeSections,
    sourceLabel: (words, feature) => sourceOf(feature)?.called(words) ?? null,
  });
  return {
    services: {
      intents,
      queue,
      reports,
      history,
      arrivals,
      stopLinks,
      alertLinks,
      book,
      reach,
      reachLocally,
      render,
      checkMessage,
      fill,
      naming,
      usesOf,
      onCallRotas,
      findEach,
      findPeople,
      showInPlace,
      wake,
      planned: resolver.wake,
      serviceUrl: config.smsBaseUrl,
      submit: createSubmit({ intents, localPlanner, clock, resolver, dispatcher, wake, log }),
      teammates: createTeammates({ webFor, clock }),
      home,
    },
    extend: () => ({ textsByKey: createTextsByKey({ queue, claims, gateway, clock, log, wake }) }),
    workers: [
      ...[resolver, reporter].map(worker => ({ ...worker, isShared: true as const, isLast: true as const })),
      { ...dispatcher, isShared: true },
      { stop: home.worker.stop },
      housekeeping,
      reaper,
      { stop: gateway.close, isLast: true },
      { stop: dispatcher.releaseUnconfirmed, isLast: true },
    ],
    checks: { smsService: serviceHealth.check },
    // If no other process uses the store, claims that exist at start are a dead process's.
    recover: async () => void (storage.isShared || (await reaper.reap())),
  };
}

function counting({ metrics, storage }: Services) {
  const requests = metrics.counter(
    'sms_requests_total',
    'Requests to the SMS service by what became of them',
    [
      ...['sent', 'not_sent', 'uncertain'].map(outcome => ({ outcome, code: '' })),
      ...SERVICE_CODES.map(code => ({ outcome: 'refused', code: code as string })),
    ],
  );
  metrics.gauges(
    'sms_texts',
    'Texts that wait (but for those of paused broadcasts), and that are being sent',
    'state',
    storage.history.counts,
  );
  return {
    waitedSeconds: metrics.histogram(
      'sms_text_wait_seconds',
      'Texts that had room when they were asked for, by how long after that they left (or became too old): the promise is 1 s',
      [0.1, 0.25, 0.5, PROMPT_MS / 1000, 2.5, 5, 10, 30, 60, 300],
    ),
    outcome(outcome: RequestOutcome) {
      const code = outcome.kind === 'refused' ? (outcome.code ?? String(outcome.status)) : '';
      requests({ outcome: outcome.kind, code });
    },
    reports: metrics.counter(
      'sms_reports_total',
      'Tries to tell Slack what became of a text; nothing: there was nothing to say; dropped: given up',
      (['posted', 'nothing', 'dropped', 'later'] satisfies Delivered['kind'][]).map(result => ({ result })),
    ),
  };
}
