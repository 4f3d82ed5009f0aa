-- Each as [report id, report, intent, text]: what a report is about is read as it stands now.
-- Late, nobody would learn what was leased.
if isLate() then return {} end
local leased = {}
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'reports', '-inf', a.now, 'LIMIT', 0, a.limit)) do
  local r = hash(P .. 'report:' .. id)
  local intent = call('HGETALL', P .. 'intent:' .. r.intent_id)
  if call('HEXISTS', P .. 'intent:' .. r.intent_id, 'body') == 1 then
    call('ZADD', P .. 'reports', a.leaseUntil, id)
    call('HSET', P .. 'report:' .. id, 'owner', a.owner)
    local text = r.text_id ~= '' and call('HGETALL', P .. 'text:' .. r.text_id) or {}
    leased[#leased + 1] = { id, call('HGETALL', P .. 'report:' .. id), intent, text }
  else
    -- Retention removed what it was about.
    call('DEL', P .. 'report:' .. id)
    call('ZREM', P .. 'reports', id)
    call('SREM', P .. 'reports_of:' .. r.intent_id, id)
  end
end
return leased
