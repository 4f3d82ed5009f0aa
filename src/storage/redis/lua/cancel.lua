-- needs: texts usage reports finish
local t = textOf(a.text)
if not t or t.workspace ~= a.workspace then return 'unknown' end
if t.state ~= 'queued' then return 'too_late' end
finish(t, 'cancelled', nil, a.now)
news()
return 'cancelled'
