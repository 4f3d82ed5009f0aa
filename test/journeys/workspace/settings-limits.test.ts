import { describe, expect, test } from 'vitest';
import { decide } from '../../support/settings.ts';
import { ADMIN, createLinkedStage } from '../../support/stage.ts';

describe('daily limits', () => {
  test('of texts for each person: one text too many is refused, with the limit, the usage and when the day ends', async () => {
    const stage = await createLinkedStage();
    await decide(stage, { personCap: { texts: 2, credits: null } });
    const { sms, post, posts, slack, quiet, service } = stage;
    await sms('01712345671 one');
    await sms('01712345672 two');
    await slack.waitFor(() => posts(/texted/).length === 2);
    await sms('01712345673 three');
    const refusal = await post(/your limit of 2 texts a day \(2 used today\)/);
    expect(refusal.visibleTo).toBe(slack.person('rafiq').id);
    expect(refusal.text).toMatch(/The next day starts <!date\^\d+\^/);
    expect(refusal.text).toContain(`ask <@${slack.person(ADMIN).id}>`);
    expect(refusal.text).toContain('Nothing was sent');
    await sms('01712345674 of another person', { user: 'shirin' });
    await slack.waitFor(() => posts(/texted/).length === 3);
    await quiet();
    expect(service.requests.count()).toBe(3);
  });
});
