-- Mailboxes that are due later are due now, but for those that somebody has leased.
local due = P .. 'mail:' .. a.kind
for _, id in ipairs(call('ZRANGEBYSCORE', due, '(' .. a.now, '+inf')) do
  local leased = tonumber(call('HGET', P .. 'mailbox:' .. id, 'leased_until') or 0)
  if leased <= a.now then call('ZADD', due, a.now, id) end
end
