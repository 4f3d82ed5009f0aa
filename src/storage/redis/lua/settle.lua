-- Records how a claim ended; also corrects a text that was called uncertain meanwhile.
local now = a.now
free(a.claim, a.fingerprint, now)
wake(a.fingerprint, now)
local t = textOf(a.text)
if not t or t.claim ~= a.claim then return end
if t.state ~= 'sending' and (t.state ~= 'uncertain' or a.kind == 'uncertain') then return end
local key = P .. 'text:' .. t.id
setState(t, a.kind)
call('ZREM', P .. 'sending', t.id)
call('HDEL', key, 'uncertain', 'problem')
call('HSET', key, 'settled_at', now)
for _, name in ipairs({ 'log_id', 'cost', 'balance', 'problem', 'uncertain' }) do
  if given(a[name]) then call('HSET', key, name, a[name]) end
end
report('result', t.intent_id, t.id, '{}', now)
local linked = P .. 'key:' .. a.fingerprint
if given(a.balance) then call('HSET', linked, 'balance', a.balance, 'balance_at', now) end
if given(a.hold) and call('HSETNX', linked, 'held', a.hold) == 1 then
  call('ZREM', P .. 'ready', a.fingerprint)
  report('held', t.intent_id, t.id, '{}', now)
end
news()
