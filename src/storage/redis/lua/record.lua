-- Adds an entry to a workspace's audit trail; the oldest leave.
local key = P .. 'audit:' .. a.workspace
call('LPUSH', key, a.entry)
call('LTRIM', key, 0, a.kept - 1)
