-- Each as [report id, what it says, the intent's id, words and posts, the text]: what it is about is read as it stands now.
-- Late, nobody would learn what was leased.
if isLate(a.deadline) then return 'late' end
local leased, due, owners = {}, {}, {}
for _, member in ipairs(call('ZRANGEBYSCORE', P .. 'reports', '-inf', a.now, 'LIMIT', 0, a.limit)) do
  local id, intentId = string.sub(member, 1, 16), string.sub(member, 18)
  local says = call('HGET', P .. 'reports_of:' .. intentId, id)
  local intent = call('HMGET', P .. 'intent:' .. intentId, 'body', 'posts')
  if intent[1] then
    local text = decoded(says).text
    leased[#leased + 1] = { id, says, intentId, intent[1], intent[2], text and call('HGETALL', P .. 'text:' .. text) or {} }
    push(due, digits(a.leaseUntil), member)
    push(owners, member, a.owner)
  else
    -- Retention removed what it was about.
    call('HDEL', P .. 'reports_of:' .. intentId, id)
    call('ZREM', P .. 'reports', member)
  end
end
forAll('ZADD', P .. 'reports', due)
forAll('HSET', P .. 'leases', owners)
return leased
