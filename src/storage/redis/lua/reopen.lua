-- needs: texts
local key = P .. 'key:' .. a.fingerprint
call('HDEL', key, 'held')
call('HSET', key, 'trial', a.now)
ready(a.fingerprint, a.now)
news()
