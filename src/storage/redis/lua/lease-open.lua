-- Each as [id, body]. Late, nobody would learn what was leased.
if isLate(a.deadline) then return 'late' end
local leased = {}
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'open', '-inf', a.now, 'LIMIT', 0, a.limit)) do
  call('ZADD', P .. 'open', a.leaseUntil, id)
  if call('EXISTS', P .. 'intent:' .. id) == 1 then call('HSET', P .. 'intent:' .. id, 'owner', a.owner) end
  leased[#leased + 1] = { id, call('HGET', P .. 'intent:' .. id, 'body') }
end
return leased
