-- Puts a letter into a mailbox. While somebody has it leased, it is looked at again when that ends.
local function putLetter(box, body, now)
  local key = P .. 'mailbox:' .. box.id
  call('HSET', key, 'kind', box.kind, 'workspace', box.workspace, 'name', box.name)
  call('SADD', P .. 'mailboxes_of:' .. box.workspace, box.id)
  call('RPUSH', P .. 'letters:' .. box.id, body)
  local leased = tonumber(call('HGET', key, 'leased_until') or 0) > now
  call('ZADD', P .. 'mail:' .. box.kind, leased and 'NX' or 'LT', now, box.id)
end
