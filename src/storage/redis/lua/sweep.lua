-- Removes what is older than its retention, at most `limit` of each kind. What waits or is unreported stays.
local removed = 0
local function unreported(intentId) return call('EXISTS', P .. 'reports_of:' .. intentId) == 1 end

for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'texts', '-inf', '(' .. a.textsBefore, 'LIMIT', 0, a.limit)) do
  local t = textOf(id)
  if t.state ~= 'queued' and t.state ~= 'sending' and not unreported(t.intent_id) then
    call('DEL', P .. 'text:' .. id)
    call('ZREM', P .. 'texts', id)
    call('HDEL', P .. 'texts_of:' .. t.intent_id, t.number)
    call('ZREM', P .. 'history:' .. t.workspace, memberOf(t))
    call('ZREM', P .. 'history:' .. t.workspace .. ':' .. t.actor, memberOf(t))
    call('HINCRBY', P .. 'counts', t.state, -1)
    call('HINCRBY', P .. 'intent:' .. t.intent_id, 'texts', -1)
    removed = removed + 1
  end
end
-- What was asked goes with the texts; the identity stays for a while, as a husk.
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'intents', '-inf', '(' .. a.textsBefore, 'LIMIT', 0, a.limit)) do
  local intent = hash(P .. 'intent:' .. id)
  if intent.state ~= 'open' and tonumber(intent.texts) == 0 and not unreported(id) then
    call('HDEL', P .. 'intent:' .. id, 'body', 'conclusion')
    call('ZREM', P .. 'intents', id)
    call('ZADD', P .. 'husks', intent.created_at, id)
    removed = removed + 1
  end
end
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'husks', '-inf', '(' .. a.identitiesBefore, 'LIMIT', 0, a.limit)) do
  local intent = hash(P .. 'intent:' .. id)
  call('HDEL', P .. 'identity:' .. intent.workspace, intent.identity)
  call('DEL', P .. 'intent:' .. id)
  call('ZREM', P .. 'husks', id)
  removed = removed + 1
end
return removed
