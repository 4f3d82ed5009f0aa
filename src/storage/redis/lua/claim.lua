-- Claims the most urgent due text of a key that has room: marks it sending and takes its slot, one step.
local now = a.now
if isLate() then return false end

-- Of the keys that are worth a look, the one whose turn was longest ago.
local function nextKey()
  local best, bestTurn
  for _, fingerprint in ipairs(call('ZRANGEBYSCORE', P .. 'ready', '-inf', now, 'LIMIT', 0, 100)) do
    local turn = tonumber(call('HGET', P .. 'key:' .. fingerprint, 'turn') or 0)
    if not best or turn < bestTurn then best, bestTurn = fingerprint, turn end
  end
  return best
end

-- The first text of a queue that is not out of date; those that are wait for `expire`.
local function firstOf(queue)
  for offset = 0, 1000 do
    local member = call('ZRANGE', queue, offset, offset)[1]
    if not member then return nil end
    local t = textOf(idOf(member))
    if tonumber(t.expires_at) > now then return t end
  end
end

local function claimOf(fingerprint)
  local window = windowOf(fingerprint, now)
  local nextAt
  for lane = 0, 2 do
    local t = firstOf(P .. 'queue:' .. fingerprint .. ':' .. lane)
    if t then
      local at = math.max(tonumber(t.not_before), roomAt(lane, window, now))
      if at <= now then
        dequeue(t)
        setState(t, 'sending')
        call('HSET', P .. 'text:' .. t.id, 'claim', a.id, 'owner', a.owner, 'claimed_at', now)
        call('ZADD', P .. 'sending', now, t.id)
        take(a.id, fingerprint, lane, now, t.id)
        -- Behind the others that wait as long.
        call('HSET', P .. 'key:' .. fingerprint, 'ready_at', now)
        call('ZADD', P .. 'ready', now, fingerprint)
        return t.id
      end
      if at == INFINITE then at = now + a.lookAgainMs end
      nextAt = math.min(nextAt or INFINITE, at)
    end
  end
  if nextAt then
    call('HSET', P .. 'key:' .. fingerprint, 'ready_at', nextAt)
    call('ZADD', P .. 'ready', nextAt, fingerprint)
  else
    call('HDEL', P .. 'key:' .. fingerprint, 'ready_at')
    call('ZREM', P .. 'ready', fingerprint)
  end
end

while true do
  local fingerprint = nextKey()
  if not fingerprint then return false end
  local id = claimOf(fingerprint)
  if id then return call('HGETALL', P .. 'text:' .. id) end
end
