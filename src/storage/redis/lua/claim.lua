-- Claims the most urgent due texts of keys that have room: marks each sending and takes its slot, one step.
-- Returned are pairs of claim id (<id>.1, <id>.2 …) and text.
local now = a.now
if isLate() then return {} end

-- Keys that are worth a look, the one whose turn was longest ago first.
local function keysInTurn()
  local keys = {}
  for i, fingerprint in ipairs(call('ZRANGEBYSCORE', P .. 'ready', '-inf', now, 'LIMIT', 0, 100)) do
    keys[i] = { fingerprint = fingerprint, place = i, turn = tonumber(call('HGET', P .. 'key:' .. fingerprint, 'turn') or 0) }
  end
  table.sort(keys, function(one, other)
    if one.turn ~= other.turn then return one.turn < other.turn end
    return one.place < other.place
  end)
  return keys
end

-- The first text of a queue that is not out of date. Behind a hundred that are nobody looks: `expire` ends them, and
-- wakes the key.
local function firstOf(queue)
  for offset = 0, 99 do
    local member = call('ZRANGE', queue, offset, offset)[1]
    if not member then return nil end
    local t = textOf(idOf(member))
    if tonumber(t.expires_at) > now then return t end
  end
end

local function claimOf(fingerprint, id)
  local window = windowOf(fingerprint, now)
  local nextAt
  for lane = 0, 2 do
    local t = firstOf(P .. 'queue:' .. fingerprint .. ':' .. lane)
    if t then
      local at = math.max(tonumber(t.not_before), roomAt(lane, window, now))
      if at <= now then
        dequeue(t)
        setState(t, 'sending')
        call('HSET', P .. 'text:' .. t.id, 'claim', id, 'owner', a.owner, 'claimed_at', now)
        call('ZADD', P .. 'sending', now, t.id)
        take(id, fingerprint, lane, now, t.id)
        -- Behind the others that wait as long.
        call('HSET', P .. 'key:' .. fingerprint, 'ready_at', now)
        call('ZADD', P .. 'ready', now, fingerprint)
        return t.id
      end
      nextAt = math.min(nextAt or INFINITE, at)
    end
  end
  if nextAt then
    -- Until replies come no time can be named; that it is looked at again then is a safety net.
    local unanswered = nextAt == INFINITE
    if unanswered then nextAt = now + a.lookAgainMs end
    call('HSET', P .. 'key:' .. fingerprint, 'ready_at', nextAt, 'unanswered', unanswered and 1 or 0)
    call('ZADD', P .. 'ready', nextAt, fingerprint)
  else
    call('HDEL', P .. 'key:' .. fingerprint, 'ready_at')
    call('ZREM', P .. 'ready', fingerprint)
  end
end

local claims = {}
while #claims < a.count do
  local keys = keysInTurn()
  if #keys == 0 then break end
  for _, key in ipairs(keys) do
    if #claims == a.count then break end
    local id = a.id .. '.' .. (#claims + 1)
    local text = claimOf(key.fingerprint, id)
    if text then claims[#claims + 1] = { id, call('HGETALL', P .. 'text:' .. text) } end
  end
end
return claims
