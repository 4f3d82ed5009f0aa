-- The pace of a key; the same rule as roomAt in src/domain/pace.ts, with the same numbers (a.pace).
local INFINITE = math.huge

local function windowOf(fingerprint, now)
  local slots, bulk = P .. 'slots:' .. fingerprint, P .. 'bulk_slots:' .. fingerprint
  call('ZREMRANGEBYSCORE', slots, '-inf', now)
  call('ZREMRANGEBYSCORE', bulk, '-inf', now)
  local first = call('ZRANGE', slots, 0, 0, 'WITHSCORES')[2]
  local key = call('HMGET', P .. 'key:' .. fingerprint, 'served_at', 'last_bulk', 'blocked_until', 'slow_until', 'trial')
  local function waits(lane) return call('ZCOUNT', P .. 'queue:' .. fingerprint .. ':' .. lane, '-inf', now) > 0 end
  return {
    taken = call('ZCARD', slots),
    alertsTaken = call('ZCOUNT', P .. 'alert_slots:' .. fingerprint, '(' .. now, '+inf'),
    bulkTaken = call('ZCARD', bulk),
    inFlight = call('ZCOUNT', slots, '+inf', '+inf'),
    nextFree = first and first ~= 'inf' and tonumber(first) or INFINITE,
    lastTaken = tonumber(key[1] or nil),
    lastBulk = tonumber(key[2] or nil),
    blockedUntil = tonumber(key[3] or 0),
    slowUntil = tonumber(key[4] or 0),
    peopleWait = waits(1),
    bulkWaits = waits(2),
    onTrial = key[5] and true,
  }
end

local function roomOf(lane, window)
  local pace = a.pace
  local shared = pace.minuteSlots - pace.keptForAlerts
  if lane == 2 then return shared - window.taken end
  if lane == 1 then
    return shared - window.taken - (window.bulkWaits and math.max(0, pace.share - window.bulkTaken) or 0)
  end
  local alertsMost = shared - (window.peopleWait and pace.share or 0) - (window.bulkWaits and pace.share or 0)
  local most = (window.peopleWait or window.bulkWaits) and alertsMost - window.alertsTaken or pace.minuteSlots
  return math.min(most, pace.minuteSlots - window.taken)
end

local function roomAt(lane, window, now)
  if window.inFlight >= (window.onTrial and a.pace.maxOnTrial or a.pace.maxInFlight) then return INFINITE end
  local room = roomOf(lane, window)
  if room <= 0 then return window.nextFree end
  local at = window.blockedUntil
  if now < window.slowUntil and window.lastTaken then at = math.max(at, window.lastTaken + a.pace.slowGapMs) end
  if lane == 2 and window.lastBulk then at = math.max(at, window.lastBulk + a.pace.bulkGapMs) end
  if lane == 2 and window.bulkTaken >= a.pace.share and room <= a.pace.keptForPeople then
    at = math.max(at, window.nextFree - room * a.pace.personWaitMs)
  end
  return at
end

-- `text`: the id of the text it is for, if it is for one.
local function take(slotId, fingerprint, lane, now, text)
  local key = P .. 'key:' .. fingerprint
  call('HSET', key, 'served_at', now, 'turn', call('INCR', P .. 'turn'))
  call('ZADD', P .. 'slots:' .. fingerprint, '+inf', slotId)
  if lane == 2 then
    call('ZADD', P .. 'bulk_slots:' .. fingerprint, '+inf', slotId)
    call('HSET', key, 'last_bulk', now)
  elseif lane == 0 then
    call('ZREMRANGEBYSCORE', P .. 'alert_slots:' .. fingerprint, '-inf', now)
    call('ZADD', P .. 'alert_slots:' .. fingerprint, '+inf', slotId)
  end
  local flight = { fingerprint = fingerprint, owner = a.owner, at = now, text = text }
  call('HSET', P .. 'flights', slotId, cjson.encode(flight))
end
