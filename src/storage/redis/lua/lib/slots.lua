-- A key's last minute: a slot for each request, free (by its score) a minute after the reply; until then not at all.
local function slotOf(slotId, lane) return lane .. ':' .. slotId end

-- The slot's request was answered (or ended) now. Once: later ends of the same request change nothing.
local function free(slotId, lane, fingerprint, now)
  call('ZADD', P .. 'slots:' .. fingerprint, 'XX', 'LT', digits(now + PACE.slotMs), slotOf(slotId, lane))
end

local function land(slotId) call('HDEL', P .. 'flights', slotId) end

-- The slot's request never left: it counts nowhere.
local function giveSlotBack(slotId, lane, fingerprint)
  call('ZREM', P .. 'slots:' .. fingerprint, slotOf(slotId, lane))
  land(slotId)
end
