import { after } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { isOrgWide } from '../world/install.ts';
import type { Workspace } from '../world/types.ts';
import type { World } from '../world/world.ts';
import type { AppConnection, EventDelivery, Reply } from './connection.ts';
import type { SocketHub } from './sockets.ts';

/** Deprecated, but Slack still sends it with every request. */
export const VERIFICATION_TOKEN = 'the deprecated verification token';

/** Puts an event into the envelope that all events share. https://docs.slack.dev/apis/events-api */
function eventCallback(world: World, workspace: Workspace, event: JsonObject, orgWide: boolean): JsonObject {
  return {
    token: VERIFICATION_TOKEN,
    team_id: workspace.id,
    context_team_id: workspace.id,
    ...(workspace.org ? { enterprise_id: workspace.org.id } : {}),
    context_enterprise_id: workspace.org?.id ?? null,
    api_app_id: workspace.appId,
    event: { event_ts: world.ids.ts(), ...event },
    type: 'event_callback',
    event_id: world.ids.of('Ev'),
    event_time: Math.floor(world.clock.now() / 1000),
    authorizations: [
      {
        enterprise_id: workspace.org?.id ?? null,
        team_id: workspace.id,
        user_id: workspace.botUserId,
        is_bot: true,
        is_enterprise_install: orgWide,
      },
    ],
    is_ext_shared_channel: false,
  };
}

// https://docs.slack.dev/apis/events-api: retries at once, after a minute, and after five.
const RETRY_AFTER_MS = [0, 60_000, 300_000];

/** Sends events to the app, with Slack's retries. */
export function createEvents(world: World, app: AppConnection, sockets: SocketHub) {
  const { clock } = world;
  const pauses = new Set<() => void>();
  let closed = false;

  /** Waits `ms` on the playground's clock, or until the playground closes. */
  function pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const endPause = () => {
        cancel();
        pauses.delete(endPause);
        resolve();
      };
      const cancel = after(clock, ms, endPause);
      pauses.add(endPause);
    });
  }

  /** For an app that uses sockets and has none open: waits until it has connected again, or until Slack would retry. */
  async function waitForApp(ms: number): Promise<void> {
    if (app.reachable() || sockets.opened === 0) return;
    await Promise.race([sockets.connected(), pause(ms)]);
  }

  async function attempt(delivery: EventDelivery, number: number, reason: string): Promise<Reply> {
    const reply = await app.deliver({
      kind: 'events_api',
      payload: delivery.payload,
      ...(number > 0 ? { retry: { attempt: number, reason } } : {}),
    });
    delivery.attempts.push(reply);
    delivery.lastAt = clock.now();
    world.changed();
    return reply;
  }

  async function retry(delivery: EventDelivery, first: Reply): Promise<void> {
    let last = first;
    for (const [index, wait] of RETRY_AFTER_MS.entries()) {
      if (closed || isAcked(last) || last.headers['x-slack-no-retry'] === '1') return;
      const due = delivery.lastAt + wait;
      if (due > clock.now()) await pause(due - clock.now());
      await waitForApp(RETRY_AFTER_MS[index + 1] ?? 0);
      if (closed) return;
      last = await attempt(delivery, index + 1, reasonOf(last));
    }
  }

  return {
    /** Sends the app an event. Settles after the first attempt; Slack keeps retrying on the clock. */
    async send(
      workspace: Workspace,
      event: JsonObject,
      orgWide = isOrgWide(world, workspace),
    ): Promise<EventDelivery> {
      const payload = eventCallback(world, workspace, event, orgWide);
      const delivery: EventDelivery = {
        eventId: String(payload.event_id),
        payload,
        attempts: [],
        lastAt: clock.now(),
        finished: Promise.resolve(),
      };
      const first = await attempt(delivery, 0, '');
      delivery.finished = retry(delivery, first);
      return delivery;
    },
    /** Delivers the same event again, as Slack may even after an ack. */
    again: (delivery: EventDelivery, reason = 'http_timeout') =>
      attempt(delivery, delivery.attempts.length, reason),
    close() {
      closed = true;
      for (const endPause of [...pauses]) endPause();
    },
  };
}

export type Events = ReturnType<typeof createEvents>;

const isAcked = (reply: Reply): boolean => reply.status >= 200 && reply.status < 300;

/** Slack's name for the reason of a retry. */
function reasonOf(reply: Reply): string {
  if (reply.problem === 'operation_timeout') return 'http_timeout';
  return reply.status === 0 ? 'connection_failed' : 'http_error';
}
