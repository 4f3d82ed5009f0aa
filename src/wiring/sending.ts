import { createAlerts } from '../alerts/alerts.ts';
import { alertContents } from '../alerts/kept-state.ts';
import { createAskSubscription, createSubscriptions } from '../alerts/slack/subscription.ts';
import { createSpared } from '../alerts/whom.ts';
import type { PromotionalHours } from '../broadcasts/judge.ts';
import { createForgetter } from '../contacts/forgetter.ts';
import { createNeverInStep } from '../contacts/never-text.ts';
import { createForgottenNotice } from '../contacts/slack/form.ts';
import { createInTurns } from '../kit/in-turns.ts';
import { createHandOvers } from '../rotas/hand-overs.ts';
import { createHandOverOutcome, createSayHandOver } from '../rotas/slack/hand-over.ts';
import { createDispatcher } from '../texts/sending/dispatcher.ts';
import { createFill, createMessagesOf, createRender } from '../texts/sending/messages.ts';
import { createPlanner } from '../texts/sending/planner.ts';
import { createFindRecipients, createReach } from '../texts/sending/recipients.ts';
import { createReporter, type Deliver, watchingBalance } from '../texts/sending/reporter.ts';
import { createResolver } from '../texts/sending/resolve.ts';
import { deliverBySource, type SourceOf, type TextSource } from '../texts/sending/sources.ts';
import { createOwnPlans, createSubmit } from '../texts/sending/submit.ts';
import { createHousekeeping, createReaper } from '../texts/sending/upkeep.ts';
import { createDelivery } from '../texts/slack/delivery.ts';
import { createNaming } from '../texts/slack/naming.ts';
import { createSeveralPost, createShowInPlace } from '../texts/slack/report-post.ts';
import { createQuestions } from '../texts/slack/several.ts';
import { createTeammates } from '../texts/slack/teammates.ts';
import { createStepDelivery } from '../workflows/slack/outcome.ts';
import { createWorkflowRuns } from '../workflows/slack/workflow-runs.ts';
import type { Ground } from './ground.ts';
import type { Workspaces } from './workspaces.ts';

export type Sending = ReturnType<typeof wireSending>;

/**
 * From an intent to its texts, their requests, and what Slack is told of them; and alerts, which make intents too.
 *
 * @param broadcasts shows what becomes of them, hears that something became of a text, and says until when a promotional one may go
 */
export function wireSending(
  ground: Ground,
  workspaces: Workspaces,
  broadcasts: { deliver: Deliver; settled: () => void } & Pick<PromotionalHours, 'closesAt'>,
) {
  const { log, time, clock, newId, sealer, storage, acks, metrics } = ground;
  const { intents, claims, queue, reports, history, documents, temporary, deletions, contacts } = storage;
  const { rotas, people, userGroups, contactGroups, contactBook, settings, keys, words, poster } = workspaces;
  const { neverText, stopLinks, alertLinks, templates, languages, gateway, clientOptions } = workspaces;
  const { webFor } = workspaces.access;

  // Workers wake each other: what one writes is the next one's work.
  const wake = (): void => {
    dispatcher.wake();
    reporter.wake();
  };
  const { find, findEach, findPeople } = createFindRecipients({
    people,
    groups: userGroups,
    whom: contactGroups,
    clock,
  });
  const reach = createReach({ find, never: neverText, settings });
  const steps = createWorkflowRuns({ temporary, sealer, webFor, clientOptions, log });
  const letOthers = () => endOfTurn().then(acks.given);
  const inTurns = createInTurns({
    now: time.monotonic,
    endOfTurn: letOthers,
    after: ms => new Promise(resolve => time.after(ms, resolve)),
  });
  const teammates = createTeammates({ webFor, clock });
  const alerts = createAlerts({
    ...{
      storage,
      findEach,
      findPeople,
      languages,
      words,
      settings,
      people,
      teammates,
      templates,
      links: alertLinks,
    },
    ...{ inTurns, clock, log, newId },
    poster,
    decided(decision) {
      metrics.alerts(decision);
      resolver.wake();
    },
  });
  const subscriptions = createSubscriptions({
    temporary,
    visit: ground.visit,
    tell: createAskSubscription({ poster, words }),
  });
  const handOvers = createHandOvers({
    ...{ inboxes: storage.inboxes, rotas, words, inTurns, clock, log, newId },
    say: createSayHandOver({ poster, settings, words }),
    texted: () => resolver.wake(),
  });
  const naming = createNaming({ contacts, people, log });
  const telling = { poster, history, keys, people, settings, words, clock };
  const showInPlace = createShowInPlace({ poster, reports, settings, words });
  const deliverToPeople = createDelivery({
    ...telling,
    naming,
    ask: createQuestions({ reach, history, keys, whom: contactGroups, book: contactBook, naming, clock }),
    showOutcome: createSeveralPost({ history, settings, naming, words, showInPlace, clock }),
  });
  const spared = createSpared({
    ...{ settings, hooks: alerts.hooks, never: neverText, whom: contactGroups, findEach },
  });
  /** By feature: what the core asks of each about the texts that it sends. */
  const sources: Record<string, TextSource> = {
    workflows: { deliver: createStepDelivery({ ...telling, steps }), cap: rules => rules.workflowCap },
    alerts: { deliver: alerts.deliver, spared: spared.ofIntent },
    rotas: { deliver: createHandOverOutcome({ rotas, history, poster, settings, naming, words }) },
    broadcasts: { deliver: broadcasts.deliver },
  };
  const names = new Set(ground.features.map(({ name }) => name));
  const sourceOf: SourceOf = feature => (names.has(feature) ? sources[feature] : undefined);
  const deliver = deliverBySource(deliverToPeople, sourceOf);
  const reporter = createReporter({
    ...{ reports, clock, log },
    deliver: watchingBalance(deliver, { queue, keys, settings, clock, warned: () => reporter.wake() }),
    delivered: metrics.delivery,
  });
  const dispatcher = createDispatcher({
    ...{ claims, queue, keys, never: neverText, gateway, clock, wall: time.wall, log },
    leaseMs: () => reporter.leaseMs(),
    closesAt: broadcasts.closesAt,
    recorded(what) {
      if (what?.outcome) metrics.outcome(what.outcome);
      if (what?.report) reporter.take(what.report);
      // With a text that was sent, nothing else is to be told.
      if (!what?.report || what.outcome?.kind !== 'sent') reporter.wake();
      if (!what || what.text.priority === 'bulk') broadcasts.settled();
    },
  });
  const fill = createFill(stopLinks);
  const render = createRender({ contacts, fill });
  const planner = createPlanner({
    ...{ history, keys, people, groups: userGroups, settings, reach, sourceOf, clock, log },
    messagesOf: createMessagesOf({ render, stopLinks, alertLinks }),
  });
  const own = createOwnPlans({
    ...{ keys, people, never: createNeverInStep(workspaces.neverHash), sourceOf, clock, log },
  });
  const resolver = createResolver({ intents, planner, clock, log, wake });
  const reaper = createReaper({ claims, clock, log, reaped: wake });
  const { retention, inboxes, forgetting, imports, schedules } = storage;
  const housekeeping = createHousekeeping({
    ...{ retention, inboxes, broadcasts: storage.broadcasts, deletions, documents, settings, clock, log },
  });
  const forgetter = createForgetter({
    ...{ forgetting, imports, schedules, settings, wake, isShared: storage.isShared, clock, log },
    leaveOut: async job => [
      ...(await alerts.hooks.leaveOut(job.workspace, job.by, job)),
      ...(await rotas.leaveOut(job.workspace, job.by, job)),
    ],
    contents: alertContents,
    tell: createForgottenNotice({ poster, words, log }),
  });
  return {
    submit: createSubmit({ intents, own, clock, newId, resolver, dispatcher, wake, log }),
    wake,
    showInPlace,
    reach,
    spared,
    render,
    fill,
    naming,
    steps,
    inTurns,
    alerts,
    subscriptions,
    teammates,
    handOvers,
    resolver,
    dispatcher,
    reporter,
    reaper,
    housekeeping,
    forgetter,
  };
}

const endOfTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
