-- Undoes a claim or a slot whose answer never reached its owner: nothing was sent for it.
local flight = call('HGET', P .. 'flights', a.id)
if not flight then return end
local f = cjson.decode(flight)
giveSlotBack(a.id, f.fingerprint)
local t = given(f.text) and textOf(f.text)
if t and t.claim == a.id and t.state == 'sending' then
  setState(t, 'queued')
  call('HDEL', P .. 'text:' .. t.id, 'claim', 'owner', 'claimed_at')
  call('ZREM', P .. 'sending', t.id)
  enqueue(t)
end
ready(f.fingerprint, a.now)
news()
