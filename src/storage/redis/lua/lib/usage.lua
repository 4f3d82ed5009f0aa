-- What was texted in a day, which is Bangladesh's.
local DAY_MS, AHEAD_MS = 86400000, 21600000
-- As USAGE_KEPT_DAYS in ports.ts.
local KEPT_DAYS = 40

local function usageKey(workspace, at)
  return P .. 'usage:' .. workspace .. ':' .. string.format('%d', math.floor((at + AHEAD_MS) / DAY_MS))
end

-- Texts, millionths of credits, parts without a told cost.
local function toUsage(stored)
  local texts, millionths, open = string.match(stored or '', '^(%S+) (%S+) (%S+)$')
  return tonumber(texts or 0), tonumber(millionths or 0), tonumber(open or 0)
end

-- Of a text: how its coming, its cost or its end changes the counters of the day it was planned in.
local function count(t, texts, millionths, open)
  local key = usageKey(t.workspace, t.made_at)
  local used = call('HMGET', key, '', t.actor)
  -- A day that was forgotten stays so.
  if texts < 1 and not used[1] then return end
  local function changed(stored)
    local textsBefore, millionthsBefore, openBefore = toUsage(stored)
    return string.format('%d %d %d', textsBefore + texts, millionthsBefore + millionths, openBefore + open)
  end
  call('HSET', key, '', changed(used[1]), t.actor, changed(used[2]))
  if not used[1] then call('EXPIRE', key, KEPT_DAYS * 86400) end
end

local function usageOf(workspace, at, who) return toUsage(call('HGET', usageKey(workspace, at), who)) end
