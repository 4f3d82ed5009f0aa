-- Reports that Slack has, or never will.
local function close(r)
  call('ZREM', P .. 'reports', r.id .. ':' .. r.intent)
  call('HDEL', P .. 'leases', r.id .. ':' .. r.intent)
  if call('HDEL', P .. 'reports_of:' .. r.intent, r.id) == 1 and r.posted then
    call('HINCRBY', P .. 'intent:' .. r.intent, 'posts', 1)
  end
end

return each(a.reports, close)
