-- Gives a claim back unsent.
local now = a.now
if a.counted then free(a.claim, a.fingerprint, now) else giveSlotBack(a.claim, a.fingerprint) end
if given(a.blockedUntil) then
  local key = P .. 'key:' .. a.fingerprint
  for name, value in pairs({ blocked_until = a.blockedUntil, slow_until = a.slowUntil }) do
    if value > tonumber(call('HGET', key, name) or 0) then call('HSET', key, name, value) end
  end
end
local t = textOf(a.text)
if t and t.claim == a.claim and t.state == 'sending' then
  setState(t, 'queued')
  call('HDEL', P .. 'text:' .. t.id, 'claim', 'owner', 'claimed_at')
  call('HSET', P .. 'text:' .. t.id, 'not_before', a.notBefore)
  call('ZREM', P .. 'sending', t.id)
  t.not_before = a.notBefore
  enqueue(t)
  if given(a.why) and t.lane == '1' and t.told ~= '1' then tell(t, a.why, given(a.tellUntil), now) end
elseif t and t.claim == a.claim and t.state == 'uncertain' then
  setState(t, 'refused')
  count(t, -1, 0, -t.parts)
  call('HDEL', P .. 'text:' .. t.id, 'uncertain')
  call('HSET', P .. 'text:' .. t.id, 'problem', a.ifUncertain, 'settled_at', now)
  report('result', t.intent_id, t.id, '{}', now)
end
ready(a.fingerprint, now)
news()
