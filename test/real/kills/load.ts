import type { Playground, SentRequest } from '../../../src/playground/index.ts';
import type { City, Team } from './city.ts';
import type { Dice } from './dice.ts';

/**
 * What a person was told when the command was delivered. `taken`: the plain ack. `nothing`: a sentence that nothing was
 * sent. `unsure`: that the app couldn’t confirm it. `none`: no answer at all, since the process died. `late`: after
 * three seconds.
 */
type Answer = 'taken' | 'nothing' | 'unsure' | 'none' | 'late' | `odd: ${string}`;

/** One `/sms`, with a unique number and message. */
export type Asked = {
  team: Team;
  number: string;
  message: string;
  /** What identifies it in the app's posts. */
  masked: string;
  identity: string;
  at: number;
  /** One for each delivery of the same signed request. */
  answers: Answer[];
};

export type Load = {
  asked: Asked[];
  /** Several people type at once. */
  burst(): void;
  /** How often a signed request was delivered again. */
  redelivered(): number;
  /** Delivers some of the latest requests again. */
  redeliver(count: number): Promise<void>;
  /** Stops typing; resolves when everything typed has its answer. */
  stop(): Promise<void>;
};

/** Bolt accepts a signed request for five minutes; these are definitely younger. */
const LATEST = 150;
const GAP_MS = 130;
const BURST = 8;

/** People type at random moments while there is an app to type to; a quarter of the waiting notices is cancelled. */
export function startLoad(city: City, dice: Dice, target: () => string | null): Load {
  const { slack, teams } = city;
  const asked: { asked: Asked; request: SentRequest }[] = [];
  const underWay = new Set<Promise<void>>();
  let typed = 0;
  let redelivered = 0;
  let over = false;

  function track(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function type(url: string, n: number): Promise<void> {
    const team = teams[n % teams.length] ?? teams[0];
    if (!team) return;
    const last = String(n % 10_000).padStart(4, '0');
    const prefix = `01${3 + Math.floor(n / 10_000)}`;
    const number = `${prefix}1234${last}`;
    const message = `parcel ${n} is on its way`;
    slack.connect(`${url}/slack/events`);
    const { user, id, channel } = team;
    const at = Date.now();
    const reply = await slack.command({ user, team: id, channel, text: `${number} ${message}` });
    const one = { team, number, message, at, masked: `${prefix}••••${last}`, answers: [answerOf(reply)] };
    asked.push({ asked: { ...one, identity: `command:${reply.triggerId}` }, request: reply.request });
  }

  function typeOne(): void {
    const url = target();
    if (url !== null) track(type(url, typed++));
  }

  async function pump(): Promise<void> {
    while (!over) {
      await dice.moment(GAP_MS);
      if (!over) typeOne();
    }
  }

  const pumping = pump();
  const stopCancelling = cancelSome(slack, dice, target, track);
  return {
    get asked() {
      return asked.map(one => one.asked);
    },
    burst() {
      for (let i = 0; i < BURST; i++) typeOne();
    },
    redelivered: () => redelivered,
    async redeliver(count) {
      const latest = asked
        .slice(-LATEST)
        .filter(one => one.asked.answers.every(said => said === 'taken' || said === 'none'));
      for (let i = 0; i < count; i++) {
        const url = target();
        const again = latest[Math.floor(dice.below(latest.length))];
        if (!url || !again) return;
        const reply = await slack.redeliver({ ...again.request, url: `${url}/slack/events` });
        again.asked.answers.push(answerOf(reply));
        redelivered += 1;
      }
    },
    async stop() {
      over = true;
      stopCancelling();
      await pumping;
      await Promise.all(underWay);
    },
  };
}

function answerOf(reply: { status: number; body: string; problem?: string }): Answer {
  if (reply.problem === 'operation_timeout') return 'late';
  if (reply.status === 0) return 'none';
  if (reply.status !== 200) return `odd: HTTP ${reply.status}`;
  if (reply.body === '') return 'taken';
  if (/nothing was sent/i.test(reply.body)) return 'nothing';
  return /couldn’t confirm/i.test(reply.body) ? 'unsure' : `odd: ${reply.body}`;
}

/** Presses Cancel on a quarter of the notices that a text is waiting. */
function cancelSome(
  slack: Playground,
  dice: Dice,
  target: () => string | null,
  track: (work: Promise<void>) => void,
): () => void {
  const looked = new Map<string, number>();
  const look = (): void => {
    for (const workspace of slack.world.workspaces.values()) {
      const { posts, id } = workspace;
      const from = looked.get(id) ?? 0;
      looked.set(id, posts.length);
      for (const post of posts.slice(from)) {
        // Ephemeral ones: we know who sees them.
        if (!post.visibleTo || !JSON.stringify(post.blocks).includes('"cancel_text"')) continue;
        if (dice.below(4) >= 1) continue;
        const url = target();
        if (url === null) continue;
        slack.connect(`${url}/slack/events`);
        track(slack.press(post, 'cancel_text').then(() => undefined));
      }
    }
  };
  slack.world.changes.on('change', look);
  return () => void slack.world.changes.off('change', look);
}
