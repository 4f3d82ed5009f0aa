import { describe, expect, test } from 'vitest';
import { createLinkedStage } from '../../support/stage.ts';

describe.each([
  ['a guest', 'imran', 'Guests can’t send texts from this workspace'],
  ['a single-channel guest', 'farhana', 'Guests can’t send texts from this workspace'],
  ['a person of another team', 'arif', 'only members of this one can send texts from it'],
])('%s', (_, user, sentence) => {
  test('is refused before sending, and told whom to ask', async () => {
    const { slack, sms, post, quiet, service } = await createLinkedStage();
    await sms('01712345678 hello', { user, channel: '#on-call' });
    const refusal = await post(/Nothing was sent/);
    expect(refusal.visibleTo).toBe(slack.person(user).id);
    expect(refusal.text).toContain(sentence);
    expect(refusal.text).toContain(`Ask <@${slack.person('nusrat').id}> to send it for you.`);
    await quiet();
    expect(service.requests.count()).toBe(0);
  });
});

describe('a teammate', () => {
  test.each([
    ['with a number as people write it', 'nusrat', '01812345679', '018••••5679'],
    ['with Bengali digits', 'shirin', '01612345678', '016••••5678'],
    ['who is a guest', 'imran', '01555667788', '015••••7788'],
  ])('%s is texted at the number in their profile', async (_, user, number, masked) => {
    const { slack, sms, post, service } = await createLinkedStage();
    await sms(`@${user} hello`);
    const receipt = await post(/texted/);
    expect(receipt.text).toContain(`texted *<@${slack.person(user).id}> (${masked})*`);
    expect(service.log.list()).toMatchObject([{ number, message: 'hello' }]);
  });

  test.each([
    ['without a number', '', 'has no phone number in their Slack profile. Ask them to add one'],
    ['with a landline', '+880 2 9661234', 'isn’t a mobile number in Bangladesh. Ask them to correct it'],
    ['with a number abroad', '+1 415 555 2671', 'isn’t a mobile number in Bangladesh'],
    ['with words', 'ask Rafiq', 'isn’t a mobile number in Bangladesh'],
  ])('%s is not texted, and only the sender is told', async (_, phone, sentence) => {
    const { slack, sms, post, quiet, service } = await createLinkedStage();
    slack.person('kamal').phone = phone;
    await sms('@kamal hello');
    const refusal = await post(/Nothing was sent/);
    expect(refusal.text).toContain(sentence);
    expect(refusal.text).toContain(`<@${slack.person('kamal').id}>`);
    expect(refusal.visibleTo).toBe(slack.person('rafiq').id);
    await quiet();
    expect(service.requests.count()).toBe(0);
  });
});
