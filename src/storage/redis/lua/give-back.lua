-- needs: texts slots
-- Undoes claims (<id>.1 to <id>.<count>) or a slot (<id>) whose answer never reached its owner: nothing was sent.
local function giveBack(id)
  local flight = call('HGET', P .. 'flights', id)
  if not flight then return end
  local f = cjson.decode(flight)
  giveSlotBack(id, f.lane, f.fingerprint)
  local t = f.text and textOf(f.text)
  if t and t.claim == id and t.state == 'sending' then requeue(t, t.not_before) end
  ready(f.fingerprint, a.now)
  news()
end

if a.count == 0 then giveBack(a.id) end
for n = 1, a.count do giveBack(a.id .. '.' .. n) end
