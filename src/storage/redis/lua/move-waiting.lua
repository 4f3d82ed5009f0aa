-- needs: texts
-- Moves the next few texts of a workspace (after the one with the number `after`) to another key.
local last, moved = false, false
for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'waiting:' .. a.workspace, '(' .. a.after, '+inf', 'LIMIT', 0, a.limit)) do
  local t = textOf(id)
  last = t and t.seq or last or a.after
  if not t then asideText(id, P .. 'waiting:' .. a.workspace, id)
  elseif t.fingerprint ~= a.fingerprint then
    dequeue({ t })
    ready(t.fingerprint, a.now)
    t.fingerprint = a.fingerprint
    call('HSET', P .. 'text:' .. id, 'fingerprint', a.fingerprint)
    enqueue({ t })
    moved = true
  end
end
if moved then
  ready(a.fingerprint, a.now)
  news()
end
return last
