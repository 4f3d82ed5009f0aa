-- needs: texts reports
-- People whose texts can't go now, and who do not know it yet.
local now, told = a.now, 0
local quietUntil = now + a.quietMs

-- Returns whether there was something to tell.
local function tellOf(t)
  local key = call('HMGET', P .. 'key:' .. t.fingerprint, 'blocked_until', 'unanswered')
  local held = call('HGET', P .. 'held', t.fingerprint)
  local lookAt = call('ZSCORE', P .. 'ready', t.fingerprint)
  local unanswered = key[2] == '1'
  local till = math.max(tonumber(t.not_before), unanswered and 0 or tonumber(lookAt or 0), tonumber(key[1] or 0))
  if held then tell(t, held, nil, now)
  elseif math.max(till, quietUntil) > now + a.untoldMs or t.created_at <= now - a.untoldMs then
    if a.quietMs > 0 and quietUntil > till then tell(t, 'STORE_RESTARTED', quietUntil, now)
    elseif unanswered and till <= now then tell(t, 'UNANSWERED', nil, now)
    else tell(t, 'PACE', till, now) end
  else return false end
  return true
end

for _, id in ipairs(call('ZRANGE', P .. 'untold', 0, a.limit - 1)) do
  local t = textOf(id)
  if not t then asideText(id, P .. 'untold', id)
  elseif tellOf(t) then told = told + 1 end
end
return told
