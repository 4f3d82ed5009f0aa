-- needs: texts
-- Removes what a workspace has that is older than its retention, at most `limit` of each kind. What waits or is
-- unreported stays.
local removed = 0
local workspace = a.workspace
local history, intents, husks = P .. 'history:' .. workspace, P .. 'intents:' .. workspace, P .. 'husks:' .. workspace
local function unreported(intentId) return call('EXISTS', P .. 'reports_of:' .. intentId) == 1 end
local function oldest(key, before) return call('ZRANGEBYSCORE', key, '-inf', '(' .. before, 'LIMIT', 0, a.limit) end

for _, member in ipairs(oldest(history, a.textsBefore)) do
  local t = textOf(idOf(member))
  if not t or not LASTING[t.state] and not unreported(t.intent_id) then
    dropText(idOf(member))
    call('ZREM', history, member)
    if t then
      call('HDEL', P .. 'texts_of:' .. t.intent_id, t.number)
      call('ZREM', history .. ':' .. t.actor, member)
    end
    removed = removed + 1
  end
end
local function hasTexts(intentId)
  for _, id in ipairs(call('HVALS', P .. 'texts_of:' .. intentId)) do
    if call('EXISTS', P .. 'text:' .. id) == 1 then return true end
  end
  call('DEL', P .. 'texts_of:' .. intentId)
end

-- What was asked goes with the texts; the identity stays for a while, as a husk.
for _, id in ipairs(oldest(intents, a.textsBefore)) do
  local isOpen = call('HGET', P .. 'intent:' .. id, 'state') == 'open'
  if not isOpen and not hasTexts(id) and not unreported(id) then
    call('HDEL', P .. 'intent:' .. id, 'body', 'conclusion')
    call('ZADD', husks, call('ZSCORE', intents, id), id)
    call('ZREM', intents, id)
    removed = removed + 1
  end
end
for _, id in ipairs(oldest(husks, a.identitiesBefore)) do
  call('HDEL', P .. 'identity:' .. workspace, call('HGET', P .. 'intent:' .. id, 'identity'))
  call('DEL', P .. 'intent:' .. id)
  call('ZREM', husks, id)
  removed = removed + 1
end
for _, member in ipairs(oldest(P .. 'aside_of:' .. workspace, a.textsBefore)) do
  forgetAside(workspace, member)
  removed = removed + 1
end
return removed
