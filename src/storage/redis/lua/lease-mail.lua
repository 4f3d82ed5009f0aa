-- Each as [kind, workspace, name, version, state, letters]. Late, nobody would learn what was leased.
if isLate(a.deadline) then return {} end
local leased = {}
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'mail:' .. a.kind, '-inf', a.now, 'LIMIT', 0, a.limit)) do
  local box = hash(P .. 'mailbox:' .. id)
  call('ZADD', P .. 'mail:' .. a.kind, a.leaseUntil, id)
  call('HSET', P .. 'mailbox:' .. id, 'leased_until', a.leaseUntil)
  local letters = call('LRANGE', P .. 'letters:' .. id, 0, a.letters - 1)
  leased[#leased + 1] = { box.kind, box.workspace, box.name, box.version or '0', box.state or false, letters }
end
return leased
