-- needs: texts usage reports finish
-- Refuses the next few texts of a workspace that were there at `now`, oldest first.
local refused = 0
for _, id in ipairs(call('ZRANGE', P .. 'waiting:' .. a.workspace, 0, a.limit - 1)) do
  local t = textOf(id)
  if t and t.created_at > a.now then break end
  if t then finish(t, 'refused', a.problem, a.now) else asideText(id, P .. 'waiting:' .. a.workspace, id) end
  refused = refused + 1
end
if refused > 0 then news() end
return refused
