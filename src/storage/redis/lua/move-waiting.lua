local moved = false
for _, id in ipairs(call('SMEMBERS', P .. 'waiting:' .. a.workspace)) do
  local t = textOf(id)
  if t.fingerprint ~= a.fingerprint then
    dequeue(t)
    ready(t.fingerprint, a.now)
    t.fingerprint = a.fingerprint
    call('HSET', P .. 'text:' .. id, 'fingerprint', a.fingerprint)
    enqueue(t)
    moved = true
  end
end
if moved then ready(a.fingerprint, a.now) end
news()
