-- Writes what a step changed, if no record has changed since it was read. KEYS[1]: the prefix of all keys.
-- ARGV: the deadline, the new version of what is written, the writer, the number of its commit, the epoch of the expected
-- server; then five lists, each preceded by its length.
local P, version, owner, at, call = KEYS[1], ARGV[2], ARGV[3], 6, redis.call

local function each(size, run)
  local first, last = at + 1, at + ARGV[at]
  for i = first, last, size do
    if run(P .. ARGV[i], ARGV[i + 1]) == false then return false end
  end
  at = last + 1
end

-- The caller has given up.
local time = call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then return 'late' end

if (call('HGET', P .. 'server', 'epoch') or '0') ~= ARGV[5] then return 'other' end

-- Read at a version; without one: it did not exist.
local isSame = each(2, function(key, seen)
  if seen == '' then return call('EXISTS', key) == 0 end
  return call('GETRANGE', key, 0, #seen) == seen .. '\n'
end)
if isSame == false then return 'changed' end

-- A backup that is being made reads again what changes meanwhile (backup.ts).
local isWatched = call('EXISTS', P .. 'backup') == 1
local function changed(kind, name)
  if not isWatched then return end
  call('SADD', P .. 'backup:' .. kind, name)
  call('EXPIRE', P .. 'backup:' .. kind, 120) -- Longer than the mark of a backup that died.
end
local function placeIn(list, place) return #list .. ':' .. list .. place end

each(2, function(key, body) call('SET', key, version .. '\n' .. body) changed('records', key) end)
each(1, function(key) call('DEL', key) changed('records', key) end)
each(2, function(list, place) call('ZREM', list, place) changed('entries', placeIn(list, place)) end)
each(2, function(list, place) call('ZADD', list, 0, place) changed('entries', placeIn(list, place)) end)
-- By this a process finds out which of its commits a server that came back no longer has.
local last = P .. 'last-commit:' .. owner
if tonumber(ARGV[4]) > tonumber(call('GET', last) or '0') then call('SET', last, ARGV[4], 'EX', 86400) end
call('PUBLISH', P .. 'news', owner)
return 'written'
