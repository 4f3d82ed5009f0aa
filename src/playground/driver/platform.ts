import { openApp, uninstall } from '../deeds/app.ts';
import type { Scene } from '../deeds/scene.ts';
import { runFunction, type StartedRun, type StepOptions, stepOptions } from '../deeds/steps.ts';
import { consentRequest, installer } from '../http/consent.ts';
import type { JsonObject } from '../json.ts';
import type { EventDelivery, Reply } from '../wire/connection.ts';
import type { Consents } from '../world/install.ts';
import type { FunctionRun } from '../world/types.ts';
import { findPerson, findWorkspace } from '../world/world.ts';
import type { Waiting } from './wait.ts';

/** What happens to an app other than through people: events, workflows, installations. */
export interface PlatformDriver {
  /** Opens the app's Home or Messages tab; undefined if the app isn't subscribed to that. */
  openApp(
    user: string,
    how?: { tab?: 'home' | 'messages'; team?: string },
  ): Promise<EventDelivery | undefined>;
  /** Sends the app any event, given the event's own fields. Settles after the first attempt. */
  event(event: JsonObject, team?: string): Promise<EventDelivery>;
  /** Delivers the very same event again. */
  redeliverEvent(delivery: EventDelivery, reason?: string): Promise<Reply>;
  /** Runs the app's own step of a workflow. */
  runFunction(callbackId: string, inputs?: JsonObject, team?: string): Promise<StartedRun>;
  /** What somebody who builds a workflow can choose in an input of the step whose options the app lists. */
  stepOptions(callbackId: string, input: string, typed?: string, team?: string): Promise<StepOptions>;
  /** The run once it has ended, successfully or not. */
  waitForRun(run: FunctionRun): Promise<FunctionRun>;
  /**
   * Answers the consent page that the app sent a person to; returns where Slack sends that person next. `orgWide`: for
   * that workspace's organisation.
   */
  consent(
    authorizeUrl: string,
    how?: { team?: string; user?: string; allow?: boolean; orgWide?: boolean },
  ): string;
  /** Removes the app from a workspace. */
  uninstall(team?: string): Promise<EventDelivery[]>;
}

export function createPlatformDriver(
  scene: Scene & { consents: Consents },
  waiting: Waiting,
): PlatformDriver {
  const { world, events, consents } = scene;
  return {
    openApp(user, how = {}) {
      const workspace = findWorkspace(world, how.team);
      return openApp(scene, workspace, findPerson(workspace, user), how.tab);
    },
    event: (event, team) => events.send(findWorkspace(world, team), event),
    redeliverEvent: (delivery, reason) => events.again(delivery, reason),
    runFunction: (callbackId, inputs = {}, team) =>
      runFunction(scene, findWorkspace(world, team), callbackId, inputs),
    stepOptions: (callbackId, input, typed = '', team) =>
      stepOptions(scene, findWorkspace(world, team), { callbackId, input, typed }),
    waitForRun: run => waiting.waitFor(() => run.state !== 'running' && run, `the end of run ${run.id}`),
    consent(authorizeUrl, how = {}) {
      const asked = consentRequest(new URL(authorizeUrl).searchParams);
      const problem = consents.problemOf(asked);
      if (problem) throw new Error(`Slack shows an error page: ${problem}`);
      if (how.allow === false) return consents.refuse(asked);
      const workspace = findWorkspace(world, how.team);
      const person = how.user ? findPerson(workspace, how.user) : installer(workspace);
      return consents.allow(asked, workspace, person.id, how.orgWide);
    },
    uninstall: team => uninstall(scene, findWorkspace(world, team)),
  };
}
