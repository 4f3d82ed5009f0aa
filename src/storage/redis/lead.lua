-- Writes data converted from an earlier version, as long as the data has that version and nobody else is converting it.
-- KEYS[1]: the prefix of all keys. ARGV: that version; the new version (empty: it stays); who is converting it, and for how
-- long from now nobody else may; then keys to delete, records, places and counters, each list preceded by its length.
local P, at, call = KEYS[1], 5, redis.call

local function each(size, run)
  local first, last = at + 1, at + ARGV[at]
  for i = first, last, size do run(ARGV[i], ARGV[i + 1], ARGV[i + 2]) end
  at = last + 1
end

if (call('GET', P .. 'version') or '1') ~= ARGV[1] then return 0 end
if call('GET', P .. 'leading') ~= ARGV[3] then return 0 end
call('PEXPIRE', P .. 'leading', ARGV[4])
call('SET', P .. 'led_half', ARGV[1])
each(1, function(key) call('UNLINK', P .. key) end)
each(2, function(key, body) call('SET', P .. key, body) end)
each(3, function(list, score, id) call('ZADD', P .. list, score, id) end)
each(2, function(counter, more) call('HINCRBY', P .. 'counters', counter, more) end)
if ARGV[2] ~= '' then
  call('SET', P .. 'version', ARGV[2])
  call('SADD', P .. 'led_from', ARGV[1])
  call('DEL', P .. 'leading', P .. 'led_half')
end
return 1
