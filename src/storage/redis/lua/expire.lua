-- needs: texts usage reports finish
local ids = call('ZRANGEBYSCORE', P .. 'expiry', '-inf', a.now, 'LIMIT', 0, a.limit)
for _, id in ipairs(ids) do finish(textOf(id), 'refused', '{"kind":"EXPIRED"}', a.now) end
return #ids
