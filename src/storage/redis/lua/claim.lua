-- needs: texts slots pace
-- Claims the most urgent due texts of keys that have room: marks each sending and takes its slot, one step.
-- Returned are claim id (<id>.1, <id>.2 …), text id, and what the text is.
local now = a.now
if isLate(a.deadline) then return 'late' end

-- Keys that are worth a look, the one whose turn was longest ago first.
local function keysInTurn()
  local keys = {}
  local fingerprints = call('ZRANGEBYSCORE', P .. 'ready', '-inf', now, 'LIMIT', 0, 100)
  if #fingerprints == 0 then return keys end
  local served = call('HMGET', P .. 'served', unpack(fingerprints))
  for i, fingerprint in ipairs(fingerprints) do
    keys[i] = { fingerprint = fingerprint, place = i, servedAt = tonumber(served[i] or nil) }
  end
  table.sort(keys, function(one, other)
    local turn, otherTurn = one.servedAt or 0, other.servedAt or 0
    if turn ~= otherTurn then return turn < otherTurn end
    return one.place < other.place
  end)
  return keys
end

-- The first text of a queue that is not out of date. Behind a hundred that are nobody looks: `expire` ends them, and
-- wakes the key.
local function firstOf(queue)
  local offset = 0
  while offset < 100 do
    local member = call('ZRANGE', queue, digits(offset), digits(offset))[1]
    if not member then return nil end
    local t = textOf(idOf(member))
    if not t then asideText(idOf(member), queue, member)
    elseif t.expires_at > now then return t
    else offset = offset + 1 end
  end
end

-- The text of a key that may go now. Where none may, it is said when the key is to be looked at again.
local function nextOf(key)
  local fingerprint = key.fingerprint
  local window, nextAt = windowOf(fingerprint, key.servedAt, now), nil
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
    texts[#texts + 1] = nextOf(key)
  end
  return texts
end

-- Keys that had their turn: those with more that waits go behind the others that wait as long.
local function putInLine(texts)
  local waiting, done = {}, {}
  for _, t in ipairs(texts) do
    local queues = call('EXISTS', queueOf(t.fingerprint, 0), queueOf(t.fingerprint, 1), queueOf(t.fingerprint, 2))
    if queues > 0 then push(waiting, digits(now), t.fingerprint) else done[#done + 1] = t.fingerprint end
  end
  forAll('ZADD', P .. 'ready', waiting)
  forAll('ZREM', P .. 'ready', done)
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
    local fields = { 'about', t.about, 'fingerprint', t.fingerprint, 'not_before', t.not_before, 'message', t.message }
    claims[#claims + 1] = { id, t.id, fields }
  end
  take(slots, now)
  putInLine(texts)
end
return claims
