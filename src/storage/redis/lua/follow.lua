-- needs: texts reports
-- Has somebody told of an unattended intent's outcome, once.
if call('HGET', P .. 'intent:' .. a.intent, 'workspace') ~= a.workspace then return end
for _, says in ipairs(call('HVALS', P .. 'reports_of:' .. a.intent)) do
  if decoded(says).follower == a.follower then return end
end
local member = addReport('outcome', a.intent, nil, a.detail, a.now, a.follower)
if not isSettled(a.intent) then call('ZADD', P .. 'reports', a.till, member) end
news()
