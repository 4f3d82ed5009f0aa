-- needs: texts letters
-- Gives what was set aside its turn again.
local key = P .. 'aside:' .. a.kind
local noted = call('HGET', key, a.id)
if not noted then return 0 end
noted = cjson.decode(noted)
local now = a.now
-- Each returns whether there is still something to have a turn.
local again = {}

function again.intent()
  local intent = P .. 'intent:' .. a.id
  if call('HGET', intent, 'state') ~= 'aside' then return false end
  call('HSET', intent, 'state', 'open')
  call('HDEL', intent, 'conclusion')
  call('ZADD', P .. 'open', now, a.id)
  return true
end

function again.text()
  local t = textOf(a.id)
  if not t or t.state ~= 'aside' then return false end
  requeue(t, t.not_before)
  ready(t.fingerprint, now)
  return true
end

function again.report()
  local kept = cjson.decode(noted.kept)
  if call('EXISTS', P .. 'intent:' .. kept.intent) == 0 then return false end
  call('HSET', P .. 'reports_of:' .. kept.intent, kept.report, kept.says or '')
  call('ZADD', P .. 'reports', now, kept.report .. ':' .. kept.intent)
  return true
end

function again.letter()
  local kept = cjson.decode(noted.kept)
  putLetter(kept.box, kept.body, now)
  return true
end

local has = again[a.kind]()
-- A text that not even a script can read stays where it is.
if not has and a.kind == 'text' and call('HGET', P .. 'text:' .. a.id, 'state') == 'aside' then return 0 end
call('HDEL', key, a.id)
if given(noted.workspace) then forgetAside(noted.workspace, a.kind .. ':' .. a.id) end
news()
return has and 1 or 0
