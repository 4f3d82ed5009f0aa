import { findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import { type Diary, newText } from '../diary.ts';
import { cancelSchedule, keepGroup, keepSchedule, namesFor } from '../setup.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';

/* Scheduled texts, and steps of workflows. */

const AUTHOR = 'rafiq';

/** Schedules texts for whole minutes; one may be cancelled in time. */
export async function schedule(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack } = world;
  const by = findPerson(findWorkspace(slack.world, PADMA.id), AUTHOR).id;
  for (let nth = 0; nth < 1 + dice.below(4); nth++) {
    const at = Math.ceil(clock.now() / MINUTE) * MINUTE + (1 + dice.below(5)) * MINUTE;
    const text = newText({
      team: PADMA.id,
      user: AUTHOR,
      number: next(),
      message: `the truck ${nth} leaves`,
      at,
      answers: diary.wasSet ? [] : ['taken'],
      mustGo: 'its time came',
    });
    const { team, number, message } = text;
    const id = await keepSchedule(world, { team, by, number, message, at });
    // By a clock that was set, the text may go before it is cancelled.
    if (dice.percent(25) && !diary.wasSet) {
      text.mustNot = 'it was cancelled before its time';
      text.answers = [];
      clock.after(
        at - clock.now() - (5 + dice.below(50)) * SECOND,
        () => void cancelSchedule(world, team, id),
      );
    }
    // Until its time comes, the text must not go; by a clock that was set, that time may have come.
    if (diary.wasSet) diary.texts.push(text);
    else clock.after(at - clock.now() - 1, () => void diary.texts.push(text));
  }
}

/** Workflows reach the app's step; Slack may deliver the event twice. */
export function runSteps(world: World, diary: Diary, next: () => string): void {
  const { dice, clock, slack } = world;
  for (let nth = 0; nth < 1 + dice.below(4); nth++) {
    const text = newText({
      team: PADMA.id,
      user: 'workflow',
      number: next(),
      message: `order ${nth} is ready`,
    });
    clock.after(dice.below(3 * MINUTE), async () => {
      const { number, message, team } = text;
      text.at = clock.now();
      diary.several.push(text);
      const inputs = { recipients: number, message, urgent: String(dice.percent(30)) };
      const { run, delivery } = await slack.runFunction('send_sms', inputs, team);
      diary.steps.push({ text, run, delivery });
      if (!dice.percent(30)) return;
      await world.pause(dice.below(2 * MINUTE));
      await slack.redeliverEvent(delivery);
    });
  }
}

/** A second run with the same dedup key requests the same text; one with other words or recipients requests none. */
export function repeatSteps(world: World, diary: Diary, next: () => string): void {
  const { dice, clock, slack } = world;
  const [number, key] = [next(), 'order 7'];
  const ask = async (message: string, mustNot: string | null, to = number) => {
    const about = { team: PADMA.id, user: 'workflow', number: to, message, mustNot, at: clock.now() };
    const before = diary.several.find(text => text.number === to && text.message === message);
    const text = before ?? newText(about);
    if (!before) diary.several.push(text);
    const inputs = { recipients: to, message, dedup_key: key };
    const { run, delivery } = await slack.runFunction('send_sms', inputs, PADMA.id);
    diary.steps.push({ text, run, delivery });
    return () => run.state !== 'running';
  };
  clock.after(dice.below(MINUTE), async () => {
    const hasEnded = await ask('order 7 is on its way', null);
    if (!(await world.until(hasEnded, MINUTE))) return;
    await ask('order 7 is on its way', null);
    await world.pause(dice.below(20 * SECOND));
    // A store that lost the first request can't refuse the second.
    if (world.shared) return;
    await ask('order 7 is late', 'its dedup key was for something else');
    await ask('order 7 is on its way', 'its dedup key was for somebody else', next());
  });
}

/** A workflow that exceeds the recipient limit texts nobody and fails. */
export async function runForTown(world: World, diary: Diary, next: () => string): Promise<void> {
  const { clock, slack, dice } = world;
  const ends = ['north', 'south'];
  const mustNot = 'one message goes to two hundred people at most';
  const about = { team: PADMA.id, user: 'workflow', number: next(), message: 'come to the square', mustNot };
  const text = newText(about);
  for (const end of ends) {
    const numbers = [...Array.from({ length: 101 }, next), text.number];
    await keepGroup(world, PADMA.id, end, namesFor(`Of the ${end}`, numbers));
  }
  clock.after(dice.below(3 * MINUTE), async () => {
    text.at = clock.now();
    diary.several.push(text);
    const inputs = { recipients: ends.join(', '), message: text.message, urgent: 'false' };
    const { run, delivery } = await slack.runFunction('send_sms', inputs, PADMA.id);
    diary.steps.push({ text, run, delivery });
  });
}
