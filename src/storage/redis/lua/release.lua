-- needs: texts usage reports slots
-- Gives a claim back unsent.
local now = a.now
if a.counted then
  land(a.claim)
  free(a.claim, a.lane, a.fingerprint, now)
else giveSlotBack(a.claim, a.lane, a.fingerprint) end
if given(a.blockedUntil) then
  local key = P .. 'key:' .. a.fingerprint
  for name, value in pairs({ blocked_until = a.blockedUntil, slow_until = a.slowUntil }) do
    if value > tonumber(call('HGET', key, name) or 0) then call('HSET', key, name, value) end
  end
end
local t = textOf(a.text)
if t and t.claim == a.claim and t.state == 'sending' then
  requeue(t, a.notBefore)
  if given(a.why) and t.lane == 1 and not t.told then tell(t, a.why, given(a.tellUntil), now) end
elseif t and t.claim == a.claim and t.state == 'uncertain' then
  count(t, -1, 0, -t.parts)
  call('HDEL', P .. 'text:' .. t.id, 'uncertain')
  setState(t, 'refused', 'problem', a.ifUncertain, 'settled_at', now)
  report('result', t.intent_id, t.id, nil, now)
end
ready(a.fingerprint, now)
news()
