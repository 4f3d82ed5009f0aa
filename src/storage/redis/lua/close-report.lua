-- Reports that Slack has, or never will.
local closed = {}

local function close(r)
  closed[#closed + 1] = r.id .. ':' .. r.intent
  if call('HDEL', P .. 'reports_of:' .. r.intent, r.id) == 1 and r.posted then
    call('HINCRBY', P .. 'intent:' .. r.intent, 'posts', '1')
  end
end

local answers = each(a.reports, close)
forAll('ZREM', P .. 'reports', closed)
forAll('HDEL', P .. 'leases', closed)
return answers
