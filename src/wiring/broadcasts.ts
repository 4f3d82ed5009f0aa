import { createFeeder } from '../broadcasts/feeder.ts';
import { createJudge, createPromotionalHours } from '../broadcasts/judge.ts';
import { createReview } from '../broadcasts/review.ts';
import { createFindAll, createMakeRows, createRowsFor } from '../broadcasts/rows.ts';
import { createMakeRun, createScheduler } from '../broadcasts/scheduler.ts';
import { createBroadcastService } from '../broadcasts/service.ts';
import { createApprovalPost } from '../broadcasts/slack/approval.ts';
import { createBroadcastPost } from '../broadcasts/slack/post.ts';
import { createLapsed } from '../broadcasts/slack/submit.ts';
import { createApproving, createSteering } from '../broadcasts/steering.ts';
import { createScheduleNews } from '../schedules/slack/shown.ts';
import { createRights } from '../texts/rights.ts';
import { createFindRecipients } from '../texts/sending/recipients.ts';
import { MAX_ROWS } from '../workspace/settings.ts';
import type { Ground } from './ground.ts';
import type { Sending } from './sending.ts';
import type { Workspaces } from './workspaces.ts';

export type WiredBroadcasts = ReturnType<typeof wireBroadcasts>;

/** Texts to many people, one by one. */
export function wireBroadcasts(ground: Ground, workspaces: Workspaces, sending: Sending) {
  const { log, clock, newId, storage, acks } = ground;
  const { broadcasts, history, schedules, audit } = storage;
  const { keys, settings, people, userGroups, contactGroups, words, poster, stopLinks } = workspaces;
  const { fill, naming, showInPlace } = sending;
  const wake = (): void => {
    sending.wake();
    feeder.wake();
  };
  const { findPeople } = createFindRecipients({
    ...{ people, groups: userGroups, clock },
    whom: contactGroups.upTo(MAX_ROWS, acks.steps),
    most: MAX_ROWS,
  });
  const hours = createPromotionalHours({ broadcasts, settings, clock });
  const feeder = createFeeder({
    ...{ broadcasts, keys, settings, clock, log },
    never: workspaces.neverText,
    hoursOf: hours.hoursOf,
    lapsed: createLapsed({ poster, words, clock, log }),
    wake: sending.wake,
    isShared: storage.isShared,
  });
  const makeRows = createMakeRows({ never: workspaces.neverText, settings });
  const findAll = createFindAll({ findPeople, clock });
  const judge = createJudge({ settings });
  const rights = createRights({ people, userGroups, settings });
  const review = createReview({ broadcasts, history, keys, judge, stopLinks, clock });
  const service = createBroadcastService({
    ...{ broadcasts, makeRows, rights, review, clock, newId, wake },
    rowsFor: createRowsFor({ findAll, makeRows, fill, stopLinks }),
    steps: acks.steps,
    approving: createApproving({
      broadcasts,
      review,
      settings,
      audit,
      clock,
      wake,
      approved: schedules.approved,
    }),
    steering: createSteering({ broadcasts, people, settings, keys, history, clock, wake }),
  });
  /** Shows how far a broadcast is, and what it came to. */
  const deliver = createBroadcastPost({
    ...{ broadcasts, poster, settings, naming, words, showInPlace, clock, log },
    showApproval: createApprovalPost({ broadcasts, review, poster, people, settings, naming, words, clock }),
  });
  const scheduler = createScheduler({
    ...{ schedules, settings, clock, log },
    tell: createScheduleNews({ poster, naming, settings, words, log }),
    makeRun: createMakeRun({ schedules, broadcasts: service }),
    wake: () => sending.resolver.wake(),
    isShared: storage.isShared,
  });
  return { scheduler, feeder, hours, deliver, service };
}
