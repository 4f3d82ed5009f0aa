-- needs: intents
-- Writes an intent down once.
if isLate(a.deadline) then return 'late' end
if not addIntent(a, a.now, 'open', a.leaseUntil) then return 'known' end
news()
return 'added'
