-- Each as [id, version, state, letters]. Late, nobody would learn what was leased.
if isLate(a.deadline) then return 'late' end
local leased = {}
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'mail:' .. a.kind, '-inf', a.now, 'LIMIT', 0, a.limit)) do
  local box = call('HMGET', P .. 'mailbox:' .. id, 'version', 'state')
  call('ZADD', P .. 'mail:' .. a.kind, a.leaseUntil, id)
  call('HSET', P .. 'mailbox:' .. id, 'leased_until', a.leaseUntil)
  local letters, bytes = {}, 0
  while #letters < a.letters and bytes < a.letterBytes do
    local body = call('LINDEX', P .. 'letters:' .. id, #letters)
    if not body then break end
    letters[#letters + 1] = body
    bytes = bytes + #body
  end
  leased[#leased + 1] = { id, box[1] or '0', box[2], letters }
end
return leased
