-- needs: texts usage reports finish
local ids = call('ZRANGEBYSCORE', P .. 'expiry', '-inf', a.now, 'LIMIT', 0, a.limit)
for _, id in ipairs(ids) do
  local t = textOf(id)
  if t then finish(t, 'refused', '{"kind":"EXPIRED"}', a.now) else asideText(id, P .. 'expiry', id) end
end
return #ids
