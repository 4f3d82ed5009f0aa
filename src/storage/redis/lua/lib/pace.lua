-- The pace of a key; the same rule as roomAt in src/domain/pace.ts, with the same numbers.
local INFINITE = math.huge

-- What is only sometimes looked at is a function. `servedAt`: when the key last had a slot.
local function windowOf(fingerprint, servedAt, now)
  local slots = P .. 'slots:' .. fingerprint
  call('ZREMRANGEBYSCORE', slots, '-inf', digits(now))
  local key = call('HMGET', P .. 'key:' .. fingerprint, 'last_bulk', 'blocked_until', 'slow_until', 'trial', 'unanswered')
  return {
    taken = call('ZCARD', slots),
    inFlight = call('ZCOUNT', slots, '+inf', '+inf'),
    lastTaken = servedAt,
    lastBulk = tonumber(key[1] or nil),
    blockedUntil = tonumber(key[2] or 0),
    slowUntil = tonumber(key[3] or 0),
    onTrial = key[4] and true,
    wasUnanswered = key[5] == '1',
    nextFree = function()
      local first = call('ZRANGE', slots, 0, 0, 'WITHSCORES')[2]
      return first and first ~= 'inf' and tonumber(first) or INFINITE
    end,
    takenBy = function(lane)
      local taken = 0
      for _, slot in ipairs(call('ZRANGE', slots, 0, -1)) do
        if string.sub(slot, 1, 2) == lane .. ':' then taken = taken + 1 end
      end
      return taken
    end,
    waits = function(lane) return call('ZCOUNT', queueOf(fingerprint, lane), '-inf', digits(now)) > 0 end,
  }
end

local function roomOf(lane, window)
  local shared = PACE.minuteSlots - PACE.keptForAlerts
  if lane == 2 then return shared - window.taken end
  if lane == 1 then
    return shared - window.taken - (window.waits(2) and math.max(0, PACE.share - window.takenBy(2)) or 0)
  end
  local peopleWait, bulkWaits = window.waits(1), window.waits(2)
  local alertsMost = shared - (peopleWait and PACE.share or 0) - (bulkWaits and PACE.share or 0)
  local most = (peopleWait or bulkWaits) and alertsMost - window.takenBy(0) or PACE.minuteSlots
  return math.min(most, PACE.minuteSlots - window.taken)
end

local function roomAt(lane, window, now)
  if window.inFlight >= (window.onTrial and PACE.maxOnTrial or PACE.maxInFlight) then return INFINITE end
  local room = roomOf(lane, window)
  if room <= 0 then return window.nextFree() end
  local at = window.blockedUntil
  if now < window.slowUntil and window.lastTaken then at = math.max(at, window.lastTaken + PACE.slowGapMs) end
  if lane == 2 and window.lastBulk then at = math.max(at, window.lastBulk + PACE.bulkGapMs) end
  if lane == 2 and room <= PACE.keptForPeople and window.takenBy(2) >= PACE.share then
    at = math.max(at, window.nextFree() - room * PACE.personWaitMs)
  end
  return at
end

-- Takes slots: { id, fingerprint, lane }, and `text`, the id of the text it is for, if it is for one.
local function take(slots, now)
  local served, flights = {}, {}
  for _, slot in ipairs(slots) do
    push(served, slot.fingerprint, digits(now))
    if slot.lane == 2 then call('HSET', P .. 'key:' .. slot.fingerprint, 'last_bulk', now) end
    call('ZADD', P .. 'slots:' .. slot.fingerprint, '+inf', slotOf(slot.id, slot.lane))
    local flight = { fingerprint = slot.fingerprint, lane = slot.lane, owner = a.owner, at = now, text = slot.text }
    push(flights, slot.id, cjson.encode(flight))
  end
  forAll('HSET', P .. 'served', served)
  forAll('HSET', P .. 'flights', flights)
end
