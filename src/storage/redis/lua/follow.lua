-- Has somebody told of an unattended intent's outcome, once.
if call('HGET', P .. 'intent:' .. a.intent, 'workspace') ~= a.workspace then return end
for _, id in ipairs(call('SMEMBERS', P .. 'reports_of:' .. a.intent)) do
  if call('HGET', P .. 'report:' .. id, 'follower') == a.follower then return end
end
local id = addReport('outcome', a.intent, nil, a.detail, a.now)
call('HSET', P .. 'report:' .. id, 'follower', a.follower)
if not isSettled(a.intent) then call('ZADD', P .. 'reports', a.till, id) end
news()
