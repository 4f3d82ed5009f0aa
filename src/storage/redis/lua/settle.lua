-- Records how a claim ended; also corrects a text that was called uncertain meanwhile.
local now = a.now
free(a.claim, a.fingerprint, now)
wake(a.fingerprint, now)
local t = textOf(a.text)
if not t then return end
if a.older and t.state == 'queued' and not t.claim then
  -- A Redis that came back without its last moments forgot the claim; the request was made all the same, and counts.
  dequeue(t)
  call('ZADD', P .. 'slots:' .. a.fingerprint, now + a.pace.slotMs, a.claim)
elseif t.claim ~= a.claim then return
elseif t.state ~= 'sending' and (t.state ~= 'uncertain' or a.kind == 'uncertain') then return end
if a.kind == 'refused' then count(t, -1, 0, -t.parts)
elseif given(a.cost) then count(t, 0, a.millionths, -t.parts) end
local key = P .. 'text:' .. t.id
setState(t, a.kind)
call('ZREM', P .. 'sending', t.id)
call('HDEL', key, 'uncertain', 'problem')
call('HSET', key, 'claim', a.claim, 'settled_at', now)
for _, name in ipairs({ 'log_id', 'cost', 'balance', 'problem', 'uncertain' }) do
  if given(a[name]) then call('HSET', key, name, a[name]) end
end
report('result', t.intent_id, t.id, '{}', now)
local linked = P .. 'key:' .. a.fingerprint
if a.endsTrial and tonumber(call('HGET', linked, 'trial') or math.huge) <= a.claimedAt then call('HDEL', linked, 'trial') end
if given(a.balance) then call('HSET', linked, 'balance', a.balance, 'balance_at', now) end
if given(a.cost) then call('HSET', P .. 'workspace:' .. t.workspace, 'cost', a.cost, 'millionths', a.millionths, 'parts', t.parts) end
if given(a.hold) and call('HSETNX', linked, 'held', a.hold) == 1 then
  call('ZREM', P .. 'ready', a.fingerprint)
  report('held', t.intent_id, t.id, '{}', now)
end
news()
