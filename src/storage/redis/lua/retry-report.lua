local key, member = P .. 'reports_of:' .. a.intent, a.id .. ':' .. a.intent
local says = call('HGET', key, a.id)
if not says then return end
says = cjson.decode(says)
says.attempts = says.attempts + 1
call('HSET', key, a.id, cjson.encode(says))
call('ZADD', P .. 'reports', a.notBefore, member)
call('HDEL', P .. 'leases', member)
