-- needs: texts slots pace
-- Claims the most urgent due texts of keys that have room: marks each sending and takes its slot, one step.
-- Returned are claim id (<id>.1, <id>.2 …) and what the text is.
local now = a.now
if isLate() then return {} end

-- Keys that are worth a look, the one whose turn was longest ago first.
local function keysInTurn()
  local keys = {}
  for i, fingerprint in ipairs(call('ZRANGEBYSCORE', P .. 'ready', '-inf', now, 'LIMIT', 0, 100)) do
    keys[i] = { fingerprint = fingerprint, place = i, turn = tonumber(call('HGET', P .. 'key:' .. fingerprint, 'served_at') or 0) }
  end
  table.sort(keys, function(one, other)
    if one.turn ~= other.turn then return one.turn < other.turn end
    return one.place < other.place
  end)
  return keys
end

local function queueOf(fingerprint, lane) return P .. 'queue:' .. fingerprint .. ':' .. lane end

-- The first text of a queue that is not out of date. Behind a hundred that are nobody looks: `expire` ends them, and
-- wakes the key.
local function firstOf(queue)
  for offset = 0, 99 do
    local member = call('ZRANGE', queue, offset, offset)[1]
    if not member then return nil end
    local t = textOf(idOf(member))
    if t.expires_at > now then return t end
  end
end

-- The text of a key that may go now. Where none may, it is said when the key is to be looked at again.
local function nextOf(fingerprint)
  local window, nextAt = windowOf(fingerprint, now), nil
  for lane = 0, 2 do
    local t = firstOf(queueOf(fingerprint, lane))
    if t then
      local at = math.max(tonumber(t.not_before), roomAt(lane, window, now))
      if at <= now then return t end
      nextAt = math.min(nextAt or INFINITE, at)
    end
  end
  if not nextAt then
    call('ZREM', P .. 'ready', fingerprint)
    return nil
  end
  -- Until replies come no time can be named; that it is looked at again then is a safety net.
  local unanswered = nextAt == INFINITE
  call('ZADD', P .. 'ready', unanswered and now + a.lookAgainMs or nextAt, fingerprint)
  if unanswered ~= window.wasUnanswered then
    call('HSET', P .. 'key:' .. fingerprint, 'unanswered', unanswered and 1 or 0)
  end
end

-- One text of each key at most, no more than `most`.
local function oneOfEach(keys, most)
  local texts = {}
  for _, key in ipairs(keys) do
    if #texts == most then break end
    texts[#texts + 1] = nextOf(key.fingerprint)
  end
  return texts
end

-- Where more waits, the key is to be looked at again, behind the others that wait as long.
local function putInLine(fingerprint)
  for lane = 0, 2 do
    if call('EXISTS', queueOf(fingerprint, lane)) == 1 then return call('ZADD', P .. 'ready', now, fingerprint) end
  end
  call('ZREM', P .. 'ready', fingerprint)
end

local claims = {}
while #claims < a.count do
  local keys = keysInTurn()
  if #keys == 0 then break end
  local slots, texts = {}, oneOfEach(keys, a.count - #claims)
  dequeue(texts)
  for i, t in ipairs(texts) do
    local id = a.id .. '.' .. (#claims + 1)
    slots[i] = { id = id, fingerprint = t.fingerprint, lane = t.lane, text = t.id }
    setState(t, 'sending', 'claim', id)
    putInLine(t.fingerprint)
    claims[#claims + 1] = { id, t.about, t.message, t.fingerprint, t.not_before }
  end
  take(slots, now)
end
return claims
