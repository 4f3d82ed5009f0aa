-- Late, nobody would learn what was leased.
if isLate(a.deadline) then return {} end
local bodies = {}
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'open', '-inf', a.now, 'LIMIT', 0, a.limit)) do
  call('ZADD', P .. 'open', a.leaseUntil, id)
  call('HSET', P .. 'intent:' .. id, 'owner', a.owner)
  bodies[#bodies + 1] = call('HGET', P .. 'intent:' .. id, 'body')
end
return bodies
