-- Writes an intent down once.
if isLate() then return 'late' end
if call('HSETNX', P .. 'identity:' .. a.workspace, a.identity, a.id) == 0 then return 'known' end
call('HSET', P .. 'intent:' .. a.id, 'workspace', a.workspace, 'identity', a.identity, 'state', 'open',
  'actor', a.actor, 'owner', a.owner, 'unattended', a.unattended, 'body', a.body,
  'created_at', a.now, 'posts', 0, 'told', 0, 'texts', 0)
-- The uncertain text that is sent once more.
if given(a.of) then call('HSET', P .. 'intent:' .. a.id, 'of', a.of) end
call('ZADD', P .. 'open', a.leaseUntil, a.id)
call('ZADD', P .. 'intents', a.now, a.id)
news()
return 'added'
