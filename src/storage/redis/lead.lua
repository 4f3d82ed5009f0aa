-- Writes what was led over from an earlier version of the data, while it has that and nobody else leads it on.
-- KEYS[1]: what all keys begin with. ARGV: that version; the version that it has from now on, empty: it stays; who leads it
-- on, and for how long nobody else is to from now on; then keys that go, records, places and counters, each list behind its length.
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
