if call('EXISTS', P .. 'report:' .. a.id) == 0 then return end
call('ZADD', P .. 'reports', a.notBefore, a.id)
call('HDEL', P .. 'report:' .. a.id, 'owner')
call('HINCRBY', P .. 'report:' .. a.id, 'attempts', 1)
