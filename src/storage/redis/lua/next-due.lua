local function first(name, later)
  local score = call('ZRANGE', P .. name, 0, 0, 'WITHSCORES')[2]
  return score and tonumber(score) + later
end
local due = math.min(first('ready', 0) or math.huge, first('expiry', 0) or math.huge, first('untold', a.untoldMs) or math.huge)
if due == math.huge then return false end
return string.format('%.0f', due)
