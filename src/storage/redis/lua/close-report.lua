call('DEL', P .. 'report:' .. a.id)
call('ZREM', P .. 'reports', a.id)
call('SREM', P .. 'reports_of:' .. a.intent, a.id)
if a.posted then call('HINCRBY', P .. 'intent:' .. a.intent, 'posts', 1) end
if given(a.text) and call('EXISTS', P .. 'text:' .. a.text) == 1 then
  call('HSET', P .. 'text:' .. a.text, 'reported_at', a.now)
end
