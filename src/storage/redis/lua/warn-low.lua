-- needs: texts reports
-- Tells of a low balance, once until it was seen higher or a day has passed.
local own = P .. 'workspace:' .. a.workspace
local balance = call('HGET', P .. 'key:' .. a.fingerprint, 'balance')
if not balance then return 0 end
if tonumber(balance) >= tonumber(a.below) then
  call('HDEL', own, 'warned_at')
  return 0
end
local warned = call('HGET', own, 'warned_at')
if warned and tonumber(warned) > a.now - a.againMs then return 0 end
call('HSET', own, 'warned_at', a.now)
for _, reader in ipairs(a.readers) do report('balance_low', a.id, nil, cjson.encode({ reader = reader }), a.now) end
news()
return 1
