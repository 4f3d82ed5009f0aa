-- Reads what has changed since a backup last read it, as of one moment. KEYS[1]: the prefix of all keys. ARGV: the id of the
-- backup, and how many records and entries to read at most.
-- Returns what still has to be read, the position of the time line, records with their bodies, and entries with 1 or 0: there or not.
-- If nothing has to be read any more, everything that was read is of this moment, and changes are no longer noted.
local P, call = KEYS[1], redis.call
if call('GET', P .. 'backup') ~= ARGV[1] then return false end
local records, entries = {}, {}
for _, key in ipairs(call('SPOP', P .. 'backup:records', ARGV[2])) do
  records[#records + 1] = key
  records[#records + 1] = call('GET', key) or ''
end
for _, name in ipairs(call('SPOP', P .. 'backup:entries', ARGV[2])) do
  local colon = string.find(name, ':', 1, true)
  local length = tonumber(string.sub(name, 1, colon - 1))
  local list, place = string.sub(name, colon + 1, colon + length), string.sub(name, colon + length + 1)
  entries[#entries + 1] = list
  entries[#entries + 1] = place
  entries[#entries + 1] = call('ZSCORE', list, place) and '1' or '0'
end
local remaining = call('SCARD', P .. 'backup:records') + call('SCARD', P .. 'backup:entries')
if remaining == 0 then call('DEL', P .. 'backup') end
return {remaining, call('HMGET', P .. 'server', 'line', 'wall'), records, entries}
