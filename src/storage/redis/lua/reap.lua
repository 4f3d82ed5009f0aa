-- needs: texts usage reports slots
-- Requests whose owner is gone, for longer than a claim may take, and those that last longer than any does (their owner no
-- longer knows of them): their texts become uncertain, and their slots may have been counted as late as now.
local now = a.now
local function gone(owner) return call('EXISTS', P .. 'owner:' .. owner) == 0 end
local reaped = 0
local flights = call('HGETALL', P .. 'flights')
for i = 1, #flights, 2 do
  local id, flight = flights[i], decoded(flights[i + 1])
  if not flight.at then land(id)
  elseif flight.at <= now - a.flightMs or (flight.at <= now - a.graceMs and gone(flight.owner)) then
    land(id)
    free(id, flight.lane, flight.fingerprint, now)
    wake(flight.fingerprint, now)
    local t = flight.text and textOf(flight.text)
    if t and t.claim == id and t.state == 'sending' then
      setState(t, 'uncertain', 'uncertain', 'interrupted', 'settled_at', now)
      report('result', t.intent_id, t.id, nil, now)
      reaped = reaped + 1
    end
  end
end
-- What a process that is gone had leased is due again.
local freed = 0
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'open', '(' .. now, '+inf', 'LIMIT', 0, a.limit)) do
  local owner = call('HGET', P .. 'intent:' .. id, 'owner')
  if owner and gone(owner) then
    call('ZADD', P .. 'open', now, id)
    freed = freed + 1
  end
end
local leases = call('HGETALL', P .. 'leases')
for i = 1, #leases, 2 do
  local member = leases[i]
  if gone(leases[i + 1]) then
    call('ZADD', P .. 'reports', 'XX', 'LT', now, member)
    call('HDEL', P .. 'leases', member)
    freed = freed + 1
  end
end
-- Not in this process' name: it is to look as well.
if reaped + freed > 0 then call('PUBLISH', P .. 'news', '') end
return reaped
