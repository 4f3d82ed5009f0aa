-- Undoes claims (<id>.1 to <id>.<count>) or a slot (<id>) whose answer never reached its owner: nothing was sent.
local function giveBack(id)
  local flight = call('HGET', P .. 'flights', id)
  if not flight then return end
  local f = cjson.decode(flight)
  giveSlotBack(id, f.fingerprint)
  local t = given(f.text) and textOf(f.text)
  if t and t.claim == id and t.state == 'sending' then
    setState(t, 'queued')
    call('HDEL', P .. 'text:' .. t.id, 'claim', 'owner', 'claimed_at')
    call('ZREM', P .. 'sending', t.id)
    enqueue(t)
  end
  ready(f.fingerprint, a.now)
  news()
end

if a.count == 0 then giveBack(a.id) end
for n = 1, a.count do giveBack(a.id .. '.' .. n) end
