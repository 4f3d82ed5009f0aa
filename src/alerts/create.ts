import type { CreatedFeature } from '../kit/feature.ts';
import { visit } from '../kit/http/body.ts';
import { createRateLimit } from '../kit/http/rate-limit.ts';
import type { Services } from '../kit/slack/services.ts';
import { ALERT_PATH } from '../texts/text-links.ts';
import { showingNumbersTo } from '../workspace/masking.ts';
import { alertEvent, tellAlerts } from './alert-inbox.ts';
import { createAlerts } from './alerts.ts';
import { createAlertEraser } from './erase-person.ts';
import { hookWarnings } from './hook-warnings.ts';
import { createCallAsTest } from './http/call-as-test.ts';
import { createHookCallers, createHookSecrets } from './http/hook-callers.ts';
import { HOOK_BODY, HOOKS_PATH, type HookAnswer, hooksRoute } from './http/hook-route.ts';
import { createStalledCalls, createTellStalled } from './http/stalled-calls.ts';
import { createBlockOf } from './key-block.ts';
import { createAlertMetrics } from './metrics.ts';
import { alertRoute } from './pages/alert.ts';
import { CALL_ANSWERS } from './recent-calls.ts';
import { createExempt } from './recipient-lookup.ts';
import type { AlertServices } from './slack/index.ts';
import { createAskSubscription, createSubscriptions } from './slack/subscription.ts';
import { createTimelinePages } from './timeline/file-page.ts';

/**
 * How often one hook may be called, in each process: enough for a storm of a thousand calls from each of two peers.
 * Alertmanager and Grafana don't repeat a call that got a 429, so this only stops something that has run wild.
 */
const HOOK_CALLS = { burst: 2400, perSecond: 20 };
/** Memory for all incomplete calls together. */
const BODIES_BYTES = 16 * 1024 * 1024;
/** Memory for incomplete calls whose signature can't be checked before they are complete. */
const SIGNED_BODIES_BYTES = 4 * 1024 * 1024;
/** Memory for incomplete presses, which are a few bytes each. */
const PRESSES_BYTES = 1024 * 1024;

declare module '../kit/infrastructure.ts' {
  interface Externals {
    /** Opens an address that a person confirmed with a press. */
    visit: typeof visit;
  }
}

/** Hooks and the alerts that they report, which become intents. */
export function create(services: Services): CreatedFeature<AlertServices> {
  const { storage, sealer, poster, words, metrics, runFairly, handling, externals, visits, readBody, newId } =
    services;
  const { settings, doNotTextList, book, findEach, alertLinks, clock, log, logSparingly, publicUrl } =
    services;
  const { usesOf, findPeople, languages, people, teammates, templates, keys } = services;
  const { inboxes, history, intents, queue, documents, revisions, audit, temporary, stalls } = storage;
  const count = createAlertMetrics(metrics);
  const blockOf = createBlockOf({ keys, history });

  const alerts = createAlerts({
    inboxes,
    history,
    intents,
    queue,
    documents,
    revisions,
    audit,
    findEach,
    findPeople,
    languages,
    words,
    settings,
    people,
    teammates,
    templates,
    poster,
    runFairly,
    handling,
    clock,
    log,
    newId,
    links: alertLinks,
    blockOf,
    book,
    holidays: services.holidays,
    usesOf,
    companyOf: services.workspaceName,
    onCallRotas: services.onCallRotas,
    decided(decision) {
      count(decision);
      services.planned();
      // A cancelled text may have gone out after all: its recipients are texted again only once that is reported.
      if (decision.cancelled.length > 0) services.wake();
    },
  });
  const {
    hooks,
    pages,
    hooksAndPages,
    calls,
    callings,
    refusedCalls,
    heartbeats,
    responding,
    mutes,
    timelines,
    incidentLinks,
    intake,
  } = alerts;
  const hookSecrets = createHookSecrets({ documents, revisions, sealer });
  const subscriptions = createSubscriptions({
    temporary,
    visit: externals.visit ?? visit,
    tell: createAskSubscription({ poster, words }),
  });
  const exempt = createExempt({ settings, hooks, doNotText: doNotTextList, book, findEach });
  const answered = metrics.counter<{ answer: HookAnswer }>(
    'sms_hook_calls_total',
    'Calls of hooks by how they were answered',
    [...CALL_ANSWERS, 'unauthorized' as const].map(answer => ({ answer })),
  );
  return {
    services: {
      exempt,
      hooks,
      pages,
      hooksAndPages,
      blockOf,
      hookCalls: calls,
      callings,
      hookSecrets,
      subscriptions,
      responding,
      incidentOverview: alerts.incidentOverview,
      heartbeats,
      mutes,
      timelines,
      callAsTest: createCallAsTest({ intake, calls }),
      hookAddress: hookId => {
        const path = HOOKS_PATH + hookId;
        return { path, url: services.isReached ? publicUrl() + path : null };
      },
    },
    extend: () => ({
      holidaysChanged: [
        async workspace => {
          await tellAlerts({ inboxes, clock, newId }, workspace, { kind: 'holidays' });
          alerts.wake();
        },
      ],
      handOverListeners: [
        {
          eventOf: (workspace, rota) => alertEvent(workspace, { kind: 'hand_over', rota }),
          wake: alerts.wake,
        },
      ],
      sources: [
        {
          feature: 'alerts',
          called: words => words.incidents.title,
          deliver: alerts.deliver,
          exempt: exempt.ofIntent,
        },
      ],
      erasers: [createAlertEraser({ ...alerts, teammates })],
      peopleRemoved: [workspace => alerts.peopleRemoved(workspace, { erased: null, changed: [] })],
      uses: [hooks.uses, pages.uses],
      warnings: hookWarnings({ hooks, calls, clock }),
      filePages: [
        createTimelinePages({
          timelines,
          teammates,
          people,
          showingTo: (workspace, userId) => showingNumbersTo(services, workspace, userId),
        }),
      ],
    }),
    workers: [{ ...alerts, isShared: true, isLast: true }],
    routes: {
      [HOOKS_PATH]: hooksRoute({
        callerOf: createHookCallers({
          hooks,
          secretOf: hookSecrets.known,
          bounds: HOOK_BODY,
          readBody: readBody(SIGNED_BODIES_BYTES),
        }),
        // Callers with a checked token have memory of their own, which callers without one can't use up.
        readBody: readBody(BODIES_BYTES),
        intake,
        runFairly,
        logSparingly,
        calls,
        refusedCalls,
        log,
        beat: heartbeats.beat,
        waitFor: createRateLimit({ ...HOOK_CALLS, now: clock.now }),
        answered: answer => answered({ answer }),
        subscribe: subscriptions.request,
        unlessStalled: createStalledCalls({
          stalls,
          handling,
          logSparingly,
          tell: createTellStalled({ poster, words }),
        }),
      }),
      [ALERT_PATH]: alertRoute({
        alertLinks,
        incidentLinks,
        visits,
        clock,
        words,
        logSparingly,
        readBody: readBody(PRESSES_BYTES),
      }),
    },
  };
}
