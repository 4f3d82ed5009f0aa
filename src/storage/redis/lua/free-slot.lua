local flight = call('HGET', P .. 'flights', a.id)
if not flight then return end
local fingerprint = cjson.decode(flight).fingerprint
free(a.id, fingerprint, a.now)
wake(fingerprint, a.now)
news()
