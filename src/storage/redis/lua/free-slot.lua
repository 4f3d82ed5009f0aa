-- needs: texts slots
local flight = call('HGET', P .. 'flights', a.id)
if not flight then return end
local f = cjson.decode(flight)
land(a.id)
free(a.id, f.lane, f.fingerprint, a.now)
wake(f.fingerprint, a.now)
news()
