-- needs: texts usage
-- Removes at most about `limit` things of a workspace whose time has come.
local workspace = call('ZRANGEBYSCORE', P .. 'departures', '-inf', a.now, 'LIMIT', 0, 1)[1]
if not workspace then return 0 end
local removed = 0

local function forgetText(id)
  local t = textOf(id)
  dropText(id)
  if not t then return end
  if t.state == 'queued' then dequeue({ t }) end
  call('ZREM', P .. 'history:' .. workspace .. ':' .. t.actor, memberOf(t))
  call('HDEL', P .. 'texts_of:' .. t.intent_id, t.number)
end

local history = P .. 'history:' .. workspace
for _, member in ipairs(call('ZRANGE', history, 0, a.limit - 1)) do
  forgetText(idOf(member))
  call('ZREM', history, member)
  removed = removed + 1
end

local function forgetIntent(id)
  for _, report in ipairs(call('HKEYS', P .. 'reports_of:' .. id)) do
    call('ZREM', P .. 'reports', report .. ':' .. id)
    call('HDEL', P .. 'leases', report .. ':' .. id)
  end
  call('DEL', P .. 'reports_of:' .. id, P .. 'texts_of:' .. id, P .. 'intent:' .. id)
  for _, list in ipairs({ 'open', 'intents:' .. workspace, 'husks:' .. workspace }) do call('ZREM', P .. list, id) end
end

local identities = P .. 'identity:' .. workspace
local some = call('HRANDFIELD', identities, a.limit, 'WITHVALUES')
for i = 1, #some, 2 do
  forgetIntent(some[i + 1])
  call('HDEL', identities, some[i])
  removed = removed + 1
end

local index = P .. 'documents_of:' .. workspace
for _, name in ipairs(call('SRANDMEMBER', index, a.limit)) do
  call('DEL', P .. 'documents::' .. name)
  call('SREM', index, name)
  removed = removed + 1
end

for day = -1, KEPT_DAYS do removed = removed + call('DEL', usageKey(workspace, a.now - day * DAY_MS)) end
for _, box in ipairs(call('SRANDMEMBER', P .. 'mailboxes_of:' .. workspace, a.limit)) do
  local kind = call('HGET', P .. 'mailbox:' .. box, 'kind')
  call('ZREM', P .. 'mail:' .. kind, box)
  call('DEL', P .. 'mailbox:' .. box, P .. 'letters:' .. box)
  call('SREM', P .. 'mailboxes_of:' .. workspace, box)
  removed = removed + 1
end

for _, member in ipairs(call('ZRANGE', P .. 'aside_of:' .. workspace, 0, a.limit - 1)) do
  forgetAside(workspace, member)
  removed = removed + 1
end

removed = removed + call('DEL', P .. 'audit:' .. workspace, P .. 'workspace:' .. workspace)

if removed == 0 then
  call('SREM', P .. 'workspaces', workspace)
  call('ZREM', P .. 'departures', workspace)
  return 1
end
return removed
