import type { CreatedFeature } from '../kit/feature.ts';
import type { Services } from '../kit/slack/services.ts';
import { senderProblem } from '../texts/permissions.ts';
import { createFindRecipients } from '../texts/sending/find-recipients.ts';
import { showingNumbersTo } from '../workspace/masking.ts';
import { MAX_ROWS } from '../workspace/settings.ts';
import { createApproving } from './approval.ts';
import { createControls } from './controls.ts';
import { createBroadcastPages } from './download-page.ts';
import { createReview } from './estimate.ts';
import { createFeeder, createIsReached } from './feeder.ts';
import { createFindAll, createMakeRows, createRowsFor } from './gather.ts';
import { createBroadcastMetrics } from './metrics.ts';
import { createBroadcastPolicy, createPromotionalHours } from './policy.ts';
import { createMakeRun } from './scheduled-run.ts';
import { createBroadcastService } from './service.ts';
import { createApprovalPost } from './slack/approval.ts';
import { adds, type BroadcastServices } from './slack/index.ts';
import { createBroadcastPost } from './slack/post.ts';
import { createAbandonedNotice } from './slack/submit.ts';

/** Creates the feature: texts to many people, one by one. */
export function create(services: Services): CreatedFeature<BroadcastServices> {
  const { storage, audit, metrics, log, clock, newId } = services;
  const { keys, settings, people, userGroups, words, poster } = services;
  const {
    contactGroups,
    doNotTextList: doNotText,
    schedules,
    history,
    stopLinks,
    fill,
    naming,
    showInPlace,
  } = services;
  const { broadcasts, isShared } = storage;
  const wake = (): void => {
    services.wake();
    feeder.wake();
  };

  const permissionFacts = { people, userGroups, settings };
  const hours = createPromotionalHours({ broadcasts, settings, clock });
  const feeder = createFeeder({
    broadcasts,
    keys,
    settings,
    doNotText,
    clock,
    log,
    wake: services.wake,
    isShared,
    hoursOf: hours.hoursOf,
    authorLost: ({ workspace, request }) =>
      senderProblem(permissionFacts, workspace, request.by, request.channel),
    isReached: createIsReached({ keys, textsByKey: () => services.extensions.textsByKey }),
    onAbandoned: createAbandonedNotice({ poster, words, clock, log }),
  });
  const { findPeople } = createFindRecipients({
    people,
    groups: userGroups,
    clock,
    nameLookup: contactGroups.upTo(MAX_ROWS),
    max: MAX_ROWS,
  });
  const makeRows = createMakeRows({ doNotText, settings });
  const findAll = createFindAll({ findPeople, clock });
  const check = createBroadcastPolicy({ settings });
  const review = createReview({ broadcasts, history, keys, check, stopLinks, clock });
  const service = createBroadcastService({
    broadcasts,
    makeRows,
    review,
    permissionFacts,
    clock,
    newId,
    wake,
    rowsFor: createRowsFor({ findAll, makeRows, fill, stopLinks, settings }),
    approving: createApproving({
      broadcasts,
      review,
      permissionFacts,
      settings,
      audit,
      clock,
      wake,
    }),
    controls: createControls({ broadcasts, people, settings, keys, history, clock, wake }),
  });
  const deliver = createBroadcastPost({
    broadcasts,
    poster,
    settings,
    naming,
    words,
    showInPlace,
    clock,
    log,
    showApproval: createApprovalPost({ broadcasts, review, poster, people, settings, naming, words, clock }),
  });

  createBroadcastMetrics(metrics, broadcasts);
  return {
    services: { broadcasts: service },
    extend: () => ({
      ...adds(services),
      sources: [{ feature: 'broadcasts', called: words => words.progress.home.heading, deliver }],
      closesAt: hours.closesAt,
      settled: [feeder.settled],
      sweeps: [broadcasts.sweep],
      makeRun: createMakeRun({ schedules, broadcasts: service, clock }),
      filePages: [
        createBroadcastPages({
          broadcasts: service,
          audit,
          clock,
          shown: stopLinks.shown,
          showingTo: (workspace, userId) => showingNumbersTo(services, workspace, userId),
        }),
      ],
    }),
    workers: [feeder],
  };
}
