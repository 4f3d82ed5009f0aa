-- Texts in `sending` whose owner is gone, for longer than a claim may take, become uncertain; so do those that are
-- there for longer than any request lasts, since their owner no longer knows of them.
local now = a.now
local function gone(owner) return call('EXISTS', P .. 'owner:' .. owner) == 0 end
local reaped = 0
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'sending', '-inf', now - a.graceMs)) do
  local t = textOf(id)
  if gone(t.owner) or tonumber(t.claimed_at) <= now - a.flightMs then
    setState(t, 'uncertain')
    call('HSET', P .. 'text:' .. id, 'uncertain', 'interrupted', 'settled_at', now)
    call('ZREM', P .. 'sending', id)
    report('result', t.intent_id, id, '{}', now)
    reaped = reaped + 1
  end
end
-- Requests without a reply may have been counted as late as now.
local flights = call('HGETALL', P .. 'flights')
for i = 1, #flights, 2 do
  local flight = cjson.decode(flights[i + 1])
  if flight.at <= now - a.flightMs or (flight.at <= now - a.graceMs and gone(flight.owner)) then
    free(flights[i], flight.fingerprint, now)
    wake(flight.fingerprint, now)
  end
end
-- What a process that is gone had leased is due again.
local freed = 0
for due, kind in pairs({ open = 'intent:', reports = 'report:' }) do
  for _, id in ipairs(call('ZRANGEBYSCORE', P .. due, '(' .. now, '+inf', 'LIMIT', 0, a.limit)) do
    local owner = call('HGET', P .. kind .. id, 'owner')
    if owner and gone(owner) then
      call('ZADD', P .. due, now, id)
      freed = freed + 1
    end
  end
end
-- Not in this process' name: it is to look as well.
if reaped + freed > 0 then call('PUBLISH', P .. 'news', '') end
return reaped
