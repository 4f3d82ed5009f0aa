-- needs: slots pace
-- A slot for a request that is no text.
if isLate(a.deadline) then return 'late' end
local servedAt = tonumber(call('HGET', P .. 'served', a.fingerprint) or nil)
if roomAt(1, windowOf(a.fingerprint, servedAt, a.now), a.now) > a.now then return false end
take({ { id = a.id, fingerprint = a.fingerprint, lane = 1 } }, a.now)
return a.id
