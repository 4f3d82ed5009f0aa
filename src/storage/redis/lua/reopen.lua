local key = P .. 'key:' .. a.fingerprint
call('HDEL', key, 'held', 'ready_at')
ready(a.fingerprint, a.now)
news()
