-- Writes the results of a batch, if no record has changed since it was read. KEYS[1]: the prefix of all keys.
-- ARGV: the deadline, the new version of what is written, the writer, the epoch of the expected server; then six lists, each
-- preceded by its length.
local P, version, owner, at, call = KEYS[1], ARGV[2], ARGV[3], 5, redis.call

local function each(size, run)
  local first, last = at + 1, at + ARGV[at]
  for i = first, last, size do
    if run(ARGV[i], ARGV[i + 1], ARGV[i + 2]) == false then return false end
  end
  at = last + 1
end

-- The caller has given up.
local time = call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then return 'late' end

if (call('HGET', P .. 'server', 'epoch') or '0') ~= ARGV[4] then return 'other' end

-- Read at a version; without one: it did not exist.
local isSame = each(2, function(key, seen)
  if seen == '' then return call('EXISTS', P .. key) == 0 end
  return call('GETRANGE', P .. key, 0, #seen) == seen .. '\n'
end)
if isSame == false then return 'changed' end

each(2, function(key, body) call('SET', P .. key, version .. '\n' .. body) end)
each(1, function(key) call('DEL', P .. key) end)
each(2, function(list, id) call('ZREM', P .. list, id) end)
each(3, function(list, score, id) call('ZADD', P .. list, score, id) end)
each(2, function(counter, more) call('HINCRBY', P .. 'counters', counter, more) end)
call('PUBLISH', P .. 'news', owner)
return 'written'
