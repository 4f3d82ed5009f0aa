-- Stands before every script. KEYS[1]: the prefix of all keys, one hash tag; ARGV[1]: the arguments as JSON.
--
-- intent:<id> hash · identity:<workspace> hash identity → intent id · open zset intent id by when it is due
-- texts_of:<intent> hash number → text id · reports_of:<intent> set of report ids
-- text:<id> hash · queue:<fingerprint>:<lane> zset of waiting texts by not_before · expiry, untold, sending zsets
-- key:<fingerprint> hash · ready zset of keys by when they are worth a look · slots:, and of them alert_slots: and
-- bulk_slots:, zsets by when free
-- workspaces set of those with intents · history:<workspace>, history:<workspace>:<actor> zsets of texts, intents:, husks:
-- of intents with and without their words, by when they were made · workspace:<id> hash, the last cost and its parts · usage:<workspace>:<day> hash <who>:texts, :millionths (of credits)
-- and :open (parts without a told cost), who is empty for all of the workspace
-- flights hash slot id → who has a request without a reply · report:<id> hash · reports zset by when due
local P = KEYS[1]
local a = cjson.decode(ARGV[1])
local call = redis.call

-- What JSON calls null is no value here.
local function given(value)
  if value == cjson.null then return nil end
  return value
end

-- After its deadline (by the server's clock) a step is void: whoever asked for it has given it up.
local function isLate()
  if not given(a.deadline) then return false end
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000) > a.deadline
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

-- Writes an intent down; false where its identity was there.
local function addIntent(i, now, leaseUntil)
  if call('HSETNX', P .. 'identity:' .. i.workspace, i.identity, i.id) == 0 then return false end
  call('HSET', P .. 'intent:' .. i.id, 'workspace', i.workspace, 'identity', i.identity, 'state', 'open',
    'actor', i.actor, 'owner', a.owner, 'unattended', i.unattended, 'body', i.body,
    'created_at', now, 'posts', 0, 'told', 0, 'texts', 0)
  -- The uncertain text that is sent once more.
  if given(i.of) then call('HSET', P .. 'intent:' .. i.id, 'of', i.of) end
  call('ZADD', P .. 'open', leaseUntil, i.id)
  call('ZADD', P .. 'intents:' .. i.workspace, now, i.id)
  call('SADD', P .. 'workspaces', i.workspace)
  return true
end

-- Puts a letter into a mailbox. While somebody has it leased, it is looked at again when that ends.
local function putLetter(box, body, now)
  local key = P .. 'mailbox:' .. box.id
  call('HSET', key, 'kind', box.kind, 'workspace', box.workspace, 'name', box.name)
  call('SADD', P .. 'mailboxes_of:' .. box.workspace, box.id)
  call('RPUSH', P .. 'letters:' .. box.id, body)
  local leased = tonumber(call('HGET', key, 'leased_until') or 0) > now
  call('ZADD', P .. 'mail:' .. box.kind, leased and 'NX' or 'LT', now, box.id)
end

local function textOf(id) return hash(P .. 'text:' .. id) end

-- Texts that became due at the same time go in the order they came.
local function memberOf(t) return t.seq .. ':' .. t.id end
local function idOf(member) return string.sub(member, 18) end

local function setState(t, state)
  call('HINCRBY', P .. 'counts', t.state, -1)
  call('HINCRBY', P .. 'counts', state, 1)
  call('HSET', P .. 'text:' .. t.id, 'state', state)
  t.state = state
end

-- Something of this key is worth a look at `at`, or earlier if that was said before.
local function ready(fingerprint, at)
  local key = P .. 'key:' .. fingerprint
  local known = call('HGET', key, 'ready_at')
  if known and tonumber(known) <= at then return end
  call('HSET', key, 'ready_at', at)
  if call('HEXISTS', key, 'held') == 0 then call('ZADD', P .. 'ready', at, fingerprint) end
end

-- As `ready`, for a key whose queue has something that waits.
local function wake(fingerprint, at)
  if call('HEXISTS', P .. 'key:' .. fingerprint, 'ready_at') == 1 then ready(fingerprint, at) end
end

local function enqueue(t)
  call('ZADD', P .. 'queue:' .. t.fingerprint .. ':' .. t.lane, t.not_before, memberOf(t))
  call('ZADD', P .. 'expiry', t.expires_at, t.id)
  call('ZADD', P .. 'waiting:' .. t.workspace, t.seq, t.id)
  if t.lane == '1' and t.told ~= '1' then call('ZADD', P .. 'untold', t.created_at, t.id) end
end

local function dequeue(t)
  call('ZREM', P .. 'queue:' .. t.fingerprint .. ':' .. t.lane, memberOf(t))
  call('ZREM', P .. 'expiry', t.id)
  call('ZREM', P .. 'waiting:' .. t.workspace, t.id)
  call('ZREM', P .. 'untold', t.id)
end

-- The day is Bangladesh's, of when the text was planned.
local DAY_MS, AHEAD_MS = 86400000, 21600000
-- As USAGE_KEPT_DAYS in ports.ts.
local KEPT_DAYS = 40

local function usageKey(workspace, at)
  return P .. 'usage:' .. workspace .. ':' .. string.format('%d', math.floor((at + AHEAD_MS) / DAY_MS))
end

-- Of a text: how its coming, its cost or its end changes the counters.
local function count(t, texts, millionths, open)
  local key = usageKey(t.workspace, t.created_at)
  if texts < 1 and call('EXISTS', key) == 0 then return end
  for _, who in ipairs({ '', t.actor }) do
    for name, by in pairs({ texts = texts, millionths = millionths, open = open }) do
      if by ~= 0 then call('HINCRBY', key, who .. ':' .. name, string.format('%d', by)) end
    end
  end
  call('EXPIRE', key, KEPT_DAYS * 86400)
end

local function usageOf(workspace, at, who)
  local used = call('HMGET', usageKey(workspace, at), who .. ':texts', who .. ':millionths', who .. ':open')
  return { tonumber(used[1] or 0), tonumber(used[2] or 0), tonumber(used[3] or 0) }
end

-- `detail`: JSON, as the reports of the other engine have it.
local function addReport(kind, intentId, textId, detail, now)
  local id = string.format('%016d', call('INCR', P .. 'report_seq'))
  call('HSET', P .. 'report:' .. id, 'kind', kind, 'intent_id', intentId, 'text_id', textId or '',
    'detail', detail, 'attempts', 0, 'created_at', now)
  call('ZADD', P .. 'reports', now, id)
  call('SADD', P .. 'reports_of:' .. intentId, id)
  return id
end

local function isUnattended(intentId) return call('HGET', P .. 'intent:' .. intentId, 'unattended') == '1' end

-- Nothing of an intent is to be resolved, waits or is being sent.
local function isSettled(intentId)
  if call('HGET', P .. 'intent:' .. intentId, 'state') == 'open' then return false end
  for _, id in ipairs(call('HVALS', P .. 'texts_of:' .. intentId)) do
    local state = call('HGET', P .. 'text:' .. id, 'state')
    if state == 'queued' or state == 'sending' then return false end
  end
  return true
end

-- Something of an intent came to its end: where it is unattended and that was all, its outcome is to be told.
local function ended(intentId, now)
  if not isUnattended(intentId) or not isSettled(intentId) then return end
  for _, id in ipairs(call('SMEMBERS', P .. 'reports_of:' .. intentId)) do
    local followed = call('HMGET', P .. 'report:' .. id, 'follower', 'owner')
    if followed[1] and not followed[2] then call('ZADD', P .. 'reports', 'LT', now, id) end
  end
  addReport('outcome', intentId, nil, '{}', now)
end

-- Of an unattended intent only its outcome is told.
local function report(kind, intentId, textId, detail, now)
  if kind == 'held' or kind == 'balance_low' or not isUnattended(intentId) then addReport(kind, intentId, textId, detail, now)
  elseif kind == 'result' then ended(intentId, now) end
end

local function tell(t, why, till, now)
  call('HSET', P .. 'text:' .. t.id, 'told', '1')
  call('ZREM', P .. 'untold', t.id)
  local waiting = cjson.encode({ waiting = { why = why, ['until'] = till or cjson.null } })
  report('waiting', t.intent_id, t.id, waiting, now)
end

-- Ends a waiting text without sending.
local function finish(t, state, problem, now)
  dequeue(t)
  count(t, -1, 0, -t.parts)
  setState(t, state)
  call('HSET', P .. 'text:' .. t.id, 'settled_at', now)
  if problem then call('HSET', P .. 'text:' .. t.id, 'problem', problem) end
  report('result', t.intent_id, t.id, '{}', now)
  ready(t.fingerprint, now)
end

local SLOTS = { 'slots:', 'alert_slots:', 'bulk_slots:' }

-- The slot's request was answered (or ended) now: it frees a minute later.
local function free(slotId, fingerprint, now)
  for _, kind in ipairs(SLOTS) do
    local key = P .. kind .. fingerprint
    if call('ZSCORE', key, slotId) == 'inf' then call('ZADD', key, now + a.pace.slotMs, slotId) end
  end
  call('HDEL', P .. 'flights', slotId)
end

-- The slot's request never left: it counts nowhere.
local function giveSlotBack(slotId, fingerprint)
  for _, kind in ipairs(SLOTS) do call('ZREM', P .. kind .. fingerprint, slotId) end
  call('HDEL', P .. 'flights', slotId)
end
