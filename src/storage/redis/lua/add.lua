-- Writes an intent down once. After its deadline (server time) it is void: nobody waits for the answer any more.
if given(a.deadline) then
  local time = call('TIME')
  if time[1] * 1000 + math.floor(time[2] / 1000) > a.deadline then return 'late' end
end
if call('HSETNX', P .. 'identity:' .. a.workspace, a.identity, a.id) == 0 then return 'known' end
call('HSET', P .. 'intent:' .. a.id, 'workspace', a.workspace, 'identity', a.identity, 'state', 'open',
  'actor', a.actor, 'body', a.body, 'created_at', a.now, 'posts', 0, 'told', 0, 'texts', 0)
call('ZADD', P .. 'open', a.leaseUntil, a.id)
call('ZADD', P .. 'intents', a.now, a.id)
return 'added'
