-- needs: slots pace
-- A slot for a request that is no text.
if isLate() then return false end
if roomAt(1, windowOf(a.fingerprint, a.now), a.now) > a.now then return false end
take({ { id = a.id, fingerprint = a.fingerprint, lane = 1 } }, a.now)
return a.id
