local key = P .. 'key:' .. a.fingerprint
call('HDEL', key, 'held', 'ready_at')
call('HSET', key, 'trial', a.now)
ready(a.fingerprint, a.now)
news()
