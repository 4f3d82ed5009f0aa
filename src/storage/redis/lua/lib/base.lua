-- What every script stands behind. KEYS[1]: what all keys begin with, one hash tag; ARGV[1]: the arguments as JSON.
-- A script names the other parts of lib/ that it needs in its first line.
--
-- intent:<id> hash · identity:<workspace> hash identity → intent id · open zset intent id by when it is due
-- texts_of:<intent> hash number → text id · reports_of:<intent> hash report id → what it says, JSON
-- text:<id> hash; about: what never changes but the message, JSON · queue:<fingerprint>:<lane> zset of waiting texts by
-- not_before · expiry, untold zsets · waiting:<workspace> zset by seq · counts hash of texts that ended, by state
-- key:<fingerprint> hash · held hash key → the code that holds it
-- ready zset of keys with something that waits, by when they are worth a look; none that is held
-- served hash key → when it last had a slot · slots:<fingerprint> zset <lane>:<slot id> by when free
-- flights hash slot id → who has a request without a reply
-- workspaces set of those with intents · history:<workspace>, history:<workspace>:<actor> zsets of texts, intents:, husks:
-- of intents with and without their words, by when they were made · workspace:<id> hash, the last cost and its parts
-- usage:<workspace>:<day> hash who → texts, millionths (of credits) and open (parts without a told cost), who is empty for
-- all of the workspace
-- reports zset <report id>:<intent> by when due · leases hash of those → who works on it
-- aside:<kind> hash of rows that can't be read → why, JSON; aside_of:<workspace> zset <kind>:<id> by when they were
local P, a, call = KEYS[1], cjson.decode(ARGV[1]), redis.call

-- What JSON calls null is no value here.
local function given(value)
  if value == cjson.null then return nil end
  return value
end

-- After its deadline (by the server's clock) a step is void: whoever asked for it has given it up.
local clock
local function isLate(deadline)
  if not clock then
    local time = call('TIME')
    clock = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  return clock > deadline
end

-- What JSON says; nothing at all where it is none, or is not there.
local function decoded(json)
  local ok, value = pcall(cjson.decode, json)
  return ok and type(value) == 'table' and value or {}
end

-- Notes a row that can't be read; false where it was noted before. The caller takes it out of the others' way; `asides` go
-- back with the answer, to be logged. `kept`: JSON, what is to be put in again.
local asides = {}
local function noteAside(kind, id, workspace, why, kept, now)
  local says = cjson.encode({ workspace = workspace or nil, at = now, why = why, kept = kept })
  if call('HSETNX', P .. 'aside:' .. kind, id, says) == 0 then return false end
  if workspace then call('ZADD', P .. 'aside_of:' .. workspace, now, kind .. ':' .. id) end
  asides[#asides + 1] = { kind, id, why }
  -- Not in this process' name: it is to look as well, since there may be something to tell.
  call('PUBLISH', P .. 'news', '')
  return true
end

-- `member`: as aside_of has it.
local function forgetAside(workspace, member)
  local kind, id = string.match(member, '^(%a+):(.*)$')
  call('HDEL', P .. 'aside:' .. kind, id)
  call('ZREM', P .. 'aside_of:' .. workspace, member)
end

-- Other processes may have something to do now.
local function news() call('PUBLISH', P .. 'news', a.owner) end

local function hash(key)
  local flat = call('HGETALL', key)
  if #flat == 0 then return nil end
  local t = {}
  for i = 1, #flat, 2 do t[flat[i]] = flat[i + 1] end
  return t
end

-- A whole number as commands take it: given as it is, it would be written out anew for each of them, by a slow way.
local written = {}
local function digits(number)
  if not written[number] then written[number] = string.format('%.0f', number) end
  return written[number]
end

-- The waiting texts of a key's lane.
local LANES = { [0] = ':0', ':1', ':2' }
local function queueOf(fingerprint, lane) return P .. 'queue:' .. fingerprint .. LANES[lane] end

-- One command with many values; so many that Lua can't hand them over at once, in several.
local AT_ONCE = 1000
local function forAll(command, key, values)
  for i = 1, #values, AT_ONCE do call(command, key, unpack(values, i, math.min(i + AT_ONCE - 1, #values))) end
end

-- A list of pairs, one after the other.
local function push(list, one, other)
  list[#list + 1] = one
  list[#list + 1] = other
end

-- Does each of many independent steps that are asked for together: one that fails is no matter of the others. Returned are
-- { false, answer }, or { what went wrong }.
local function each(steps, run)
  local answers = {}
  for i, step in ipairs(steps) do
    local ok, answer = pcall(run, step)
    if ok then answers[i] = { false, answer }
    else answers[i] = { tostring(type(answer) == 'table' and answer.err or answer) } end
  end
  return answers
end
