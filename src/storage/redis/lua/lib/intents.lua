-- Writes an intent down; false where its identity was there. `leaseUntil`: an open one is ours to resolve until then.
local function addIntent(i, now, state, leaseUntil)
  if call('HSETNX', P .. 'identity:' .. i.workspace, i.identity, i.id) == 0 then return false end
  local fields = { 'workspace', i.workspace, 'identity', i.identity, 'state', state, 'actor', i.actor, 'body', i.body }
  if i.unattended then push(fields, 'unattended', '1') end
  -- The uncertain text that is sent once more.
  if given(i.of) then push(fields, 'of', i.of) end
  if state ~= 'open' and given(i.conclusion) then push(fields, 'conclusion', i.conclusion) end
  if leaseUntil then
    push(fields, 'owner', a.owner)
    call('ZADD', P .. 'open', leaseUntil, i.id)
  end
  call('HSET', P .. 'intent:' .. i.id, unpack(fields))
  call('ZADD', P .. 'intents:' .. i.workspace, digits(now), i.id)
  call('SADD', P .. 'workspaces', i.workspace)
  return true
end
