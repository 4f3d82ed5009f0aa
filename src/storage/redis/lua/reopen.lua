-- needs: texts
call('HDEL', P .. 'held', a.fingerprint)
call('HSET', P .. 'key:' .. a.fingerprint, 'trial', a.now)
ready(a.fingerprint, a.now)
news()
