-- needs: texts reports
local key = P .. 'intent:' .. a.id
if call('HGET', key, 'state') ~= 'open' then return end
call('ZADD', P .. 'open', a.till, a.id)
call('HDEL', key, 'owner')
if call('HGET', key, 'told') == '1' then return end
call('HSET', key, 'told', '1')
report('waiting', a.id, nil, a.detail, a.now)
